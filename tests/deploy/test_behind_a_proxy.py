"""What a proxy must not take from players: their own limits, and a game that goes on."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.deploy.backends import Backend, kill_all
from tests.deploy.fronts import Front
from tests.deploy.visits import FarRoom, Visitor
from tests.integration.clients import Frame, Table

BACK_SECONDS = 5.0


@pytest.fixture(scope="module")
def base_path() -> str:
    return ""


async def test_the_limits_are_those_of_each_address(front: Front) -> None:
    flooder, other = Visitor(front), Visitor(front)
    async with flooder.web() as http:
        spoofed = [{"X-Forwarded-For": f"198.51.100.{n}", "X-Real-IP": "::1"} for n in range(14)]
        codes = [
            (await http.get(f"api/rooms/ZZZZ{n:02}", headers=headers)).status_code
            for n, headers in enumerate(spoofed, start=22)
        ]
    assert 429 in codes, "the address that the flooder claims to have is believed"
    async with other.web() as http:
        assert (await http.get("api/rooms/ZZZZZZ")).status_code == 404


async def test_when_a_server_is_killed_the_game_goes_on_at_the_other(
    visitor: Visitor, backend: Backend
) -> None:
    room = await visitor.open_room()
    for victim in backend.servers:
        async with room.table() as table:
            await table.play(table.mover.game["legal"][0])
            kill_all(victim)
            await _play_on(room, table)
        victim.start()


async def _play_on(room: FarRoom, table: Table) -> None:
    """One more ply within the time allowed, by whoever has to come back for it."""
    async with asyncio.timeout(BACK_SECONDS):
        command = _next_play(table.mover.game)
        token = room.host if table.mover is table.host else room.guest
        with suppress(ConnectionClosed):
            assert (await table.mover.answer_to(command))["type"] == "ack"
            return
        await _again(room, token, command)


def _next_play(game: Frame) -> Frame:
    action = game["legal"][0]
    return {"type": "play", "id": "on", "game": 1, "ply": game["ply"], "action": action}


async def _again(room: FarRoom, token: str, command: Frame) -> None:
    while True:
        with suppress(ConnectionClosed, InvalidStatus, OSError):
            async with room.connected(token) as back:
                assert (await back.answer_to(command))["type"] == "ack"
                return
