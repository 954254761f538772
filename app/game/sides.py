"""The three ways to name a player, kept apart: a colour, a place in the order of play, a seat.

Who moves first is known before the first flip, the colours only after it, and a seat outlives
both: mixing them up is the classic fault of a Banqi program, so each has its own type.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

T = TypeVar("T")


class Colour(StrEnum):
    """The colour of a set of pieces; a player has one from the first flip on."""

    RED = "red"
    BLACK = "black"

    @property
    def other(self) -> "Colour":
        """The opposite colour."""
        return Colour.BLACK if self is Colour.RED else Colour.RED


class Mover(StrEnum):
    """A player by the order of play in one game."""

    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> "Mover":
        """The opponent."""
        return Mover.SECOND if self is Mover.FIRST else Mover.FIRST


class Seat(StrEnum):
    """A player by the chair in the room, the same in every game played there."""

    HOST = "host"
    GUEST = "guest"

    @property
    def other(self) -> "Seat":
        """The opposite chair."""
        return Seat.GUEST if self is Seat.HOST else Seat.HOST


@dataclass(frozen=True, slots=True)
class ByMover(Generic[T]):
    """One value for each player of a game, by the order of play."""

    first: T
    second: T

    def of(self, mover: Mover) -> T:
        """The value of this player."""
        return self.first if mover is Mover.FIRST else self.second

    def with_(self, mover: Mover, value: T) -> "ByMover[T]":
        """The same pair with another value for this player."""
        if mover is Mover.FIRST:
            return ByMover(value, self.second)
        return ByMover(self.first, value)


@dataclass(frozen=True, slots=True)
class BySeat(Generic[T]):
    """One value for each chair of a room."""

    host: T
    guest: T

    def of(self, seat: Seat) -> T:
        """The value of this chair."""
        return self.host if seat is Seat.HOST else self.guest

    def with_(self, seat: Seat, value: T) -> "BySeat[T]":
        """The same pair with another value for this chair."""
        if seat is Seat.HOST:
            return BySeat(value, self.guest)
        return BySeat(self.host, value)
