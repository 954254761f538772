"""Who is connected to which room, in the memory of one process.

A connection counts until its time to live has run out after its last arrival, whether or
not anybody looks at that moment.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from app.game import BySeat, Seat
from app.room.state import Millis, RoomCode
from app.store.port import CONNECTIONS_PER_SEAT, ConnectionId, Presence, SeatPresence

Place = Seat | None
"""A seat, or None for the spectators' bench."""


@dataclass(slots=True)
class _Attendance:
    """One room: until when each connection counts, and when the last one of a seat was gone.

    `came`: when the first one came after nobody had been there for longer than a time to live.
    """

    asked: Millis
    until: dict[ConnectionId, Millis] = field(default_factory=dict)
    places: dict[ConnectionId, Place] = field(default_factory=dict)
    gone: dict[Place, Millis] = field(default_factory=dict)
    came: dict[Place, Millis] = field(default_factory=dict)

    def settle(self, now: Millis) -> None:
        """Take out whose time has run out, as of the moment it did."""
        for connection in [each for each, until in self.until.items() if until <= now]:
            self.remove(connection, self.until[connection])

    def add(self, connection: ConnectionId, place: Place, now: Millis, ttl: Millis) -> None:
        """This connection is there until `ttl` has passed, whether it was or not."""
        if place not in self.places.values():
            gone = self.gone.get(place)
            if gone is None or now - gone > ttl:
                self.came[place] = now
        self.places[connection] = place
        self.until[connection] = Millis(now + ttl)

    def remove(self, connection: ConnectionId, at: Millis) -> None:
        """This connection is gone since `at`."""
        del self.until[connection]
        place = self.places.pop(connection)
        self.gone[place] = max(at, self.gone.get(place, at))

    def seat(self, seat: Seat) -> SeatPresence:
        """A seat as it stands after `settle`."""
        connections = sum(place is seat for place in self.places.values())
        if not connections:
            return SeatPresence(0, self.gone.get(seat, self.asked))
        return SeatPresence(connections, None, self.came[seat])

    def surplus(self, seat: Seat) -> list[ConnectionId]:
        """The connections of a seat that came before its newest ones."""
        return sorted(each for each, place in self.places.items() if place is seat)[
            :-CONNECTIONS_PER_SEAT
        ]


class Attendances:
    """The attendance of every room that was asked about."""

    def __init__(self) -> None:
        self._rooms: dict[RoomCode, _Attendance] = {}

    def arrive(
        self, room: RoomCode, connection: ConnectionId, seat: Place, now: Millis, ttl: Millis
    ) -> bool:
        """Count this connection until `now + ttl`; whether it was not there, or elsewhere."""
        there = self._settled(room, now)
        known = connection in there.places
        moved = known and there.places[connection] is not seat
        if moved:
            there.remove(connection, now)
        there.add(connection, seat, now, ttl)
        return moved or not known

    def depart(self, room: RoomCode, connection: ConnectionId, now: Millis) -> bool:
        """No longer count this connection; whether it still did."""
        there = self._rooms.get(room)
        if there is None:
            return False
        there.settle(now)
        if connection not in there.places:
            return False
        there.remove(connection, now)
        return True

    def presence(self, room: RoomCode, now: Millis) -> Presence:
        """Who is here."""
        there = self._settled(room, now)
        spectators = sum(place is None for place in there.places.values())
        surplus = frozenset(each for seat in Seat for each in there.surplus(seat))
        return Presence(BySeat(there.seat(Seat.HOST), there.seat(Seat.GUEST)), spectators, surplus)

    def deserted(self, most: int) -> tuple[RoomCode, ...]:
        """Rooms where nobody is, each time others, so that dead ones can be forgotten."""
        rooms = [room for room, there in self._rooms.items() if not there.places][:most]
        for room in rooms:
            self._rooms[room] = self._rooms.pop(room)
        return tuple(rooms)

    def forget(self, room: RoomCode) -> None:
        """This room is no more, or has just begun."""
        self._rooms.pop(room, None)

    def _settled(self, room: RoomCode, now: Millis) -> _Attendance:
        there = self._rooms.setdefault(room, _Attendance(now))
        there.settle(now)
        return there
