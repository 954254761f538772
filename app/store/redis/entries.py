"""Events, lines and bells as they lie in the store and go over its channels, and back.

An entry is `tag at event`; a command key is `seat:id`, empty for none. The first line of a
bell tells its kind; a bell of an event that holds a secret carries its head alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import orjson

from app.game import Seat
from app.room.state import Millis, RoomCode, Version
from app.store.codec import decode, encode
from app.store.port import (
    Bell,
    CommandKey,
    Head,
    PresenceRang,
    Rang,
    Recorded,
    Said,
    SaidRang,
    Tag,
    TokensRang,
)
from app.store.redis.replies import listed, raw, text
from app.store.shapes import Damaged


def command_of(key: CommandKey | None) -> str:
    """A command key as text."""
    return "" if key is None else f"{key.seat}:{key.id}"


def read_command(written: bytes) -> CommandKey | None:
    """A command key from text."""
    if not written:
        return None
    seat, _, id_ = written.decode().partition(":")
    return CommandKey(Seat(seat), id_)


def entry_of(recorded: Recorded) -> bytes:
    """An event as its entry, without version and command."""
    return b"%b %d %b" % (recorded.head.tag.encode(), recorded.at, encode(recorded.event))


def read_entry(version: int, command: bytes, entry: bytes) -> Recorded:
    """An event from its entry; raises Damaged."""
    try:
        tag, at, body = entry.split(b" ", 2)
        head = Head(Version(version), Tag(tag.decode()))
        return Recorded(head, Millis(int(at)), read_command(command), decode(body))
    except ValueError as error:
        raise Damaged(f"not an entry of a log: {type(error).__name__}") from None


def read_log(rows: object) -> tuple[Recorded, ...]:
    """The events in the answer to XRANGE; raises Damaged."""
    return tuple(_read_row(listed(row)) for row in listed(rows))


def _read_row(row: Sequence[object]) -> Recorded:
    fields = listed(row[1])
    return read_entry(number_of(row[0]), raw(fields[1]), raw(fields[3]))


def number_of(stream_id: object) -> int:
    """The version in the id of a stream's entry."""
    return int(raw(stream_id).partition(b"-")[0])


def written_head(head: Head) -> bytes:
    """A head as `version tag`; the tag of NOWHERE is empty."""
    return b"%d %b" % (head.version, head.tag.encode())


def head_of(written: bytes) -> Head:
    """A head written as `version tag`."""
    version, tag = written.decode().split(" ")
    return Head(Version(int(version)), Tag(tag))


# — chat —


def line_of(words: str | None, phrase: str | None) -> bytes:
    """What was said, without who and when."""
    return orjson.dumps([words, phrase])


def read_said(n: int, at: int, line: bytes, command: bytes) -> Said:
    """A line of chat."""
    key = read_command(command)
    words, phrase = orjson.loads(line)
    if key is None:
        raise Damaged("a line that nobody said")
    return Said(n, key.seat, words, phrase, Millis(at))


def read_chat(rows: object) -> tuple[Said, ...]:
    """The lines in the answer to XREVRANGE, oldest first."""
    return tuple(_read_line(listed(row)) for row in reversed(listed(rows)))


def _read_line(row: Sequence[object]) -> Said:
    _, command, _, at, _, line = listed(row[1])
    return read_said(number_of(row[0]), int(raw(at)), raw(line), raw(command))


# — bells —


def tag_of(message: bytes) -> str | None:
    """The tag of the event that a bell carries, without reading the event."""
    if not message.startswith(b"R"):
        return None
    return text(message.split(b"\n", 3)[3].partition(b" ")[0])


def read_bell(room: RoomCode, message: bytes, known: Recorded | None = None) -> Bell:
    """A bell as it was rung; `known` is its event if that need not be read. Raises Damaged."""
    kind, _, rest = message.partition(b"\n")
    match kind:
        case b"R":
            after, version, entry, command = rest.split(b"\n", 3)
            recorded = known or read_entry(int(version), command, entry)
            return Rang(room, head_of(after), recorded.head, recorded)
        case b"Q":
            after, head = rest.split(b"\n")
            return Rang(room, head_of(after), head_of(head), None)
        case b"S":
            n, at, line, command = rest.split(b"\n", 3)
            return SaidRang(room, read_said(int(n), int(at), line, command))
        case b"P":
            return PresenceRang(room)
        case b"T":
            return TokensRang(room)
        case _:
            raise Damaged("a bell of no known kind")
