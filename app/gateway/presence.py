"""Who is at the table, as everybody in the room is told."""

from __future__ import annotations

from dataclasses import dataclass

from app.game import Seat
from app.room.state import Millis, Opponent, Room
from app.service.presence import claim_at
from app.store.port import Presence


@dataclass(frozen=True, slots=True)
class SeatOnline:
    """Whether the player of a seat is connected, and since when not."""

    online: bool
    away_since: Millis | None


@dataclass(frozen=True, slots=True)
class PresenceView:
    """Who is connected to a room; `claim_at` is when an absent player may be claimed against."""

    host: SeatOnline | None
    guest: SeatOnline | None
    spectators: int
    claim_at: Millis | None


ALWAYS_HERE = SeatOnline(online=True, away_since=None)


def presence_view(room: Room, who: Presence, away: Millis) -> PresenceView:
    """What is told of the connections `who` in this room."""
    return PresenceView(
        host=_seat(room, Seat.HOST, who),
        guest=_seat(room, Seat.GUEST, who),
        spectators=who.spectators,
        claim_at=claim_at(room, who, away),
    )


def _seat(room: Room, seat: Seat, who: Presence) -> SeatOnline | None:
    """A free seat is nobody; the computer is always here; one device holds both local seats."""
    player = room.table.players.of(seat)
    if player is None:
        return None
    if player.computer is not None:
        return ALWAYS_HERE
    shown = Seat.HOST if room.table.opponent is Opponent.LOCAL else seat
    found = who.seats.of(shown)
    return SeatOnline(found.connections > 0, found.away_since)
