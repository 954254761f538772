"""The commands that read rooms, and what their answers mean. Reading takes no script."""

from __future__ import annotations

from typing import Final

from app.game import BySeat, Seat
from app.room.state import Millis, RoomCode, Version
from app.store.port import (
    CHAT_KEPT,
    ConnectionId,
    Head,
    Kept,
    Newer,
    Presence,
    Recorded,
    Said,
    SeatPresence,
    Tag,
    TokenHash,
    Unavailable,
)
from app.store.redis.entries import read_chat, read_log
from app.store.redis.keys import RoomKeys
from app.store.redis.replies import listed, maybe_raw, raw, text, whole
from app.store.redis.scripts import pack
from app.store.redis.wire import Replies
from app.store.shapes import Damaged

LOAD_ANSWERS: Final = 4
"""The transaction begins, two commands are queued, all is done."""


def load(names: RoomKeys) -> bytes:
    """Ask for all of a room, at one instant."""
    return (
        pack(b"MULTI")
        + pack(b"HMGET", names.room, b"h", b"cp", Seat.HOST, Seat.GUEST)
        + pack(b"XRANGE", names.log, b"-", b"+")
        + pack(b"EXEC")
    )


def loaded(replies: Replies, now: Millis) -> Kept | None:
    """The room, if it lives."""
    facts, rows = listed(replies[-1])
    standing, checkpoint, host, guest = listed(facts)
    if _living(standing, now) is None:
        return None
    log = _log(rows)
    first = int(raw(checkpoint))
    start = next((n for n, each in enumerate(log) if each.head.version == first), None)
    if start is None:
        raise Unavailable("a room cannot be read: its checkpoint is missing")
    return Kept(log, start, BySeat(_tokens(host), _tokens(guest)))


def since(names: RoomKeys, head: Head) -> bytes:
    """Ask for what came after a head, then for the tokens; two answers."""
    return pack(b"XRANGE", names.log, f"{head.version}-0", b"+") + pack(
        b"HMGET", names.room, b"h", Seat.HOST, Seat.GUEST
    )


def read_since(replies: Replies, head: Head, now: Millis) -> Newer | None:
    """What is new after a head, None if the log does not hold it or its room does not live."""
    rows, facts = replies
    standing, host, guest = listed(facts)
    if _living(standing, now) is None:
        return None
    log = _log(rows)
    if not log or log[0].head != head:
        return None
    return Newer(log[1:], BySeat(_tokens(host), _tokens(guest)))


def head(names: RoomKeys) -> bytes:
    """Ask for the head of a room."""
    return pack(b"HGET", names.room, b"h")


def read_head(reply: object, now: Millis) -> Head | None:
    """The head, if the room lives."""
    return _living(reply, now)


def record(names: RoomKeys, number: int) -> bytes:
    """Ask for a finished game; two answers."""
    return pack(b"HGET", names.room, b"h") + pack(b"HGET", names.games, number)


def read_record(replies: Replies, now: Millis) -> bytes | None:
    """The record, if the room lives."""
    standing, body = replies
    return maybe_raw(body) if _living(standing, now) else None


def chat(names: RoomKeys) -> bytes:
    """Ask for the newest lines; two answers."""
    newest = pack(b"XREVRANGE", names.said, b"+", b"-", b"COUNT", CHAT_KEPT)
    return pack(b"HGET", names.room, b"h") + newest


def read_lines(replies: Replies, now: Millis) -> tuple[Said, ...]:
    """The newest lines, if the room lives."""
    standing, rows = replies
    return read_chat(rows) if _living(standing, now) else ()


def early(index: str, by: Millis, most: int) -> bytes:
    """Ask an index for the rooms that come first in it, up to an instant."""
    return pack(
        *(b"ZRANGE", index, b"-inf", by, b"BYSCORE", b"LIMIT", 0, most, b"WITHSCORES"),
    )


def read_early(replies: Replies, most: int) -> tuple[RoomCode, ...]:
    """The rooms that come first in all these indexes."""
    found: list[tuple[float, str]] = []
    for reply in replies:
        pairs = listed(reply)
        for code, score in zip(pairs[::2], pairs[1::2], strict=True):
            found.append((float(raw(score)), raw(code).decode()))
    return tuple(RoomCode(code) for _, code in sorted(found)[:most])


def read_presence(reply: object) -> Presence:
    """Who is here."""
    counted, surplus = listed(reply)[:5], listed(reply)[5:]
    host, host_since, guest, guest_since, spectators = map(whole, counted)
    seats = BySeat(_seat(host, host_since), _seat(guest, guest_since))
    return Presence(seats, spectators, frozenset(ConnectionId(text(each)) for each in surplus))


def read_tallies(reply: object) -> dict[str, int]:
    """What each owner has."""
    pairs = listed(reply)
    return {text(owner): whole(count) for owner, count in zip(pairs[::2], pairs[1::2], strict=True)}


def _seat(connections: int, since: int) -> SeatPresence:
    """`since` is when they came, or the last of them was gone."""
    if connections:
        return SeatPresence(connections, None, Millis(since))
    return SeatPresence(0, Millis(since))


def _living(standing: object, now: Millis) -> Head | None:
    """The head of a room, from `version tag end gone deadline`, if it lives."""
    if standing is None:
        return None
    version, tag, ends, _ = raw(standing).split(b" ", 3)
    return Head(Version(int(version)), Tag(tag.decode())) if now < int(ends) else None


def _log(rows: object) -> tuple[Recorded, ...]:
    try:
        return read_log(rows)
    except Damaged as error:
        raise Unavailable(f"a room cannot be read: {error}") from error


def _tokens(written: object) -> frozenset[TokenHash]:
    return frozenset(TokenHash(token) for token in (maybe_raw(written) or b"").decode().split())
