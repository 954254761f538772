"""The store in one SQLite file: for one process, with nothing to install.

Log, tokens, chat and records are in the file; bells, presence, limits and leases are in
memory, since one process is all there is. What is acknowledged survives the death of the
process; docs/decisions tells what a power cut may take.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from app.game import Seat
from app.room.state import Millis, RoomCode
from app.store import appends, log, rows, seats_and_chat
from app.store.allowance import Buckets, Leases, Tallies
from app.store.bells import Bells
from app.store.codec import encode
from app.store.database import Database
from app.store.port import (
    NOWHERE,
    Append,
    Bell,
    CommandKey,
    ConnectionId,
    Head,
    Hear,
    Kept,
    Limit,
    Newer,
    Presence,
    PresenceRang,
    Said,
    TokenHash,
    Unavailable,
)
from app.store.presence import Attendances
from app.store.transactions import Done, Quick
from app.store.writer import Writer

T = TypeVar("T")

_PROBED: Final = RoomCode("")
"""No room has this code: whose bell `ready` rings."""

SWEPT_TOGETHER: Final = 8
"""Rooms deleted in one transaction: old games are long, and moves wait meanwhile."""


class SqliteStore:
    """Fulfils `app.store.port.Store`. `now` may be called in any thread; `timeout` in seconds."""

    def __init__(
        self,
        path: Path,
        now: Callable[[], Millis],
        *,
        timeout: float = 5.0,
        synchronous: str = "NORMAL",
    ) -> None:
        self._now = now
        self._bells = Bells()
        self._attendances = Attendances()
        self._buckets = Buckets()
        self._leases = Leases()
        self._tallies = Tallies()
        self._writer = Writer(
            Database(path.absolute(), synchronous, appends.APPENDS),
            lambda db, rows: appends.append_plain(db, now(), rows),
            self._bells.ring,
            timeout,
        )

    async def open(self) -> None:
        """Lock, make and migrate the file; AlreadyOpen for a second process."""
        await self._writer.start()

    async def close(self) -> None:
        """Commit what was asked before and let the file go."""
        await self._writer.stop()

    async def run(self) -> None:
        """Go on for ever; raises when nothing is written, or moved into the file, any more."""
        await self._writer.last()

    async def ready(self) -> None:
        """Write, read back and hear one's own bell."""
        nonce, heard = secrets.token_hex(8), list[Bell]()
        stop = await self.listen(_PROBED, heard.append)
        try:
            await self._writer.run(partial(_write_probe, nonce=nonce))
            if await self._writer.run(_read_probe, writes=False) != nonce:
                raise Unavailable("the database does not give back what was written")
        finally:
            await stop()
        if not heard:
            raise Unavailable("no bell was heard")

    # — the log —

    async def append(self, write: Append) -> Head:
        """Extend the log by one event. See the port."""
        body, now = encode(write.recorded.event), self._now
        quick = None
        if appends.is_plain(write):
            quick = Quick(appends.plain(write, body), appends.done(write))
        head = await self._writer.run(
            lambda db: appends.append(db, now(), write, body), quick=quick
        )
        if write.after == NOWHERE and head == write.recorded.head:
            self._attendances.forget(write.room)
        return head

    async def confirm(self, room: RoomCode) -> None:
        """What can be read is in the file."""

    async def load(self, room: RoomCode) -> Kept | None:
        """The live log and the tokens of a living room."""
        found = await self._read(lambda db, now: log.load(db, now, room))
        return None if found is None else rows.kept(found)

    async def since(self, room: RoomCode, head: Head) -> Newer | None:
        """The events after `head` and the tokens; None if the log does not hold it."""
        found = await self._read(lambda db, now: log.since(db, now, room, head))
        return None if found is None else rows.newer(found)

    async def heads(self, rooms: Sequence[RoomCode]) -> tuple[Head | None, ...]:
        """The head of each room, None where there is none."""
        return await self._read(lambda db, now: log.heads(db, now, rooms))

    async def keep_alive(self, rooms: Sequence[RoomCode], expires_at: Millis) -> None:
        """Let these rooms live at least until `expires_at`."""
        now = self._now
        await self._writer.run(lambda db: log.keep_alive(db, now(), rooms, expires_at))

    async def due(self, now: Millis, most: int) -> tuple[RoomCode, ...]:
        """Rooms whose deadline has passed, the most overdue first."""
        return await self._read(lambda db, today: log.due(db, today, now, most))

    async def record(self, room: RoomCode, number: int) -> bytes | None:
        """The JSON record of a finished game of a living room."""
        return await self._read(lambda db, now: log.record(db, now, room, number))

    # — seat tokens —

    async def add_token(
        self, room: RoomCode, seat: Seat, token: TokenHash, keep: TokenHash | None = None
    ) -> None:
        """One more valid token of a seat; Unavailable if there is no such living room."""
        now, add = self._now, seats_and_chat.add_token
        await self._writer.run(lambda db: add(db, now(), room, seat, (token, keep)))

    async def keep_only_token(self, room: RoomCode, seat: Seat, token: TokenHash) -> None:
        """Invalidate every other token of the seat."""
        await self._writer.run(lambda db: seats_and_chat.keep_only_token(db, room, seat, token))

    # — presence —

    async def arrive(
        self, room: RoomCode, connection: ConnectionId, seat: Seat | None, ttl: Millis
    ) -> None:
        """This connection is here until `ttl` has passed."""
        if self._attendances.arrive(room, connection, seat, self._now(), ttl):
            self._bells.ring((PresenceRang(room),))

    async def depart(self, room: RoomCode, connection: ConnectionId) -> None:
        """This connection is gone."""
        if self._attendances.depart(room, connection, self._now()):
            self._bells.ring((PresenceRang(room),))

    async def presence(self, room: RoomCode) -> Presence:
        """Who is here."""
        return self._attendances.presence(room, self._now())

    # — chat —

    async def say(
        self, room: RoomCode, command: CommandKey, text: str | None, phrase: str | None
    ) -> Said:
        """Keep and ring one line; Unavailable if there is no such living room."""
        now = self._now
        line = Said(0, command.seat, text, phrase, now())
        return await self._writer.run(lambda db: seats_and_chat.say(db, now(), room, line, command))

    async def chat(self, room: RoomCode) -> tuple[Said, ...]:
        """The newest lines, oldest first."""
        return await self._read(lambda db, now: seats_and_chat.chat(db, now, room))

    # — limits and leases —

    async def take(self, key: str, limit: Limit, cost: float = 1.0) -> Millis:
        """Take from a bucket: 0 if granted, else milliseconds until it would be."""
        return self._buckets.take(key, limit, cost, self._now())

    async def peek(self, key: str, limit: Limit, cost: float = 1.0) -> Millis:
        """What `take` would answer."""
        return self._buckets.peek(key, limit, cost, self._now())

    async def tally(self, name: str, owner: str, count: int, ttl: Millis) -> Mapping[str, int]:
        """Note how many `owner` has; what all owners have."""
        self._tallies.note(name, owner, count, self._now(), ttl)
        return self._tallies.of(name, self._now())

    async def tallied(self, name: str) -> Mapping[str, int]:
        """What `tally` would answer."""
        return self._tallies.of(name, self._now())

    async def remember(self, name: str, value: str, ttl: Millis) -> str:
        """Keep `value` under `name` unless one stands there; the one that stands."""
        now = self._now
        return await self._writer.run(lambda db: log.remember(db, now(), name, value, ttl))

    async def put(self, name: str, value: str, ttl: Millis) -> None:
        """Keep `value` under `name`."""
        now = self._now
        await self._writer.run(lambda db: log.put(db, now(), name, value, ttl))

    async def recall(self, name: str) -> str | None:
        """The value that stands under `name`."""
        return await self._read(lambda db, now: log.recall(db, now, name))

    async def lease(self, name: str, owner: str, ttl: Millis) -> bool:
        """Hold `name` for `ttl`."""
        return self._leases.lease(name, owner, self._now(), ttl)

    async def release(self, name: str, owner: str) -> None:
        """Give a lease back."""
        self._leases.release(name, owner)

    # — bells —

    async def listen(self, room: RoomCode, hear: Hear) -> Callable[[], Awaitable[None]]:
        """Hear the bells of a room until the result is called."""
        return self._bells.listen(room, hear)

    # — housekeeping —

    async def sweep(self, now: Millis, most: int) -> int:
        """Delete up to `most` expired rooms; how many were."""
        swept: list[RoomCode] = []
        while len(swept) < most:
            slice_ = min(SWEPT_TOGETHER, most - len(swept))
            found = await self._writer.run(partial(log.sweep, now=now, most=slice_))
            swept += found
            if len(found) < slice_:
                break
        deserted = self._attendances.deserted(most)
        heads = await self.heads(deserted)
        for room in (
            *swept,
            *(room for room, head in zip(deserted, heads, strict=True) if head is None),
        ):
            self._attendances.forget(room)
        return len(swept)

    # — within —

    async def _read(self, ask: Callable[[sqlite3.Connection, Millis], Done[T]]) -> T:
        now = self._now
        return await self._writer.run(lambda db: ask(db, now()), writes=False)


def _write_probe(db: sqlite3.Connection, nonce: str) -> Done[None]:
    db.execute("INSERT OR REPLACE INTO probe VALUES (1, ?)", (nonce,))
    return None, (PresenceRang(_PROBED),)


def _read_probe(db: sqlite3.Connection) -> Done[str | None]:
    found = db.execute("SELECT nonce FROM probe").fetchone()
    return (None if found is None else found[0]), ()
