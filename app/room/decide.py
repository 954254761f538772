"""What a room makes of a command: one event, nothing, or a refusal with its reason.

Pure: time, chance and who is absent come in as `Given`. The order of the refusals is the
wire contract's: stale, not_playing, not_your_turn, not_allowed_by_rules, then the rest.
"""

from __future__ import annotations

from typing import assert_never

from app.game import Seat
from app.room import commands as c
from app.room import events as e
from app.room.commands import Command, Refusal, Refused
from app.room.computer import seat_of_computer
from app.room.leaving import leave, remove_guest
from app.room.offers import accept_draw, claim, decline_draw, offer_draw, resign
from app.room.playing import pick, play, restart, undo
from app.room.seating import rename, seat_computer, take_seat
from app.room.starting import Given, Opening, begin_next, is_finished, open_room
from app.room.state import Over, Room, Waiting

__all__ = ["Given", "Opening", "decide", "open_room"]


def decide(room: Room, seat: Seat, command: Command, given: Given) -> e.Event | None:
    """The event that `command`, sent by the player on `seat`, makes happen.

    None: accepted, but it changes nothing. Raises Refused with the contract's code.
    """
    if room.table.players.of(seat) is None and not isinstance(command, c.TakeSeat):
        raise Refused(Refusal.FORBIDDEN, "nobody sits there")
    if isinstance(command, c.AboutGame):
        _check_newest_game(room, command)
    match command:
        case c.Play():
            return play(room, seat, command, given)
        case c.Pick():
            return pick(room, seat, command, given)
        case c.OfferDraw():
            return offer_draw(room, seat, given)
        case c.AcceptDraw():
            return accept_draw(room, seat, command, given)
        case c.DeclineDraw():
            return decline_draw(room, seat)
        case c.Resign():
            return resign(room, seat, given)
        case c.Claim():
            return claim(room, seat, command, given)
        case c.Rematch():
            return rematch(room, seat, command, given)
        case c.Undo():
            return undo(room, given)
        case c.Restart():
            return restart(room, given)
        case c.SetRules():
            return set_rules(room, seat, command)
        case c.RemoveGuest():
            return remove_guest(room, seat)
        case c.SeatComputer():
            return seat_computer(room, seat, command, given)
        case c.Rename():
            return rename(room, seat, command)
        case c.Leave():
            return leave(room, seat, given)
        case c.TakeSeat():
            return take_seat(room, command, given)
        case _:
            assert_never(command)


def _check_newest_game(room: Room, command: c.AboutGame) -> None:
    if command.game is not None and command.game != room.table.series.game:
        raise Refused(Refusal.STALE)


def rematch(room: Room, seat: Seat, command: c.Rematch, given: Given) -> e.Event | None:
    """Another game as soon as both want one; the computer always does, one device is one wish."""
    if not isinstance(room, Over):
        raise Refused(Refusal.TOO_EARLY)
    if None in (room.table.players.host, room.table.players.guest):
        raise Refused(Refusal.NOT_PLAYING)
    if not command.accept:
        return _drop_rematch(room, seat)
    is_computer = seat_of_computer(room.table) is seat.other
    if room.table.is_local or is_computer or seat.other in room.rematch:
        return begin_next(room, given)
    return None if seat in room.rematch else e.RematchAsked(seat)


def _drop_rematch(room: Over, seat: Seat) -> e.Event:
    if not room.rematch:
        raise Refused(Refusal.NO_OFFER)
    return e.RematchDropped(seat)


def set_rules(room: Room, seat: Seat, command: c.SetRules) -> e.Event:
    """New rules for the next game: the host's choice in the lobby, either player's after a game."""
    if isinstance(room, Waiting) and seat is not Seat.HOST:
        raise Refused(Refusal.FORBIDDEN)
    if not isinstance(room, Waiting | Over):
        raise Refused(Refusal.NOT_PLAYING)
    if is_finished(command.rules, room.table.start):
        raise Refused(Refusal.RULES_INVALID, "by these rules the game is over where it starts")
    clock = command.clock if command.has_clock else room.table.clock
    return e.RulesSet(command.rules, clock)
