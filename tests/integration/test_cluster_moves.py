"""A cluster whose shards move to another server, or are away, while two workers play on it."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from functools import partial

import pytest
from redis.crc import key_slot

from app.room.state import RoomCode
from app.store.redis.address import read_address
from app.store.redis.keys import Keys
from app.store.redis.store import RedisStore
from tests.integration.clients import Frame, Table
from tests.integration.persistence import next_play, play_on, played_at_last
from tests.integration.test_redis_faults import UNAVAILABLE_WITHIN
from tests.integration.test_shared_deadlines import BLITZ, IN_TIME, due_at, end_of
from tests.integration.worker_pairs import Pair, running_pair
from tests.redis_servers import RedisCluster, RedisServer, running_cluster, wait_until
from tests.servers import ROOT

AT_ONCE = 100
PLIES_MEANWHILE = 12


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisCluster]:
    with running_cluster(tmp_path_factory.mktemp("cluster"), primaries=3) as running:
        yield running


@pytest.fixture(scope="module")
def pair(cluster: RedisCluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    with running_pair(
        tmp_path_factory.mktemp("pair"), cluster.url, BANQI_PRESENCE_SECONDS="3"
    ) as running:
        yield running


def slot_of(table: Table) -> int:
    return key_slot(Keys().room(RoomCode(table.room.code)).room)


def id_of(server: RedisServer) -> str:
    return server.text("CLUSTER", "MYID")


def documented_rights() -> tuple[str, str]:
    """What docs/operate.md says a user needs, and what else in a cluster."""
    text = (ROOT / "docs/operate.md").read_text(encoding="utf-8")
    found = re.search(r"`(~banqi:\* [^`]+)`,\s+in a cluster also `([^`]+)`", text)
    assert found is not None
    return found[1], found[2]


async def test_the_documented_rights_are_enough_and_without_the_last_one_it_works_as_before(
    cluster: RedisCluster,
) -> None:
    everywhere, here = documented_rights()
    slots, _, info = here.partition(" ")
    assert info == "+cluster|info"
    url = cluster.url.replace("//", "//banqi:secret@")
    for rights in (f"{everywhere} {slots}", info):
        for server in cluster.servers:
            server.ask("ACL", "SETUSER", "banqi", "on", ">secret", *rights.split())
        store = RedisStore(read_address(url))
        await store.open()
        await store.ready()
        await store.close()


async def test_a_shard_that_is_moved_at_once_costs_no_move(
    pair: Pair, cluster: RedisCluster
) -> None:
    async with pair.table() as table:
        await play_on(table)
        slot = slot_of(table)
        for _ in range(2):
            old = cluster.primary_of(slot)
            new = next(each for each in cluster.primaries if each is not old)
            old.ask("CLUSTER", "MIGRATESLOTS", "SLOTSRANGE", slot, slot, "NODE", id_of(new))
            ply = table.host.game["ply"]
            await play_on(table, PLIES_MEANWHILE)
            assert table.host.game["ply"] == ply + PLIES_MEANWHILE
            await asyncio.to_thread(wait_until, partial(is_keeper, new, cluster, slot))
            await play_on(table)


def is_keeper(server: RedisServer, cluster: RedisCluster, slot: int) -> bool:
    """Do all know that this server keeps the slot now?"""
    try:
        return cluster.primary_of(slot) is server
    except AssertionError:
        return False


def keys_in(server: RedisServer, slot: int) -> list[bytes]:
    found = server.ask("CLUSTER", "GETKEYSINSLOT", slot, AT_ONCE)
    assert isinstance(found, list)
    return found


def hand_over(old: RedisServer, new: RedisServer, keys: list[bytes]) -> None:
    for key in keys:
        old.ask("MIGRATE", "127.0.0.1", new.port, key.decode(), 0, 5000)


async def test_a_shard_that_is_moved_key_by_key_is_away_meanwhile_and_loses_nothing(
    pair: Pair, cluster: RedisCluster
) -> None:
    async with pair.table() as table:
        await play_on(table)
        slot, ply = slot_of(table), table.host.game["ply"]
        old = cluster.primary_of(slot)
        new = next(each for each in cluster.primaries if each is not old)
        new.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", id_of(old))
        old.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", id_of(new))
        await asyncio.to_thread(hand_over, old, new, keys_in(old, slot)[::2])
        command, mover = next_play(table), table.mover
        answer = await mover.answer_to(command)
        assert answer["code"] == "unavailable"
        while keys := await asyncio.to_thread(keys_in, old, slot):
            await asyncio.to_thread(hand_over, old, new, keys)
        for server in (new, old, *cluster.primaries):
            server.ask("CLUSTER", "SETSLOT", slot, "NODE", id_of(new))
        acked: Frame = await played_at_last(mover, command)
        assert acked["type"] == "ack", acked
        await table.settled(acked["version"])
        assert table.host.game["ply"] == ply + 1
        await play_on(table)


@contextmanager
def paused(server: RedisServer) -> Iterator[None]:
    server.pause()
    try:
        yield
    finally:
        server.resume()


async def tables_apart(pair: Pair, cluster: RedisCluster, stack: AsyncExitStack) -> list[Table]:
    """Two tables with running clocks, kept by different servers."""
    first = await stack.enter_async_context(pair.table(clock=BLITZ))
    while True:
        second = await stack.enter_async_context(pair.table(clock=BLITZ))
        if cluster.primary_of(slot_of(second)) is not cluster.primary_of(slot_of(first)):
            return [first, second]


async def test_while_a_part_is_away_flags_fall_and_players_stay_in_the_others(
    pair: Pair, cluster: RedisCluster
) -> None:
    async with AsyncExitStack() as stack:
        away, here = await tables_apart(pair, cluster, stack)
        with paused(cluster.primary_of(slot_of(away))):
            command = next_play(away)
            asked = time.monotonic()
            await away.mover.send(command)
            await play_on(here, 2)
            due = due_at(here.guest.game)
            end = await end_of(here)
            assert end["game"]["result"]["reason"] == "time"
            assert 0 <= end["now"] - due <= IN_TIME
            seen = [f for f in await here.guest.everything() if f["type"] == "presence"]
            assert all(frame["host"]["online"] for frame in seen)
            refused = await away.mover.where(lambda f: f["type"] == "refused", 10)
            assert refused["code"] == "unavailable"
            assert time.monotonic() - asked < UNAVAILABLE_WITHIN
        answer = await played_at_last(away.mover, command)
        assert answer["type"] == "ack"
        await away.settled(answer["version"])
        await play_on(away)
