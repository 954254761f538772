"""From the words of the wire to the commands of the room.

A flaw in a name or in rules is carried along instead of raised: whether the asker may ask at
all is found out first.
"""

from __future__ import annotations

from msgspec import Struct

from app.game import Rules, RulesInvalid, Seat, rules_from_json
from app.gateway import protocol as p
from app.room import commands as c
from app.room.commands import Command, Refusal, Refused
from app.room.names import clean_name
from app.room.state import ClockRules

RoomMessage = (
    p.Play
    | p.Pick
    | p.OfferDraw
    | p.AcceptDraw
    | p.DeclineDraw
    | p.Resign
    | p.Claim
    | p.Rematch
    | p.Undo
    | p.Restart
    | p.SetRules
    | p.RemoveGuest
    | p.SeatComputer
    | p.Rename
    | p.Leave
)
"""Messages that become a command of the room."""


class Asked(Struct, frozen=True):
    """A command, the seat it names, and what is wrong with its body (then the command is void)."""

    command: Command
    named: Seat | None = None
    flaw: Refused | None = None


def asked(message: RoomMessage, rules: Rules) -> Asked:
    """What a message asks of a room that has these rules."""
    match message:
        case p.Play():
            return Asked(c.Play(message.game, message.ply, message.action))
        case p.Rename():
            return _rename(message)
        case p.SetRules():
            return _set_rules(message, rules)
        case p.Pick() | p.OfferDraw() | p.AcceptDraw() | p.DeclineDraw() | p.Resign():
            return Asked(_on_seat(message), Seat(message.seat) if message.seat else None)
        case _:
            return Asked(_plain(message))


def _on_seat(
    message: p.Pick | p.OfferDraw | p.AcceptDraw | p.DeclineDraw | p.Resign,
) -> Command:
    match message:
        case p.Pick():
            return c.Pick(message.game, message.tile)
        case p.OfferDraw():
            return c.OfferDraw(message.game)
        case p.AcceptDraw():
            return c.AcceptDraw(message.game, message.ply)
        case p.DeclineDraw():
            return c.DeclineDraw(message.game)
        case p.Resign():
            return c.Resign(message.game)


def _plain(
    message: p.Claim | p.Rematch | p.Undo | p.Restart | p.RemoveGuest | p.SeatComputer | p.Leave,
) -> Command:
    match message:
        case p.Claim():
            return c.Claim(message.game, message.result == "win")
        case p.Rematch():
            return c.Rematch(message.game, message.accept)
        case p.Undo():
            return c.Undo(message.game)
        case p.Restart():
            return c.Restart(message.game)
        case p.RemoveGuest():
            return c.RemoveGuest()
        case p.SeatComputer():
            return c.SeatComputer(message.level)
        case p.Leave():
            return c.Leave()


def _rename(message: p.Rename) -> Asked:
    named = Seat(message.seat) if message.seat else None
    try:
        return Asked(c.Rename(clean_name(message.name)), named)
    except Refused as flaw:
        return Asked(c.Rename(""), named, flaw)


def _set_rules(message: p.SetRules, rules: Rules) -> Asked:
    try:
        wanted = rules_from_json(message.rules)
    except RulesInvalid as invalid:
        return Asked(c.SetRules(rules), flaw=Refused(Refusal.RULES_INVALID, invalid.reason))
    given = message.clock
    clock = None if given is None else ClockRules(given.initial, given.increment)
    return Asked(c.SetRules(wanted, clock, "clock" in message.model_fields_set))
