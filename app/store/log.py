"""The statements that read logs and let rooms live and die.

Each function runs inside a transaction of its caller. A room that has expired is as good as
absent in every one of them, whether or not it was swept. Knows no thread and no event loop.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from app.room.state import Millis, RoomCode, Version
from app.store.port import Head, Tag
from app.store.transactions import Done

Row = tuple[int, str, int, str | None, str | None, bytes]
"""An event as it lies in its table: version, tag, at, seat, command, body."""

_ROWS = "SELECT version, tag, at, seat, command, body FROM events WHERE room = ? ORDER BY version"
_ROWS_FROM = (
    "SELECT version, tag, at, seat, command, body FROM events WHERE room = ? AND version >= ?"
    " AND EXISTS (SELECT 1 FROM rooms WHERE code = ? AND expires_at > ?) ORDER BY version"
)
_LOOK_LATER = """
    UPDATE rooms SET looked_at_from = expires_at WHERE code IN (
        SELECT code FROM rooms WHERE looked_at_from <= ? AND expires_at > ? LIMIT ?
    )
"""
_TABLES = ("events", "tokens", "records", "chat")


@dataclass(frozen=True, slots=True)
class KeptRows:
    """A room as it lies in the tables, still to be decoded."""

    rows: list[Row]
    checkpoint: int
    tokens: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class NewerRows:
    """Events and the tokens of a room, still to be decoded."""

    rows: list[Row]
    tokens: list[tuple[str, str]]


def load(db: sqlite3.Connection, now: Millis, room: RoomCode) -> Done[KeptRows | None]:
    """The live log of a living room and its tokens."""
    found = db.execute(
        "SELECT checkpoint FROM rooms WHERE code = ? AND expires_at > ?", (room, now)
    ).fetchone()
    if found is None:
        return None, ()
    rows = db.execute(_ROWS, (room,)).fetchall()
    return KeptRows(rows, found[0], _tokens(db, room)), ()


def since(
    db: sqlite3.Connection, now: Millis, room: RoomCode, head: Head
) -> Done[NewerRows | None]:
    """What is new after `head`, None if that is not in the log of a living room."""
    rows = db.execute(
        _ROWS_FROM,
        (room, head.version, room, now),
    ).fetchall()
    if not rows or rows[0][:2] != (head.version, head.tag):
        return None, ()
    return NewerRows(rows[1:], _tokens(db, room)), ()


def _tokens(db: sqlite3.Connection, room: RoomCode) -> list[tuple[str, str]]:
    return db.execute("SELECT seat, token FROM tokens WHERE room = ?", (room,)).fetchall()


def heads(
    db: sqlite3.Connection, now: Millis, rooms: Sequence[RoomCode]
) -> Done[tuple[Head | None, ...]]:
    """The head of each living room among these, in their order."""
    found = db.execute(
        "SELECT code, version, tag FROM rooms"
        " WHERE code IN (SELECT value FROM json_each(?)) AND expires_at > ?",
        (json.dumps(rooms), now),
    )
    by_code = {code: Head(Version(version), Tag(tag)) for code, version, tag in found}
    return tuple(by_code.get(room) for room in rooms), ()


def keep_alive(
    db: sqlite3.Connection, now: Millis, rooms: Sequence[RoomCode], expires_at: Millis
) -> Done[None]:
    """Put off the end of these rooms where it would come before `expires_at`."""
    db.execute(
        "UPDATE rooms SET expires_at = ?"
        " WHERE code IN (SELECT value FROM json_each(?)) AND expires_at > ? AND expires_at < ?",
        (expires_at, json.dumps(rooms), now, expires_at),
    )
    return None, ()


def due(db: sqlite3.Connection, now: Millis, by: Millis, most: int) -> Done[tuple[RoomCode, ...]]:
    """Living rooms whose deadline is at or before `by`, the earliest first."""
    found = db.execute(
        "SELECT code FROM rooms WHERE deadline <= ? AND expires_at > ?"
        " ORDER BY deadline, code LIMIT ?",
        (by, now, most),
    )
    return tuple(RoomCode(code) for (code,) in found), ()


def record(db: sqlite3.Connection, now: Millis, room: RoomCode, number: int) -> Done[bytes | None]:
    """The record of a finished game of a living room."""
    found = db.execute(
        "SELECT body FROM records JOIN rooms ON code = room"
        " WHERE room = ? AND number = ? AND expires_at > ?",
        (room, number, now),
    ).fetchone()
    return (None if found is None else found[0]), ()


def sweep(db: sqlite3.Connection, now: Millis, most: int) -> Done[tuple[RoomCode, ...]]:
    """Delete up to `most` rooms that have expired by `now`; which they were."""
    db.execute(_LOOK_LATER, (now, now, most))
    found = db.execute(
        "SELECT code FROM rooms WHERE looked_at_from <= ? AND expires_at <= ?"
        " ORDER BY looked_at_from LIMIT ?",
        (now, now, most),
    ).fetchall()
    for (code,) in found:
        delete(db, code)
    db.execute("DELETE FROM remembered WHERE until <= ?", (now,))
    return tuple(RoomCode(code) for (code,) in found), ()


def remember(db: sqlite3.Connection, now: Millis, name: str, value: str, ttl: Millis) -> Done[str]:
    """Keep `value` under `name` unless one stands there; the one that stands."""
    stands, _ = recall(db, now, name)
    if stands is not None:
        return stands, ()
    put(db, now, name, value, ttl)
    return value, ()


def put(db: sqlite3.Connection, now: Millis, name: str, value: str, ttl: Millis) -> Done[None]:
    """Keep `value` under `name`, whatever stood there."""
    db.execute("INSERT OR REPLACE INTO remembered VALUES (?, ?, ?)", (name, value, now + ttl))
    return None, ()


def is_living(db: sqlite3.Connection, now: Millis, room: RoomCode) -> bool:
    """Whether there is such a room and it has not expired."""
    found = db.execute("SELECT 1 FROM rooms WHERE code = ? AND expires_at > ?", (room, now))
    return found.fetchone() is not None


def delete(db: sqlite3.Connection, room: str) -> None:
    """Delete a room with all that hangs on it."""
    for table in _TABLES:
        db.execute(f"DELETE FROM {table} WHERE room = ?", (room,))  # noqa: S608 - our own names
    db.execute("DELETE FROM rooms WHERE code = ?", (room,))


def recall(db: sqlite3.Connection, now: Millis, name: str) -> Done[str | None]:
    """The value that stands under `name`."""
    found = db.execute(
        "SELECT value FROM remembered WHERE name = ? AND until > ?", (name, now)
    ).fetchone()
    return (None if found is None else str(found[0])), ()
