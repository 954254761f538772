"""The log of a running server: what it tells, and that it tells nothing of players."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from tests.integration.clients import open_room, open_table, post, web
from tests.integration.raw import Peer
from tests.integration.scrapes import POLL_SECONDS, scrape
from tests.integration.test_supervised import WORKERS
from tests.redis_servers import running_redis
from tests.servers import QUICK, Server, children_of, running_server

PATIENCE = 10.0
Line = dict[str, Any]


def lines(server: Server) -> list[Line]:
    """All that was logged; every line is JSON."""
    return [json.loads(line) for line in server.complaints().splitlines()]


async def logged(server: Server, wanted: Callable[[Line], bool]) -> Line:
    """The first line that is wanted, as it must come soon."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for line in lines(server):
                if wanted(line):
                    return line
            await asyncio.sleep(POLL_SECONDS)


async def line_of(server: Server, request: str) -> Line:
    """The first line about a request."""
    return await logged(server, lambda line: line.get("request") == request)


@pytest.fixture(scope="module")
def talkative(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that says all it ever says, behind a proxy that it trusts."""
    settings = {**QUICK, "BANQI_LOG_LEVEL": "debug", "BANQI_TRUSTED_PROXIES": "127.0.0.1"}
    with running_server(tmp_path_factory.mktemp("server"), **settings) as running:
        yield running


async def test_a_request_is_logged_by_its_route_under_its_name(talkative: Server) -> None:
    async with web(talkative.url) as http:
        answers = [
            await http.get("/api/rooms/BCDFGH", headers={"X-Request-ID": "from-the-proxy"}),
            await http.get("/healthz"),
            await http.get("/no/such/thing"),
            await http.post("/api/rooms", content=b"{"),
        ]
    names = [answer.headers["x-request-id"] for answer in answers]
    assert names[0] == "from-the-proxy"
    found = [await line_of(talkative, name) for name in names]
    assert [(f["method"], f["route"], f["status"], f["level"]) for f in found] == [
        ("GET", "/api/rooms/{code}", 404, "info"),
        ("GET", "/healthz", 200, "debug"),
        ("GET", "none", 404, "info"),
        ("POST", "/api/rooms", 415, "info"),
    ]
    for line in found:
        assert (line["logger"], line["message"]) == ("app.api.access", "request")
        assert line["pid"] == talkative.pid
        assert 0 <= line["ms"] < 10_000
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"])


async def test_a_socket_has_one_name_from_its_handshake_to_its_end(talkative: Server) -> None:
    room = await open_room(talkative)
    url = f"{talkative.socket_url}/api/rooms/{room.code}/ws"
    async with connect(url, compression=None) as socket:
        assert socket.response is not None
        name = socket.response.headers["x-request-id"]
        await socket.send(json.dumps({"type": "hello", "token": room.host}))
        await socket.recv()
    closed = await logged(
        talkative, lambda f: f["message"] == "socket closed" and f.get("request") == name
    )
    assert {n: closed[n] for n in ("logger", "kind", "reason", "code")} == {
        "logger": "app.gateway.serving",
        "kind": "seat",
        "reason": "by_client",
        "code": 1000,
    }
    assert 0 <= closed["seconds"] < PATIENCE
    opened = await logged(talkative, lambda f: f.get("request") == name)
    assert (opened["message"], opened["level"]) == ("socket opened", "debug")


async def test_a_socket_that_is_refused_is_logged_with_the_reason(talkative: Server) -> None:
    with Peer(talkative) as peer:
        answer = peer.upgrade("BCDFGH", Origin="https://evil.example")
    name = answer.header("x-request-id")
    line = await logged(talkative, lambda f: f.get("request") == name)
    assert (line["message"], line["reason"], line["status"]) == (
        "socket refused",
        "foreign_origin",
        403,
    )
    room = await open_room(talkative)
    async with room.socket() as client:
        await client.hello("x" * 43)
        await client.ended()
    line = await logged(talkative, lambda f: f.get("reason") == "unauthorized")
    assert (line["kind"], line["code"]) == ("no_hello", 4401)
    assert [line for line in lines(talkative) if line["level"] == "error"] == []


async def test_nothing_is_logged_for_a_move(tmp_path: Path) -> None:
    with running_server(tmp_path, **QUICK) as server:
        async with open_table(server) as table:
            before = len(lines(server))
            for _ in range(20):
                await table.play(table.host.game["legal"][0])
            assert len(lines(server)) == before


NAME, OTHER, SAID = "Wuxiaolong", "Zhaoyunfei", "xyzzy-plugh-4711"
ADDRESS = "203.0.113.77"


async def test_neither_log_nor_metrics_tell_anything_of_a_game(talkative: Server) -> None:
    room = await open_room(talkative, name=NAME, opponent="friend", rules={"preset": "ply_yard"})
    await stray(talkative, room.code)
    async with room.connected(room.host) as host, room.connected(room.guest) as guest:
        await guest.ask("rename", name=OTHER)
        await host.ask("say", text=SAID)
        moved = await host.ask("move_seat")
        for client in (host, guest):
            await client.send("{")
            await client.send({"type": "nonsense", "id": SAID, "name": NAME})
            await client.ask("play", game=1, ply=99, action="a1b1")
        for _ in range(6):
            game = host.game
            mover = host if game["turn"] == "host" else guest
            played = await mover.play(game["legal"][0])
            await host.state_at(played["version"])
            await guest.state_at(played["version"])
        await guest.ask("resign", game=1)
    async with web(talkative.url) as http:
        record = (await http.get(f"/api/rooms/{room.code}/games/1")).json()
    secrets = [room.host, room.guest, moved["token"]]
    hashes = [hashlib.sha256(token.encode()).hexdigest() for token in secrets]
    hidden = [room.code, *secrets, *hashes, NAME, OTHER, SAID, ADDRESS, "127.0.0.1"]
    deal = [value for value in strings(record) if len(value) >= 32]
    assert deal, "a finished game's record has its deal"
    told = talkative.complaints() + (await scrape(talkative)).text
    assert [word for word in (*hidden, *deal) if word.lower() in told.lower()] == []


async def stray(server: Server, code: str) -> None:
    """Requests that fail, all with something of a player in them."""
    headers = {"X-Forwarded-For": ADDRESS, "User-Agent": NAME, "Referer": f"http://x/{code}"}
    async with web(server.url) as http:
        for path in (f"/{code}", f"/api/rooms/{code.lower()}?q={SAID}", f"/{code}/{NAME}"):
            await http.get(path, headers=headers)
        await http.post(f"/api/rooms/{code}/seats", json={"name": OTHER}, headers=headers)
        await http.request("BREW", f"/{code}", headers=headers)
        await http.post("/api/records", content=NAME.encode() * 3, headers=headers)


def strings(value: object) -> Iterator[str]:
    """All texts in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)


def starts(server: Server) -> int:
    return sum(line["message"] == "serving" for line in lines(server))


async def test_several_processes_log_in_one_form(tmp_path: Path) -> None:
    with running_redis(tmp_path / "redis") as redis:
        settings = {**QUICK, "BANQI_STORE": redis.url, "BANQI_WORKERS": str(WORKERS)}
        with running_server(tmp_path, **settings) as server:
            victim = children_of(server.pid)[0]
            os.kill(victim, signal.SIGKILL)
            died = await logged(server, lambda f: f["logger"] == "app.workers")
            assert (died["level"], died["pid"]) == ("error", server.pid)
            await logged(server, lambda _: starts(server) == WORKERS + 1)
        assert {f["message"] for f in lines(server)} >= {"serving", "stopping"}


async def test_people_who_ask_for_words_get_words(tmp_path: Path) -> None:
    with running_server(tmp_path, BANQI_LOG_FORMAT="text", **QUICK) as server:
        await post(server, "/api/rooms", {})
    assert re.search(
        r"INFO .* api\.access request method=POST route=/api/rooms", server.complaints()
    )
