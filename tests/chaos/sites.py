"""What is broken: workers, the store they share, and the network between all of them.

Owns the processes of a trial. `Workers` are killed and restarted alike, whether they are
servers of their own or the children of one.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import (
    AbstractContextManager,
    AsyncExitStack,
    ExitStack,
    asynccontextmanager,
    closing,
    contextmanager,
)
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from app.main import now
from app.store.location import sqlite_path
from app.store.sqlite import SqliteStore
from tests.chaos.history import Log
from tests.chaos.trial import Stage
from tests.chaos.truth import StoreArchive, redis_archive
from tests.proxy import Proxy, running_proxy
from tests.redis_servers import (
    SYNCED,
    RedisCluster,
    RedisServer,
    running_cluster,
    running_redis,
    wait_until,
)
from tests.servers import QUICK, Server, children_of, running_server

T = TypeVar("T")
WORKERS = 2


class Workers(Protocol):
    """Processes that serve; all of them lead to the same rooms."""

    @property
    def servers(self) -> Sequence[Server]:
        """Those that listen on a port of their own."""

    def aim(self, chance: random.Random) -> Shot:
        """Choose one to be killed."""

    def restart_all(self) -> None:
        """Stop each as a system does and start it again, one after the other."""


@dataclass(frozen=True, slots=True)
class Shot:
    """`kill` ends a process at once, `bury` returns when another one has taken its place."""

    kill: Callable[[], None]
    bury: Callable[[], None]


class Siblings:
    """Servers of their own."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self.servers = servers

    def aim(self, chance: random.Random) -> Shot:
        victim = chance.choice(self.servers)
        return Shot(partial(os.kill, victim.pid, signal.SIGKILL), partial(_start_again, victim))

    def restart_all(self) -> None:
        for server in self.servers:
            code = server.stop()
            assert code == 0, server.complaints()
            server.start()


def _start_again(server: Server) -> None:
    server.kill()
    server.start()


class Children:
    """The workers of one server, which starts those again that die."""

    def __init__(self, parent: Server) -> None:
        self.servers = (parent,)

    def aim(self, chance: random.Random) -> Shot:
        (parent,) = self.servers
        victim = chance.choice(children_of(parent.pid))
        replaced = partial(wait_until, partial(_is_replaced, parent, victim))
        return Shot(partial(os.kill, victim, signal.SIGKILL), replaced)

    def restart_all(self) -> None:
        Siblings(self.servers).restart_all()


def _is_replaced(parent: Server, victim: int) -> bool:
    found = children_of(parent.pid)
    return len(found) == WORKERS and victim not in found


@dataclass(frozen=True)
class Site:
    """Everything that a fault may lay hands on. A list of nothing where there is no such thing."""

    workers: Workers
    stage: Stage
    redis: Sequence[RedisServer] = ()
    cluster: RedisCluster | None = None
    client_nets: Sequence[Proxy] = ()
    """Between clients and workers."""
    store_nets: Sequence[Proxy] = ()
    """Between workers and store."""


def doors_of(servers: Sequence[Server]) -> tuple[str, ...]:
    return tuple(server.socket_url for server in servers)


@contextmanager
def running_siblings(directory: Path, store: str, count: int = WORKERS) -> Iterator[Siblings]:
    """So many servers on one store, gone afterwards."""
    with ExitStack() as stack:
        servers = []
        for number in range(count):
            own = directory / f"worker{number}"
            own.mkdir(parents=True)
            settings = {**QUICK, "BANQI_STORE": store}
            servers.append(stack.enter_context(running_server(own, **settings)))
        yield Siblings(servers)


@asynccontextmanager
async def supervised(directory: Path) -> AsyncIterator[Site]:
    """Two workers of one server on a Redis."""
    async with AsyncExitStack() as stack:
        redis = await entered(stack, running_redis(directory / "redis", *SYNCED))
        settings = {**QUICK, "BANQI_WORKERS": str(WORKERS), "BANQI_STORE": redis.url}
        server = await entered(stack, running_server(directory, **settings))
        stage = Stage(server, doors_of((server,)), redis_archive(redis.url))
        yield Site(Children(server), stage, (redis,))


@asynccontextmanager
async def wired(directory: Path) -> AsyncIterator[Site]:
    """Two workers on a Redis, with a network that can be broken on both of their sides."""
    async with AsyncExitStack() as stack:
        redis = await entered(stack, running_redis(directory / "redis", *SYNCED))
        inner = await stack.enter_async_context(running_proxy(redis.port))
        url = f"redis://127.0.0.1:{inner.port}"
        workers = await entered(stack, running_siblings(directory, url))
        outer = [
            await stack.enter_async_context(running_proxy(server.port))
            for server in workers.servers
        ]
        doors = tuple(f"ws://127.0.0.1:{proxy.port}" for proxy in outer)
        stage = Stage(workers.servers[0], doors, redis_archive(redis.url))
        yield Site(workers, stage, (redis,), client_nets=outer, store_nets=(inner,))


@asynccontextmanager
async def clustered(directory: Path) -> AsyncIterator[Site]:
    """Two workers on a cluster of three primaries, each with a replica."""
    async with AsyncExitStack() as stack:
        cluster = await entered(stack, running_cluster(directory / "cluster", 3, 1))
        workers = await entered(stack, running_siblings(directory, cluster.url))
        stage = Stage(workers.servers[0], doors_of(workers.servers), redis_archive(cluster.url))
        yield Site(workers, stage, cluster.servers, cluster)


@asynccontextmanager
async def lone(directory: Path) -> AsyncIterator[Site]:
    """One server on a SQLite file."""
    async with AsyncExitStack() as stack:
        server = await entered(stack, running_server(directory, **QUICK))
        archive = SqliteArchive(database_of(server))
        yield Site(Siblings((server,)), Stage(server, doors_of((server,)), archive))


async def entered(stack: AsyncExitStack, running: AbstractContextManager[T]) -> T:
    """Enter what blocks in a thread: a proxy in this loop may have to carry its first words."""
    found = await asyncio.to_thread(running.__enter__)
    stack.push_async_callback(asyncio.to_thread, running.__exit__, None, None, None)
    return found


# — SQLite —


def database_of(server: Server) -> Path:
    """The file that a server keeps its rooms in."""
    return sqlite_path(server.environment["BANQI_STORE"])


def back_up(database: Path, copy: Path) -> None:
    """Copy a database that is in use."""
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)


def put_back(database: Path, copy: Path) -> None:
    """Let a database that nobody uses be what it was."""
    for companion in ("-wal", "-shm"):
        database.with_name(database.name + companion).unlink(missing_ok=True)
    database.write_bytes(copy.read_bytes())


class SqliteArchive:
    """The logs in a file that a server keeps locked: read from a copy of it."""

    def __init__(self, database: Path) -> None:
        self._database = database

    async def read(self, codes: Sequence[str]) -> list[Log]:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "copy.sqlite3"
            await asyncio.to_thread(back_up, self._database, copy)
            return await StoreArchive(partial(SqliteStore, copy, now)).read(codes)
