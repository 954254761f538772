"""The parts of a snapshot as models: the room, the game, and what they consist of.

They mirror the views of `app.room.view`; tests hold the two together on every frame.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict

from app.game import Colour, Reason, Rule, Rules, Seat

T = TypeVar("T")

PhaseName = Literal["waiting", "drawing", "playing", "over", "closed"]
OpponentName = Literal["friend", "computer", "local"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesShape(Rules):
    """Every option, and the preset these rules are, or `custom`."""

    preset: str


class Shape(BaseModel):
    """A part of what the server sends: exactly these fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class BySeat(Shape, Generic[T]):
    """One value for each seat."""

    host: T
    guest: T


class SeatInfo(Shape):
    """A taken seat; `computer` is the level of a computer player."""

    name: str | None
    computer: int | None


class ClockShape(Shape):
    """Seconds at the start, seconds added after each ply."""

    initial: int
    increment: int


class Series(Shape):
    """The newest game's number and the sums of the series."""

    game: int
    score: BySeat[float]
    points: BySeat[int]


class DrawForFirst(Shape):
    """The five-piece draw: picks are public at once, tiles once both have picked."""

    host: int | None
    guest: int | None
    tiles: str | None


class Room(Shape):
    """The room around the board."""

    code: str
    phase: PhaseName
    opponent: OpponentName
    seats: BySeat[SeatInfo | None]
    clock: ClockShape | None
    series: Series
    rematch: tuple[Seat, ...]
    draw_for_first: DrawForFirst | None
    spectators: bool
    odds: bool
    expires_at: int


class Chase(Shape):
    """A running count: where the chasing and the chased piece stand now."""

    piece: str
    target: str
    count: int


class Result(Shape):
    """How the game ended; `points` is what the winner gains."""

    winner: Seat | None
    reason: Reason
    points: int


class GameClock(Shape):
    """Milliseconds left at `at`, and whose time runs."""

    host: int
    guest: int
    running: Seat | None
    at: int


class Game(Shape):
    """The board and everything about it that both players know."""

    number: int
    ply: int
    board: str
    first: Seat
    turn: Seat | None
    colors: BySeat[Colour] | None
    legal: tuple[str, ...]
    barred: tuple[str, ...]
    barred_by: tuple[Rule, ...]
    chases: tuple[Chase, ...]
    quiet: int
    captured: BySeat[str]
    unseen: str
    draw_offer: Seat | None
    draw_offer_ply: int | None
    draw_rest: BySeat[int]
    clock: GameClock | None
    result: Result | None


class LastPly(Shape):
    """The newest ply."""

    ply: int
    by: Seat
    move: str


class SeatPresence(Shape):
    """Whether the player of a seat is connected, and since when not."""

    online: bool
    away_since: int | None
