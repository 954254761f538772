"""A primary that is cut off from its cluster but not from us: its replica is played on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from redis.crc import key_slot

from app.room.state import RoomCode
from app.store.redis.address import read_address
from app.store.redis.keys import Keys
from app.store.redis.topology import find
from tests.integration.clients import Table, open_table
from tests.integration.conftest import StartServer
from tests.integration.persistence import play_on
from tests.redis_servers import RedisCluster, RedisServer, running_cluster
from tests.servers import QUICK, Server

ENOUGH = 100


async def found_by(url: str) -> set[int]:
    """The ports that a server which starts now would use."""
    return {port for _, port in await find(read_address(url))}


@asynccontextmanager
async def table_on(
    keeper: RedisServer, cluster: RedisCluster, server: Server
) -> AsyncIterator[Table]:
    """A table whose room is kept by this server of the cluster."""
    for _ in range(ENOUGH):
        async with open_table(server) as table:
            if cluster.primary_of(slot_of(table)) is keeper:
                yield table
                return
    raise AssertionError("chance never chose that server")


def slot_of(table: Table) -> int:
    return key_slot(Keys().room(RoomCode(table.room.code)).room)


async def test_a_primary_that_was_cut_off_is_left_for_its_replica_and_none_has_to_be_there(
    start_server: StartServer, tmp_path: Path
) -> None:
    with running_cluster(tmp_path / "cluster", 3, 1) as cluster:
        # Whoever keeps the first shard is asked first, unless the address names another.
        old = cluster.primary_of(key_slot(b"0"))
        heir = cluster.replica_of(old)
        url = f"redis+cluster://127.0.0.1:{old.port},127.0.0.1:{heir.port}"
        kept = {heir.port, *(each.port for each in cluster.primaries if each is not old)}
        server = await asyncio.to_thread(start_server, **{**QUICK, "BANQI_STORE": url})
        async with table_on(old, cluster, server) as table:
            await play_on(table)
            await asyncio.to_thread(cluster.cut_off, old)
            await asyncio.to_thread(cluster.wait_for_primary, heir)

            await play_on(table)
            assert await found_by(url) == kept

            old.kill()
            await play_on(table)
            assert await found_by(url) == kept
