"""What a Redis can do to us while two workers play on it, and that play goes on afterwards."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator

import pytest

from app.game import Seat
from app.room.state import Millis, RoomCode
from app.store.port import Bell, ConnectionId
from app.store.redis.address import read_address
from app.store.redis.store import RedisStore
from tests.integration.clients import Table, web
from tests.integration.persistence import RECOVERY, next_play, play_on, played_at_last
from tests.integration.worker_pairs import Site, running_site
from tests.ports import free_port
from tests.redis_servers import RedisServer, wait_until

UNAVAILABLE_WITHIN = 8.0


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture
async def table(site: Site) -> AsyncIterator[Table]:
    async with site.pair.table() as opened:
        yield opened


async def test_scripts_that_were_flushed_are_taught_again(site: Site, table: Table) -> None:
    for _ in range(5):
        site.redis.ask("SCRIPT", "FLUSH")
        await table.play(table.mover.game["legal"][0])


@pytest.mark.parametrize("kind", ["normal", "pubsub"])
async def test_connections_that_are_cut_lose_no_move(site: Site, table: Table, kind: str) -> None:
    for _ in range(4):
        command = next_play(table)
        mover = table.mover
        await mover.send(command)
        site.redis.ask("CLIENT", "KILL", "TYPE", kind)
        answer = await mover.where(lambda f: f["type"] in {"ack", "refused"})
        if answer["type"] == "refused":
            answer = await played_at_last(mover, command)
        assert answer["type"] == "ack", answer
        await table.settled(answer["version"])
    await play_on(table)


async def test_a_bell_lost_with_its_connection_is_made_up_for(site: Site, table: Table) -> None:
    table.guest.inbox.clear()
    site.redis.ask("CLIENT", "KILL", "TYPE", "pubsub")
    answer = await table.host.play(table.host.game["legal"][0])

    began = time.monotonic()
    await table.guest.state_at(answer["version"])
    assert time.monotonic() - began < RECOVERY


async def test_full_memory_refuses_moves_and_loses_none(site: Site, table: Table) -> None:
    await play_on(table)
    before = table.host.game
    site.redis.ask("CONFIG", "SET", "maxmemory", "1")
    try:
        command = next_play(table)
        answer = await table.mover.answer_to(command)
        assert answer["code"] == "unavailable"
    finally:
        site.redis.ask("CONFIG", "SET", "maxmemory", "0")
    assert table.host.game == table.guest.game == before
    acked = await played_at_last(table.mover, command)
    assert acked["type"] == "ack"
    await table.settled(acked["version"])
    assert table.host.game["ply"] == before["ply"] + 1
    await play_on(table)


async def test_a_primary_that_became_a_replica_refuses_moves_and_loses_none(
    site: Site, table: Table
) -> None:
    await play_on(table)
    ply, command, mover = table.host.game["ply"], next_play(table), table.mover
    # Of a server that is not there: it keeps what it has, and takes no more writes.
    site.redis.ask("REPLICAOF", "127.0.0.1", free_port())
    try:
        answer = await mover.answer_to(command)
        assert answer["code"] == "unavailable"
        async with web(site.pair.first.url) as http:
            assert (await http.get("/readyz")).status_code == 503
    finally:
        site.redis.ask("REPLICAOF", "NO", "ONE")
    acked = await played_at_last(mover, command)
    assert acked["type"] == "ack", acked
    await table.settled(acked["version"])
    assert table.host.game["ply"] == ply + 1
    await play_on(table)


async def test_a_paused_store_is_told_of_and_a_move_counts_once(site: Site, table: Table) -> None:
    await play_on(table)
    ply, command, mover = table.host.game["ply"], next_play(table), table.mover
    site.redis.pause()
    try:
        began = time.monotonic()
        answer = await mover.answer_to(command)
        assert answer["code"] == "unavailable"
        assert time.monotonic() - began < UNAVAILABLE_WITHIN
        async with web(site.pair.first.url) as http:
            assert (await http.get("/readyz")).status_code == 503
        await asyncio.sleep(max(0.0, began + 10 - time.monotonic()))
    finally:
        site.redis.resume()
    acked = await played_at_last(mover, command)
    assert acked["type"] == "ack"
    await table.settled(acked["version"])
    assert table.host.game["ply"] == ply + 1
    await play_on(table)


PAUSE_SECONDS = 1.5


async def test_paused_the_store_acknowledges_nothing_and_keeps_what_it_acknowledges_then(
    site: Site, table: Table
) -> None:
    await play_on(table)
    command, mover = next_play(table), table.mover
    asked = time.monotonic()
    site.redis.ask("CLIENT", "PAUSE", round(1000 * PAUSE_SECONDS), "WRITE")
    answer = await mover.answer_to(command)
    assert answer["type"] == "refused" or time.monotonic() - asked >= PAUSE_SECONDS
    acked = await played_at_last(mover, command)
    assert acked["type"] == "ack", acked
    await table.settled(acked["version"])
    for worker in (site.pair.first, site.pair.second):
        worker.kill()
    await asyncio.gather(
        *(asyncio.to_thread(worker.start) for worker in (site.pair.first, site.pair.second))
    )
    async with site.pair.table_at(table.room) as again:
        assert again.host.game == again.guest.game
        assert again.host.game["ply"] == command["ply"] + 1
        assert again.host.state["version"] >= acked["version"]
        await play_on(again)


def holds_nothing_back(redis: RedisServer) -> bool:
    """Has the system everything that was acknowledged?"""
    told = redis.text("INFO", "persistence")
    return "aof_buffer_length:0" in told and "aof_pending_bio_fsync:0" in told


@pytest.mark.parametrize("synced", ["always", "everysec"])
async def test_killed_and_started_again_the_store_keeps_what_was_acknowledged(
    site: Site, table: Table, synced: str
) -> None:
    await play_on(table, 6)
    ply = table.host.game["ply"]
    for _ in range(3):
        site.redis.ask("CONFIG", "SET", "appendfsync", synced)
        await play_on(table, 1)
        await asyncio.to_thread(wait_until, lambda: holds_nothing_back(site.redis))
        site.redis.kill()
        command, mover = next_play(table), table.mover
        await mover.send(command)
        await asyncio.to_thread(site.redis.start)
        acked = await mover.where(lambda f: f["type"] in {"ack", "refused"})
        if acked["type"] == "refused":
            acked = await played_at_last(mover, command)
        assert acked["type"] == "ack", acked
        await table.settled(acked["version"])
        ply += 2
        assert table.host.game["ply"] == ply
    assert table.guest.game == table.host.game
    async with web(site.pair.second.url) as http:
        assert (await http.get("/readyz")).status_code == 200


async def test_a_failure_in_the_store_s_own_work_is_not_left_unsaid(site: Site) -> None:
    store = RedisStore(read_address(site.redis.url))
    await store.open()

    def spoilt(bell: Bell) -> None:
        raise ValueError("spoilt")

    try:
        room = RoomCode("SPOILT")
        await store.listen(room, spoilt)
        await store.arrive(room, ConnectionId("x"), Seat.HOST, Millis(1_000))
        with pytest.raises(RuntimeError) as failed:
            async with asyncio.timeout(RECOVERY):
                await store.run()
        assert str(failed.value.__cause__) == "spoilt"
    finally:
        await store.close()
