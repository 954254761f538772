"""`banqi backup FILE`: a copy of the SQLite file as it is at one instant, also while it is served.

Knows no room: it copies pages, by SQLite's own means, and looks whether the copy is sound.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

WAIT_SECONDS: Final = 10.0


class NoBackup(Exception):
    """There is no copy; the text is one line that says why."""


def back_up(source: Path, target: Path) -> None:
    """Copy the database to `target`, which must not be there yet; raises `NoBackup`.

    `target` appears when the copy is whole and has been looked through, never before.
    """
    if not source.is_file():
        raise NoBackup(f"there is no database {source}")
    if target.exists():
        raise NoBackup(f"{target} is there already; name a new file")
    part = target.with_name(target.name + ".part")
    try:
        _copy(source, part)
        _name(part, target)
    except FileExistsError:
        raise NoBackup(f"{target} is there already; name a new file") from None
    except (OSError, sqlite3.Error) as error:
        raise NoBackup(f"{target} could not be written: {error}") from error
    finally:
        part.unlink(missing_ok=True)


def _name(part: Path, target: Path) -> None:
    """Let `target` be what `part` is, in one step where there are hard links.

    Where there are none it is an empty file for an instant. Raises FileExistsError, OSError.
    """
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:
        target.touch(exist_ok=False)
        part.replace(target)


def _copy(source: Path, part: Path) -> None:
    part.unlink(missing_ok=True)
    # As closed to others as the database: it holds what lies face down.
    os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))
    with (
        closing(sqlite3.connect(source, timeout=WAIT_SECONDS)) as from_,
        closing(sqlite3.connect(part)) as to,
    ):
        from_.execute("PRAGMA query_only = on")
        # In one go: between portions SQLite would begin anew whenever the server has written. A
        # reader of a database with a WAL keeps nobody from writing.
        from_.backup(to, pages=-1)
        to.execute("PRAGMA journal_mode = delete")
        (found,) = to.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise NoBackup(f"the database is damaged: {found}")
    with part.open("rb") as written:
        os.fsync(written.fileno())
