"""Outages: times in which no worker served, so that no flag falls for them.

While a clock runs in any room the workers note in the store, each about once a second, that the
service is there. A longer silence of all of them was an outage, and is noted for all of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from app.room.clock import runs_since
from app.room.state import Millis, Room
from app.store.port import Store

PAUSE: Final = 1.0
"""Seconds between two notes of a worker."""

SILENCE: Final = 2.0
"""Seconds: a longer silence was an outage."""

NOTE: Final = "service"
KEPT: Final = Millis(3_600_000)
MOST: Final = 20
"""Older outages, and more of them, are forgotten: nobody thinks about one ply for so long."""

AGES: Final = Millis(30 * 86_400_000)
"""No clock of a game runs for so long."""

Outage = tuple[Millis, Millis]
"""When it began and when it ended."""


class Outages:
    """The outages that a worker knows of. Nothing is known before the first `look`."""

    def __init__(self, store: Store, now: Callable[[], Millis]) -> None:
        self._store = store
        self._now = now
        self._known: tuple[Outage, ...] = ()
        self._looked = float("-inf")

    def in_turn(self, room: Room, now: Millis) -> Millis:
        """For how long of the time that runs in a room the service was down, in milliseconds."""
        since, down = runs_since(room), 0
        if since is not None:
            for began, ended in self._known:
                down += max(0, min(now, ended) - max(since, began))
        return Millis(down)

    async def look(self) -> None:
        """Say that the service is there, and learn where it was not; not oftener than is useful.

        Raises Unavailable.
        """
        if self._silent_for() < PAUSE:
            return
        now = self._now()
        if await self._store.due(Millis(now + AGES), 1):
            await self._note(now)
        self._looked = asyncio.get_running_loop().time()

    async def be_sure(self) -> None:
        """Look, if there may have been an outage that this worker has not learnt of yet."""
        if self._silent_for() > SILENCE:
            await self.look()

    async def _note(self, now: Millis) -> None:
        last, known = _read(await self._store.recall(NOTE))
        if last is not None and now - last > SILENCE * 1000 and self._silent_for() > SILENCE:
            known = (*known, (last, now))
        self._known = tuple(each for each in known if each[1] > now - KEPT)[-MOST:]
        await self._store.put(NOTE, _written(now, self._known), KEPT)

    def _silent_for(self) -> float:
        """Seconds since this worker itself has seen the service there."""
        return asyncio.get_running_loop().time() - self._looked


def _written(last: Millis, known: tuple[Outage, ...]) -> str:
    return " ".join((str(last), *(f"{began}-{ended}" for began, ended in known)))


def _read(note: str | None) -> tuple[Millis | None, tuple[Outage, ...]]:
    if note is None:
        return None, ()
    last, *rest = note.split(" ")
    pairs = (each.partition("-") for each in rest)
    return Millis(int(last)), tuple((Millis(int(a)), Millis(int(b))) for a, _, b in pairs)
