"""What has happened in a room. Past tense; each holds all that was decided.

An event is believed when it is read back: nothing in it is judged again, so a later
correction of the rules never changes a game that was played.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct

from app.game import Game, Rules, Seat
from app.game.deal import Seeds
from app.room.state import ClockRules, ClockState, FirstDraw, Millis, Result, Table


@dataclass(frozen=True, slots=True)
class RoomOpened:
    """A host sits and waits."""

    table: Table


@dataclass(frozen=True, slots=True)
class DrawStarted:
    """Both seats are taken; the five pieces lie face down."""

    table: Table
    seeds: Seeds


@dataclass(frozen=True, slots=True)
class TilePicked:
    """The first of the two picks of the five-piece draw."""

    seat: Seat
    tile: int


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A deal lies on the board. Holds the whole room: reading back stops here."""

    table: Table
    first: Seat
    seeds: Seeds
    started: Millis
    draw: FirstDraw | None
    clock: ClockState | None


class PlyPlayed(Struct, frozen=True, eq=False):
    """One ply in notation (`a1=G`, `a1-b1`, `a1xb1=s`), the clock after it, the end if any."""

    ply: str
    clock: ClockState | None
    result: Result | None
    game: Game | None = None
    """The game after it, as whoever decided it knows; not stored, and folding can do without."""

    def __eq__(self, other: object) -> bool:
        """The same has happened; whether the game after it is known plays no part."""
        return isinstance(other, PlyPlayed) and self._told == other._told

    def __hash__(self) -> int:
        """As `__eq__` has it."""
        return hash(self._told)

    @property
    def _told(self) -> tuple[str, ClockState | None, Result | None]:
        return self.ply, self.clock, self.result


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """`seat` offers a draw."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DrawDeclined:
    """`seat` declined the other's offer or withdrew its own."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game ended without a ply: agreement, resignation, time or a claim."""

    result: Result
    clock: ClockState | None


@dataclass(frozen=True, slots=True)
class ClockExtended:
    """A flag that nobody was there to see did not fall; the clock goes on like this."""

    clock: ClockState


@dataclass(frozen=True, slots=True)
class PlyUndone:
    """The newest ply was taken back, and the result with it if there was one."""

    clock: ClockState | None


@dataclass(frozen=True, slots=True)
class RematchAsked:
    """`seat` wants another game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RematchDropped:
    """`seat` withdrew its wish for another game or declined the other's."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RulesSet:
    """The next game is played under these rules and this clock."""

    rules: Rules
    clock: ClockRules | None


@dataclass(frozen=True, slots=True)
class Renamed:
    """The player on `seat` is called `name` from now on."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """`seat` is free again while the other stays; `result`: how a running game ended by it."""

    seat: Seat
    result: Result | None
    clock: ClockState | None


@dataclass(frozen=True, slots=True)
class RoomClosed:
    """The last player left."""


Event = (
    RoomOpened
    | DrawStarted
    | TilePicked
    | GameStarted
    | PlyPlayed
    | DrawOffered
    | DrawDeclined
    | GameEnded
    | ClockExtended
    | PlyUndone
    | RematchAsked
    | RematchDropped
    | RulesSet
    | Renamed
    | SeatLeft
    | RoomClosed
)
