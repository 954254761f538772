"""The judge: what may be done, why something may not, and when a game is over.

The order in which broken rules are named and the order in which ends are looked for are part
of the contract; docs/rules.md tells both.
"""

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import assert_never

from app.game.board import EMPTY, moved
from app.game.chase import Pairs, chases_again, exhausted
from app.game.game import LONGEST_GAME, Available, Game, advance, begin, own_letters
from app.game.generate import bare_actions
from app.game.moves import Action, End, Flip, Move, Ply, parse_action
from app.game.outcome import IllegalAction, Outcome, PlyInvalid, Reason, Rule
from app.game.pieces import PREY, Piece
from app.game.position import START, Position
from app.game.refusals import broken_rule, is_on_board
from app.game.rules import Elimination, Repetition, Rules
from app.game.sides import Colour


@dataclass(frozen=True, slots=True)
class PositionVerdict:
    """What can be said of a position alone: texts of actions, the pool, the end if it is one.

    `captures` is the part of `legal` that takes something. `reason` is None while the game
    goes on; a draw has a reason and no winner.
    """

    legal: tuple[str, ...]
    captures: tuple[str, ...]
    barred: tuple[str, ...]
    unseen: str
    winner: Colour | None
    reason: Reason | None


def new_game(rules: Rules, start: Position = START) -> Game:
    """A game by these rules; a position that is finished already has its outcome."""
    return settle(begin(rules, start))


def legal(game: Game) -> tuple[str, ...]:
    """The texts of everything the player to move may do, sorted; nothing after the end."""
    return _available(game)[0]


def barred(game: Game) -> tuple[str, ...]:
    """The texts of the moves that only chase or repetition forbid, sorted; none after the end."""
    return _available(game)[1]


def barred_by(game: Game) -> tuple[Rule, ...]:
    """The rule that forbids each of the barred moves, in their order."""
    return tuple(_broken_rule(game, parse_action(text)) for text in barred(game))


def check(game: Game, action: Action) -> None:
    """Return if the player to move may do this.

    IllegalAction names the first broken rule in the order of docs/rules.md; PlyInvalid says
    that the game is over.
    """
    if game.outcome is not None:
        raise PlyInvalid("the game is over")
    if is_on_board(action) and str(action) in legal(game):
        return
    raise IllegalAction(_broken_rule(game, action))


def ply_of(game: Game, action: Action, under: Piece | None) -> Ply:
    """What an action is on this board; `under` is the piece that a flip finds."""
    match action:
        case Flip():
            return Ply(action, under, None)
        case Move(_, target):
            there = game.board[target]
            return Ply(action, None, Piece(there) if there in PREY else None)
        case End():
            return Ply(action, None, None)
        case _:
            assert_never(action)


def play(game: Game, ply: Ply) -> Game:
    """The game after this ply, with its outcome if that ends it.

    IllegalAction when the rules forbid it; PlyInvalid when the game is over or when the piece
    that the ply names cannot have come up or was not taken.
    """
    check(game, ply.action)
    if isinstance(ply.action, Flip):
        if ply.revealed is None or ply.revealed not in game.pool:
            raise PlyInvalid("no such piece is left face down")
    elif ply != ply_of(game, ply.action, None):
        raise PlyInvalid("that is not what stands on the square")
    return settle(advance(game, ply))


def settle(game: Game) -> Game:
    """The game with the outcome that its position gives it, or as it is when it goes on."""
    if game.outcome is not None:
        return game
    outcome = _outcome(game)
    return game if outcome is None else replace(game, outcome=outcome)


def judge_position(position: Position, rules: Rules) -> PositionVerdict:
    """The verdict on a position that has no past: no chases, no earlier appearance."""
    game = new_game(rules, position)
    allowed = legal(game)
    winner = None if game.outcome is None else game.outcome.winner
    return PositionVerdict(
        legal=allowed,
        captures=tuple(text for text in allowed if _captures(game.board, text)),
        barred=barred(game),
        unseen=game.pool,
        winner=None if winner is None else game.colour_of(winner),
        reason=None if game.outcome is None else game.outcome.reason,
    )


def _outcome(game: Game) -> Outcome | None:
    """The end of the game, looked for in the order in which one end comes before another."""
    if game.rules.elimination is Elimination.IMMEDIATE and (lost := _without_pieces(game)):
        return Outcome(game.mover_of(lost.other), Reason.ELIMINATION)
    if not legal(game):
        return Outcome(game.mover.other, Reason.NO_LEGAL_MOVE)
    limit = game.rules.no_progress_limit
    if limit is not None and game.quiet >= limit:
        return Outcome(None, Reason.NO_PROGRESS)
    if game.rules.repetition is Repetition.DRAW3 and game.seen.count(game.seen[-1]) >= 3:
        return Outcome(None, Reason.REPETITION)
    return Outcome(None, Reason.TOO_LONG) if game.ply >= LONGEST_GAME else None


def _without_pieces(game: Game) -> Colour | None:
    """The colour that has nothing left, face up or face down."""
    left = game.board + game.pool
    if left == left.lower():
        return Colour.RED
    return Colour.BLACK if left == left.upper() else None


def _available(game: Game) -> Available:
    """What is legal and what is barred; worked out once for each game."""
    known = game.available
    if known is None:
        known = _worked_out(game)
        game.available = known
    return known


def _worked_out(game: Game) -> Available:
    if game.outcome is not None:
        return (), ()
    own = own_letters(game)
    if game.chases or game.seen:
        chased, repeated = _exhausted(game), _boards_seen_twice(game)
        if chased or repeated:
            return _parted(game.board, own, chased, repeated)
    return bare_actions(game.board, own), ()


def _exhausted(game: Game) -> Pairs:
    """The pairs that the player to move may not chase again."""
    limit = game.rules.chase_limit
    if limit is None or not game.chases:
        return ()
    return exhausted(game.chases, limit, game.board, own_letters(game))


def _boards_seen_twice(game: Game) -> tuple[str, ...]:
    """The boards that the player to move may not bring about a third time."""
    if game.rules.repetition is not Repetition.VARY or len(game.seen) < 4:
        return ()
    other = game.mover.other
    times = Counter(game.seen).items()
    return tuple(key[:32] for key, count in times if count >= 2 and key.endswith(other))


@lru_cache(maxsize=2048)
def _parted(board: str, own: str, chased: Pairs, repeated: tuple[str, ...]) -> Available:
    """The bare actions, parted into the legal and the barred."""
    bare = bare_actions(board, own)
    forbidden = tuple(
        text for text in bare if _is_barred(board, parse_action(text), chased, repeated)
    )
    return tuple(text for text in bare if text not in forbidden), forbidden


def _is_barred(board: str, action: Action, chased: Pairs, repeated: tuple[str, ...]) -> bool:
    """Whether chase or repetition bars what the bare rules allow; captures and flips never."""
    if not isinstance(action, Move) or board[action.target] != EMPTY:
        return False
    return (
        chases_again(board, action, chased)
        or moved(board, action.source, action.target) in repeated
    )


def _broken_rule(game: Game, action: Action) -> Rule:
    """The first rule that an action breaks which is not legal."""
    broken = broken_rule(game.board, own_letters(game), action)
    if broken is not None:
        return broken
    chased = isinstance(action, Move) and chases_again(game.board, action, _exhausted(game))
    return Rule.CHASE_LIMIT if chased else Rule.REPETITION


def _captures(board: str, text: str) -> bool:
    action = parse_action(text)
    return isinstance(action, Move) and board[action.target] != EMPTY
