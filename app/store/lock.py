"""One process at a time: an operating-system lock on a file beside the database.

The lock vanishes with its process, however that ends, so no stale one is ever left behind.
It is not SQLite's own lock: backups and readers may look at the database meanwhile.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from app.store.port import Unavailable

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        # A byte far behind the text, so that others may still read whose lock it is.
        os.lseek(descriptor, 1 << 30, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class AlreadyOpen(Unavailable):
    """Another process has this database open; the text is one line for its owner."""

    def __init__(self, line: str, holder: str) -> None:
        super().__init__(line)
        self.holder = holder
        """`process` and its id, or nothing if that is not known."""


class FileLock:
    """The right to open one database, held from `take` until `release`."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._path = database.with_name(database.name + ".lock")
        self._descriptor: int | None = None

    def take(self) -> None:
        """Hold the lock; raises AlreadyOpen if somebody else does."""
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _take(descriptor)
        except (BlockingIOError, PermissionError):
            holder = _holder(descriptor)
            os.close(descriptor)
            where = f" ({holder})" if holder else ""
            line = (
                f"{self._database} is already open elsewhere{where}: one SQLite file "
                "serves one process. Stop the other one, or give this one another file."
            )
            raise AlreadyOpen(line, holder) from None
        except OSError:
            os.close(descriptor)
            raise
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, b"%d\n" % os.getpid())
        self._descriptor = descriptor

    def release(self) -> None:
        """Let go. The file stays: removing it could part two processes that wait for it."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _holder(descriptor: int) -> str:
    try:
        os.lseek(descriptor, 0, os.SEEK_SET)
        said = os.read(descriptor, 20).strip()
    except OSError:
        return ""
    return f"process {int(said)}" if said.isdigit() else ""
