"""The statements behind the port: rooms, their events, tokens, records and chat in SQLite.

Each function runs inside a transaction of its caller. A room that has expired is as good as
absent in every one of them, whether or not it was swept. Knows no thread and no event loop.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from app.room.state import Millis, RoomCode, Version
from app.store.codec import holds_secret
from app.store.port import (
    NOWHERE,
    Append,
    Bell,
    Conflict,
    Head,
    Rang,
    Tag,
    TokensRang,
    Unavailable,
)
from app.store.writer import Done

Row = tuple[int, str, int, str | None, str | None, bytes]
"""An event as it lies in its table: version, tag, at, seat, command, body."""

_INSERT_EVENT = (
    "INSERT INTO events (room, version, tag, at, seat, command, body) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_MOVE_HEAD = (
    "UPDATE rooms SET version = ?, tag = ?, deadline = ?, expires_at = ?"
    " WHERE code = ? AND version = ? AND tag = ? AND expires_at > ?"
)
_ROWS = "SELECT version, tag, at, seat, command, body FROM events WHERE room = ? ORDER BY version"
_ROWS_FROM = (
    "SELECT version, tag, at, seat, command, body FROM events WHERE room = ? AND version >= ?"
    " AND EXISTS (SELECT 1 FROM rooms WHERE code = ? AND expires_at > ?) ORDER BY version"
)
_TABLES = ("events", "tokens", "records", "chat")


@dataclass(frozen=True, slots=True)
class KeptRows:
    """A room as it lies in the tables, still to be decoded."""

    rows: list[Row]
    checkpoint: int
    tokens: list[tuple[str, str]]


def append(db: sqlite3.Connection, now: Millis, write: Append, body: bytes) -> Done[Version]:
    """Extend the log by one event. See the port."""
    if now > write.not_after:
        return _repeat(db, now, write), ()
    if write.after == NOWHERE:
        return _create(db, now, write, body)
    recorded, head = write.recorded, write.recorded.head
    if not _is_inserted(db, write, body):
        return _repeat(db, now, write), ()
    moved = db.execute(
        _MOVE_HEAD,
        (
            head.version,
            head.tag,
            write.deadline,
            write.expires_at,
            write.room,
            write.after.version,
            write.after.tag,
            now,
        ),
    )
    if moved.rowcount != 1:
        db.execute("DELETE FROM events WHERE room = ? AND version = ?", (write.room, head.version))
        raise Conflict
    if write.checkpoint:
        _move_checkpoint(db, write.room, head.version)
    _hang_on(db, write)
    return recorded.head.version, _bells(write)


def load(db: sqlite3.Connection, now: Millis, room: RoomCode) -> Done[KeptRows | None]:
    """The live log of a living room and its tokens."""
    found = db.execute(
        "SELECT checkpoint FROM rooms WHERE code = ? AND expires_at > ?", (room, now)
    ).fetchone()
    if found is None:
        return None, ()
    rows = db.execute(_ROWS, (room,)).fetchall()
    tokens = db.execute("SELECT seat, token FROM tokens WHERE room = ?", (room,)).fetchall()
    return KeptRows(rows, found[0], tokens), ()


def since(
    db: sqlite3.Connection, now: Millis, room: RoomCode, head: Head
) -> Done[list[Row] | None]:
    """The rows after `head`, None if that is not in the log of a living room."""
    rows = db.execute(
        _ROWS_FROM,
        (room, head.version, room, now),
    ).fetchall()
    if not rows or rows[0][:2] != (head.version, head.tag):
        return None, ()
    return rows[1:], ()


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
    found = db.execute(
        "SELECT code FROM rooms WHERE expires_at <= ? ORDER BY expires_at LIMIT ?", (now, most)
    ).fetchall()
    for (code,) in found:
        _delete(db, code)
    db.execute("DELETE FROM remembered WHERE until <= ?", (now,))
    return tuple(RoomCode(code) for (code,) in found), ()


def remember(db: sqlite3.Connection, now: Millis, name: str, value: str, ttl: Millis) -> Done[str]:
    """Keep `value` under `name` unless one stands there; the one that stands."""
    found = db.execute(
        "SELECT value FROM remembered WHERE name = ? AND until > ?", (name, now)
    ).fetchone()
    if found is not None:
        return str(found[0]), ()
    db.execute("INSERT OR REPLACE INTO remembered VALUES (?, ?, ?)", (name, value, now + ttl))
    return value, ()


def is_living(db: sqlite3.Connection, now: Millis, room: RoomCode) -> bool:
    """Whether there is such a room and it has not expired."""
    found = db.execute("SELECT 1 FROM rooms WHERE code = ? AND expires_at > ?", (room, now))
    return found.fetchone() is not None


def _create(db: sqlite3.Connection, now: Millis, write: Append, body: bytes) -> Done[Version]:
    if is_living(db, now, write.room):
        return _repeat(db, now, write), ()
    _delete(db, write.room)
    head = write.recorded.head
    db.execute(
        "INSERT INTO rooms (code, version, tag, checkpoint, deadline, expires_at)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (write.room, head.version, head.tag, head.version, write.deadline, write.expires_at),
    )
    db.execute(_INSERT_EVENT, _event_row(write, body))
    _hang_on(db, write)
    return head.version, _bells(write)


def _is_inserted(db: sqlite3.Connection, write: Append, body: bytes) -> bool:
    """Add the event's row; False if its version is taken, or its command is."""
    try:
        db.execute(_INSERT_EVENT, _event_row(write, body))
    except sqlite3.IntegrityError:
        return False
    return True


def _repeat(db: sqlite3.Connection, now: Millis, write: Append) -> Version:
    """The version this command got before; raises what stands in its way if it is new."""
    command = write.recorded.command
    if command is not None and is_living(db, now, write.room):
        found = db.execute(
            "SELECT version FROM events WHERE room = ? AND seat = ? AND command = ?",
            (write.room, command.seat, command.id),
        ).fetchone()
        if found is not None:
            return Version(found[0])
    if now > write.not_after:
        raise Unavailable("it is too late to write this")
    raise Conflict


def _event_row(write: Append, body: bytes) -> tuple[object, ...]:
    recorded, command = write.recorded, write.recorded.command
    seat, command_id = (None, None) if command is None else (command.seat, command.id)
    head = recorded.head
    return (write.room, head.version, head.tag, recorded.at, seat, command_id, body)


def _move_checkpoint(db: sqlite3.Connection, room: RoomCode, version: Version) -> None:
    """Fold from here on; what lies before the checkpoint that was the newest so far goes."""
    db.execute(
        "DELETE FROM events WHERE room = ?"
        " AND version < (SELECT checkpoint FROM rooms WHERE code = ?)",
        (room, room),
    )
    db.execute("UPDATE rooms SET checkpoint = ? WHERE code = ?", (version, room))


def _hang_on(db: sqlite3.Connection, write: Append) -> None:
    """Keep what comes with an event: tokens and the record of a finished game."""
    for seat, token in write.grants:
        db.execute("DELETE FROM tokens WHERE room = ? AND seat = ?", (write.room, seat))
        if token is not None:
            db.execute("INSERT INTO tokens VALUES (?, ?, ?, 1)", (write.room, seat, token))
    finished = write.finished
    if finished is None:
        return
    db.execute("DELETE FROM records WHERE room = ? AND number = ?", (write.room, finished.number))
    if finished.record is not None:
        db.execute(
            "INSERT INTO records (room, number, body) VALUES (?, ?, ?)",
            (write.room, finished.number, finished.record),
        )


def _bells(write: Append) -> tuple[Bell, ...]:
    recorded = write.recorded
    public = None if holds_secret(recorded.event) else recorded
    rang = Rang(write.room, write.after, recorded.head, public)
    return (rang, TokensRang(write.room)) if write.grants else (rang,)


def _delete(db: sqlite3.Connection, room: str) -> None:
    for table in _TABLES:
        db.execute(f"DELETE FROM {table} WHERE room = ?", (room,))  # noqa: S608 - our own names
    db.execute("DELETE FROM rooms WHERE code = ?", (room,))
