"""Callers with many sockets, counted over all workers.

Each worker notes in the store how many sockets its busy callers have. A caller with only a few
here is not asked about, so players cost nothing; at most those few can slip past at each worker.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from app.gateway.counts import SOCKETS_PER_CALLER, SPECTATORS_PER_CALLER, Counts
from app.room.state import Millis
from app.service.callers import Caller
from app.store.port import Store

FEW: Final = 8
NOTED_AT_ONCE: Final = 100


@dataclass(frozen=True, slots=True)
class Crowds:
    """The busy callers of this worker, as the other workers hear of them for `ttl`."""

    store: Store
    worker: str
    counts: Counts
    ttl: Millis

    async def may_stay(self, caller: Caller) -> bool:
        """Is this caller, with the socket counted here already, within the limit everywhere?"""
        count = self.counts.by_caller[caller.group]
        return await self._is_within("sockets", caller, count, SOCKETS_PER_CALLER)

    async def may_watch(self, caller: Caller, in_room: int) -> bool:
        """Is there room for one more spectator of this caller, wherever the others are?"""
        count = self.counts.watching[caller.group] + 1
        return self.counts.may_watch(caller, in_room) and await self._is_within(
            "watching", caller, count, SPECTATORS_PER_CALLER
        )

    async def _is_within(self, kind: str, caller: Caller, count: int, most: int) -> bool:
        if not self.counts.enabled or count <= FEW:
            return True
        return sum((await self._note(kind, caller.group, count)).values()) <= most

    async def renew(self) -> None:
        """Note all busy callers again; raises `Unavailable`."""
        if not self.counts.enabled:
            return
        busy = [
            (kind, group, count)
            for kind, here in (
                ("sockets", self.counts.by_caller),
                ("watching", self.counts.watching),
            )
            for group, count in here.items()
            if count > FEW
        ]
        for start in range(0, len(busy), NOTED_AT_ONCE):
            await asyncio.gather(*(self._note(*each) for each in busy[start:][:NOTED_AT_ONCE]))

    async def _note(self, kind: str, group: str, count: int) -> Mapping[str, int]:
        return await self.store.tally(f"{kind}:{group}", self.worker, count, self.ttl)
