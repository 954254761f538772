"""A room as one process knows it."""

from __future__ import annotations

from msgspec import Struct

from app.game import BySeat, Seat
from app.room.state import Closed, Millis, Room
from app.store.port import Head, TokenHash


class Live(Struct, frozen=True):
    """A room as of `head`; `at` is when its newest event happened."""

    room: Room
    head: Head
    at: Millis
    tokens: BySeat[frozenset[TokenHash]]

    @property
    def is_closed(self) -> bool:
        """Nobody will come back to this room."""
        return isinstance(self.room, Closed)

    def seat_of(self, token: TokenHash) -> Seat | None:
        """The seat that this token opens, if any."""
        return next((seat for seat in Seat if token in self.tokens.of(seat)), None)
