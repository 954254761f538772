"""Playing through nginx, Caddy and Traefik with TLS: at the root of a name and below a path."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from urllib.parse import urljoin

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tests.deploy.backends import BELOW, Backend
from tests.deploy.visits import Visitor
from tests.integration.scrapes import PATIENCE, POLL_SECONDS, scrape
from tests.servers import Server

METRICS = ("metrics", "metrics/", "%6detrics", "./metrics", "a/../metrics", "x/metrics", "/metrics")


@pytest.fixture(scope="session", params=["", BELOW], ids=["root", "path"])
def base_path(request: pytest.FixtureRequest) -> str:
    return str(request.param)


async def test_a_game_is_played_through_it(visitor: Visitor) -> None:
    room = await visitor.open_room()
    async with room.table() as table:
        for square in ("a1", "b2", "c3", "d4"):
            await table.play(square)
    async with room.table() as table:
        assert table.host.game["ply"] == table.guest.game["ply"] == 4


@pytest.mark.parametrize("front", ["caddy"], indirect=True)
async def test_both_players_of_a_room_come_to_the_same_server(
    visitor: Visitor, backend: Backend
) -> None:
    async with AsyncExitStack() as tables:
        for number in range(1, 6):
            room = await visitor.open_room()
            await tables.enter_async_context(room.table())
            seats = await seats_when(2 * number, backend.servers)
            assert all(count % 2 == 0 for count in seats)


async def seats_when(total: int, servers: Sequence[Server]) -> list[float]:
    """How many sockets of players each server holds, once that is so many for all of them."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = [(await scrape(each))("connections", kind="seat") for each in servers]
            if sum(found) == total:
                return found
            await asyncio.sleep(POLL_SECONDS)


async def test_every_link_of_the_page_leads_below_the_path(visitor: Visitor) -> None:
    start = f"{visitor.front.url}/"
    async with visitor.web() as http:
        page = await http.get("")
        links = re.findall(r'(?:href|src)="([^"]+)"', page.text)
        manifest = next(link for link in links if "manifest" in link)
        about = (await http.get(urljoin(start, manifest))).json()
        named = [about["start_url"], about["scope"], *(each["src"] for each in about["icons"])]
        targets = [urljoin(start, link) for link in links]
        targets += [urljoin(urljoin(start, manifest), link) for link in named]
        assert [target for target in targets if not target.startswith(start)] == []
        answers = [await http.get(target) for target in targets]
    assert {answer.status_code for answer in answers} == {200}


async def test_http_leads_to_https_and_browsers_are_told_to_stay_there(visitor: Visitor) -> None:
    front = visitor.front
    plain = f"http://localhost:{front.http_port}{front.behind.base_path}/ABCDEF"
    async with visitor.web() as http:
        sent_on = await http.get(plain)
        secure = await http.get("")
    assert sent_on.status_code in {301, 302, 308}
    there = httpx.URL(sent_on.headers["location"])
    assert (there.scheme, there.host) == ("https", "localhost")
    assert there.path == f"{front.behind.base_path}/ABCDEF"
    assert "max-age=" in secure.headers["strict-transport-security"]
    assert secure.headers["content-security-policy"].count(f"wss://localhost:{front.https_port}")


async def test_nobody_chooses_the_name_of_their_request(visitor: Visitor) -> None:
    async with visitor.web() as http:
        answer = await http.get("healthz", headers={"X-Request-ID": "chosen-by-a-stranger"})
    assert len(answer.headers["x-request-id"]) >= 16
    assert "stranger" not in answer.headers["x-request-id"]


async def test_counts_are_not_for_strangers(visitor: Visitor) -> None:
    base = visitor.front.url
    async with visitor.web() as http:
        for path in (*METRICS, f"{visitor.front.behind.base_path}/metrics".removeprefix("/")):
            answer = await http.get(f"{base}/{path}")
            assert "banqi_" not in answer.text, path
            assert answer.status_code in {400, 403, 404}, path


async def test_what_is_too_large_is_refused(visitor: Visitor) -> None:
    async with visitor.web() as http:
        with suppress(httpx.WriteError, httpx.ReadError):  # it may hang up instead of reading on
            answer = await http.post("api/rooms", content=b" " * 1_000_000)
            assert answer.status_code == 413
        assert (await http.get("healthz")).status_code == 200


async def test_a_foreign_page_gets_no_socket(visitor: Visitor) -> None:
    room = await visitor.open_room()
    for origin in ("https://evil.example", f"http://localhost:{visitor.front.https_port}"):
        with pytest.raises(InvalidStatus, match="403"):
            async with room.socket(origin=origin):
                raise AssertionError(origin)
