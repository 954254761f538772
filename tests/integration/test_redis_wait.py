"""`BANQI_REDIS_WAIT`: what was acknowledged is on a replica too, and survives its promotion."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx

from tests.integration.clients import open_table
from tests.integration.persistence import next_play, play_on, played_at_last
from tests.integration.promotion import (
    APPENDS,
    Couple,
    append_until_killed,
    kept_by,
    running_couple,
)
from tests.redis_servers import wait_until
from tests.servers import QUICK, Server, running_server


async def test_a_move_that_too_few_replicas_have_is_not_acknowledged_and_counts_once(
    tmp_path: Path,
) -> None:
    with running_couple(tmp_path) as couple:
        settings = {**QUICK, "BANQI_STORE": couple.primary.url, "BANQI_REDIS_WAIT": "1"}
        with running_server(tmp_path, **settings) as server:
            await play_while_the_replica_is_away(couple, server)


async def play_while_the_replica_is_away(couple: Couple, server: Server) -> None:
    async with open_table(server) as table:
        await play_on(table)
        command, mover, ply = next_play(table), table.mover, table.host.game["ply"]
        assert mover is table.host
        couple.replica.pause()
        try:
            for _ in range(2):
                answer = await mover.answer_to(command)
                assert answer["code"] == "unavailable"
            async with table.room.connected(table.room.host) as again:
                assert again.game["ply"] == ply + 1, "it is there, but not safe yet"
                assert (await again.answer_to(command))["code"] == "unavailable"
        finally:
            couple.replica.resume()
        acked = await played_at_last(mover, command)
        assert acked["type"] == "ack", acked
        await table.settled(acked["version"])
        assert table.host.game["ply"] == ply + 1
        await play_on(table)


async def test_a_server_that_waits_for_replicas_is_not_ready_without_them(tmp_path: Path) -> None:
    with running_couple(tmp_path) as couple:
        settings = {**QUICK, "BANQI_STORE": couple.primary.url, "BANQI_REDIS_WAIT": "1"}
        with running_server(tmp_path, **settings) as server:
            assert readiness(server) == 200
            couple.replica.pause()
            try:
                assert readiness(server) == 503
            finally:
                couple.replica.resume()
            await asyncio.to_thread(wait_until, lambda: readiness(server) == 200)


def readiness(server: Server) -> int:
    return httpx.get(f"{server.url}/readyz", timeout=30).status_code


async def test_with_waiting_a_crash_of_the_primary_takes_nothing_that_was_acknowledged(
    tmp_path: Path,
) -> None:
    with running_couple(tmp_path) as couple:
        told = await append_until_killed(couple, wait=1)
        assert len(told) >= APPENDS
        couple.replica.ask("REPLICAOF", "NO", "ONE")
        assert told <= await kept_by(couple.replica)
