"""BANQI_WORKERS: processes on one port that come back when they die and stop together."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.clients import web
from tests.redis_servers import RedisServer, running_redis, wait_until
from tests.servers import QUICK, Server, children_of, running_server

WORKERS = 2


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with running_redis(tmp_path_factory.mktemp("redis")) as running:
        yield running


@pytest.fixture(scope="module")
def supervised(redis: RedisServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = {**QUICK, "BANQI_STORE": redis.url, "BANQI_WORKERS": str(WORKERS)}
    with running_server(tmp_path_factory.mktemp("server"), **settings) as server:
        yield server


def is_replaced(server: Server, victim: int) -> bool:
    """Whether there are as many as there should be without this one."""
    found = children_of(server.pid)
    return len(found) == WORKERS and victim not in found


async def test_all_workers_serve_and_are_ready(supervised: Server) -> None:
    async with web(supervised.url) as http:
        answers = await asyncio.gather(*(http.get("/readyz") for _ in range(10)))
    assert {answer.status_code for answer in answers} == {200}


async def test_one_that_dies_comes_back(supervised: Server) -> None:
    victim = children_of(supervised.pid)[0]
    os.kill(victim, signal.SIGKILL)
    await asyncio.to_thread(wait_until, lambda: is_replaced(supervised, victim))
    async with web(supervised.url) as http:
        answers = await asyncio.gather(*(http.get("/healthz") for _ in range(10)))
    assert {answer.status_code for answer in answers} == {200}


async def test_none_outlives_its_parent(redis: RedisServer, tmp_path: Path) -> None:
    server = Server(tmp_path, {"BANQI_STORE": redis.url, "BANQI_WORKERS": str(WORKERS)})
    await asyncio.to_thread(server.start)
    workers = children_of(server.pid)
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
