"""One database connection, a thread that works on it, and many callers who share both.

While the thread rests, a plain event that comes alone is written in the event loop at once, and
those that come close together are written at the end of a turn in one statement: nothing on
that way waits for the disk. Everything else, and what is asked while the thread is busy, is
handed over to it together: one transaction for all (group commit), one change of threads each
way.
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
from app.store.patience import Patience, in_time, settle
from app.store.port import Bell, Unavailable
from app.store.transactions import (
    TOGETHER,
    Job,
    Quick,
    Quickly,
    Work,
    as_unavailable,
    do_all,
)

T = TypeVar("T")

MOST_WAITING: Final = 20_000
"""Calls beyond these are refused at once."""

TO_OPEN: Final = 30.0
"""Seconds to open or close: migrations and the last checkpoint may take a while."""

CLOSE: Final = 0.0003
"""Seconds: events that come one sooner after the other wait for the end of the turn."""

SLOW: Final = 0.02
"""Seconds: a write in the loop that took longer sends the next ones to the thread."""

REST: Final = 100
"""For how many times as long it does: the loop stalls for a hundredth of the time at most."""


class Writer:
    """Runs work on the database; every call is answered within `timeout` seconds.

    The thread has the connection from the moment jobs are handed over until they are
    delivered. In between it rests, and the loop may write rows by itself.
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
        self._queue: SimpleQueue[Sequence[Job[Any]] | None] = SimpleQueue()
        self._gathered: list[Job[Any]] = []
        self._is_due = False
        """Whether what is gathered is written or handed over at the end of this turn."""
        self._is_busy = False
        """Whether the thread has the connection."""
        self._patience = Patience(timeout)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopped: asyncio.Future[None] | None = None
        self._failure: asyncio.Future[Exception] | None = None
        """What ended the work of a thread."""
        self._here_again = 0.0
        self._newest = 0.0

    async def start(self) -> None:
        """Connect; raises Unavailable with the reason."""
        self._loop = asyncio.get_running_loop()
        self._is_busy = False
        opened: asyncio.Future[None] = self._loop.create_future()
        self._stopped = self._loop.create_future()
        self._failure = self._loop.create_future()
        thread = Thread(
            target=self._live,
            args=(self._loop, opened, self._stopped, self._failure),
            name="banqi-sqlite",
            daemon=True,
        )
        thread.start()
        try:
            await in_time(opened, TO_OPEN)
        except BaseException:
            self._loop = None
            raise

    async def stop(self) -> None:
        """Finish what was asked before, then let the database go."""
        loop = self._loop
        if loop is None or self._stopped is None:
            return
        self._loop = None
        self._hand_over(loop)
        self._queue.put(None)
        try:
            await in_time(self._stopped, TO_OPEN)
        finally:
            self._patience.stop()

    async def last(self) -> None:
        """Go on for ever; raises when the work of a thread has failed."""
        if self._failure is None:
            raise Unavailable("the database is not open")
        failure = await asyncio.shield(self._failure)
        raise RuntimeError("work for the database has failed") from failure

    async def run(self, work: Work[T], *, writes: bool = True, quick: Quick[T] | None = None) -> T:
        """What `work` came to, committed; raises what it raised, or Unavailable.

        Where `quick` can be done it is done instead, perhaps before others of that moment.
        """
        loop = self._loop
        if loop is None or self._stopped is None or self._stopped.done():
            raise Unavailable("the database is not open")
        if len(self._patience) + len(self._gathered) >= MOST_WAITING:
            raise Unavailable("too many calls wait for the database")
        if quick is not None and self._comes_alone() and self._write_here((quick,)):
            self._ring(quick.done[1])
            return quick.done[0]
        future: asyncio.Future[T] = loop.create_future()
        job = Job(work, writes, future, quick)
        self._gathered.append(job)
        if self._is_busy:
            self._patience.begin(job, loop)
        elif not self._is_due:
            self._is_due = True
            # Not at once: what else is asked in this turn goes along.
            loop.call_soon(self._end_turn, loop)
        return await future

    # — in the event loop —

    def _comes_alone(self) -> bool:
        """Has nothing like it come just before, and may the loop write?"""
        before, self._newest = self._newest, monotonic()
        return self._newest - before > CLOSE and not self._is_busy and not self._is_due

    def _end_turn(self, loop: asyncio.AbstractEventLoop) -> None:
        self._is_due = False
        if not self._is_busy:
            self._go_on(loop)

    def _go_on(self, loop: asyncio.AbstractEventLoop) -> None:
        """Write what was gathered, as far as that can be done here; the rest is the thread's."""
        while self._gathered:
            jobs = self._gathered[:TOGETHER]
            quick = _quick_ways(jobs)
            if len(quick) < len(jobs) or not self._write_here(quick):
                self._hand_over(loop)
                return
            del self._gathered[: len(jobs)]
            for job, each in zip(jobs, quick, strict=True):
                job.done = each.done
            self._answer(jobs)

    def _write_here(self, quick: Sequence[Quick[Any]]) -> bool:
        """All these rows in one statement, without two changes of threads; or none of them.

        Nothing is synced on this way, so it takes microseconds. Once it took long the thread
        does all writing for a while: a disk that stalls must not stall the loop with it. On a
        busy machine it may have been no fault of the disk, so the while is no longer than that.
        """
        begun = monotonic()
        if self._database.is_long or begun < self._here_again:
            return False
        try:
            written = self._quickly(self._database.connection, [each.row for each in quick])
        except (sqlite3.Error, Unavailable):
            return False
        if (took := monotonic() - begun) > SLOW:
            self._here_again = begun + REST * took
        if written:
            self._database.written()
        return written

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        """Give the thread all that was gathered; it is busy until that is delivered."""
        jobs, self._gathered = self._gathered, []
        if jobs:
            self._is_busy = True
            for job in jobs:
                self._patience.begin(job, loop)
            self._queue.put(jobs)

    def _deliver(self, jobs: Sequence[Job[Any]], loop: asyncio.AbstractEventLoop) -> None:
        """The thread has answered these; what was gathered meanwhile comes next."""
        self._is_busy = False
        if len(_quick_ways(self._gathered)) < len(self._gathered):
            # First of all, so that the thread works while these are answered.
            self._hand_over(loop)
        self._answer(jobs)
        if not self._is_busy:
            self._go_on(loop)

    def _answer(self, jobs: Sequence[Job[Any]]) -> None:
        """Tell the callers, then ring the bells in the order of writing."""
        bells: list[Bell] = []
        for job in jobs:
            self._patience.end(job)
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
        failure: asyncio.Future[Exception],
    ) -> None:
        def failed(error: Exception) -> None:
            loop.call_soon_threadsafe(_note, failure, error)

        try:
            db = self._database.open(failed)
        except Exception as error:  # noqa: BLE001 - handed to whoever opens
            cannot = f"{self._database.path} cannot be opened: "
            loop.call_soon_threadsafe(settle, opened, as_unavailable(error, cannot))
            return
        loop.call_soon_threadsafe(settle, opened, None)
        try:
            while jobs := self._queue.get():
                do_all(db, jobs, self._quickly)
                if any(job.writes for job in jobs):
                    self._database.committed()
                # Last: from then on the connection is the loop's until it hands over again.
                loop.call_soon_threadsafe(self._deliver, jobs, loop)
        except Exception as error:  # noqa: BLE001 - handed to whoever must know
            failed(error)
        finally:
            try:
                self._database.close()
            finally:
                loop.call_soon_threadsafe(settle, stopped, None)


def _note(failure: asyncio.Future[Exception], error: Exception) -> None:
    """Remember what went wrong first."""
    if not failure.done():
        failure.set_result(error)


def _quick_ways(jobs: Sequence[Job[Any]]) -> list[Quick[Any]]:
    """The shorter ways of those that have one and are still waited for."""
    return [job.quick for job in jobs if job.quick is not None and not job.is_given_up]
