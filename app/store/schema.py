"""The SQLite file: how it is opened, what its tables are, and how an older one is brought up.

`user_version` counts the migrations that a file has seen. A migration, once released, is
never changed; a new one is added behind it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from app.store.port import Unavailable

APPLICATION_ID: Final = 0x62616E71
"""`banq`: whose file this is, in SQLite's own header."""

# A row of `rooms` is the head of its log and what an append moves along with it; `checkpoint`
# is the version at which folding starts. Events lie in the order they came, whatever their
# room: then the appends of many rooms fill one page, not a page each.
MIGRATIONS: Final[Sequence[Sequence[str]]] = (
    (
        """
        CREATE TABLE rooms (
            code TEXT NOT NULL PRIMARY KEY,
            version INTEGER NOT NULL,
            tag TEXT NOT NULL,
            checkpoint INTEGER NOT NULL,
            deadline INTEGER,
            expires_at INTEGER NOT NULL
        ) WITHOUT ROWID
        """,
        "CREATE INDEX rooms_by_deadline ON rooms (deadline) WHERE deadline IS NOT NULL",
        "CREATE INDEX rooms_by_expiry ON rooms (expires_at)",
        """
        CREATE TABLE events (
            room TEXT NOT NULL,
            version INTEGER NOT NULL,
            tag TEXT NOT NULL,
            at INTEGER NOT NULL,
            seat TEXT,
            command TEXT,
            body BLOB NOT NULL,
            PRIMARY KEY (room, version)
        )
        """,
        """
        CREATE UNIQUE INDEX events_by_command ON events (room, seat, command)
        WHERE command IS NOT NULL
        """,
        """
        CREATE TABLE tokens (
            room TEXT NOT NULL,
            seat TEXT NOT NULL,
            token TEXT NOT NULL,
            n INTEGER NOT NULL,
            PRIMARY KEY (room, seat, token)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE records (
            room TEXT NOT NULL,
            number INTEGER NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (room, number)
        )
        """,
        """
        CREATE TABLE chat (
            room TEXT NOT NULL,
            n INTEGER NOT NULL,
            seat TEXT NOT NULL,
            command TEXT NOT NULL,
            at INTEGER NOT NULL,
            text TEXT,
            phrase TEXT,
            PRIMARY KEY (room, n)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE remembered (
            name TEXT NOT NULL PRIMARY KEY,
            value TEXT NOT NULL,
            until INTEGER NOT NULL
        ) WITHOUT ROWID
        """,
        "CREATE INDEX remembered_by_end ON remembered (until)",
        "CREATE TABLE probe (only INTEGER PRIMARY KEY CHECK (only = 1), nonce TEXT NOT NULL)",
    ),
    # The sweeper has an index of its own, by when it looks at a room next: the end of a room moves
    # with every append, and this does not.
    (
        "ALTER TABLE rooms ADD COLUMN looked_at_from INTEGER NOT NULL DEFAULT 0",
        "DROP INDEX rooms_by_expiry",
        "CREATE INDEX rooms_by_look ON rooms (looked_at_from)",
    ),
)

_PRAGMAS: Final = (
    # Smaller than usual: most commits change a few short rows, and whole pages are written.
    "PRAGMA page_size = 2048",
    "PRAGMA journal_mode = WAL",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA temp_store = MEMORY",
    # Done beside the commits, see `app.store.database`.
    "PRAGMA wal_autocheckpoint = 0",
    "PRAGMA journal_size_limit = 33554432",
)


def connect(
    path: Path, *, synchronous: str = "NORMAL", busy_seconds: float = 1.0
) -> sqlite3.Connection:
    """A connection to the file, made and migrated if need be; for one thread at a time.

    Transactions are the caller's to begin. Raises Unavailable for a file that is not ours or
    is from a later release, and sqlite3.Error for what SQLite says.
    """
    db = sqlite3.connect(path, timeout=busy_seconds, isolation_level=None, check_same_thread=False)
    try:
        _seen(db, len(MIGRATIONS))
        for pragma in (*_PRAGMAS, f"PRAGMA synchronous = {synchronous}"):
            db.execute(pragma)
        migrate(db)
    except BaseException:
        db.close()
        raise
    return db


def make_private(path: Path) -> None:
    """Make the file, and its directory if missing, for the owner's eyes only.

    SQLite gives its side files the mode of the main one.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def migrate(db: sqlite3.Connection, migrations: Sequence[Sequence[str]] = MIGRATIONS) -> None:
    """Bring the tables up to this release, each step whole or not at all."""
    seen = _seen(db, len(migrations))
    for number, statements in enumerate(migrations[seen:], start=seen + 1):
        db.execute("BEGIN IMMEDIATE")
        try:
            for statement in statements:
                db.execute(statement)
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            db.execute(f"PRAGMA user_version = {number}")
            db.execute("COMMIT")
        except BaseException:
            db.execute("ROLLBACK")
            raise


def _seen(db: sqlite3.Connection, known: int) -> int:
    """How many migrations the file has seen."""
    (owner,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if owner != APPLICATION_ID and (tables or owner or version):
        raise Unavailable("this SQLite file belongs to another program")
    if version > known:
        raise Unavailable("this SQLite file was written by a later release of this program")
    return int(version)
