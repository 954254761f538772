"""The statements for seat tokens and chat. Each runs inside a transaction of its caller."""

from __future__ import annotations

import sqlite3

from app.game import Seat
from app.room.state import Millis, RoomCode
from app.store.log import is_living
from app.store.port import (
    CHAT_KEPT,
    SAY_REMEMBERED,
    TOKENS_PER_SEAT,
    CommandKey,
    Said,
    SaidRang,
    TokenHash,
    TokensRang,
    Unavailable,
)
from app.store.transactions import Done

_LINES = "SELECT n, seat, text, phrase, at FROM chat WHERE room = ?"
_Line = tuple[int, str, str | None, str | None, int]


def add_token(
    db: sqlite3.Connection,
    now: Millis,
    room: RoomCode,
    seat: Seat,
    new_and_kept: tuple[TokenHash, TokenHash | None],
) -> Done[None]:
    """One more token; the oldest but the kept one goes when there would be too many."""
    token, keep = new_and_kept
    if not is_living(db, now, room):
        raise Unavailable("there is no such room any more")
    db.execute(
        "INSERT OR IGNORE INTO tokens (room, seat, token, n)"
        " SELECT ?, ?, ?, coalesce(max(n), 0) + 1 FROM tokens WHERE room = ? AND seat = ?",
        (room, seat, token, room, seat),
    )
    db.execute(
        "DELETE FROM tokens WHERE room = ? AND seat = ? AND token NOT IN"
        " (SELECT token FROM tokens WHERE room = ? AND seat = ?"
        " ORDER BY token IS ? DESC, n DESC LIMIT ?)",
        (room, seat, room, seat, keep, TOKENS_PER_SEAT),
    )
    return None, (TokensRang(room),)


def keep_only_token(
    db: sqlite3.Connection, room: RoomCode, seat: Seat, token: TokenHash
) -> Done[None]:
    """Drop every other token of the seat."""
    dropped = db.execute(
        "DELETE FROM tokens WHERE room = ? AND seat = ? AND token <> ?", (room, seat, token)
    )
    return None, ((TokensRang(room),) if dropped.rowcount else ())


def say(
    db: sqlite3.Connection, now: Millis, room: RoomCode, line: Said, key: CommandKey
) -> Done[Said]:
    """Keep `line` under the next number, unless `key` said one within the last minute."""
    if not is_living(db, now, room):
        raise Unavailable("there is no such room any more")
    first = db.execute(
        _LINES + " AND seat = ? AND command = ? AND at > ? ORDER BY n DESC LIMIT 1",
        (room, key.seat, key.id, now - SAY_REMEMBERED),
    ).fetchone()
    if first is not None:
        return _said(first), ()
    (last,) = db.execute("SELECT coalesce(max(n), 0) FROM chat WHERE room = ?", (room,)).fetchone()
    said = Said(last + 1, line.by, line.text, line.phrase, line.at)
    db.execute(
        "INSERT INTO chat (room, n, seat, command, at, text, phrase) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (room, said.n, said.by, key.id, said.at, said.text, said.phrase),
    )
    # Older lines are kept as long as a repeat of them must be known.
    db.execute(
        "DELETE FROM chat WHERE room = ? AND n <= ? AND at <= ?",
        (room, said.n - CHAT_KEPT, now - SAY_REMEMBERED),
    )
    return said, (SaidRang(room, said),)


def chat(db: sqlite3.Connection, now: Millis, room: RoomCode) -> Done[tuple[Said, ...]]:
    """The newest lines of a living room, oldest first."""
    if not is_living(db, now, room):
        return (), ()
    found = db.execute(_LINES + " ORDER BY n DESC LIMIT ?", (room, CHAT_KEPT)).fetchall()
    return tuple(_said(line) for line in reversed(found)), ()


def _said(line: _Line) -> Said:
    n, seat, text, phrase, at = line
    return Said(n, Seat(seat), text, phrase, Millis(at))
