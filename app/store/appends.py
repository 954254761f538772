"""The statements that extend a log, with all that comes along in the same write.

Each function but `append_plain` runs inside a transaction of its caller. Knows no thread and
no event loop.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from app.room.state import Millis, RoomCode, Version
from app.store.codec import holds_secret
from app.store.log import delete, is_living
from app.store.port import (
    NOWHERE,
    RECORDS_KEPT,
    Append,
    CommandKey,
    Conflict,
    Head,
    Rang,
    Tag,
    TokensRang,
    Unavailable,
)
from app.store.transactions import TOGETHER, Done

APPENDS: Final = (
    """
    CREATE TEMP VIEW appends (
        room, after_version, after_tag, version, tag, at, seat, command, body, deadline,
        expires_at, now
    ) AS SELECT 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
    """,
    """
    CREATE TEMP TRIGGER append INSTEAD OF INSERT ON appends BEGIN
        UPDATE rooms SET version = NEW.version, tag = NEW.tag, deadline = NEW.deadline,
            expires_at = NEW.expires_at
        WHERE code = NEW.room AND version = NEW.after_version AND tag = NEW.after_tag
            AND expires_at > NEW.now;
        SELECT RAISE(ABORT, 'not the head') WHERE changes() <> 1;
        INSERT INTO events (room, version, tag, at, seat, command, body)
        VALUES (NEW.room, NEW.version, NEW.tag, NEW.at, NEW.seat, NEW.command, NEW.body);
    END
    """,
)
"""Makes appends one statement: the head moves if it is where the writer thought, and the event
comes in; else nothing happens of the whole statement, however many rows it has."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A write of nothing but an event: its last moment, and all columns of `appends` but `now`."""

    not_after: Millis
    values: tuple[object, ...]


def is_plain(write: Append) -> bool:
    """Whether nothing comes along with the event: a ply, most of the time."""
    alone = not (write.checkpoint or write.grants or write.finished)
    return alone and write.after != NOWHERE


def plain(write: Append, body: bytes) -> Plain:
    """The event of a write as a row of `appends`."""
    recorded, after, head = write.recorded, write.after, write.recorded.head
    seat, command = _key(recorded.command)
    return Plain(
        write.not_after,
        (
            *(write.room, after.version, after.tag, head.version, head.tag, recorded.at),
            *(seat, command, body, write.deadline, write.expires_at),
        ),
    )


def append_plain(db: sqlite3.Connection, now: Millis, rows: Sequence[Plain]) -> bool:
    """Write all of these in one statement; if that cannot be, write nothing and say False.

    One statement gives up the interpreter's lock once, not once for each row: while the event
    loop is busy, getting it back is what takes long.
    """
    values: list[object] = []
    for row in rows:
        if now > row.not_after:
            return False
        values += row.values
        values.append(now)
    try:
        # Unlike `execute` this does not ask for the last row's id, which takes the lock again.
        db.executemany(_insert(len(rows)), (values,))
    except sqlite3.IntegrityError:
        return False
    return True


def append(db: sqlite3.Connection, now: Millis, write: Append, body: bytes) -> Done[Head]:
    """Extend the log by one event. See the port."""
    if now > write.not_after:
        return _repeat(db, now, write), ()
    if write.after == NOWHERE:
        return _create(db, now, write, body)
    if not append_plain(db, now, (plain(write, body),)):
        return _repeat(db, now, write), ()
    if write.checkpoint:
        _move_checkpoint(db, write.room, write.recorded.head.version)
    _hang_on(db, write)
    return done(write)


def done(write: Append) -> Done[Head]:
    """What a write comes to that was no repeat: its head and its bells."""
    recorded = write.recorded
    public = None if holds_secret(recorded.event) else recorded
    rang = Rang(write.room, write.after, recorded.head, public)
    return recorded.head, (rang, TokensRang(write.room)) if write.grants else (rang,)


def _create(db: sqlite3.Connection, now: Millis, write: Append, body: bytes) -> Done[Head]:
    if is_living(db, now, write.room):
        return _repeat(db, now, write), ()
    delete(db, write.room)
    recorded, head = write.recorded, write.recorded.head
    db.execute(
        "INSERT INTO rooms"
        " (code, version, tag, checkpoint, deadline, expires_at, looked_at_from)"
        " VALUES (?1, ?2, ?3, ?2, ?4, ?5, ?5)",
        (write.room, head.version, head.tag, write.deadline, write.expires_at),
    )
    db.execute(
        "INSERT INTO events (room, version, tag, at, seat, command, body)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (write.room, head.version, head.tag, recorded.at, *_key(recorded.command), body),
    )
    _hang_on(db, write)
    return done(write)


def _repeat(db: sqlite3.Connection, now: Millis, write: Append) -> Head:
    """The head this command got before; raises what stands in its way if it is new."""
    command = write.recorded.command
    if command is not None and is_living(db, now, write.room):
        found = db.execute(
            "SELECT version, tag FROM events WHERE room = ? AND seat = ? AND command = ?",
            (write.room, command.seat, command.id),
        ).fetchone()
        if found is not None:
            return Head(Version(found[0]), Tag(found[1]))
    if now > write.not_after:
        raise Unavailable("it is too late to write this")
    raise Conflict


def _move_checkpoint(db: sqlite3.Connection, room: RoomCode, version: Version) -> None:
    """Fold from here on; what lies before the checkpoint that was the newest so far goes."""
    db.execute(
        "DELETE FROM events WHERE room = ?"
        " AND version < (SELECT checkpoint FROM rooms WHERE code = ?)",
        (room, room),
    )
    db.execute("UPDATE rooms SET checkpoint = ? WHERE code = ?", (version, room))


def _hang_on(db: sqlite3.Connection, write: Append) -> None:
    """Keep what comes with an event: an earlier end, tokens, the record of a finished game."""
    db.execute(
        "UPDATE rooms SET looked_at_from = expires_at"
        " WHERE code = ? AND looked_at_from > expires_at",
        (write.room,),
    )
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
        db.execute(
            "DELETE FROM records WHERE room = ? AND number = ?",
            (write.room, finished.number - RECORDS_KEPT),
        )


def _key(command: CommandKey | None) -> tuple[str | None, str | None]:
    # The plain text: the driver would ask an enumeration how it wants to be written.
    return (None, None) if command is None else (command.seat.value, command.id)


@lru_cache(maxsize=TOGETHER)
def _insert(rows: int) -> str:
    row = f"({', '.join('?' * 12)})"
    return f"INSERT INTO appends VALUES {', '.join([row] * rows)}"  # noqa: S608 - only ? in it
