"""What the rows of a room mean, once they are read from the tables."""

from __future__ import annotations

from collections.abc import Sequence

from app.game import BySeat, Seat
from app.room.state import Millis, Version
from app.store.codec import decode
from app.store.log import KeptRows, NewerRows, Row
from app.store.port import (
    CommandKey,
    Head,
    Kept,
    Newer,
    Recorded,
    Tag,
    TokenHash,
    Unavailable,
)
from app.store.shapes import Damaged


def kept(found: KeptRows) -> Kept:
    """A whole room; raises `Unavailable` for one that cannot be read."""
    log = _recorded(found.rows)
    start = next((n for n, each in enumerate(log) if each.head.version == found.checkpoint), None)
    if start is None:
        raise Unavailable("a room cannot be read: its checkpoint is missing")
    return Kept(log, start, _tokens(found.tokens))


def newer(found: NewerRows) -> Newer:
    """What is new in a room; raises `Unavailable` for what cannot be read."""
    return Newer(_recorded(found.rows), _tokens(found.tokens))


def _recorded(rows: Sequence[Row]) -> tuple[Recorded, ...]:
    try:
        return tuple(_one_recorded(row) for row in rows)
    except Damaged as error:
        raise Unavailable(f"a room cannot be read: {error}") from error


def _one_recorded(row: Row) -> Recorded:
    version, tag, at, seat, command, body = row
    key = None if seat is None or command is None else CommandKey(Seat(seat), command)
    return Recorded(Head(Version(version), Tag(tag)), Millis(at), key, decode(body))


def _tokens(rows: Sequence[tuple[str, str]]) -> BySeat[frozenset[TokenHash]]:
    def of(wanted: Seat) -> frozenset[TokenHash]:
        return frozenset(TokenHash(token) for seat, token in rows if seat == wanted)

    return BySeat(of(Seat.HOST), of(Seat.GUEST))
