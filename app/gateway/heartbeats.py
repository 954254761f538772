"""Signs of life of all who are connected here: for connections, their rooms and busy callers.

Part of a store that does not answer holds up nothing but what is kept there: each portion is
given for itself, and none waits for the one before.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from itertools import islice
from typing import Final

from app.gateway.hub import Hub
from app.gateway.switchboard import Switchboard
from app.room.state import Millis, RoomCode
from app.service.rooms import Rooms
from app.store.port import Unavailable

log = logging.getLogger(__name__)

PORTION: Final = 100
PAUSE: Final = 0.01
"""Seconds between two portions, so that moves find their way in between."""

Sign = Callable[[], Awaitable[None]]


async def beat(board: Switchboard) -> None:
    """Give signs of life again and again, for ever."""
    under_way: set[asyncio.Task[None]] = set()
    try:
        while True:
            await asyncio.sleep(board.config.beat_seconds)
            signs = iter([*signs_of_life(board)])
            while portion := [*islice(signs, PORTION)]:
                task = asyncio.create_task(_give(portion))
                under_way.add(task)
                task.add_done_callback(under_way.discard)
                await asyncio.sleep(PAUSE)
    finally:
        for task in under_way:
            task.cancel()


async def _give(portion: list[Sign]) -> None:
    given = await asyncio.gather(*(sign() for sign in portion), return_exceptions=True)
    for error in given:
        if isinstance(error, Unavailable):
            log.debug("store unavailable during heartbeats")
        elif isinstance(error, Exception):
            log.error("a sign of life could not be given", exc_info=error)


def signs_of_life(board: Switchboard) -> Iterator[Sign]:
    """What there is to tell the store now. Each may raise `Unavailable`."""
    yield board.crowds.renew
    hubs = board.hubs
    for hub in hubs:
        for connection in hub.connections:
            yield partial(board.is_here, hub, connection)
    for until, codes in _by_end(board.services.rooms, hubs).items():
        for start in range(0, len(codes), PORTION):
            yield partial(board.services.store.keep_alive, codes[start : start + PORTION], until)


def _by_end(rooms: Rooms, hubs: tuple[Hub, ...]) -> dict[Millis, list[RoomCode]]:
    """Rooms with a player in them, by when they would end (to the next second)."""
    ends: dict[Millis, list[RoomCode]] = {}
    for hub in hubs:
        if hub.has_seated and not hub.live.is_closed:
            until = Millis(-(-rooms.alive_until(hub.live) // 1000) * 1000)
            ends.setdefault(until, []).append(hub.code)
    return ends
