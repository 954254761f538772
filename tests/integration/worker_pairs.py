"""Two servers on one Redis, and a table whose players are connected to different ones."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from tests.integration.clients import Room, Table, open_room
from tests.redis_servers import SYNCED, RedisServer, running_redis
from tests.servers import QUICK, Server, running_server


@dataclass(frozen=True)
class Pair:
    """Two workers that share a store."""

    first: Server
    second: Server

    @asynccontextmanager
    async def table(
        self, rules: Mapping[str, object] | None = None, **body: object
    ) -> AsyncIterator[Table]:
        """A room opened at the first; its host is connected there, its guest at the second."""
        room = await open_room(self.first, rules, **body)
        there = replace(room, server=self.second)
        async with room.connected(room.host) as host, there.connected(room.guest) as guest:
            yield Table(room, host, guest)

    @asynccontextmanager
    async def table_at(self, room: Room) -> AsyncIterator[Table]:
        """The same for a room that there is already."""
        here, there = replace(room, server=self.first), replace(room, server=self.second)
        async with here.connected(room.host) as host, there.connected(room.guest) as guest:
            yield Table(here, host, guest)


@contextmanager
def running_pair(directory: Path, store: str, **environment: str) -> Iterator[Pair]:
    """Two servers on this store, gone afterwards."""
    settings = {**QUICK, "BANQI_STORE": store, **environment}
    name = secrets.token_hex(4)
    for number in (1, 2):
        (directory / f"{name}-{number}").mkdir(parents=True)
    with (
        running_server(directory / f"{name}-1", **settings) as first,
        running_server(directory / f"{name}-2", **settings) as second,
    ):
        yield Pair(first, second)


@dataclass(frozen=True)
class Site:
    """A pair of workers and the Redis they share."""

    redis: RedisServer
    pair: Pair

    def kept(self, code: str) -> Mapping[str, bytes]:
        """All that Redis has of a room by now."""
        keys = self.redis.ask("KEYS", f"*{code}*")
        assert isinstance(keys, list)
        dumped = {key.decode(): self.redis.ask("DUMP", key) for key in keys}
        return {key: dump for key, dump in dumped.items() if isinstance(dump, bytes)}

    def goes_back(self, kept: Mapping[str, bytes]) -> None:
        """Redis has again what was kept then, and knows nothing of what came after."""
        for key, dump in kept.items():
            self.redis.ask("RESTORE", key, 0, dump, "REPLACE")


@contextmanager
def running_site(directory: Path, **environment: str) -> Iterator[Site]:
    """All of it on new processes, gone afterwards."""
    with (
        running_redis(directory / "redis", *SYNCED) as redis,
        running_pair(directory / "workers", redis.url, **environment) as pair,
    ):
        yield Site(redis, pair)
