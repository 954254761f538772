"""Each metric moves when the thing it counts really happens."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from tests.integration.clients import open_room, open_table, web
from tests.integration.inside import inside
from tests.integration.raw import Peer
from tests.integration.scrapes import Scrape, scrape, scrape_with, scraped_until
from tests.integration.worker_pairs import Site, running_site
from tests.redis_servers import running_redis, wait_until
from tests.servers import QUICK, Server, children_of, running_server


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("server"), **QUICK) as running:
        yield running


async def test_commands_are_counted_by_type_and_result(alone: Server) -> None:
    before = await scrape(alone)
    async with open_table(alone) as table:
        await table.play(table.host.game["legal"][0])
        assert (await table.host.play("a1"))["code"] == "not_your_turn"
        assert (await table.host.ask("nonsense"))["code"] == "unknown_type"
        assert (await table.guest.ask("ping"))["type"] == "pong"
        after = await scrape(alone)
    grown = {
        labels: number - before.all("commands_total").get(labels, 0)
        for labels, number in after.all("commands_total").items()
    }
    assert {labels: number for labels, number in grown.items() if number} == {
        ("done", "play"): 1,
        ("not_your_turn", "play"): 1,
        ("unknown_type", "unread"): 1,
        ("done", "ping"): 1,
    }
    # Opened, seated, played.
    assert after("append_seconds_count") - before("append_seconds_count") == 3
    assert after("append_seconds_sum") > before("append_seconds_sum")
    assert after("bells_total", kind="event") > before("bells_total", kind="event")
    opened = {"method": "POST", "route": "/api/rooms", "status": "201"}
    assert after("http_requests_total", **opened) - before("http_requests_total", **opened) == 1


def connections(found: Scrape) -> dict[tuple[str, ...], float]:
    return found.all("connections")


async def test_connections_and_rooms_come_and_go(alone: Server) -> None:
    nobody = {("no_hello",): 0.0, ("seat",): 0.0, ("spectator",): 0.0}
    before = await scraped_until(alone, lambda found: connections(found) == nobody)
    async with open_table(alone) as table, table.room.connected(), table.room.socket():
        during = await scrape(alone)
        assert connections(during) == {("no_hello",): 1, ("seat",): 2, ("spectator",): 1}
        assert during("rooms_watched") == 1
    after = await scraped_until(alone, lambda found: connections(found) == nobody)
    assert after("rooms_watched") == 0
    closed = {"reason": "by_client"}
    assert after("sockets_closed_total", **closed) - before("sockets_closed_total", **closed) == 3
    assert after("sockets_refused_total", **closed) - before("sockets_refused_total", **closed) == 1


async def test_sockets_that_get_into_no_room_are_counted_by_reason(alone: Server) -> None:
    room = await open_room(alone, spectators=False)
    before = (await scrape(alone)).all("sockets_refused_total")
    with pytest.raises(InvalidStatus):
        async with room.socket(origin="https://evil.example"):
            pass
    for code, hello in (
        (room.code, {"type": "hello", "token": "x" * 43}),
        (room.code, {"type": "hello"}),
        (room.code, {"type": "hello", "protocol": 99}),
        (room.code, {"type": "good day"}),
        ("ZZZZZZ", {"type": "hello"}),
    ):
        async with room.socket(code) as client:
            await client.send(hello)
            await client.ended()
    async with room.socket() as silent:
        assert (await silent.ended())[0] == 4408
    after = await scraped_until(
        alone, lambda found: sum(found.all("sockets_refused_total").values()) >= 7
    )
    grown = {
        reason: number - before.get((reason,), 0)
        for (reason,), number in after.all("sockets_refused_total").items()
    }
    assert {reason: number for reason, number in grown.items() if number} == dict.fromkeys(
        (
            *("foreign_origin", "unauthorized", "spectators_off", "outdated", "protocol_error"),
            *("room_not_found", "no_hello"),
        ),
        1,
    )


async def test_a_flag_is_counted_with_how_late_it_fell(alone: Server) -> None:
    async with open_table(alone, clock={"initial": 1, "increment": 0}) as table:
        for client in (table.host, table.guest):
            played = await client.play(client.game["legal"][0])
            await table.settled(played["version"])
        await table.host.where(lambda f: f["type"] == "state" and f["game"]["result"] is not None)
    found = await scrape(alone)
    assert found("deadlines_fired_total", outcome="flag") == 1
    assert found("deadline_lag_seconds_count") == 1
    assert found("deadline_lag_seconds_bucket", le="1.0") == 1


async def test_a_process_tells_what_it_is_and_needs(alone: Server) -> None:
    found = await scrape(alone)
    ((build, version),) = found.all("build_info")
    async with web(alone.url) as http:
        assert (await http.get("/version")).json()["build"] == build
    assert version
    assert found("process_starts_total") == 1
    assert found("uptime_seconds", worker="0") > 0
    assert 'process_resident_memory_bytes{worker="0"}' in found.text
    assert 'process_cpu_seconds_total{worker="0"}' in found.text
    assert 'process_open_fds{worker="0"}' in found.text


async def test_sockets_refused_for_their_host_or_number_are_counted(tmp_path: Path) -> None:
    settings = {"BANQI_HOSTS": "127.0.0.1", "BANQI_RATE_LIMITS": "on"}
    with running_server(tmp_path, **settings) as server:
        with Peer(server) as peer:
            assert peer.upgrade("BCDFGH", Host="evil.example").status == 400
        room = await open_room(server)
        async with AsyncExitStack() as stack:
            for _ in range(100):
                await stack.enter_async_context(room.socket())
            with pytest.raises(InvalidStatus):
                await stack.enter_async_context(room.socket())
            found = await scrape(server)
        assert found("sockets_refused_total", reason="unknown_host") == 1
        assert found("sockets_refused_total", reason="too_many_of_caller") == 1


async def test_slow_readers_and_a_stuck_loop_are_counted(tmp_path: Path) -> None:
    async with inside(tmp_path) as served:
        room = await served.open_room()
        async with room.connected(room.host) as host, room.socket() as slow:
            await slow.hello()
            wire = slow.socket
            wire.reads.clear()  # type: ignore[attr-defined]
            for number in range(100):
                await host.ask("say", text=f"line {number}")
            wire.reads.set()  # type: ignore[attr-defined]
            assert (await slow.ended())[0] == 4513
        time.sleep(0.6)  # noqa: ASYNC251 - the loop is what must stand still
        await asyncio.sleep(0.3)
        found = await scrape_with(served.http)
    assert found("sockets_closed_total", reason="too_slow") == 1
    late = found("event_loop_lag_seconds_count") - found("event_loop_lag_seconds_bucket", le="0.25")
    assert late >= 1


async def test_an_append_that_came_second_is_counted_once(tmp_path: Path) -> None:
    async with inside(tmp_path) as served:
        room = await served.open_room()
        async with room.connected(room.host) as host:
            before = host.version
            served.store.is_overtaken = True
            renamed = await host.ask("rename", name="Ann")
            assert (renamed["type"], renamed["version"]) == ("ack", before + 1)
            found = await scrape_with(served.http)
    assert found("append_conflicts_total") == 1


# — with a Redis —


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("site")) as running:
        yield running


def resyncs(found: Scrape) -> float:
    lost = ("gap", "lost")
    return sum(found("resyncs_total", reason=reason) for reason in lost)


async def test_a_bell_that_was_lost_is_counted_as_a_resync(site: Site) -> None:
    async with site.pair.table() as table:
        before = await scrape(site.pair.second)
        site.redis.ask("CLIENT", "KILL", "TYPE", "pubsub")
        answer = await table.host.play(table.host.game["legal"][0])
        await table.guest.state_at(answer["version"])
        after = await scrape(site.pair.second)
    assert resyncs(after) > resyncs(before)


async def test_a_store_that_went_back_in_time_is_counted_as_a_rewind(site: Site) -> None:
    async with site.pair.table() as table:
        await table.play(table.mover.game["legal"][0])
        kept = site.kept(table.room.code)
        await table.play(table.mover.game["legal"][0])
        site.goes_back(kept)
        await table.guest.where(lambda f: f["type"] == "welcome" and f["game"]["ply"] == 1)
        found = await scrape(site.pair.second)
    assert found("rewinds_total") == 1


async def test_what_the_store_did_not_do_is_counted(site: Site) -> None:
    async with site.pair.table() as table:
        site.redis.ask("CONFIG", "SET", "maxmemory", "1")
        try:
            answer = await table.mover.play(table.mover.game["legal"][0])
            assert answer["code"] == "unavailable"
            both = [await scrape(site.pair.first), await scrape(site.pair.second)]
        finally:
            site.redis.ask("CONFIG", "SET", "maxmemory", "0")
    assert sum(f("store_failures_total", call="append") for f in both) == 1
    assert sum(f("commands_total", type="play", result="unavailable") for f in both) == 1


# — with several processes on one port —


@pytest.fixture(scope="module")
def supervised(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_redis(tmp_path_factory.mktemp("redis")) as redis:
        settings = {**QUICK, "BANQI_STORE": redis.url, "BANQI_WORKERS": "2"}
        with running_server(tmp_path_factory.mktemp("server"), **settings) as server:
            yield server


async def test_one_scrape_tells_of_all_processes_also_after_one_has_died(
    supervised: Server,
) -> None:
    rooms = [await open_room(supervised) for _ in range(12)]
    async with AsyncExitStack() as stack:
        for room in rooms:
            client = await stack.enter_async_context(room.connected(room.host))
            assert (await client.ask("ping"))["type"] == "pong"
        done = {"type": "ping", "result": "done"}
        found = await scraped_until(
            supervised,
            lambda found: (
                found("commands_total", **done) == 12
                and found("connections", kind="seat") == 12
                and found("rooms_watched") == 12
            ),
        )
        assert sorted(found.all("uptime_seconds")) == [("0",), ("1",)]

        victim = children_of(supervised.pid)[0]
        os.kill(victim, signal.SIGKILL)
        await asyncio.to_thread(
            wait_until, lambda: len(set(children_of(supervised.pid)) - {victim}) == 2
        )
        after = await scraped_until(supervised, lambda found: found("process_starts_total") == 3)
        assert after("commands_total", **done) == 12
        assert after("connections", kind="seat") < 12
        assert sorted(after.all("uptime_seconds")) == [("0",), ("1",)]
