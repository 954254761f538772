"""One thread that owns the database connection, and many callers that share its transactions.

What waits when the thread is free is done in one transaction (group commit), and everybody
is answered after its commit, in one call into the event loop. SQLite's errors become
`Unavailable` here and nowhere else.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, Generic, TypeVar

from app.store.database import Database
from app.store.port import Bell, Conflict, Unavailable
from app.store.shapes import Damaged

T = TypeVar("T")

Done = tuple[T, tuple[Bell, ...]]
"""What a piece of work came to, and the bells to ring once it is committed."""

Work = Callable[[sqlite3.Connection], Done[T]]
"""Statements of one call. It changes something or raises one of the port's exceptions, not both."""

TOGETHER: Final = 256
"""The most calls in one transaction."""

MOST_WAITING: Final = 20_000
"""Calls beyond these are refused at once."""

TO_OPEN: Final = 30.0
"""Seconds to open or close: migrations and the last checkpoint may take a while."""


@dataclass(slots=True, eq=False)
class _Job(Generic[T]):
    """One call on its way; in the thread's hands until it comes back with its outcome."""

    work: Work[T]
    writes: bool
    future: asyncio.Future[T]
    done: Done[T] | None = None
    error: BaseException | None = None

    @property
    def is_given_up(self) -> bool:
        """Whether nobody waits any more; then it need not be begun."""
        return self.future.done()


class Writer:
    """Runs work on the database; every call is answered within `timeout` seconds."""

    def __init__(
        self,
        database: Database,
        ring: Callable[[Sequence[Bell]], None],
        timeout: float,
    ) -> None:
        self._database = database
        self._ring = ring
        self._timeout = timeout
        self._queue: SimpleQueue[_Job[Any] | None] = SimpleQueue()
        self._waiting: dict[_Job[Any], float] = {}
        self._watch: asyncio.TimerHandle | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopped: asyncio.Future[None] | None = None

    async def start(self) -> None:
        """Connect; raises Unavailable with the reason."""
        self._loop = asyncio.get_running_loop()
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
        self._queue.put(None)
        try:
            await _in_time(self._stopped, TO_OPEN)
        finally:
            if self._watch is not None:
                self._watch.cancel()

    async def run(self, work: Work[T], *, writes: bool = True) -> T:
        """What `work` came to, committed; raises what it raised, or Unavailable."""
        loop = self._loop
        if loop is None or self._stopped is None or self._stopped.done():
            raise Unavailable("the database is not open")
        if len(self._waiting) >= MOST_WAITING:
            raise Unavailable("too many calls wait for the database")
        future: asyncio.Future[T] = loop.create_future()
        job = _Job(work, writes, future)
        until = loop.time() + self._timeout
        self._waiting[job] = until
        if self._watch is None:
            self._watch = loop.call_at(until, self._give_up_late_ones, loop)
        self._queue.put(job)
        return await future

    # — in the event loop —

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

    def _deliver(self, jobs: Sequence[_Job[Any]]) -> None:
        """Answer a whole transaction, then ring its bells in the order of its writes."""
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
            loop.call_soon_threadsafe(_settle, opened, _as_unavailable(error))
            return
        loop.call_soon_threadsafe(_settle, opened, None)
        try:
            while jobs := self._next():
                _commit_together(db, jobs)
                loop.call_soon_threadsafe(self._deliver, jobs)
                if any(job.writes for job in jobs):
                    self._database.committed()
        finally:
            try:
                self._database.close()
            finally:
                loop.call_soon_threadsafe(_settle, stopped, None)

    def _next(self) -> list[_Job[Any]]:
        """All that waits, at least one call; nothing once the end is reached."""
        jobs: list[_Job[Any]] = []
        job = self._queue.get()
        try:
            while job is not None:
                jobs.append(job)
                if len(jobs) == TOGETHER:
                    return jobs
                job = self._queue.get_nowait()
        except Empty:
            return jobs
        if jobs:
            self._queue.put(None)
        return jobs


def _commit_together(db: sqlite3.Connection, jobs: Sequence[_Job[Any]]) -> None:
    """Do these in one transaction; if that fails, each in its own."""
    jobs = [job for job in jobs if not job.is_given_up]
    if not jobs or not _begin(db, jobs) or _commit(db, jobs) or len(jobs) == 1:
        return
    for job in jobs:
        _commit_together(db, [job])


def _begin(db: sqlite3.Connection, jobs: Sequence[_Job[Any]]) -> bool:
    try:
        _roll_back(db)
        db.execute("BEGIN IMMEDIATE" if any(job.writes for job in jobs) else "BEGIN")
    except sqlite3.Error as error:
        _fail(jobs, error)
        return False
    return True


def _commit(db: sqlite3.Connection, jobs: Sequence[_Job[Any]]) -> bool:
    try:
        for job in jobs:
            _do(db, job)
        db.execute("COMMIT")
    except Exception as error:  # noqa: BLE001 - handed to whoever asked
        _fail(jobs, error)
        with suppress(sqlite3.Error):
            _roll_back(db)
        return False
    return True


def _do(db: sqlite3.Connection, job: _Job[Any]) -> None:
    job.done = job.error = None
    try:
        job.done = job.work(db)
    except Conflict as error:
        job.error = error
    except (Unavailable, Damaged) as error:
        job.error = _as_unavailable(error)


def _roll_back(db: sqlite3.Connection) -> None:
    # A full disk may have made SQLite roll back by itself.
    if db.in_transaction:
        db.execute("ROLLBACK")


def _fail(jobs: Sequence[_Job[Any]], error: Exception) -> None:
    for job in jobs:
        job.done, job.error = None, _as_unavailable(error)


def _as_unavailable(error: Exception) -> Exception:
    """What the port says about an error of the machine; a fault of the program stays itself."""
    if isinstance(error, sqlite3.Error | OSError | Damaged):
        named = Unavailable(f"{type(error).__name__}: {error}")
        named.__cause__ = error
        return named
    return error


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
