"""Who acts: from what a connection may do to the seat a command is for."""

from __future__ import annotations

from enum import StrEnum

from app.game import Seat
from app.room.commands import (
    AcceptDraw,
    Command,
    DeclineDraw,
    OfferDraw,
    Pick,
    Play,
    Refusal,
    Refused,
    Rename,
    Resign,
)
from app.room.state import Playing, Room

NAMES_A_SEAT = (Pick, OfferDraw, AcceptDraw, DeclineDraw, Resign, Rename)
"""Commands that say in a local room for which seat they are; nowhere else may they."""


class You(StrEnum):
    """What a connection is in its room; `both` holds the two seats of a local room."""

    HOST = "host"
    GUEST = "guest"
    BOTH = "both"
    SPECTATOR = "spectator"


def acting_seat(room: Room, you: You, command: Command, named: Seat | None) -> Seat:
    """The seat that `command` is for.

    Raises Refused: MALFORMED for a `seat` that is missing or does not belong there,
    FORBIDDEN for a spectator.
    """
    speaks_for_both = you is You.BOTH and isinstance(command, NAMES_A_SEAT)
    if speaks_for_both is (named is None):
        raise Refused(Refusal.MALFORMED, "seat")
    if you is You.SPECTATOR:
        raise Refused(Refusal.FORBIDDEN)
    if named is not None:
        return named
    if you is You.BOTH:
        return _seat_at_one_device(room, command)
    return Seat(you.value)


def _seat_at_one_device(room: Room, command: Command) -> Seat:
    if isinstance(command, Play) and isinstance(room, Playing):
        return room.running.turn
    return Seat.HOST
