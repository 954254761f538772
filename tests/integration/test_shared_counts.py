"""Counts of sockets hold over all workers together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

import pytest

from tests.integration.clients import Room, ends_with, open_room
from tests.integration.worker_pairs import Pair, running_site

TOO_MANY = (4409, "too_many_connections", True)


@pytest.fixture
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    with running_site(
        tmp_path_factory.mktemp("site"),
        BANQI_RATE_LIMITS="on",
        BANQI_TRUSTED_PROXIES="127.0.0.1",
        BANQI_PRESENCE_SECONDS="2",
    ) as site:
        yield site.pair


def at_both(room: Room, pair: Pair) -> tuple[Room, Room]:
    return replace(room, server=pair.first), replace(room, server=pair.second)


@asynccontextmanager
async def watching(pair: Pair, rooms: list[Room], each: int) -> AsyncIterator[None]:
    """So many spectators of each of these rooms, at the two workers in turn."""
    async with AsyncExitStack() as stack:
        for room in rooms:
            for n in range(each):
                here = at_both(room, pair)[n % 2]
                await stack.enter_async_context(here.connected())
        yield


async def test_the_ninth_socket_of_a_seat_closes_the_oldest_wherever_it_is(pair: Pair) -> None:
    here, there = at_both(await open_room(pair.first), pair)
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(room.connected(room.host)) for room in (here, there) * 4
        ]
        for oldest, room in zip(clients[:2], (there, here), strict=True):
            newer = await stack.enter_async_context(room.connected(room.host))
            assert await ends_with(oldest) == (4410, "replaced", False)
            assert (await newer.ask("ping"))["type"] == "pong"
        for client in clients[2:]:
            assert (await client.ask("ping"))["type"] == "pong"


async def test_a_room_has_fifty_spectators_at_all_workers_together(pair: Pair) -> None:
    here, there = at_both(await open_room(pair.first), pair)
    async with watching(pair, [here], 50):
        for room in (here, there):
            async with room.socket() as late:
                await late.send({"type": "hello", "protocol": 1})
                assert await ends_with(late) == TOO_MANY
        async with there.connected(there.guest) as guest:
            assert guest.state["you"] == "guest"


async def test_an_address_watches_with_fifty_sockets_at_all_workers_together(pair: Pair) -> None:
    rooms = [await open_room(pair.first) for _ in range(3)]
    async with watching(pair, rooms[:2], 25):
        async with at_both(rooms[2], pair)[1].socket() as late:
            await late.send({"type": "hello", "protocol": 1})
            assert await ends_with(late) == TOO_MANY
        async with rooms[2].connected(rooms[2].host) as host:
            assert host.state["you"] == "host"


async def test_an_address_has_a_hundred_sockets_at_all_workers_together(pair: Pair) -> None:
    rooms = [at_both(await open_room(pair.first), pair)[n % 2] for n in range(5)]
    async with AsyncExitStack() as stack:
        for n in range(100):
            room = rooms[n // 20]
            here = replace(room, server=(pair.first, pair.second)[n % 2])
            token = (room.host, room.guest)[n // 2 % 2] if n % 20 < 16 else None
            await stack.enter_async_context(here.connected(token))
        async with rooms[0].socket() as late:
            await late.send({"type": "hello", "protocol": 1, "token": rooms[0].host})
            assert await ends_with(late) == TOO_MANY
