"""Sitting down and being called by a name."""

from __future__ import annotations

import unicodedata

from msgspec.structs import replace

from app.game import Seat
from app.room.commands import Refusal, Refused, Rename, SeatComputer, TakeSeat
from app.room.computer import seat_of_computer
from app.room.events import Event, Renamed
from app.room.names import numbered
from app.room.starting import Given, begin_next, begin_series
from app.room.state import Closed, Over, Player, Room, Series, Table, Waiting


def free_seat(room: Room) -> Seat | None:
    """The seat a newcomer would get."""
    if not isinstance(room, Waiting | Over):
        return None
    return next((seat for seat in Seat if room.table.players.of(seat) is None), None)


def take_seat(room: Room, command: TakeSeat, given: Given) -> Event:
    """Sit down opposite; the first game of a new series starts at once."""
    seat = free_seat(room)
    if seat is None:
        raise Refused(Refusal.ROOM_FULL)
    table = room.table
    player = Player(distinct(command.name, table, seat))
    seated = replace(
        table,
        players=table.players.with_(seat, player),
        series=Series(game=table.series.game),
    )
    return begin_series(seated, given)


def seat_computer(room: Room, seat: Seat, command: SeatComputer, given: Given) -> Event:
    """The computer sits down opposite the host, or plays on at another level after a game."""
    if seat is not Seat.HOST:
        raise Refused(Refusal.FORBIDDEN)
    if not isinstance(room, Waiting | Over):
        raise Refused(Refusal.NOT_PLAYING)
    table, computer = room.table, Player(None, command.level)
    seated = replace(table, players=table.players.with_(seat.other, computer))
    if table.players.of(seat.other) is None:
        return begin_series(replace(seated, series=Series(game=table.series.game)), given)
    if isinstance(room, Over) and seat_of_computer(table) is seat.other:
        return begin_next(replace(room, table=seated), given)
    raise Refused(Refusal.NOT_PLAYING, "somebody sits there")


def rename(room: Room, seat: Seat, command: Rename) -> Event | None:
    """Another name on one's own seat, in any phase."""
    player = room.table.players.of(seat)
    if isinstance(room, Closed) or player is None:
        raise Refused(Refusal.NOT_PLAYING)
    name = distinct(command.name, room.table, seat)
    return None if name is None or name == player.name else Renamed(seat, name)


def distinct(name: str | None, table: Table, seat: Seat) -> str | None:
    """The name, with a number behind it if the other player reads alike: `Mei (2)`."""
    other = table.players.of(seat.other)
    if name is None or other is None or other.name is None:
        return name
    tried = (name, numbered(name, 2), numbered(name, 3))
    return next(each for each in tried if _folded(each) != _folded(other.name))


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
