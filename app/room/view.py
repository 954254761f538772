"""What everybody may see of a room. Field names are those of the wire contract.

Nothing here can hold a face-down piece: this module does not know the deal, and whoever
gets a `View` gets nothing else (the socket, the HTTP answers, the computer player).
"""

from __future__ import annotations

from dataclasses import dataclass

from app.game import BySeat, Colour, Reason, Rules, Seat


@dataclass(frozen=True, slots=True)
class SeatView:
    """A taken seat."""

    name: str | None
    computer: int | None


@dataclass(frozen=True, slots=True)
class ClockRulesView:
    """Seconds at the start, seconds added after each ply."""

    initial: int
    increment: int


@dataclass(frozen=True, slots=True)
class SeriesView:
    """The newest game's number and the sums of the series."""

    game: int
    score: BySeat[float]
    points: BySeat[int]


@dataclass(frozen=True, slots=True)
class DrawForFirstView:
    """The five-piece draw: picks are public at once, tiles once both have picked."""

    host: int | None
    guest: int | None
    tiles: str | None


@dataclass(frozen=True, slots=True)
class RoomView:
    """The room around the board."""

    code: str
    phase: str
    opponent: str
    seats: BySeat[SeatView | None]
    clock: ClockRulesView | None
    series: SeriesView
    rematch: tuple[Seat, ...]
    draw_for_first: DrawForFirstView | None
    spectators: bool
    expires_at: int


@dataclass(frozen=True, slots=True)
class ChaseView:
    """A running count: where the chasing and the chased piece stand now."""

    piece: str
    target: str
    count: int


@dataclass(frozen=True, slots=True)
class ClockView:
    """Milliseconds left at `at`."""

    host: int
    guest: int
    running: Seat | None
    at: int


@dataclass(frozen=True, slots=True)
class ResultView:
    """How the game ended."""

    winner: Seat | None
    reason: Reason
    points: int


@dataclass(frozen=True, slots=True)
class GameView:
    """The board and everything about it that both players know."""

    number: int
    ply: int
    board: str
    first: Seat
    turn: Seat | None
    colors: BySeat[Colour] | None
    legal: tuple[str, ...]
    barred: tuple[str, ...]
    chases: tuple[ChaseView, ...]
    quiet: int
    captured: BySeat[str]
    unseen: str
    draw_offer: Seat | None
    draw_offer_ply: int | None
    draw_rest: BySeat[int]
    clock: ClockView | None
    result: ResultView | None


@dataclass(frozen=True, slots=True)
class LastView:
    """The newest ply."""

    ply: int
    by: Seat
    move: str


@dataclass(frozen=True, slots=True)
class View:
    """A room as everybody sees it; `rules` and `moves` go only into a welcome."""

    rules: Rules
    room: RoomView
    game: GameView | None
    last: LastView | None
    moves: tuple[str, ...]
