"""What an engine is asked: one line made of what everybody at the board sees, and its answer.

The line protocol is told in docs/engine.md. Takes a `View`, so nothing face down can get in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import orjson

from app.game import EMPTY, Colour, Position, parse_square, rules_to_json
from app.room.view import GameView, Pair, View


class NoAnswer(Exception):
    """The engine did not answer the question; the message says what it did instead."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the engine would do, and the points it expects from that, -1 to 1."""

    action: str
    score: float


def question(view: View, level: int, nodes: int | None) -> str:
    """The request for the game on the table, by a player of this level.

    `nodes` bounds the search more than the level does.
    """
    game = view.game
    if game is None:
        raise ValueError("no game is on")
    words = [
        *("position", str(_position(game, game["board"], _side(game)))),
        *("chases", _chases(game)),
        *("rules", orjson.dumps(rules_to_json(view.rules)).decode().replace(" ", "")),
        *("past", _past(view, game)),
        *("level", str(level)),
    ]
    if nodes is not None:
        words += ["nodes", str(nodes)]
    return " ".join(words)


def answer(line: str, legal: tuple[str, ...]) -> Answer:
    """The answer in a line; NoAnswer for any other line and for what is not legal."""
    words = line.split()
    if len(words) < len(_ANSWER) or tuple(words[0:4:2]) != ("action", "score"):
        raise NoAnswer(f"it said {line[:80]!r}")
    if words[1] not in legal:
        raise NoAnswer(f"it wants {words[1][:8]!r}, which is not legal")
    try:
        return Answer(words[1], float(words[3]))
    except ValueError:
        raise NoAnswer(f"it said {line[:80]!r}") from None


_ANSWER: Final = ("action", "a1", "score", "0")


def _side(game: GameView) -> Colour | None:
    colours: Pair[Colour] | None = game["colors"]
    if colours is None or game["turn"] is None:
        return None
    return colours["host"] if game["turn"] == "host" else colours["guest"]


def _position(game: GameView, board: str, turn: Colour | None) -> Position:
    return Position(board, turn, game["unseen"], game["quiet"])


def _chases(game: GameView) -> str:
    told = [f"{each['piece']}{each['target']}={each['count']}" for each in game["chases"]]
    return ",".join(told) or "-"


def _past(view: View, game: GameView) -> str:
    """The boards since the last capture or flip, oldest first, the present not included."""
    boards: list[str] = []
    board, turn = game["board"], _side(game)
    quiet = min(game["quiet"], len(view.moves))
    for text in reversed(view.moves[len(view.moves) - quiet :]):
        source, target = map(parse_square, text.split("-"))
        board, turn = _taken_back(board, source, target), None if turn is None else turn.other
        boards.append(_short(Position(board, turn, "", 0)))
    return ",".join(reversed(boards)) or "-"


def _taken_back(board: str, source: int, target: int) -> str:
    cells = list(board)
    cells[source], cells[target] = cells[target], EMPTY
    return "".join(cells)


def _short(position: Position) -> str:
    placement, side, *_ = str(position).split(" ")
    return f"{placement}:{side}"
