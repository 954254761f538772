"""A bell that only its writer would hear is spared; one that others would hear never is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
import redis

from app.store.port import Bell, Head, Rang
from app.store.redis.address import read_address
from app.store.redis.keys import Keys
from app.store.redis.store import RedisStore
from tests.contract.kit import CODE, OTHER, Clock, Rooms
from tests.redis_servers import RedisServer, running_redis

CHANNEL = Keys().room(CODE).room
SECONDS = 10.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with running_redis(tmp_path_factory.mktemp("redis")) as running:
        yield running


@pytest.fixture
async def rooms(server: RedisServer) -> AsyncIterator[Rooms]:
    """A room that this process plays in; everything in it goes by the server's time."""
    server.ask("FLUSHALL")
    store = RedisStore(read_address(server.url))
    await store.open()
    clock = Clock()
    clock.time = store.now()
    opened = Rooms(store, clock)
    await opened.open()
    yield opened
    await store.close()


class Neighbour:
    """Another worker's subscription to the room. It holds the loop, so nothing else goes on."""

    def __init__(self, server: RedisServer) -> None:
        self._connection = redis.Connection(port=server.port, protocol=2, socket_timeout=SECONDS)
        self._connection.send_command("SSUBSCRIBE", CHANNEL)
        assert self._connection.read_response()[0] == b"ssubscribe"

    def hears(self) -> bytes:
        kind, _, message = self._connection.read_response()
        self._connection.disconnect()
        assert kind == b"smessage"
        return bytes(message)


def published(server: RedisServer) -> int:
    """How many events of rooms were told so far."""
    told = server.text("INFO", "commandstats").partition("cmdstat_spublish:calls=")[2]
    return int(told.partition(",")[0] or 0)


async def test_a_worker_alone_with_a_room_hears_its_own_event_without_a_bell(
    server: RedisServer, rooms: Rooms
) -> None:
    bells: list[Bell] = []
    stop = await rooms.store.listen(CODE, bells.append)
    server.ask("CONFIG", "RESETSTAT")

    written = await rooms.add()

    assert [bell.head for bell in bells if isinstance(bell, Rang)] == [written.head]
    # The worker's own signs of life are the only other thing that is published.
    assert published(server) <= 1
    await stop()


async def test_with_a_neighbour_the_bell_rings(server: RedisServer, rooms: Rooms) -> None:
    stop = await rooms.store.listen(CODE, lambda _: None)
    neighbour = Neighbour(server)

    written = await rooms.add()

    assert written.head.tag.encode() in neighbour.hears()
    await stop()


async def test_a_writer_that_does_not_know_yet_that_it_is_deaf_tells_its_neighbour(
    server: RedisServer, rooms: Rooms
) -> None:
    stop = await rooms.store.listen(CODE, lambda _: None)
    server.ask("CLIENT", "KILL", "TYPE", "pubsub")
    neighbour = Neighbour(server)

    written = await rooms.add()

    assert written.head.tag.encode() in neighbour.hears()
    await stop()


async def test_a_writer_whose_listeners_leave_meanwhile_tells_its_neighbour(
    server: RedisServer, rooms: Rooms
) -> None:
    stop = await rooms.store.listen(CODE, lambda _: None)
    server.ask("CLIENT", "PAUSE", 30_000, "WRITE")
    writing = asyncio.create_task(rooms.add())
    await asyncio.sleep(0)
    await stop()
    await rooms.store.listen(OTHER, lambda _: None)  # over the same connection, thus later
    neighbour = Neighbour(server)
    server.ask("CLIENT", "UNPAUSE")

    written = await writing

    assert written.head.tag.encode() in neighbour.hears()


async def test_a_writer_that_gave_up_waiting_lets_its_listeners_look(
    server: RedisServer, rooms: Rooms
) -> None:
    heads: asyncio.Queue[Head] = asyncio.Queue()

    def hear(bell: Bell) -> None:
        if isinstance(bell, Rang):
            heads.put_nowait(bell.head)

    stop = await rooms.store.listen(CODE, hear)
    server.ask("CLIENT", "PAUSE", 30_000, "WRITE")
    writing = asyncio.create_task(rooms.add())
    await asyncio.sleep(0)
    writing.cancel()
    server.ask("CLIENT", "UNPAUSE")

    async with asyncio.timeout(SECONDS):
        head = await heads.get()
    assert head.version == rooms.head[CODE].version + 1
    await stop()
