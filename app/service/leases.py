"""Leases that this worker keeps while it does what only one of all workers shall do."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress

from app.room.state import Millis
from app.store.port import Store, Unavailable

log = logging.getLogger(__name__)

PART = 3
"""A lease is renewed, and asked for again where another has it, when this part of it is over."""


class Leases:
    """Leases that last for `length` if their worker dies."""

    def __init__(self, store: Store, length: Millis) -> None:
        self._store = store
        self._length = length
        self._name = secrets.token_hex(8)

    async def holding(self, name: str, work: Callable[[], Coroutine[None, None, None]]) -> bool:
        """Do the work while this worker has the lease; whether it could do all of it.

        False: another worker has the lease, or has got it meanwhile and the work was broken off.
        Raises Unavailable, and what the work raises.
        """
        if not await self._store.lease(name, self._name, self._length):
            return False
        working = asyncio.create_task(work())
        losing = asyncio.create_task(self._lost(name))
        try:
            await asyncio.wait((working, losing), return_when=asyncio.FIRST_COMPLETED)
            if not working.done():
                log.warning("another worker has got a lease of this one")
                return False
            await working
        finally:
            for task in (working, losing):
                task.cancel()
            await asyncio.wait((working, losing))
            with suppress(Unavailable):
                await self._store.release(name, self._name)
        return True

    async def _lost(self, name: str) -> None:
        """Renew the lease until another worker has it."""
        is_mine = True
        while is_mine:
            await asyncio.sleep(self._length / 1000 / PART)
            with suppress(Unavailable):
                is_mine = await self._store.lease(name, self._name, self._length)
