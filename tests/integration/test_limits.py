"""Counts and rates against strangers, on servers that have them switched on."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from tests.integration.clients import Room, open_room, web
from tests.integration.conftest import StartServer
from tests.servers import Server

PROXY = {"BANQI_TRUSTED_PROXIES": "127.0.0.1"}


def via(address: str) -> dict[str, str]:
    """Headers of a request that a proxy passes on for this address."""
    return {"X-Forwarded-For": address}


async def look(http: httpx.AsyncClient, address: str, code: str = "ZZZZZZ") -> int:
    return (await http.get(f"/api/rooms/{code}", headers=via(address))).status_code


async def test_the_eleventh_wrong_code_of_an_address_is_refused_and_nobody_elses(
    start_server: StartServer,
) -> None:
    own = start_server(**PROXY)
    async with web(own.url) as http:
        code = (await http.post("/api/rooms", headers=via("9.9.9.9"))).json()["code"]
        assert [await look(http, "1.2.3.4") for _ in range(11)] == [404] * 10 + [429]
        refused = await http.get(f"/api/rooms/{code}", headers=via("1.2.3.4"))
        assert refused.status_code == 429
        assert int(refused.headers["Retry-After"]) >= 1
        assert refused.json()["code"] == "rate_limited"
        spoofed = await look(http, "8.8.8.8, 1.2.3.4")
        assert spoofed == 429
        assert await look(http, "1.2.3.5", code) == 200
        assert await look(http, "1.2.3.5") == 404


async def test_codes_are_not_guessed_any_faster_side_by_side(start_server: StartServer) -> None:
    own = start_server(**PROXY)
    async with web(own.url) as http:
        told = await asyncio.gather(*(look(http, "1.2.3.4") for _ in range(40)))
    assert set(told) == {404, 429}
    assert told.count(404) <= 10


async def test_ipv6_is_counted_by_network(start_server: StartServer) -> None:
    own = start_server(**PROXY)
    async with web(own.url) as http:
        same = [await look(http, f"2001:db8:1:2::{n}") for n in range(11)]
        assert same == [404] * 10 + [429]
        assert await look(http, "2001:db8:1:3::1") == 404
        site = [await look(http, f"2001:db8:1:{n:x}::1") for n in range(16, 40)]
        assert site[-1] == 429
        assert await look(http, "2001:db8:2::1") == 404


async def test_when_all_guesses_are_spent_the_blameless_still_find_their_room(
    start_server: StartServer,
) -> None:
    own = start_server(**PROXY)
    async with web(own.url) as http:
        code = (await http.post("/api/rooms", headers=via("9.9.9.9"))).json()["code"]
        for n in range(60):
            assert await look(http, f"10.0.0.{n}") == 404
        assert await look(http, "10.0.1.1") == 429
        assert await look(http, "10.0.0.1", code) == 429
        assert [await look(http, "10.0.2.2", code) for _ in range(4)] == [200, 200, 200, 429]


async def test_sockets_and_http_share_the_count_and_a_seat_never_counts(
    start_server: StartServer,
) -> None:
    own = start_server()
    room = await open_room(own)
    for _ in range(5):
        async with room.socket("ZZZZZZ") as client:
            assert (await client.hello())["code"] == "room_not_found"
    async with web(own.url) as http:
        for _ in range(5):
            assert (await http.get("/api/rooms/ZZZZZZ")).status_code == 404
        assert (await http.get(f"/api/rooms/{room.code}")).status_code == 429
    for code in ("ZZZZZZ", room.code):
        async with room.socket(code) as client:
            await client.send({"type": "hello", "protocol": 1})
            closed, bye = await client.ended()
            assert (closed, bye["code"], bye["retry"]) == (4429, "rate_limited", True)
    for _ in range(12):
        async with room.connected(room.host) as host:
            assert host.state["you"] == "host"


async def test_the_sixth_room_of_a_minute_is_refused(start_server: StartServer) -> None:
    own = start_server(**PROXY)
    async with web(own.url) as http:
        opened = [await http.post("/api/rooms", headers=via("1.2.3.4")) for _ in range(6)]
        assert [answer.status_code for answer in opened] == [201] * 5 + [429]
        assert int(opened[-1].headers["Retry-After"]) >= 1
        assert (await http.post("/api/rooms", headers=via("1.2.3.5"))).status_code == 201


@pytest.mark.parametrize("forwarded", ["6.6.6.6", "not an address", ""])
async def test_without_a_trusted_proxy_the_header_means_nothing(
    start_server: StartServer, forwarded: str
) -> None:
    own = start_server()
    async with web(own.url) as http:
        statuses = [await look(http, forwarded) for _ in range(11)]
        assert statuses == [404] * 10 + [429]
        assert await look(http, "7.7.7.7") == 429


async def test_off_lifts_every_rate_and_count(server: Server) -> None:
    async with web(server.url) as http:
        assert {(await http.get("/api/rooms/ZZZZZZ")).status_code for _ in range(80)} == {404}
        assert {(await http.post("/api/rooms")).status_code for _ in range(30)} == {201}
        opened = (await http.post("/api/rooms")).json()
    room = Room(server, opened["code"], opened["token"], "")
    async with room.connected(room.host) as host:
        for _ in range(100):
            await host.send({"type": "ping", "id": "p"})
        for _ in range(100):
            assert (await host.next("pong", "refused"))["type"] == "pong"


async def test_tls_in_front_is_believed_from_a_trusted_proxy(start_server: StartServer) -> None:
    own = start_server(**PROXY)
    async with web(own.url) as http:
        secure = await http.get("/", headers={"X-Forwarded-Proto": "https"})
        assert "max-age" in secure.headers["strict-transport-security"]
    room = await open_room(own)
    async with room.socket(origin=own.url) as client:
        assert (await client.hello())["type"] == "welcome"
