"""The SQLite file: can it be written, is there room, is it whole, does a server have it open?"""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from app.doctor.findings import About, Findings
from app.store.lock import AlreadyOpen, FileLock
from app.store.schema import APPLICATION_ID, MIGRATIONS

NO_SPACE: Final = 50 * 2**20
LITTLE_SPACE: Final = 500 * 2**20

about: Final = About("store")


def look_at_file(path: Path) -> Findings:
    """Everything about the file at this absolute path, whether it is there yet or not."""
    directory = _nearest(path.parent)
    if not directory.is_dir():
        yield about.problem(f"{directory} is no directory", "let BANQI_STORE name another place")
        return
    try:
        with _scratch(directory) as scratch:
            yield from _write_ahead(scratch)
    except (OSError, sqlite3.Error) as error:
        yield about.problem(
            f"nothing can be written in {directory}: {error}",
            "give the server's user that directory (chown, a writable volume), or free its disk",
        )
    else:
        yield about.ok(f"{directory} can be written")
    yield from _space(directory)
    if path.exists():
        yield from _file(path)
    else:
        yield about.ok("there is no file yet; the first start makes it")


def _nearest(directory: Path) -> Path:
    """The directory, or the nearest one above that is there."""
    return next((each for each in (directory, *directory.parents) if each.exists()), directory)


@contextmanager
def _scratch(directory: Path) -> Iterator[Path]:
    """A new file beside the store's, gone afterwards with all its companions."""
    path = directory / f".banqi-doctor-{secrets.token_hex(4)}"
    path.touch(0o600, exist_ok=False)
    try:
        yield path
    finally:
        for each in directory.glob(f"{path.name}*"):
            each.unlink(missing_ok=True)


def _write_ahead(scratch: Path) -> Findings:
    with closing(sqlite3.connect(scratch)) as db:
        (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
        db.execute("CREATE TABLE it (works)")
    if mode != "wal":
        yield about.problem(
            "this file system cannot do what SQLite's write-ahead log needs",
            "keep the file on a local disk, not on a network's",
        )


def _space(directory: Path) -> Findings:
    free = shutil.disk_usage(directory).free
    told = f"{free // 2**20} MiB are free"
    if free < NO_SPACE:
        yield about.problem(told, "make room: on a full disk moves are refused")
    elif free < LITTLE_SPACE:
        yield about.note(told, "make room before the disk is full")
    else:
        yield about.ok(told)


def _file(path: Path) -> Findings:
    if not os.access(path, os.R_OK | os.W_OK):
        yield about.problem(f"{path} may not be written", "give it to the server's user: chown")
        return
    if sys.platform != "win32" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        yield about.note(f"other users of this machine can read {path}", f"chmod 600 {path}")
    holder = _held(path)
    if holder is not None:
        yield about.ok(f"a server has the file open: {holder}")
        return
    yield from _inside(path)


def _held(path: Path) -> str | None:
    """Who has the file open, if a server has."""
    if not path.with_name(path.name + ".lock").exists():
        return None
    lock = FileLock(path)
    try:
        lock.take()
    except AlreadyOpen as held:
        return held.holder or "process unknown"
    lock.release()
    return None


def _inside(path: Path) -> Findings:
    """Whose file it is, and whether it is whole."""
    try:
        with closing(sqlite3.connect(path)) as db:
            (owner,) = db.execute("PRAGMA application_id").fetchone()
            (version,) = db.execute("PRAGMA user_version").fetchone()
            (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        owner, version, verdict = APPLICATION_ID, 0, str(error)
    if verdict != "ok":
        yield about.problem(
            f"{path} is damaged: {verdict}", "put the newest backup in its place (docs/operate.md)"
        )
    elif owner not in {0, APPLICATION_ID} or (owner == 0 and version):
        yield about.problem(
            f"{path} belongs to another program", "let BANQI_STORE name another file"
        )
    elif version > len(MIGRATIONS):
        yield about.problem(f"a later release wrote {path}", "run that release, or a newer one")
    else:
        yield about.ok(f"{path} is whole")
