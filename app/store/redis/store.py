"""The store in Redis or Valkey: for any number of workers, which share everything.

Each change is one script in the server, see the `.lua` files; a room's keys share a shard.
What is acknowledged survives as far as the server keeps it: docs/decisions tells how far.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

from app.game import Seat
from app.room.state import Millis, RoomCode
from app.store.allowance import NEVER
from app.store.port import (
    CHAT_KEPT,
    CONNECTIONS_PER_SEAT,
    SAY_REMEMBERED,
    TOKENS_PER_SEAT,
    Append,
    CommandKey,
    ConnectionId,
    Head,
    Hear,
    Kept,
    Limit,
    Newer,
    Presence,
    Said,
    TokenHash,
    Unavailable,
)
from app.store.redis import reading, scripts, writing
from app.store.redis.access import DEFAULTS, Access, Options
from app.store.redis.address import Address
from app.store.redis.entries import command_of, line_of, read_said
from app.store.redis.replies import listed, raw, text, whole
from app.store.redis.scripts import Argument, Given, pack
from app.store.redis.wire import Replies

LEAST_SECONDS: Final = 1.0
"""A write that is late already is still asked about: it may be a repeat."""

ASKED_TTL: Final = 1_800_000
WAIT_MILLIS: Final = 1_000


class RedisStore:
    """Fulfils `app.store.port.Store`. `now` is the time that all workers share."""

    def __init__(self, address: Address, options: Options = DEFAULTS) -> None:
        self._access = Access(address, options)

    def now(self) -> Millis:
        """The store's time."""
        return self._access.now()

    async def open(self) -> None:
        """Connect; Unavailable with the reason if the servers are not what we need."""
        await self._access.open()

    async def close(self) -> None:
        """Let go of every server."""
        await self._access.close()

    async def run(self) -> None:
        """Go on for ever; raises when the work on some connection has failed."""
        await self._access.fleet.last()

    async def ready(self) -> None:
        """Write, read back and hear one's own bell on every server, and reach its replicas."""
        fleet = self._access.fleet
        await fleet.prove()
        await asyncio.gather(*(self._confirm(shard) for shard in fleet.one_of_each()))

    # — the log —

    async def append(self, write: Append) -> Head:
        """Extend the log by one event. See the port."""
        access, names = self._access, self._access.keys.room(write.room)
        left = (write.not_after - access.now()) / 1000
        seconds = min(access.options.timeout, max(LEAST_SECONDS, left))
        hearing, mark = access.hearing, access.hearing.writes(names.room, write.recorded)
        arguments = writing.arguments(write, access.time(), mark)
        try:
            keys = names.few if writing.is_plain(write) else names.keys
            answers = await self._extend(names.shard, (keys, arguments), seconds)
            if answers[0] == writing.MORE:
                answers = await self._extend(names.shard, (names.keys, arguments), seconds)
        except BaseException:
            hearing.look_soon(write.room)
            raise
        finally:
            if mark:
                hearing.wrote(names.room)
        if mark and writing.must_be_rung(write, answers[0]):
            hearing.ring(write)
        self._see_replicated(answers)
        return writing.outcome(write, answers[0])

    async def _extend(self, shard: int, given: Given, seconds: float) -> Replies:
        then = self._replicated(shard)
        return await self._access.fleet.run_and(scripts.APPEND, shard, given, then, seconds)

    async def confirm(self, room: RoomCode) -> None:
        """Return only if enough replicas have all that the room's server has."""
        await self._confirm(self._access.keys.room(room).shard)

    async def _confirm(self, shard: int) -> None:
        asked = self._replicated(shard)
        if asked:
            self._see_replicated(await self._access.fleet.call(shard, b"".join(asked), len(asked)))

    def _replicated(self, shard: int) -> tuple[bytes, ...]:
        """Wait until replicas have all that was written before, by whomever.

        A server waits for the newest write of this connection only, so there must be one.
        """
        needed = self._access.options.wait
        if not needed:
            return ()
        mark = pack(b"SET", self._access.keys.mark(shard), needed)
        return mark, pack(b"WAIT", needed, WAIT_MILLIS)

    def _see_replicated(self, answers: Sequence[object]) -> None:
        needed = self._access.options.wait
        if needed and whole(answers[-1]) < needed:
            raise Unavailable("too few replicas have it")

    async def load(self, room: RoomCode) -> Kept | None:
        """The live log and the tokens of a living room."""
        names = self._access.keys.room(room)
        replies = await self._access.fleet.call(
            names.shard, reading.load(names), reading.LOAD_ANSWERS
        )
        return reading.loaded(replies, self._access.now())

    async def since(self, room: RoomCode, head: Head) -> Newer | None:
        """The events after `head` and the tokens; None if the log does not hold it."""
        names = self._access.keys.room(room)
        replies = await self._access.fleet.call(names.shard, reading.since(names, head), 2)
        return reading.read_since(replies, head, self._access.now())

    async def heads(self, rooms: Sequence[RoomCode]) -> tuple[Head | None, ...]:
        """The head of each room, None where there is none."""
        return await self._access.heads(rooms)

    async def keep_alive(self, rooms: Sequence[RoomCode], expires_at: Millis) -> None:
        """Let these rooms live at least until `expires_at`."""
        await asyncio.gather(*(self._access.on(room, scripts.KEEP, expires_at) for room in rooms))

    async def due(self, now: Millis, most: int) -> tuple[RoomCode, ...]:
        """Rooms whose deadline has passed, the most overdue first."""
        while found := await self._access.early(self._access.keys.deadlines, now, most):
            heads = dict(zip(found, await self.heads(found), strict=True))
            dead = [room for room, head in heads.items() if head is None]
            # They stand in front of the living ones.
            if not await self._bury(dead, self._access.time()):
                return tuple(room for room, head in heads.items() if head is not None)
        return ()

    async def record(self, room: RoomCode, number: int) -> bytes | None:
        """The JSON record of a finished game of a living room."""
        names = self._access.keys.room(room)
        replies = await self._access.fleet.call(names.shard, reading.record(names, number), 2)
        return reading.read_record(replies, self._access.now())

    # — seat tokens —

    async def add_token(
        self, room: RoomCode, seat: Seat, token: TokenHash, keep: TokenHash | None = None
    ) -> None:
        """One more valid token of a seat; Unavailable if there is no such living room."""
        given = ("add", seat, token, TOKENS_PER_SEAT, keep or "")
        if await self._access.on(room, scripts.TOKENS, *given) == b"gone":
            raise Unavailable("there is no such room any more")

    async def keep_only_token(self, room: RoomCode, seat: Seat, token: TokenHash) -> None:
        """Invalidate every other token of the seat."""
        await self._access.on(room, scripts.TOKENS, "only", seat, token, TOKENS_PER_SEAT)

    # — presence —

    async def arrive(
        self, room: RoomCode, connection: ConnectionId, seat: Seat | None, ttl: Millis
    ) -> None:
        """This connection is here until `ttl` has passed."""
        await self._access.on(room, scripts.PRESENCE, "arrive", connection, seat or "-", ttl)

    async def depart(self, room: RoomCode, connection: ConnectionId) -> None:
        """This connection is gone."""
        await self._access.on(room, scripts.PRESENCE, "depart", connection, "", ASKED_TTL)

    async def presence(self, room: RoomCode) -> Presence:
        """Who is here."""
        most = CONNECTIONS_PER_SEAT
        return reading.read_presence(
            await self._access.on(room, scripts.PRESENCE, "ask", most, "", ASKED_TTL)
        )

    # — chat —

    async def say(
        self, room: RoomCode, command: CommandKey, text: str | None, phrase: str | None
    ) -> Said:
        """Keep and ring one line; Unavailable if there is no such living room."""
        key, line = command_of(command), line_of(text, phrase)
        said = await self._access.on(room, scripts.SAY, key, line, CHAT_KEPT, SAY_REMEMBERED)
        if said == b"gone":
            raise Unavailable("there is no such room any more")
        n, at, kept = listed(said)
        return read_said(whole(n), whole(at), raw(kept), key.encode())

    async def chat(self, room: RoomCode) -> tuple[Said, ...]:
        """The newest lines, oldest first."""
        names = self._access.keys.room(room)
        replies = await self._access.fleet.call(names.shard, reading.chat(names), 2)
        return reading.read_lines(replies, self._access.now())

    # — limits and leases —

    async def take(self, key: str, limit: Limit, cost: float = 1.0) -> Millis:
        """Take from a bucket: 0 if granted, else milliseconds until it would be."""
        return await self._bucket("take", key, limit, cost)

    async def peek(self, key: str, limit: Limit, cost: float = 1.0) -> Millis:
        """What `take` would answer."""
        return await self._bucket("peek", key, limit, cost)

    async def _bucket(self, way: str, key: str, limit: Limit, cost: float) -> Millis:
        sizes = (limit.per_second, limit.burst, cost)
        return Millis(
            whole(await self._access.alone("limit", key, scripts.BUCKET, *sizes, way, NEVER))
        )

    async def tally(self, name: str, owner: str, count: int, ttl: Millis) -> Mapping[str, int]:
        """Note how many `owner` has; what all owners have."""
        return reading.read_tallies(
            await self._access.alone("tally", name, scripts.TALLY, owner, count, ttl)
        )

    async def tallied(self, name: str) -> Mapping[str, int]:
        """What `tally` would answer."""
        return await self.tally(name, "", 0, Millis(0))

    async def remember(self, name: str, value: str, ttl: Millis) -> str:
        """Keep `value` under `name` unless one stands there; the one that stands."""
        return text(await self._access.alone("note", name, scripts.NOTE, "remember", value, ttl))

    async def put(self, name: str, value: str, ttl: Millis) -> None:
        """Keep `value` under `name`."""
        await self._access.alone("note", name, scripts.NOTE, "put", value, ttl)

    async def recall(self, name: str) -> str | None:
        """The value that stands under `name`."""
        stands = await self._access.alone("note", name, scripts.NOTE, "recall", "", 0)
        return None if stands is None else text(stands)

    async def lease(self, name: str, owner: str, ttl: Millis) -> bool:
        """Hold `name` for `ttl`."""
        return (
            text(await self._access.alone("lease", name, scripts.NOTE, "hold", owner, ttl)) == owner
        )

    async def release(self, name: str, owner: str) -> None:
        """Give a lease back."""
        await self._access.alone("lease", name, scripts.NOTE, "release", owner, 0)

    # — bells —

    async def listen(self, room: RoomCode, hear: Hear) -> Callable[[], Awaitable[None]]:
        """Hear the bells of a room until the result is called."""
        return await self._access.hearing.listen(room, hear)

    # — housekeeping —

    async def sweep(self, now: Millis, most: int) -> int:
        """Delete up to `most` expired rooms; what nobody sweeps goes by itself a little later."""
        swept = 0
        while swept < most:
            found = await self._access.early(self._access.keys.ends, now, most - swept)
            if not found:
                break
            swept += await self._bury(found, now)
        return swept

    async def _bury(self, rooms: Sequence[RoomCode], now: Argument) -> int:
        """Delete those of these rooms that have expired; how many had."""
        names = map(self._access.keys.room, rooms)
        run = self._access.fleet.run
        buried = await asyncio.gather(
            *(
                run(scripts.BURY, each.shard, each.keys, (now, room))
                for each, room in zip(names, rooms, strict=True)
            )
        )
        return sum(map(whole, buried))
