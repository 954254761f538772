"""A store of one record, of who wants its review, and of what is kept about it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import cast

from app.computer.engines import Engines
from app.review.reviews import WISHES, Reviews
from app.room.state import Millis, RoomCode
from app.store.port import Store


class Memory:
    """The part of a store that reviews need; nothing in it ends by itself."""

    def __init__(self, record: bytes) -> None:
        self._record = record
        self.kept: dict[str, str] = {}
        self._tallies: dict[str, dict[str, int]] = {}
        self._is_settled = asyncio.Event()

    async def record(self, _room: RoomCode, _number: int) -> bytes:
        return self._record

    async def tallied(self, name: str) -> Mapping[str, int]:
        return {owner: count for owner, count in self._tallies.get(name, {}).items() if count}

    async def tally(self, name: str, owner: str, count: int, _ttl: Millis) -> Mapping[str, int]:
        told = self._tallies.setdefault(name, {})
        told[owner] = count
        if name == WISHES:
            self._is_settled.clear() if count else self._is_settled.set()
        return told

    async def lease(self, _name: str, _owner: str, _ttl: Millis) -> bool:
        return True

    async def release(self, _name: str, _owner: str) -> None:
        """Leases are everybody's."""

    async def recall(self, name: str) -> str | None:
        return self.kept.get(name)

    async def remember(self, name: str, value: str, _ttl: Millis) -> str:
        self.kept[name] = value
        return value

    async def until_settled(self) -> None:
        """Wait until nobody's wish is left."""
        await asyncio.wait_for(self._is_settled.wait(), 120)

    @asynccontextmanager
    async def served(self, engines: Engines) -> AsyncIterator[Reviews]:
        """Reviews that are worked out with these engines and kept here."""
        reviews = Reviews(cast("Store", self), engines)
        running = asyncio.create_task(reviews.run())
        try:
            yield reviews
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running
