"""What the HTTP routes need, in one place, and the look-up of a room by its code."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import cast

from fastapi import Request

from app.api.errors import too_many
from app.review.reviews import Reviews
from app.room.commands import Refusal, Refused
from app.room.state import RoomCode
from app.service.callers import Caller
from app.service.codes import code_of
from app.service.limits import Limits
from app.service.live import Live
from app.service.rooms import Rooms
from app.service.visitors import Doorway, visitor_of
from app.store.port import Store


@dataclass(frozen=True, slots=True)
class Desk:
    """The parts of the server that HTTP speaks to."""

    store: Store
    rooms: Rooms
    limits: Limits
    doorway: Doorway
    base_path: str
    build: str
    reviews: Reviews
    ready: Callable[[], Awaitable[bool]]
    metrics: Callable[[], bytes]


def desk_of(request: Request) -> Desk:
    """The desk of the application that serves this request."""
    return cast("Desk", request.app.state.desk)


def caller_of(request: Request) -> Caller:
    """Who sent this request."""
    return visitor_of(request.scope, desk_of(request).doorway).caller


async def look_up(request: Request, typed: str) -> Live:
    """The room that is meant by `typed`; unknown, expired and closed are one answer.

    Raises Refused(ROOM_NOT_FOUND), and a 429 for who has guessed too often.
    """
    desk, caller = desk_of(request), caller_of(request)
    with desk.limits.looking(caller):
        leave = await desk.limits.may_look_up(caller)
        if leave.wait:
            raise too_many(leave.wait)
        live = await _found(desk.rooms, code_of(typed))
        if live is None:
            wait = await desk.limits.looked_up_in_vain(caller)
            raise too_many(wait) if wait or leave.blind else Refused(Refusal.ROOM_NOT_FOUND)
    return live


async def _found(rooms: Rooms, code: RoomCode | None) -> Live | None:
    if code is None:
        return None
    try:
        return await rooms.find(code)
    except Refused as refusal:
        if refusal.code is Refusal.ROOM_NOT_FOUND:
            return None
        raise
