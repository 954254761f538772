"""Giving a seat up, and taking one away."""

from __future__ import annotations

from app.game import Reason, Seat
from app.room.clock import stopped
from app.room.commands import Refusal, Refused
from app.room.computer import seat_of_computer
from app.room.events import Event, RoomClosed, SeatLeft
from app.room.result import won_by
from app.room.starting import Given
from app.room.state import Closed, Opponent, Over, Playing, Result, Room, Table, Waiting


def leave(room: Room, seat: Seat, given: Given) -> Event:
    """The seat is free again; a running game ends by it; an empty room closes."""
    if isinstance(room, Closed):
        raise Refused(Refusal.NOT_PLAYING)
    if _is_alone(room.table, seat):
        return RoomClosed()
    if not isinstance(room, Playing):
        return SeatLeft(seat, None, None)
    return SeatLeft(seat, _result(room, seat), stopped(room.running.clock, given.now))


def _is_alone(table: Table, seat: Seat) -> bool:
    """Whether nobody would be left: the computer does not wait for anybody."""
    nobody_else = table.players.of(seat.other) is None
    return nobody_else or table.is_local or seat_of_computer(table) is not None


def _result(room: Playing, leaver: Seat) -> Result:
    """A resignation where the rules know one, else no result at all."""
    if room.running.game.rules.resignation:
        return won_by(room.running, leaver.other, Reason.RESIGNATION)
    return Result(None, Reason.ABANDONMENT)


def remove_guest(room: Room, seat: Seat) -> Event:
    """The host asks the guest to go, while no game is on."""
    if seat is not Seat.HOST:
        raise Refused(Refusal.FORBIDDEN)
    if not isinstance(room, Waiting | Over):
        raise Refused(Refusal.NOT_PLAYING)
    if room.table.opponent is not Opponent.FRIEND:
        raise Refused(Refusal.NOT_AVAILABLE, "nobody else sits here")
    if room.table.players.guest is None:
        raise Refused(Refusal.NOT_FOUND)
    return SeatLeft(Seat.GUEST, None, None)
