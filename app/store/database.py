"""One SQLite file in the hands of one process: its lock, its connection, its checkpoints.

SQLite would move what was written from its log into the file within some unlucky commit.
Here a thread of its own does that once a second while there is something to move, so that
commits never wait for it; the sync it begins with is also what bounds the loss of a power
cut. Only the last few pages are moved by the writer, when the log has grown long.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Final

from app.store import schema
from app.store.lock import FileLock
from app.store.port import Unavailable

PERIOD: Final = 1.0
"""Seconds between checkpoints while there are commits."""

LONG: Final = 4000
"""Pages in SQLite's log from which on the writer helps to begin it anew."""

_MOVE: Final = "PRAGMA wal_checkpoint(PASSIVE)"

Failed = Callable[[Exception], None]
"""Told, in whatever thread, what has ended work that must never end."""


class Database:
    """Opened and closed by one thread, used by one at a time.

    `synchronous` is SQLite's NORMAL or FULL; `temporary` are statements that make what the
    connection needs for itself.
    """

    def __init__(
        self, path: Path, synchronous: str = "NORMAL", temporary: Sequence[str] = ()
    ) -> None:
        self.path = path
        self._synchronous = synchronous
        self._temporary = temporary
        self._lock = FileLock(path)
        self._connection: sqlite3.Connection | None = None
        self._mover: Thread | None = None
        self._dirty = Event()
        self._closing = Event()
        self._is_long = False

    def open(self, failed: Failed = lambda _: None) -> sqlite3.Connection:
        """Lock and migrate the file; raises Unavailable, sqlite3.Error or OSError.

        `failed` is told if nothing is moved into the file any more.
        """
        schema.make_private(self.path)
        self._lock.take()
        try:
            self._connection = schema.connect(self.path, synchronous=self._synchronous)
            for statement in self._temporary:
                self._connection.execute(statement)
        except BaseException:
            self._lock.release()
            raise
        self._closing.clear()
        self._mover = Thread(
            target=self._move, args=(failed,), name="banqi-checkpoint", daemon=True
        )
        self._mover.start()
        return self._connection

    @property
    def connection(self) -> sqlite3.Connection:
        """The open connection: one user at a time, whichever thread that is in."""
        if self._connection is None:
            raise Unavailable("the database is not open")
        return self._connection

    @property
    def is_long(self) -> bool:
        """Has SQLite's log grown so long that a writer should help to begin it anew?"""
        return self._is_long

    def written(self) -> None:
        """Something new is in SQLite's log."""
        if not self._dirty.is_set():
            self._dirty.set()

    def committed(self) -> None:
        """The same, from where a moment's work more does not matter."""
        self.written()
        if self._is_long and self._connection is not None:
            self._is_long = False
            with suppress(sqlite3.Error):
                self._connection.execute(_MOVE).fetchone()

    def close(self) -> None:
        """Move everything into the file and let it go."""
        self._closing.set()
        self._dirty.set()
        if self._mover is not None:
            self._mover.join()
        if self._connection is not None:
            self._connection.close()
        self._lock.release()

    def _move(self, failed: Failed) -> None:
        """In a thread of its own: move pages while others are being written."""
        try:
            with closing(sqlite3.connect(self.path, timeout=0, isolation_level=None)) as db:
                while self._dirty.wait() and not self._closing.wait(PERIOD):
                    self._dirty.clear()
                    # What cannot be moved now stays in the log, which is just as good.
                    with suppress(sqlite3.Error):
                        _, pages, moved = db.execute(_MOVE).fetchone()
                        self._is_long = pages >= LONG and moved < pages
        except Exception as error:  # noqa: BLE001 - handed to whoever must know
            failed(error)
