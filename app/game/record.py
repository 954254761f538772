"""The record of a game: what it holds, and following it through the judge.

How a record is written down is told in `record_json` and `record_text`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from app.game.board import HIDDEN
from app.game.game import Game
from app.game.judge import new_game, play
from app.game.moves import Flip, Ply, parse_ply
from app.game.outcome import IllegalAction, Outcome, PlyInvalid, Reason
from app.game.position import START, Position, PositionInvalid, parse_position
from app.game.rules import Rules
from app.game.sides import BySeat, Colour, Mover, Seat


class RecordInvalid(Exception):
    """A record that is not one, or that the rules contradict.

    `ply` is the number of the first ply that is wrong, counted from 1; `rule` the rule that
    it breaks, if it is one of the game's.
    """

    def __init__(self, reason: str, ply: int | None = None, rule: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.ply = ply
        self.rule = rule


@dataclass(frozen=True, slots=True)
class RecordResult:
    """How the game ended: without a winner a draw or no result; points are the winner's."""

    winner: Seat | None
    reason: Reason
    points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One game as it was played, undone plies left out.

    `first`: the seat that moved first. `start`: a position string. `moves`: plies as `str`
    writes them. `deal`: the 32 letters that lay there at the start, if told. `date`: of the
    end, `2026-10-09`, or empty. `result`: None while the game is not over.
    """

    rules: Rules
    first: Seat
    moves: tuple[str, ...]
    names: BySeat[str | None] = BySeat(None, None)
    colors: BySeat[Colour] | None = None
    start: str = str(START)
    result: RecordResult | None = None
    deal: str | None = None
    date: str = ""
    room: str = ""
    number: int = 1
    fairness: Mapping[str, object] | None = None


# Ends that the board shows; the others are settled by the players, the clock or absence.
_ON_THE_BOARD: Final = frozenset(
    {
        Reason.ELIMINATION,
        Reason.NO_LEGAL_MOVE,
        Reason.NO_PROGRESS,
        Reason.REPETITION,
        Reason.TOO_LONG,
    }
)
_WITH_WINNER: Final = frozenset({Reason.RESIGNATION, Reason.TIME})


def replay(record: Record) -> tuple[Game, ...]:
    """The game at its start and after each ply, every ply judged; raises what `moments` does."""
    return tuple(moments(record))


def moments(record: Record) -> Iterator[Game]:
    """The game at its start and after each ply, which is judged when its turn comes.

    RecordInvalid names the first ply that is against the rules, that does not fit the deal
    or comes after the end; without a ply it says what else contradicts the moves.
    """
    start = read_start(record.start)
    if record.deal is not None:
        _check_deal(record.deal, start)
    game = new_game(record.rules, start)
    yield game
    for number, text in enumerate(record.moves, 1):
        game = _after(game, number, text, record.deal)
        yield game
    _check_end(record, game)


def read_start(text: str) -> Position:
    """The position a record starts from; RecordInvalid when it cannot exist."""
    try:
        return parse_position(text)
    except PositionInvalid as error:
        raise RecordInvalid(f"start: {error.reason}") from None


def read_ply(text: str, number: int) -> Ply:
    """The ply of this number (from 1); RecordInvalid when it is not written as one."""
    try:
        return parse_ply(text)
    except PlyInvalid as error:
        raise RecordInvalid(error.reason, number) from None


def seat_of(first: Seat, mover: Mover) -> Seat:
    """The seat of a player, when this seat moved first."""
    return first if mover is Mover.FIRST else first.other


def colours_of_seats(first: Seat, first_colour: Colour) -> BySeat[Colour]:
    """The colours by seat, when this seat moved first and has this colour."""
    if first is Seat.HOST:
        return BySeat(first_colour, first_colour.other)
    return BySeat(first_colour.other, first_colour)


def _after(game: Game, number: int, text: str, deal: str | None) -> Game:
    ply = read_ply(text, number)
    try:
        after = play(game, ply)
    except IllegalAction as error:
        raise RecordInvalid("the rules forbid it", number, error.rule.value) from None
    except PlyInvalid as error:
        raise RecordInvalid(error.reason, number) from None
    if isinstance(ply.action, Flip) and deal and deal[ply.action.square] != ply.revealed:
        raise RecordInvalid("the deal has another piece there", number)
    return after


def _check_deal(deal: str, start: Position) -> None:
    """The deal lies where the start has face-down pieces and shows what it has face up."""
    hidden = "".join(
        letter for letter, there in zip(deal, start.board, strict=False) if there == HIDDEN
    )
    shown = "".join(
        HIDDEN if there == HIDDEN else letter
        for letter, there in zip(deal, start.board, strict=False)
    )
    if len(deal) != 32 or shown != start.board or sorted(hidden) != sorted(start.pool):
        raise RecordInvalid("the deal does not fit the start")


def _check_end(record: Record, last: Game) -> None:
    if record.colors is not None and record.colors != _colours(record, last):
        raise RecordInvalid("the colours are not those of the first flip")
    if record.result is None:
        if last.outcome is not None:
            raise RecordInvalid("the moves end the game, but the record has no result")
    elif not _fits(record.first, record.result, last.outcome):
        raise RecordInvalid("the result is not the one that the moves lead to")


def _colours(record: Record, last: Game) -> BySeat[Colour] | None:
    colour = last.first_colour
    return None if colour is None else colours_of_seats(record.first, colour)


def _fits(first: Seat, result: RecordResult, outcome: Outcome | None) -> bool:
    """Whether a result is the end on the board, or one that a running game may be given."""
    if outcome is not None:
        winner = None if outcome.winner is None else seat_of(first, outcome.winner)
        return (result.winner, result.reason) == (winner, outcome.reason)
    if result.reason in _ON_THE_BOARD:
        return False
    if result.reason is Reason.ABANDONMENT:
        return True
    return (result.winner is not None) == (result.reason in _WITH_WINNER)
