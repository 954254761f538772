"""What everybody may see of a room. The keys are those of the wire contract.

The parts are plain mappings, made once for each event and only read afterwards: a view is
built and written to the wire for every ply, and nothing else is nearly as quick. Nothing here
can hold a face-down piece: this module does not know the deal, and whoever gets a `View` gets
nothing else (the socket, the HTTP answers, the computer player).
"""

from __future__ import annotations

from typing import Generic, TypedDict, TypeVar

from msgspec import Struct

from app.game import Colour, Reason, Rule, Rules, Seat

T = TypeVar("T")


class Pair(TypedDict, Generic[T]):
    """One value for each seat."""

    host: T
    guest: T


class SeatView(TypedDict):
    """A taken seat."""

    name: str | None
    computer: int | None


class ClockRulesView(TypedDict):
    """Seconds at the start, seconds added after each ply."""

    initial: int
    increment: int


class SeriesView(TypedDict):
    """The newest game's number and the sums of the series."""

    game: int
    score: Pair[float]
    points: Pair[int]


class DrawForFirstView(TypedDict):
    """The five-piece draw: picks are public at once, tiles once both have picked."""

    host: int | None
    guest: int | None
    tiles: str | None


class TableView(TypedDict):
    """What stays as it is while a game is played."""

    code: str
    opponent: str
    seats: Pair[SeatView | None]
    clock: ClockRulesView | None
    series: SeriesView
    spectators: bool
    odds: bool


class RoomView(TableView):
    """The room around the board."""

    phase: str
    rematch: tuple[Seat, ...]
    draw_for_first: DrawForFirstView | None
    expires_at: int


class ChaseView(TypedDict):
    """A running count: where the chasing and the chased piece stand now."""

    piece: str
    target: str
    count: int


class ClockView(TypedDict):
    """Milliseconds left at `at`."""

    host: int
    guest: int
    running: Seat | None
    at: int


class ResultView(TypedDict):
    """How the game ended."""

    winner: Seat | None
    reason: Reason
    points: int


class GameView(TypedDict):
    """The board and everything about it that both players know."""

    number: int
    ply: int
    board: str
    first: Seat
    turn: Seat | None
    colors: Pair[Colour] | None
    legal: tuple[str, ...]
    barred: tuple[str, ...]
    barred_by: tuple[Rule, ...]
    chases: tuple[ChaseView, ...]
    quiet: int
    captured: Pair[str]
    unseen: str
    draw_offer: Seat | None
    draw_offer_ply: int | None
    draw_rest: Pair[int]
    clock: ClockView | None
    result: ResultView | None


class LastView(TypedDict):
    """The newest ply."""

    ply: int
    by: Seat
    move: str


class View(Struct, frozen=True):
    """A room as everybody sees it; `rules` and `moves` go only into a welcome."""

    rules: Rules
    room: RoomView
    game: GameView | None
    last: LastView | None
    moves: tuple[str, ...]
