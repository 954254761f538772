"""A store that is away: what is said then, and that nothing is lost or counted twice after."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.integration.clients import open_table
from tests.integration.conftest import StartServer
from tests.integration.inside import inside


async def test_a_hello_while_the_store_is_away_is_asked_to_come_back(tmp_path: Path) -> None:
    async with inside(tmp_path) as served:
        room = await served.open_room()
        served.store.away = True
        for token in (room.host, None, "A" * 43):
            async with room.socket() as client:
                await client.send({"type": "hello", "protocol": 1, "token": token})
                code, bye = await client.ended()
                assert (code, bye["code"], bye["retry"]) == (4503, "unavailable", True)
        served.store.away = False
        async with room.connected(room.host) as host:
            assert host.state["you"] == "host"


async def test_who_is_connected_stays_so_and_the_same_command_counts_once_afterwards(
    tmp_path: Path,
) -> None:
    async with inside(tmp_path) as served, served.table() as table:
        ply = {"type": "play", "id": "once", "game": 1, "ply": 0, "action": "a1"}
        version = table.host.version
        served.store.away = True
        for _ in range(3):
            refused = await table.host.answer_to(ply)
            assert (refused["code"], refused["version"]) == ("unavailable", version)
        for kind, fields in (("say", {"text": "hi"}), ("move_seat", {}), ("drop_tokens", {})):
            assert (await table.host.ask(kind, **fields))["code"] == "unavailable"
        assert (await table.host.ask("ping"))["type"] == "pong"
        served.store.away = False
        acked = await table.host.answer_to(ply)
        assert (acked["type"], acked["version"]) == ("ack", version + 1)
        assert await table.host.answer_to(ply) == acked
        await table.settled(acked["version"])
        assert table.guest.game["ply"] == 1


async def test_a_write_whose_answer_got_lost_counts_once(tmp_path: Path) -> None:
    async with inside(tmp_path) as served, served.table() as table:
        ply = {"type": "play", "id": "once", "game": 1, "ply": 0, "action": "a1"}
        served.store.loses_answers_of = "append"
        assert (await table.host.answer_to(ply))["code"] == "unavailable"
        acked = await table.host.answer_to(ply)
        assert acked["type"] == "ack"
        assert (await table.guest.state_at(acked["version"]))["game"]["ply"] == 1
        assert (await table.guest.play("b1"))["version"] == acked["version"] + 1


@pytest.mark.parametrize("path", ["/api/rooms", "seats"])
async def test_http_says_unavailable_and_the_same_token_then_gets_one_room_and_seat(
    tmp_path: Path, path: str
) -> None:
    async with inside(tmp_path) as served:
        room = await served.open_room(guest=False)
        address = path if path != "seats" else f"/api/rooms/{room.code}/seats"
        body = {"name": "Bo", "token": "T" * 42 + "A"}
        for trouble in ("away", "lost"):
            served.store.away = trouble == "away"
            served.store.loses_answers_of = "append" if trouble == "lost" else None
            answer = await served.http.post(address, json=body)
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            assert answer.headers["content-type"] == "application/problem+json"
            assert int(answer.headers["retry-after"]) >= 1
        first, again = [await served.post(address, body) for _ in range(2)]
        assert first == again
        assert first["token"] == body["token"]


async def test_readiness_goes_with_the_store_and_health_does_not(tmp_path: Path) -> None:
    async with inside(tmp_path) as served:
        for away, status in ((False, 200), (True, 503), (False, 200)):
            served.store.away = away
            ready = await served.http.get("/readyz")
            assert ready.status_code == status
            assert (await served.http.get("/healthz")).status_code == 200
            assert (await served.http.get("/version")).status_code == 200
            assert (await served.http.get("/metrics")).status_code == 200


async def test_rules_and_positions_need_no_store(tmp_path: Path) -> None:
    async with inside(tmp_path) as served:
        served.store.away = True
        assert (await served.http.get("/api/rules")).status_code == 200
        judged = {"position": "4/4/4/4/4/4/4/Gs2 b - 3"}
        assert (await served.http.post("/api/positions", json=judged)).status_code == 200
        card = await served.http.get("/api/rooms/BBBBBB")
        assert (card.status_code, card.json()["code"]) == (503, "unavailable")


async def test_a_past_that_is_not_what_was_told_is_told_anew_by_a_welcome(
    start_server: StartServer,
) -> None:
    own = start_server(BANQI_RATE_LIMITS="off")
    database = Path(own.environment["BANQI_STORE"].removeprefix("sqlite:///"))
    async with open_table(own) as table:
        for square in ("a1", "b1", "c1"):
            await table.play(square)
        told = table.host.state
        with closing(sqlite3.connect(database)) as elsewhere, elsewhere:
            newest = (table.room.code, told["version"])
            elsewhere.execute("DELETE FROM events WHERE room = ? AND version = ?", newest)
            elsewhere.execute(
                "UPDATE rooms SET version = version - 1, tag ="
                " (SELECT tag FROM events WHERE room = code ORDER BY version DESC LIMIT 1)"
                " WHERE code = ?",
                newest[:1],
            )
        for client in (table.host, table.guest):
            anew = await client.where(lambda f: f["type"] == "welcome", patience=15)
            assert anew["version"] == told["version"] - 1
            assert (anew["game"]["ply"], len(anew["moves"])) == (2, 2)
        acked = await table.host.play("c1")
        assert (acked["type"], acked["version"]) == ("ack", told["version"])
        assert (await table.guest.state_at(told["version"]))["game"] == told["game"]
