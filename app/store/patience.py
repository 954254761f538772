"""Who waits for the thread, and until when: whatever it does, every call is answered in time."""

from __future__ import annotations

import asyncio
from typing import Any

from app.store.port import Unavailable
from app.store.transactions import Job


class Patience:
    """Answers jobs with `Unavailable` that took longer than `timeout` seconds."""

    def __init__(self, timeout: float) -> None:
        self.timeout = timeout
        self._until: dict[Job[Any], float] = {}
        self._watch: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._until)

    def begin(self, job: Job[Any], loop: asyncio.AbstractEventLoop) -> None:
        """This one's time begins, if it has not begun before."""
        until = self._until.setdefault(job, loop.time() + self.timeout)
        if self._watch is None:
            self._watch = loop.call_at(until, self._give_up_late_ones, loop)

    def end(self, job: Job[Any]) -> None:
        """This one is answered."""
        self._until.pop(job, None)

    def stop(self) -> None:
        """Answer nobody any more."""
        if self._watch is not None:
            self._watch.cancel()

    def _give_up_late_ones(self, loop: asyncio.AbstractEventLoop) -> None:
        """Answer those that waited too long; jobs wait in the order of their time."""
        self._watch = None
        now = loop.time()
        for job, until in tuple(self._until.items()):
            if until > now:
                self._watch = loop.call_at(until, self._give_up_late_ones, loop)
                return
            del self._until[job]
            if not job.future.done():
                job.future.set_exception(Unavailable("the database did not answer in time"))


async def in_time(future: asyncio.Future[None], seconds: float) -> None:
    """Wait for this one; raises Unavailable if it takes longer."""
    try:
        async with asyncio.timeout(seconds):
            await asyncio.shield(future)
    except TimeoutError:
        raise Unavailable("the database did not answer in time") from None


def settle(future: asyncio.Future[None], error: Exception | None) -> None:
    """Done, or failed with this error, unless nobody waits any more."""
    if future.done():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)
