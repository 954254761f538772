"""Fires what is due: any process may, through the same compare-and-append as a command.

The deadline in the room decides, not the index it was found in: firing twice is harmless.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from app.room.commands import Refused
from app.room.state import Millis, RoomCode
from app.service.rooms import Rooms
from app.store.port import Store, Unavailable

Act = Callable[[RoomCode], Awaitable[None]]
"""Does what the computer is awaited for in a room, if it is; raises Refused, Unavailable."""

log = logging.getLogger(__name__)

POLL_SECONDS = 0.25
LEAST_PAUSE = 0.05
FIRED_AT_ONCE = 500
SWEEP_SECONDS = 60.0
SWEPT_AT_ONCE = 500


class Deadlines:
    """Looks for overdue rooms several times a second, and for expired ones once a minute."""

    def __init__(
        self, store: Store, rooms: Rooms, now: Callable[[], Millis], act: Act | None = None
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._now = now
        self._act = act
        self._firing: dict[RoomCode, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Fire for ever; owned by the application."""
        try:
            while True:
                await self._look()
        finally:
            # Whoever serves next does it: an engine that is ended with us must not be answered for.
            for task in self._firing.values():
                task.cancel()

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            await self.fire_due()
        except Unavailable:
            log.debug("store unavailable while looking for deadlines")
        await asyncio.sleep(max(LEAST_PAUSE, began + POLL_SECONDS - loop.time()))

    async def fire_due(self) -> None:
        """Begin to fire everything that is overdue now; what takes long holds up nothing else."""
        for code in await self._store.due(self._now(), FIRED_AT_ONCE):
            if code not in self._firing:
                self._firing[code] = asyncio.create_task(self._fire(code))
                self._firing[code].add_done_callback(partial(self._fired, code))

    def _fired(self, code: RoomCode, task: asyncio.Task[None]) -> None:
        del self._firing[code]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a deadline could not be fired", exc_info=error)

    async def _fire(self, code: RoomCode) -> None:
        try:
            await self._rooms.fire(code)
            if self._act is not None:
                await self._act(code)
        except Refused:
            log.info("a deadline outlived its room")
        except Unavailable:
            log.warning("store unavailable while a deadline was due")

    async def sweep(self) -> None:
        """Delete expired rooms for ever; owned by the application."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self._store.sweep(self._now(), SWEPT_AT_ONCE)
            except Unavailable:
                log.debug("store unavailable while sweeping")
