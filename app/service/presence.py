"""When an absent player may be claimed against. Nobody loses by absence alone."""

from __future__ import annotations

from app.game import Seat
from app.room.computer import seat_of_computer
from app.room.state import Drawing, Millis, Playing, Room
from app.store.port import Presence


def claimable_from(room: Room, seat: Seat, presence: Presence, away: int) -> Millis | None:
    """The instant from which the game may be claimed against `seat`; None while it may not.

    It must be this seat's move (or pick), and nobody may be connected to it. Its absence counts
    only while the other is there: after an outage whoever comes back first has to wait.
    """
    since, here = presence.seats.of(seat).away_since, presence.seats.of(seat.other).here_since
    if since is None or here is None or not _is_awaited(room, seat):
        return None
    return Millis(max(since, here) + away)


def claim_at(room: Room, presence: Presence, away: int) -> Millis | None:
    """The first instant at which anybody could be claimed against, for everyone to see."""
    if presence.seats.host.away_since is None and presence.seats.guest.away_since is None:
        return None
    instants = (claimable_from(room, seat, presence, away) for seat in Seat)
    return min((instant for instant in instants if instant is not None), default=None)


def _is_awaited(room: Room, seat: Seat) -> bool:
    if room.table.is_local or seat_of_computer(room.table) is not None:
        return False
    if isinstance(room, Playing):
        return room.running.turn is seat
    return isinstance(room, Drawing) and room.draw.picks.of(seat) is None
