"""A cluster whose parts change hands while two workers play on it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from functools import partial

import pytest
from redis.crc import key_slot

from app.room.state import RoomCode
from app.store.redis.keys import Keys
from tests.integration.clients import Table
from tests.integration.persistence import next_play, play_on, played_at_last
from tests.integration.worker_pairs import Pair, running_pair
from tests.redis_servers import RedisCluster, RedisServer, running_cluster, wait_until


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisCluster]:
    with running_cluster(tmp_path_factory.mktemp("cluster"), primaries=3, replicas=1) as running:
        yield running


@pytest.fixture(scope="module")
def pair(cluster: RedisCluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    with running_pair(tmp_path_factory.mktemp("pair"), cluster.url) as running:
        yield running


def slot_of(table: Table) -> int:
    return key_slot(Keys().room(RoomCode(table.room.code)).room)


def is_primary(server: RedisServer) -> bool:
    return "role:master" in server.text("INFO", "replication")


def is_followed(server: RedisServer) -> bool:
    return "state=online" in server.text("INFO", "replication")


async def test_a_planned_failover_costs_no_move(pair: Pair, cluster: RedisCluster) -> None:
    async with pair.table() as table:
        await play_on(table)
        for _ in range(2):
            ply, before = table.host.game["ply"], cluster.primary_of(slot_of(table))
            after = cluster.replica_of(before)
            command, mover = next_play(table), table.mover
            after.ask("CLUSTER", "FAILOVER")
            await mover.send(command)
            answer = await mover.where(lambda f: f["type"] in {"ack", "refused"})
            if answer["type"] == "refused":
                answer = await played_at_last(mover, command)
            assert answer["type"] == "ack", answer
            await table.settled(answer["version"])
            assert table.host.game["ply"] == ply + 1
            await play_on(table)
            await asyncio.to_thread(wait_until, partial(is_primary, after))
            await play_on(table)
            await asyncio.to_thread(wait_until, partial(is_followed, after))


async def test_when_a_primary_crashes_its_replica_carries_on(
    pair: Pair, cluster: RedisCluster
) -> None:
    async with pair.table() as table:
        await play_on(table)
        dead = cluster.primary_of(slot_of(table))
        heir = cluster.replica_of(dead)
        dead.kill()
        try:
            await asyncio.to_thread(wait_until, partial(is_primary, heir))
            promoted = time.monotonic()
            await play_on(table)
            assert time.monotonic() - promoted < 5
            assert table.host.game == table.guest.game
        finally:
            await asyncio.to_thread(dead.start)
        await asyncio.to_thread(wait_until, partial(is_followed, heir))
        await play_on(table)
