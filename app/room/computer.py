"""The computer player as a room knows it: where it sits, and when something is up to it.

What it does is sent by its player like any other command; a room only says that it is awaited.
"""

from __future__ import annotations

from app.game import Seat
from app.room import clock
from app.room.state import Drawing, Millis, Playing, Room, Table

CONSIDERS = Millis(300)
"""An answer that came sooner would not look considered."""


def seat_of_computer(table: Table) -> Seat | None:
    """Where the computer sits, if it does."""
    players = table.players
    if players.guest is not None and players.guest.computer is not None:
        return Seat.GUEST
    if players.host is not None and players.host.computer is not None:
        return Seat.HOST
    return None


def awaited(room: Room) -> Seat | None:
    """The computer's seat if its pick or its ply comes next."""
    if not isinstance(room, Playing | Drawing):
        return None
    seat = seat_of_computer(room.table)
    if seat is None:
        return None
    if isinstance(room, Playing):
        return seat if room.running.turn is seat else None
    return seat if room.draw.picks.of(seat) is None else None


def acts_at(room: Room, since: Millis) -> Millis | None:
    """When the computer acts in a room that has been like this since then; None if not at all."""
    return None if awaited(room) is None else Millis(since + CONSIDERS)


def due(room: Room, since: Millis) -> Millis | None:
    """When a room that has been like this since then needs a look: a flag falls, or it acts."""
    flag, act = clock.deadline(room), acts_at(room, since)
    if flag is None or act is None:
        return act if flag is None else flag
    return min(flag, act)
