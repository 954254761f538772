"""The game at a path of a name that belongs to something else as well."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import httpx
import pytest

from tests.deploy.backends import BELOW, Backend
from tests.deploy.fronts import KINDS, Front, running_front, said_in
from tests.deploy.visits import Visitor
from tests.redis_servers import wait_until

UNCOMMENTED = {
    "nginx": {"# rewrite ": "rewrite "},
    "caddy": {"# uri strip_prefix": "uri strip_prefix"},
    "traefik": {"# - without-path": "- without-path"},
}
"""How each takes the path off, as a comment in its file offers."""


@pytest.fixture(scope="module")
def base_path() -> str:
    return BELOW


async def test_what_is_not_below_the_path_is_not_the_game_s(visitor: Visitor) -> None:
    root = f"https://localhost:{visitor.front.https_port}"
    async with visitor.web() as http:
        for path in ("/", "/api/rooms/ZZZZZZ", "/readyz", "/games/banquet/"):
            answer = await http.get(f"{root}{path}")
            assert answer.status_code == 404
            assert "problem+json" not in answer.headers.get("content-type", ""), path


async def test_the_path_without_its_slash_leads_to_the_game(visitor: Visitor) -> None:
    async with visitor.web() as http:
        sent_on = await http.get(visitor.front.url)
        assert sent_on.status_code in {301, 302, 307, 308}
        assert httpx.URL(visitor.front.url).join(sent_on.headers["location"]).path == f"{BELOW}/"


NO_AUTHORITY = {
    "--global.checknewversion=false": (
        "--certificatesresolvers.letsencrypt.acme.caserver=https://127.0.0.1:9/"
    )
}
"""Let nobody be asked for a certificate of a test."""


def test_caddy_makes_a_certificate_for_the_machine_itself(backend: Backend, tmp_path: Path) -> None:
    with running_front("caddy", tmp_path, backend.behind, has_certificate=False) as front:
        assert list(front.place.rglob("localhost.key"))


def test_traefik_asks_for_a_certificate_for_the_name(backend: Backend, tmp_path: Path) -> None:
    place, behind = tmp_path, backend.behind
    with running_front("traefik", place, behind, NO_AUTHORITY, has_certificate=False) as front:
        wait_until(lambda: "letsencrypt.acme" in front.complaints())
        assert "certificate" in front.complaints()
        assert "Host(`localhost`)" in front.complaints()


@pytest.mark.parametrize("kind", KINDS)
def test_a_proxy_whose_port_was_taken_meanwhile_gets_another(
    kind: str, backend: Backend, tmp_path: Path
) -> None:
    with socket.create_server(("", 0)) as taken:
        front = Front(kind, tmp_path, backend.behind, http_port=taken.getsockname()[1])
        try:
            front.start()
            assert front.http_port != taken.getsockname()[1]
        finally:
            front.stop()


@pytest.mark.parametrize("kind", KINDS)
async def test_a_proxy_may_take_the_path_off(kind: str, backend: Backend, tmp_path: Path) -> None:
    assert all(comment in said_in(kind) for comment in UNCOMMENTED[kind])
    with running_front(kind, tmp_path, backend.behind, UNCOMMENTED[kind]) as front:
        visitor = Visitor(front)
        room = await visitor.open_room()
        async with room.table() as table, visitor.web() as http:
            await table.play("a1")
            assert (await http.get(room.code, headers={"Accept": "text/html"})).is_success
            twice = await http.get(f"{front.url}{BELOW}/metrics")
            assert "banqi_" not in twice.text
            assert json.loads((await http.get("healthz")).text) == {"status": "ok"}
