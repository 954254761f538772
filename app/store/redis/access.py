"""The way into the servers: opened, shared by everything the store does, and closed."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from app.room.state import Millis, RoomCode
from app.store.port import UNKNOWN, Head, Unavailable
from app.store.redis import reading
from app.store.redis.address import Address
from app.store.redis.clock import StoreClock
from app.store.redis.fleet import Fleet
from app.store.redis.hearing import Hearing
from app.store.redis.keys import PREFIX, SHARDS, Keys
from app.store.redis.replies import text
from app.store.redis.scripts import Argument, Script, pack


@dataclass(frozen=True, slots=True)
class Options:
    """How to use a Redis. `timeout` in seconds; `wait` is how many replicas an append waits for.

    `now` replaces the servers' time where it is given.
    """

    prefix: str = PREFIX
    timeout: float = 5.0
    wait: int = 0
    now: Callable[[], Millis] | None = None


DEFAULTS: Final = Options()


class Access:
    """The servers, the names in them, and their time; all of it only while open."""

    def __init__(self, address: Address, options: Options) -> None:
        self.options = options
        self.keys = Keys(options.prefix)
        self._address = address
        self._clock = StoreClock()
        self._fleet: Fleet | None = None
        self._hearing: Hearing | None = None

    async def open(self) -> None:
        """Connect, and see that the store was made for as many shards as we use."""
        options, worker = self.options, secrets.token_hex(8)
        fleet = Fleet(self._address, self.keys, worker, self._clock, options.timeout)
        self._hearing = Hearing(fleet, self.keys, self.heads, options.timeout)
        self._fleet = fleet
        try:
            await fleet.open(self._hearing)
            await self._agree()
            await fleet.measure()
            await fleet.prove()
        except BaseException:
            await self.close()
            raise

    async def _agree(self) -> None:
        key = self.keys.shards
        packed = pack(b"SET", key, SHARDS, b"NX") + pack(b"GET", key)
        _, found = await self.fleet.call(0, packed, 2)
        if text(found) != str(SHARDS):
            raise Unavailable(f"the store has {text(found)} shards, this release needs {SHARDS}")

    async def close(self) -> None:
        """Let go of every server."""
        hearing, fleet = self._hearing, self._fleet
        self._hearing = self._fleet = None
        if hearing is not None:
            await hearing.close()
        if fleet is not None:
            await fleet.close()

    @property
    def fleet(self) -> Fleet:
        """The servers; raises `Unavailable` while closed."""
        if self._fleet is None:
            raise Unavailable("the store is not open")
        return self._fleet

    @property
    def hearing(self) -> Hearing:
        """Who listens to what; raises `Unavailable` while closed."""
        if self._hearing is None:
            raise Unavailable("the store is not open")
        return self._hearing

    def now(self) -> Millis:
        """The store's time."""
        given = self.options.now
        return self._clock() if given is None else given()

    def time(self) -> Argument:
        """The time as scripts take it: empty for the server's own."""
        given = self.options.now
        return "" if given is None else given()

    async def heads(self, rooms: Sequence[RoomCode]) -> tuple[Head | None, ...]:
        """The head of each room, None where there is none, `UNKNOWN` if it cannot be told."""
        asked = [(names.shard, reading.head(names)) for names in map(self.keys.room, rooms)]
        if len(asked) == 1:
            replies = await self.fleet.call(*asked[0])
        else:
            replies = await self.fleet.call_some(asked)
        now = self.now()
        return tuple(
            UNKNOWN if isinstance(reply, Exception) else reading.read_head(reply, now)
            for reply in replies
        )

    async def on(self, room: RoomCode, script: Script, *arguments: Argument) -> object:
        """Run a script about a room."""
        names = self.keys.room(room)
        given = (self.time(), room, *arguments)
        return await self.fleet.run(script, names.shard, names.keys, given)

    async def alone(self, kind: str, name: str, script: Script, *arguments: Argument) -> object:
        """Run a script about something that belongs to no room."""
        shard, key = self.keys.alone(kind, name)
        return await self.fleet.run(script, shard, (key,), (self.time(), name, *arguments))

    async def early(
        self, index: Callable[[int], str], by: Millis, most: int
    ) -> tuple[RoomCode, ...]:
        """The rooms that come first in an index that each shard has, up to an instant."""
        asked = [(shard, reading.early(index(shard), by, most)) for shard in range(SHARDS)]
        replies = await self.fleet.call_some(asked)
        told = [reply for reply in replies if not isinstance(reply, Exception)]
        return reading.read_early(told, most)
