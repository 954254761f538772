"""A game in which nobody moves for long: pings keep its sockets alive in every proxy.

Everything runs thirty times as fast: a ping every half second instead of every 15, and proxies
that lose patience after as many thirtieths of their seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path

from websockets.asyncio.client import ClientConnection

from tests.deploy.fronts import KINDS, Behind, Front, running_front, said_in
from tests.deploy.names import running_names
from tests.deploy.visits import Visitor
from tests.servers import QUICK, Server

HURRIED = {
    "nginx": {
        "proxy_read_timeout      60s": "proxy_read_timeout 2s",
        "proxy_send_timeout      60s": "proxy_send_timeout 2s",
        "client_header_timeout 10s": "client_header_timeout 1s",
        "client_body_timeout   15s": "client_body_timeout 1s",
    },
    "caddy": {"read_header 10s": "read_header 1s", "read_body 15s": "read_body 1s", "2m": "4s"},
    "traefik": {"readtimeout=15s": "readtimeout=1s"},
}
IDLE_SECONDS = 6.0
ADDRESS = "127.0.0.2"


class PingingServer(Server):
    module = "tests.deploy.pinging"


@contextmanager
def hurried(place: Path, ping_seconds: float, *kinds: str) -> Iterator[list[Front]]:
    """Proxies without patience in front of one server that pings so often."""
    place.mkdir()
    settings = {
        **QUICK,
        "BANQI_HOST": ADDRESS,
        "BANQI_TRUSTED_PROXIES": "127.0.0.1",
        "BANQI_PRESENCE_SECONDS": "60",
        "PING_SECONDS": str(ping_seconds),
    }
    server = PingingServer(place, settings)
    server.start()
    with ExitStack() as stack:
        stack.callback(server.stop)
        names = stack.enter_context(running_names(ADDRESS))
        behind = Behind((ADDRESS,), server.port, names.address)
        yield [
            stack.enter_context(running_front(kind, place / kind, behind, HURRIED[kind]))
            for kind in kinds
        ]


async def ends(socket: ClientConnection) -> bool:
    """Does it end while nobody says anything?"""
    try:
        await asyncio.wait_for(socket.wait_closed(), IDLE_SECONDS)
    except TimeoutError:
        return False
    return True


def test_every_time_that_is_hurried_is_in_the_files() -> None:
    told = [(said_in(kind), old) for kind, edits in HURRIED.items() for old in edits]
    assert [old for text, old in told if old not in text] == []


async def test_an_idle_game_is_not_cut(tmp_path: Path) -> None:
    with hurried(tmp_path / "pinging", 0.5, *KINDS) as fronts:
        async with AsyncExitStack() as stack:
            rooms = [await Visitor(front).open_room() for front in fronts]
            tables = [await stack.enter_async_context(room.table()) for room in rooms]
            sockets = [each.socket for table in tables for each in (table.host, table.guest)]
            assert not any(await asyncio.gather(*map(ends, sockets)))
            for table in tables:
                await table.play("a1")


async def test_without_pings_it_would_be(tmp_path: Path) -> None:
    with hurried(tmp_path / "silent", 60, "nginx") as (front,):
        room = await Visitor(front).open_room()
        async with room.connected(room.host) as host:
            assert await ends(host.socket)
