"""One database connection, a thread that works on it, and many callers who share both.

A single plain event is written at once in the event loop: nothing on that way waits for the
disk. Everything else is the thread's. What is asked while it is busy is gathered and handed
over together when it has answered: one transaction for all (group commit), one change of
threads each way.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, Final, TypeVar

from app.store.database import Database
from app.store.port import Bell, Unavailable
from app.store.transactions import Job, Quick, Quickly, Work, as_unavailable, do_all

T = TypeVar("T")

MOST_WAITING: Final = 20_000
"""Calls beyond these are refused at once."""

TO_OPEN: Final = 30.0
"""Seconds to open or close: migrations and the last checkpoint may take a while."""


SLOW: Final = 0.005
"""Seconds: a write in the loop that took longer sends the next ones to the thread."""

REST: Final = 10.0
"""Seconds for which it does."""


class Writer:
    """Runs work on the database; every call is answered within `timeout` seconds.

    The thread has the connection from the moment jobs are handed over until they are
    delivered. In between it rests, and the loop may write a single row by itself.
    """

    def __init__(
        self,
        database: Database,
        quickly: Quickly,
        ring: Callable[[Sequence[Bell]], None],
        timeout: float,
    ) -> None:
        self._database = database
        self._quickly = quickly
        self._ring = ring
        self._timeout = timeout
        self._queue: SimpleQueue[Sequence[Job[Any]] | None] = SimpleQueue()
        self._gathered: list[Job[Any]] = []
        self._is_busy = False
        self._waiting: dict[Job[Any], float] = {}
        self._watch: asyncio.TimerHandle | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopped: asyncio.Future[None] | None = None
        self._here_again = 0.0

    async def start(self) -> None:
        """Connect; raises Unavailable with the reason."""
        self._loop = asyncio.get_running_loop()
        self._is_busy = False
        opened: asyncio.Future[None] = self._loop.create_future()
        self._stopped = self._loop.create_future()
        thread = Thread(
            target=self._live,
            args=(self._loop, opened, self._stopped),
            name="banqi-sqlite",
            daemon=True,
        )
        thread.start()
        try:
            await _in_time(opened, TO_OPEN)
        except BaseException:
            self._loop = None
            raise

    async def stop(self) -> None:
        """Finish what was asked before, then let the database go."""
        if self._loop is None or self._stopped is None:
            return
        self._loop = None
        self._hand_over()
        self._queue.put(None)
        try:
            await _in_time(self._stopped, TO_OPEN)
        finally:
            if self._watch is not None:
                self._watch.cancel()

    async def run(self, work: Work[T], *, writes: bool = True, quick: Quick[T] | None = None) -> T:
        """What `work` came to, committed; raises what it raised, or Unavailable.

        Where `quick` can be done it is done instead, perhaps before others of that moment.
        """
        loop = self._loop
        if loop is None or self._stopped is None or self._stopped.done():
            raise Unavailable("the database is not open")
        if len(self._waiting) >= MOST_WAITING:
            raise Unavailable("too many calls wait for the database")
        if quick is not None and self._may_write_here() and self._write_here(quick):
            self._ring(quick.done[1])
            return quick.done[0]
        future: asyncio.Future[T] = loop.create_future()
        job = Job(work, writes, future, quick)
        until = loop.time() + self._timeout
        self._waiting[job] = until
        if self._watch is None:
            self._watch = loop.call_at(until, self._give_up_late_ones, loop)
        self._gathered.append(job)
        if not self._is_busy:
            self._is_busy = True
            # Not at once: what else is asked at this moment goes along.
            loop.call_soon(self._hand_over)
        return await future

    # — in the event loop —

    def _may_write_here(self) -> bool:
        """The thread rests, so its connection is free, and the disk has been quick of late."""
        return not self._is_busy and not self._database.is_long and monotonic() >= self._here_again

    def _write_here(self, quick: Quick[Any]) -> bool:
        """One row at once, without two changes of threads; False leaves it to the thread.

        Nothing is synced on this way, so it takes microseconds. Once it took long the thread
        does all writing for a while: a disk that stalls must not stall the loop with it.
        """
        begun = monotonic()
        try:
            written = self._quickly(self._database.connection, (quick.row,))
        except sqlite3.Error:
            return False
        if written:
            self._database.written()
        if monotonic() - begun > SLOW:
            self._here_again = monotonic() + REST
        return written

    def _hand_over(self) -> None:
        """Give the thread all that was gathered; it is busy until that is delivered."""
        jobs, self._gathered = self._gathered, []
        self._is_busy = bool(jobs)
        if jobs:
            self._queue.put(jobs)

    def _give_up_late_ones(self, loop: asyncio.AbstractEventLoop) -> None:
        """Answer those that waited too long; jobs wait in the order of their time."""
        self._watch = None
        now = loop.time()
        for job, until in tuple(self._waiting.items()):
            if until > now:
                self._watch = loop.call_at(until, self._give_up_late_ones, loop)
                return
            del self._waiting[job]
            if not job.future.done():
                job.future.set_exception(Unavailable("the database did not answer in time"))

    def _deliver(self, jobs: Sequence[Job[Any]]) -> None:
        """Keep the thread busy, answer these, then ring their bells in the order of writing."""
        self._hand_over()
        bells: list[Bell] = []
        for job in jobs:
            self._waiting.pop(job, None)
            if job.done is not None:
                bells.extend(job.done[1])
            if job.future.done():
                continue
            if job.error is not None:
                job.future.set_exception(job.error)
            elif job.done is not None:
                job.future.set_result(job.done[0])
        self._ring(bells)

    # — in the thread —

    def _live(
        self,
        loop: asyncio.AbstractEventLoop,
        opened: asyncio.Future[None],
        stopped: asyncio.Future[None],
    ) -> None:
        try:
            db = self._database.open()
        except Exception as error:  # noqa: BLE001 - handed to whoever opens
            loop.call_soon_threadsafe(_settle, opened, as_unavailable(error))
            return
        loop.call_soon_threadsafe(_settle, opened, None)
        try:
            while jobs := self._queue.get():
                do_all(db, jobs, self._quickly)
                if any(job.writes for job in jobs):
                    self._database.committed()
                # Last: from then on the connection is the loop's until it hands over again.
                loop.call_soon_threadsafe(self._deliver, jobs)
        finally:
            try:
                self._database.close()
            finally:
                loop.call_soon_threadsafe(_settle, stopped, None)


async def _in_time(future: asyncio.Future[None], seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await asyncio.shield(future)
    except TimeoutError:
        raise Unavailable("the database did not answer in time") from None


def _settle(future: asyncio.Future[None], error: Exception | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)
