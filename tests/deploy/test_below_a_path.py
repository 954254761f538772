"""The game at a path of a name that belongs to something else as well."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.deploy.backends import BELOW, Backend
from tests.deploy.fronts import KINDS, running_front, said_in
from tests.deploy.visits import Visitor

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
