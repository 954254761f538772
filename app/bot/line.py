"""The line protocol: one request a line in, one answer a line out. docs/engine.md tells it."""

import json
import re
from dataclasses import dataclass, replace
from typing import Final

from app.bot.choose import Chance, Choice, NoAction, choose
from app.bot.levels import LEVELS, Level, choose_at
from app.bot.mind import IsHurried, never
from app.bot.sight import Moment, Sight, past_of
from app.game import (
    EMPTY,
    PRESETS,
    Chase,
    Colour,
    Position,
    PositionInvalid,
    Rules,
    RulesInvalid,
    judge_position,
    parse_position,
    parse_square,
    rules_from_json,
    square_name,
)
from app.game.board import NEIGHBOURS

MOST_NODES: Final = 1_000_000_000
_REQUEST: Final = re.compile(
    r"position (?P<position>.+?) chases (?P<chases>\S+)(?: since (?P<since>\S+))?"
    r" rules (?P<rules>.+?)(?: level (?P<level>[1-5]))?(?: nodes (?P<nodes>[0-9]{1,10}))?"
    r"(?: seed (?P<seed>[0-9]{1,10}))?(?P<values> values)?"
)
_CHASE: Final = re.compile(r"([a-d][1-8])([a-d][1-8])=([1-9])")
_MOVE: Final = re.compile(r"[a-d][1-8]-[a-d][1-8]")


class BadLine(Exception):
    """A request that cannot be answered, with the reason."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked: a sight, who answers, and whether every action's value is wanted."""

    sight: Sight
    level: Level
    wants_values: bool = False


def answer(line: str, rng: Chance, is_hurried: IsHurried = never) -> str:
    """The answer to one request: `action …` or `error …`."""
    try:
        asked = read_request(line)
        if not asked.wants_values:
            return written(choose_at(asked.level, asked.sight, rng, is_hurried))
        nodes = asked.level.nodes
        choice = choose(asked.sight, nodes, rng, exact=True, is_hurried=is_hurried)
        values = ",".join(f"{action}={value:.4f}" for action, value in choice.values)
        return f"{written(choice)} values {values}"
    except BadLine as bad:
        return f"error {bad}"
    except NoAction:
        return "error there is nothing to do in this position"


def seed_of(line: str) -> int | None:
    """The seed that a request names: with it the answer follows from the request alone."""
    found = _REQUEST.fullmatch(line.strip())
    return None if found is None or found["seed"] is None else int(found["seed"])


def written(choice: Choice) -> str:
    """A choice as an answer."""
    return (
        f"action {choice.action} score {choice.score:.4f} nodes {choice.nodes} depth {choice.depth}"
    )


def request(sight: Sight, since: tuple[str, ...], rules: str, nodes: int) -> str:
    """The request for an action; `since`: the moves since the last capture or flip."""
    chases = ",".join(map(_chase_text, sight.chases)) or "-"
    before = f" since {','.join(since)}" if since else ""
    return f"position {sight.position} chases {chases}{before} rules {rules} nodes {nodes}"


def read_request(line: str) -> Request:
    """What a request shows and asks for; BadLine says what is wrong with it."""
    found = _REQUEST.fullmatch(line.strip())
    if found is None:
        raise BadLine("a request is: position … chases … rules … nodes …, or quit")
    level = _level(found["level"], found["nodes"])
    rules = _rules(found["rules"])
    position = _position(found["position"])
    if judge_position(position, rules).reason is not None:
        raise BadLine("the game is over in this position")
    chases = _chases(found["chases"], position, rules)
    sight = Sight(rules, position, chases, _past(found["since"] or "", position))
    return Request(sight, level, found["values"] is not None)


def _level(level: str | None, nodes: str | None) -> Level:
    """A level, so many nodes with a steady hand, or a level with no more nodes than that."""
    if level is None and nodes is None:
        raise BadLine("a request is: position … chases … rules … nodes …, or quit")
    most = MOST_NODES if nodes is None else int(nodes)
    if not 1 <= most <= MOST_NODES:
        raise BadLine(f"nodes are from 1 to {MOST_NODES}")
    if level is None:
        return Level(most)
    known = LEVELS[int(level)]
    return replace(known, nodes=min(known.nodes, most))


def _position(text: str) -> Position:
    try:
        return parse_position(text)
    except PositionInvalid as bad:
        raise BadLine(bad.reason) from None


def _rules(text: str) -> Rules:
    if text in PRESETS:
        return PRESETS[text]
    try:
        return rules_from_json(json.loads(text))
    except (ValueError, RecursionError):
        raise BadLine(f"rules are one of {', '.join(PRESETS)}, or a JSON object") from None
    except RulesInvalid as bad:
        raise BadLine(bad.reason) from None


def _chases(text: str, position: Position, rules: Rules) -> tuple[Chase, ...]:
    if text == "-":
        return ()
    found = tuple(_chase(part, position, rules) for part in text.split(","))
    if len({(chase.piece, chase.target) for chase in found}) != len(found):
        raise BadLine("a chase is told twice")
    chasers = {chase.piece for chase in found}
    if len(chasers) != len({position.board[piece].isupper() for piece in chasers}):
        raise BadLine("of a colour only the piece that it moved last can be chasing")
    return found


def _chase(text: str, position: Position, rules: Rules) -> Chase:
    found = _CHASE.fullmatch(text)
    if found is None:
        raise BadLine("a chase is written b4a4=3: the chaser's square, the chased one's, the count")
    piece, target = parse_square(found[1]), parse_square(found[2])
    one, other = position.board[piece], position.board[target]
    if not (one.isalpha() and other.isalpha() and one.isupper() != other.isupper()):
        raise BadLine("a chase is between two face-up pieces of different colours")
    if int(found[3]) > (rules.chase_limit or 0):
        raise BadLine("a chase is counted further than the rules allow")
    return Chase(piece, target, int(found[3]))


def _chase_text(chase: Chase) -> str:
    return f"{square_name(chase.piece)}{square_name(chase.target)}={chase.count}"


def _past(text: str, position: Position) -> tuple[Moment, ...]:
    """The moments before each of these moves."""
    moves = text.split(",") if text else []
    if len(moves) > position.quiet:
        raise BadLine(
            "there are more moves since the last capture or flip than the position counts"
        )
    if not all(map(_MOVE.fullmatch, moves)):
        raise BadLine("moves since the last capture or flip are written a1-b1,c3-c4")
    past = past_of(position, moves)
    boards = [*(board for board, _ in past), position.board]
    for move, (_, turn), board in zip(moves, past, boards[1:], strict=True):
        if not _has_stepped(move, turn, board):
            raise BadLine(f"{move} cannot have led to this position")
    return past


def _has_stepped(move: str, turn: Colour | None, board: str) -> bool:
    """Whether a piece of this colour can have stepped so, and this is the board after it."""
    source, target = parse_square(move[:2]), parse_square(move[3:])
    letter = board[target]
    return (
        board[source] == EMPTY
        and letter.isalpha()
        and letter.isupper() is (turn is Colour.RED)
        and target in NEIGHBOURS[source]
    )
