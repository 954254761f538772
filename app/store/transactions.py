"""Calls that share a transaction, and what becomes of each when something goes wrong.

What fails together is done again one by one, so an error strikes only the call it belongs to.
SQLite's errors become `Unavailable` here and nowhere else.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from app.store.port import Bell, Conflict, Unavailable
from app.store.shapes import Damaged

T = TypeVar("T")

Done = tuple[T, tuple[Bell, ...]]
"""What a piece of work came to, and the bells to ring once it is committed."""

Work = Callable[[sqlite3.Connection], Done[T]]
"""Statements of one call. It changes something or raises one of the port's exceptions, not both."""


@dataclass(frozen=True, slots=True)
class Quick(Generic[T]):
    """A shorter way for the most frequent work: one row of a statement for many calls."""

    row: Any
    done: Done[T]


Quickly = Callable[[sqlite3.Connection, Sequence[Any]], bool]
"""Writes all these rows in a transaction of its own; or none of them, and says False."""

TOGETHER: Final = 64
"""The most calls in one transaction."""


@dataclass(slots=True, eq=False)
class Job(Generic[T]):
    """One call on its way; in the thread's hands until it comes back with its outcome."""

    work: Work[T]
    writes: bool
    future: asyncio.Future[T]
    quick: Quick[T] | None = None
    done: Done[T] | None = None
    error: BaseException | None = None

    @property
    def is_given_up(self) -> bool:
        """Whether nobody waits any more; then it need not be begun."""
        return self.future.done()


def do_all(db: sqlite3.Connection, jobs: Sequence[Job[Any]], quickly: Quickly) -> None:
    """Bring each of these to its outcome, committed; those nobody waits for are not begun."""
    for first in range(0, len(jobs), TOGETHER):
        together = [job for job in jobs[first : first + TOGETHER] if not job.is_given_up]
        _commit_together(db, _left_over(db, together, quickly))


def _left_over(
    db: sqlite3.Connection, jobs: Sequence[Job[Any]], quickly: Quickly
) -> Sequence[Job[Any]]:
    """Do at once what there is a shorter way for; the jobs that have to go the long one."""
    quick = [job.quick for job in jobs if job.quick is not None]
    try:
        _roll_back(db)
        if not quick or not quickly(db, [each.row for each in quick]):
            return jobs
    except Exception:  # noqa: BLE001 - whose it is will show on the long way
        return jobs
    for job in jobs:
        if job.quick is not None:
            job.done = job.quick.done
    return [job for job in jobs if job.quick is None]


def _commit_together(db: sqlite3.Connection, jobs: Sequence[Job[Any]]) -> None:
    """Do these in one transaction; if that fails, each in its own."""
    jobs = [job for job in jobs if not job.is_given_up]
    if not jobs or not _begin(db, jobs) or _commit(db, jobs) or len(jobs) == 1:
        return
    for job in jobs:
        _commit_together(db, [job])


def _begin(db: sqlite3.Connection, jobs: Sequence[Job[Any]]) -> bool:
    try:
        _roll_back(db)
        db.execute("BEGIN IMMEDIATE" if any(job.writes for job in jobs) else "BEGIN")
    except sqlite3.Error as error:
        _fail(jobs, error)
        return False
    return True


def _commit(db: sqlite3.Connection, jobs: Sequence[Job[Any]]) -> bool:
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


def _do(db: sqlite3.Connection, job: Job[Any]) -> None:
    job.done = job.error = None
    try:
        job.done = job.work(db)
    except Conflict as error:
        job.error = error
    except (Unavailable, Damaged) as error:
        job.error = as_unavailable(error)


def _roll_back(db: sqlite3.Connection) -> None:
    # A full disk may have made SQLite roll back by itself.
    if db.in_transaction:
        db.execute("ROLLBACK")


def _fail(jobs: Sequence[Job[Any]], error: Exception) -> None:
    for job in jobs:
        job.done, job.error = None, as_unavailable(error)


def as_unavailable(error: Exception, what: str = "") -> Exception:
    """What the port says about an error of the machine; a fault of the program stays itself.

    `what` was being done goes before the reason.
    """
    if isinstance(error, sqlite3.Error | OSError | Damaged):
        named = Unavailable(f"{what}{type(error).__name__}: {error}")
        named.__cause__ = error
        return named
    return error
