"""Whether a worker is ready: red while something it needs is missing, green again by itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest

from app.logs import with_request
from app.service import request_ids
from app.store.port import Unavailable
from app.store.redis.address import read_address
from app.store.redis.store import RedisStore
from tests.integration.clients import web
from tests.integration.inside import Wire, inside
from tests.integration.persistence import next_play, play_on, played_at_last
from tests.integration.worker_pairs import Pair, running_site
from tests.redis_servers import running_redis, wait_until

GREEN_WITHIN = 5.0
DELIVERED_WITHIN = 15.0
POLL_SECONDS = 0.1


async def colours(*workers: httpx.AsyncClient) -> set[int]:
    answers = await asyncio.gather(*(worker.get("/readyz") for worker in workers))
    return {answer.status_code for answer in answers}


async def until(wanted: int, *workers: httpx.AsyncClient) -> float:
    """Seconds until all of them answer like that."""
    began = time.monotonic()
    async with asyncio.timeout(DELIVERED_WITHIN):
        while True:
            if await colours(*workers) == {wanted}:
                return time.monotonic() - began
            await asyncio.sleep(POLL_SECONDS)


async def test_without_its_store_a_worker_is_red_and_afterwards_green_and_playing(
    tmp_path: Path,
) -> None:
    with running_site(tmp_path) as site:
        pair: Pair = site.pair
        async with (
            web(pair.first.url) as first,
            web(pair.second.url) as second,
            pair.table() as table,
        ):
            await play_on(table)
            assert await colours(first, second) == {200}
            site.redis.kill()
            assert await until(503, first, second) < GREEN_WITHIN
            assert (await first.get("/healthz")).status_code == 200
            # Long enough for every connection to have been given up several times.
            red_until = time.monotonic() + 3
            while time.monotonic() < red_until:
                assert await colours(first, second) == {503}
                await asyncio.sleep(POLL_SECONDS)

            await asyncio.to_thread(site.redis.start)
            assert await until(200, first, second) < GREEN_WITHIN
            began, command = time.monotonic(), next_play(table)
            answer = await played_at_last(table.mover, command)
            assert answer["type"] == "ack", answer
            await table.settled(answer["version"])
            assert time.monotonic() - began < DELIVERED_WITHIN
            await play_on(table)


@pytest.mark.parametrize("number", [0, 1, 2])
async def test_a_store_of_whose_endless_work_some_has_ended_is_not_ready(
    tmp_path: Path, number: int
) -> None:
    with running_redis(tmp_path) as redis:
        store = RedisStore(read_address(redis.url))
        await store.open()
        await store.ready()
        task = store._access.fleet.nodes[0]._tasks[number]
        task.cancel()
        await asyncio.wait([task])
        with pytest.raises(Unavailable, match="never end"):
            await store.ready()
        await store.close()


async def test_what_a_connection_tells_belongs_to_no_request(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.handler.addFilter(with_request)
    with running_redis(tmp_path) as redis:
        store = RedisStore(read_address(redis.url))
        request_ids.current.set("abcd")
        await store.open()
        redis.ask("CLIENT", "KILL", "TYPE", "normal")
        await asyncio.to_thread(wait_until, lambda: bool(caplog.records))
        await store.close()
    request_ids.current.set(None)
    assert {vars(record)["request"] for record in caplog.records} == {None}


async def test_a_worker_that_says_goodbye_is_not_ready_any_more(tmp_path: Path) -> None:
    async with inside(tmp_path) as served:
        room = await served.open_room()
        async with room.connected(room.host), room.socket() as slow:
            await slow.hello()
            wire: Any = slow.socket
            assert isinstance(wire, Wire)
            wire.reads.clear()
            assert (await served.http.get("/readyz")).status_code == 200
            board = served.front.app.app.state.core.board
            farewell = asyncio.create_task(board.say_farewell())
            await asyncio.sleep(0)
            assert (await served.http.get("/readyz")).status_code == 503
            assert (await served.http.get("/healthz")).status_code == 200
            wire.reads.set()
            await farewell


@pytest.fixture
async def asked(tmp_path: Path) -> AsyncIterator[tuple[httpx.AsyncClient, list[str]]]:
    """A client, and every time that its server's store was asked."""
    async with inside(tmp_path) as served:
        store, times = served.front.app.app.state.core.store, list[str]()
        ready = store.ready

        async def counted() -> None:
            times.append("asked")
            await ready()

        with patch.object(store, "ready", counted):
            yield served.http, times


async def test_however_many_ask_at_once_the_store_is_asked_once(
    asked: tuple[httpx.AsyncClient, list[str]],
) -> None:
    http, times = asked
    answers = await asyncio.gather(*(http.get("/readyz") for _ in range(20)))
    assert {answer.status_code for answer in answers} == {200}
    assert len(times) == 1
    assert (await http.get("/readyz")).status_code == 200
    assert len(times) == 2
