"""Fires what is due: any process may, through the same compare-and-append as a command.

The deadline in the room decides, not the index it was found in: firing twice is harmless.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from app.room.clock import deadline
from app.room.commands import Refused
from app.room.computer import awaited
from app.room.state import Millis, RoomCode
from app.service.outages import Outages
from app.service.rooms import Rooms
from app.store.port import Store, Unavailable

Act = Callable[[RoomCode], Awaitable[bool]]
"""Does what the computer is awaited for in a room, if it is; raises Refused, Unavailable.

False: another worker does it.
"""

log = logging.getLogger(__name__)

POLL_SECONDS = 0.25
LEAST_PAUSE = 0.05
FIRED_AT_ONCE = 500
SWEEP_SECONDS = 60.0
SWEPT_AT_ONCE = 500

PUT_OFF = Millis(250)
"""Where another worker thinks, it is asked so much later whether it still does."""


@dataclass(frozen=True, slots=True)
class _PutOff:
    """A room in which another worker thinks: left alone until then, or until its flag falls."""

    until: Millis
    flag: Millis | None

    def has_flag_fallen(self, now: Millis) -> bool:
        return self.flag is not None and now >= self.flag

    def is_over(self, now: Millis) -> bool:
        return now >= self.until or self.has_flag_fallen(now)


class Deadlines:
    """Looks for overdue rooms several times a second, and for expired ones once a minute."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        now: Callable[[], Millis],
        act: Act | None = None,
        outages: Outages | None = None,
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._now = now
        self._act = act
        self._outages = outages
        self._firing: dict[RoomCode, asyncio.Task[None]] = {}
        self._put_off: dict[RoomCode, _PutOff] = {}

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
            if self._outages is not None:
                await self._outages.look()
            await self.fire_due()
        except Unavailable:
            log.debug("store unavailable while looking for deadlines")
        await asyncio.sleep(max(LEAST_PAUSE, began + POLL_SECONDS - loop.time()))

    async def fire_due(self) -> tuple[asyncio.Task[None], ...]:
        """Begin to fire everything that is overdue now; what takes long holds up nothing else."""
        now, known = self._now(), self._firing.keys() | self._put_off.keys()
        due = await self._store.due(now, FIRED_AT_ONCE + len(known))
        self._put_off = {code: self._put_off[code] for code in due if code in self._put_off}
        return tuple(self._begin(code) for code in due if self._is_up_to_us(code, now))

    def _is_up_to_us(self, code: RoomCode, now: Millis) -> bool:
        put_off = self._put_off.get(code)
        return code not in self._firing and (put_off is None or put_off.is_over(now))

    def _begin(self, code: RoomCode) -> asyncio.Task[None]:
        task = self._firing[code] = asyncio.create_task(self._fire(code, self._put_off.get(code)))
        task.add_done_callback(partial(self._fired, code))
        return task

    def _fired(self, code: RoomCode, task: asyncio.Task[None]) -> None:
        del self._firing[code]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a deadline could not be fired", exc_info=error)

    async def _fire(self, code: RoomCode, put_off: _PutOff | None) -> None:
        try:
            await self._do_what_is_due(code, put_off)
        except Refused:
            log.info("a deadline outlived its room")
        except Unavailable:
            log.warning("store unavailable while a deadline was due")

    async def _do_what_is_due(self, code: RoomCode, put_off: _PutOff | None) -> None:
        if put_off is None or put_off.has_flag_fallen(self._now()):
            live = await self._rooms.fire(code)
            if awaited(live.room) is None:
                return
            flag = deadline(live.room)
        else:
            flag = put_off.flag
        self._put_off.pop(code, None)
        if self._act is not None and not await self._act(code):
            self._put_off[code] = _PutOff(Millis(self._now() + PUT_OFF), flag)

    async def sweep(self) -> None:
        """Delete expired rooms for ever, all that there are; owned by the application."""
        is_more = False
        while True:
            await asyncio.sleep(LEAST_PAUSE if is_more else SWEEP_SECONDS)
            try:
                is_more = await self._store.sweep(self._now(), SWEPT_AT_ONCE) == SWEPT_AT_ONCE
            except Unavailable:
                log.debug("store unavailable while sweeping")
