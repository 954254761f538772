"""Who acts: from what a connection may do to the seat a command is for."""

from __future__ import annotations

from enum import StrEnum
from typing import assert_never

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
    names_a_seat = you is You.BOTH and isinstance(command, NAMES_A_SEAT)
    if names_a_seat is (named is None):
        raise Refused(Refusal.MALFORMED, "seat")
    match you:
        case You.HOST:
            return Seat.HOST
        case You.GUEST:
            return Seat.GUEST
        case You.SPECTATOR:
            raise Refused(Refusal.FORBIDDEN)
        case You.BOTH:
            return named or _seat_at_one_device(room, command)
        case _:
            assert_never(you)


def _seat_at_one_device(room: Room, command: Command) -> Seat:
    if isinstance(command, Play) and isinstance(room, Playing):
        return room.running.turn
    return Seat.HOST
