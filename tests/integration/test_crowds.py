"""Many sockets at one room that come, vanish or read nothing: nobody else notices."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.gateway.switchboard import WRITE_SECONDS
from tests.integration.clients import Table, open_table
from tests.integration.conftest import StartServer
from tests.integration.raw import Peer, frame
from tests.integration.scrapes import scrape
from tests.redis_servers import wait_until
from tests.servers import COUNTING, QUICK, Server, running_server, with_program

VANISH = 500
TOGETHER = 100
COME, AT_ONCE = 200, 20
SLOW = 20
ASKED = 6_000
"""Pings: more answers than the buffers between two processes hold."""

BOUND = 16 * 2**20
"""Bytes that a server may grow by for readers that take nothing."""

PAGE = resource.getpagesize()


async def rematch(table: Table) -> None:
    number = table.host.game["number"]
    await table.host.ask("rematch", game=number, accept=True)
    begun = await table.guest.ask("rematch", game=number, accept=True)
    await table.settled(begun["version"])


async def played_on(table: Table, plies: int) -> list[float]:
    """The seconds after which both had seen each of so many plies."""
    took = []
    for _ in range(plies):
        if table.host.game["result"] is not None:
            await rematch(table)
        began = time.monotonic()
        await table.play(table.mover.game["legal"][0])
        took.append(time.monotonic() - began)
    return took


@asynccontextmanager
async def playing(table: Table) -> AsyncIterator[None]:
    """Both play as fast as they can until this is left."""
    is_over = False

    async def play() -> None:
        while not is_over:
            await played_on(table, 1)

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(play())
        try:
            yield
        finally:
            is_over = True


# — who vanishes —


@dataclass(frozen=True)
class Probed:
    """A server that tells how many tasks it has."""

    server: Server
    place: Path

    def tasks(self) -> int:
        told = self.place / "tasks"
        told.unlink(missing_ok=True)
        os.kill(self.server.pid, signal.SIGUSR1)
        wait_until(told.exists)
        return int(told.read_text())

    def sockets(self) -> int:
        return sum(map(is_socket, Path(f"/proc/{self.server.pid}/fd").iterdir()))


def is_socket(file: Path) -> bool:
    """Whether an open file of a process is one; not if it has just been closed."""
    try:
        return str(file.readlink()).startswith("socket:")
    except FileNotFoundError:
        return False


@pytest.fixture(scope="module", params=["on", "off"])
def probed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Probed]:
    directory = tmp_path_factory.mktemp("server")
    place = directory / "program"
    settings = {**QUICK, **with_program(place, COUNTING), "BANQI_FAST_SOCKETS": request.param}
    with running_server(directory, **settings) as server:
        yield Probed(server, place)


def storm(server: Server, code: str) -> None:
    """So many spectators come, are welcomed and sent more, and are gone without a goodbye."""
    peers = [Peer(server) for _ in range(TOGETHER)]
    for peer in peers:
        peer.hello(code)
    for peer in peers:
        assert peer.socket.recv(1)
    for peer in peers:
        peer.reset()


async def test_five_hundred_sockets_that_vanish_during_broadcasts_leave_no_trace(
    probed: Probed,
) -> None:
    async with open_table(probed.server) as table:
        await played_on(table, 2)
        tasks, sockets = await asyncio.to_thread(probed.tasks), probed.sockets()
        async with playing(table):
            for _ in range(VANISH // TOGETHER):
                await asyncio.to_thread(storm, probed.server, table.room.code)
        await asyncio.to_thread(wait_until, lambda: probed.sockets() <= sockets)
        await asyncio.to_thread(wait_until, lambda: probed.tasks() <= tasks)
        found = await scrape(probed.server)
        assert found("connections", kind="seat") == 2
        assert found("connections", kind="spectator") == found("connections", kind="no_hello") == 0
        await played_on(table, 2)
    assert "Traceback" not in probed.server.complaints()


# — who comes —


async def test_two_hundred_who_come_during_play_start_from_a_whole_snapshot(
    probed: Probed,
) -> None:
    async with open_table(probed.server) as table:

        async def watch() -> None:
            async with table.room.connected() as spectator:
                welcomed = spectator.version
                later = [f for f in await spectator.everything() if f["type"] == "state"]
                versions = [welcomed, *(frame["version"] for frame in later)]
                assert versions == sorted(set(versions))

        async with playing(table):
            for _ in range(COME // AT_ONCE):
                await asyncio.gather(*(watch() for _ in range(AT_ONCE)))
        async with table.room.connected() as late:
            assert late.game == table.host.game
            assert len(late.state["moves"]) == late.game["ply"]


# — who reads nothing —


def come_without_reading(server: Server, code: str) -> Peer:
    """A spectator that takes nothing of what it is sent."""
    peer = Peer(server, receive_buffer=4096)
    peer.hello(code)
    return peer


def memory_of(server: Server) -> int:
    """Bytes that are resident."""
    return int(Path(f"/proc/{server.pid}/statm").read_text().split()[1]) * PAGE


async def until_let_go(
    server: Server, count: int, meanwhile: Callable[[], Awaitable[None]]
) -> None:
    """Do this again and again until so many sockets have been closed for reading nothing."""
    async with asyncio.timeout(60):
        while (await scrape(server))("sockets_closed_total", reason="too_slow") < count:
            await meanwhile()


async def test_who_reads_nothing_is_let_go_and_costs_nobody_anything(
    start_server: StartServer, fast_sockets: str
) -> None:
    own = start_server(**QUICK, BANQI_FAST_SOCKETS=fast_sockets)
    async with open_table(own) as table, AsyncExitStack() as stack:
        slow = [
            stack.enter_context(await asyncio.to_thread(come_without_reading, own, table.room.code))
            for _ in range(SLOW)
        ]
        pings = b"".join(frame(b'{"type":"ping","id":"%d"}' % n) for n in range(ASKED))
        asking = asyncio.create_task(asyncio.to_thread(slow[0].send, pings))
        await played_on(table, 200)
        took, before = list[float](), memory_of(own)

        async def play() -> None:
            took.extend(await played_on(table, 100))

        await until_let_go(own, SLOW, play)
        await asking
        assert memory_of(own) - before < BOUND
        assert statistics.quantiles(took, n=100)[-1] < WRITE_SECONDS / 2, "somebody waited for them"
        await table.host.where(lambda f: f["type"] == "presence" and f["spectators"] == 0)
