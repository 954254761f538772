"""BANQI_WORKERS: processes on one port that come back when they die and stop together."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.integration.clients import Frame, Table, open_room, web
from tests.redis_servers import RedisServer, running_redis, wait_until
from tests.servers import QUICK, Server, running_server

WORKERS = 2
KILLS = 20


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with running_redis(tmp_path_factory.mktemp("redis")) as running:
        yield running


@pytest.fixture(scope="module")
def supervised(redis: RedisServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = {**QUICK, "BANQI_STORE": redis.url, "BANQI_WORKERS": str(WORKERS)}
    with running_server(tmp_path_factory.mktemp("server"), **settings) as server:
        yield server


def workers_of(pid: int) -> list[int]:
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False)
    return [int(line) for line in found.stdout.split()]


def is_replaced(server: Server, victim: int) -> bool:
    """Whether there are as many as there should be without this one."""
    found = workers_of(server.pid)
    return len(found) == WORKERS and victim not in found


async def play_until_killed(table: Table, victim: int, after: int) -> list[Frame]:
    """Play ten plies; kill a worker after some; every command that was sent, with its version."""
    sent: list[Frame] = []
    with suppress(ConnectionClosed, OSError):
        for number in range(10):
            game = table.mover.game
            command: Frame = {"type": "play", "id": f"c{number}", "game": 1, "ply": game["ply"]}
            command["action"] = game["legal"][0]
            sent.append({"command": command, "seat": game["turn"], "version": None})
            mover = table.mover
            await mover.send(command)
            if number == after:
                os.kill(victim, signal.SIGKILL)
            answer = await mover.where(lambda f: f["type"] in {"ack", "refused"})
            assert answer["type"] == "ack", answer
            sent[-1]["version"] = answer["version"]
            await table.settled(answer["version"])
    return sent


async def test_killed_twenty_times_a_worker_loses_and_doubles_nothing(
    supervised: Server,
) -> None:
    for round_ in range(KILLS):
        victim = workers_of(supervised.pid)[round_ % WORKERS]
        room = await open_room(supervised)
        async with AsyncExitStack() as stack:
            host = await stack.enter_async_context(room.connected(room.host))
            guest = await stack.enter_async_context(room.connected(room.guest))
            sent = await play_until_killed(Table(room, host, guest), victim, round_ % 5)
        async with room.connected(room.host) as host, room.connected(room.guest) as guest:
            again = Table(room, host, guest)
            done = len(host.state["moves"])
            assert done - sum(each["version"] is not None for each in sent) in {0, 1}
            newest = 0
            for each in sent:
                answer = await again.of(each["seat"]).answer_to(each["command"])
                assert answer["type"] == "ack", answer
                assert each["version"] in {None, answer["version"]}
                newest = max(newest, answer["version"])
            await again.settled(newest)
            assert host.game["ply"] == len(sent)
            assert host.game == guest.game
        await asyncio.to_thread(wait_until, partial(is_replaced, supervised, victim))


async def test_all_workers_serve_and_are_ready(supervised: Server) -> None:
    async with web(supervised.url) as http:
        answers = await asyncio.gather(*(http.get("/readyz") for _ in range(10)))
    assert {answer.status_code for answer in answers} == {200}


async def test_none_outlives_its_parent(redis: RedisServer, tmp_path: Path) -> None:
    server = Server(tmp_path, {"BANQI_STORE": redis.url, "BANQI_WORKERS": str(WORKERS)})
    await asyncio.to_thread(server.start)
    workers = workers_of(server.pid)
    assert len(workers) == WORKERS
    server.kill()
    await asyncio.to_thread(wait_until, lambda: not any(map(is_running, workers)))


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


async def test_a_start_without_a_store_fails_as_a_whole(tmp_path: Path) -> None:
    settings = {"BANQI_STORE": "redis://127.0.0.1:1", "BANQI_WORKERS": str(WORKERS)}
    server = Server(tmp_path, settings)
    with pytest.raises(AssertionError, match="cannot be reached"):
        await asyncio.to_thread(server.start)
