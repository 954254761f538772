"""How long rooms live and wait, as the operator decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from app.room.state import Millis, Room, Waiting


@dataclass(frozen=True, slots=True)
class Times:
    """How long things last, in milliseconds, and how long a room code is."""

    waiting: int = 3_600_000
    room: int = 86_400_000
    away: int = 60_000
    store: int = 5_000
    code_length: int = 6

    def end_of(self, room: Room, at: Millis) -> Millis:
        """When a room ends in which nothing happens after `at`."""
        return Millis(at + (self.waiting if isinstance(room, Waiting) else self.room))


AS_USUAL: Final = Times()
