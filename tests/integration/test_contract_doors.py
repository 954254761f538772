"""Coming in: opening rooms, codes as typed, cards at the door, hello, and sockets too many."""

from __future__ import annotations

import secrets
from contextlib import AsyncExitStack
from pathlib import Path
from typing import cast
from unittest.mock import patch

import httpx
import pytest

from app.gateway import byes
from app.room.state import RoomCode
from tests.integration.clients import Room, open_room, post, web
from tests.integration.conftest import StartServer
from tests.integration.inside import Wire, inside
from tests.servers import Server

LETTERS = set("BCDFGHJKLMNPQRSTVWXYZ23456789")


def token() -> str:
    return secrets.token_urlsafe(32)


# — opening —


@pytest.mark.parametrize(
    ("first", "phase", "movers"),
    [
        ("draw", "drawing", set()),
        ("host", "playing", {"host"}),
        ("guest", "playing", {"guest"}),
        ("random", "playing", {"host", "guest"}),
    ],
)
async def test_first_says_who_begins_and_is_kept_with_the_rules(
    server: Server, first: str, phase: str, movers: set[str]
) -> None:
    found = set()
    for _ in range(24 if first == "random" else 1):
        rules = {"preset": "tournament"}
        opened = await post(server, "/api/rooms", {"first": first, "rules": rules})
        seated = await post(server, f"/api/rooms/{opened['code']}/seats", {})
        assert seated["room"]["phase"] == phase
        room = Room(server, opened["code"], opened["token"], seated["token"])
        async with room.connected(room.host) as host:
            told = host.state["rules"]
            assert told["first_mover"] == first
            assert told["preset"] == ("tournament" if first == "random" else "custom")
            if phase == "playing":
                found.add(host.game["first"])
    assert found == movers


async def test_without_first_the_rules_say_who_begins(server: Server) -> None:
    for preset, phase in (("douque", "drawing"), ("paofuqi", "playing"), ("ply_yard", "playing")):
        opened = await post(server, "/api/rooms", {"rules": {"preset": preset}})
        seated = await post(server, f"/api/rooms/{opened['code']}/seats", {})
        assert seated["room"]["phase"] == phase


async def test_a_token_whose_room_was_closed_opens_another(server: Server) -> None:
    token = secrets.token_urlsafe(32)
    first = await post(server, "/api/rooms", {"token": token})
    async with Room(server, first["code"], token, "").connected(token) as host:
        assert (await host.ask("leave"))["type"] == "ack"
    second = await post(server, "/api/rooms", {"token": token})
    assert second["code"] != first["code"]
    assert (await post(server, "/api/rooms", {"token": token}))["code"] == second["code"]


async def test_a_room_opened_twice_with_one_token_is_one_room_and_counted_once(
    start_server: StartServer,
) -> None:
    own = start_server()
    async with web(own.url) as http:
        mine = token()
        answers = [await http.post("/api/rooms", json={"token": mine}) for _ in range(12)]
        assert {answer.status_code for answer in answers} == {201}
        assert len({answer.content for answer in answers}) == 1
        others = [await http.post("/api/rooms", json={"token": token()}) for _ in range(5)]
        assert [answer.status_code for answer in others] == [201] * 4 + [429]
        refused = token()
        for _ in range(2):
            answer = await http.post("/api/rooms", json={"token": refused})
            assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
            assert int(answer.headers["Retry-After"]) >= 1
        again = await http.post("/api/rooms", json={"token": mine})
        assert again.content == answers[0].content


async def test_the_same_token_sits_down_once_even_after_plies(server: Server) -> None:
    opened = await post(server, "/api/rooms", {"first": "host"})
    path, mine = f"/api/rooms/{opened['code']}/seats", token()
    first = await post(server, path, {"name": "Bo", "token": mine})
    room = Room(server, opened["code"], opened["token"], mine)
    async with room.connected(room.host) as host:
        await host.play("a1")
        again = await post(server, path, {"name": "Other", "token": mine})
        assert (again["seat"], again["token"], again["code"]) == ("guest", mine, room.code)
        assert again["room"]["seats"] == first["room"]["seats"]
        assert (await host.ask("ping"))["version"] == 3


async def test_no_living_room_is_overwritten_and_without_free_codes_that_is_said(
    tmp_path: Path,
) -> None:
    codes = [RoomCode("BBBBBB"), RoomCode("CCCCCC")]
    async with inside(tmp_path) as served:
        with patch("app.service.rooms.draw_code", lambda _: secrets.choice(codes)):
            opened = []
            for _ in codes:
                answer = await served.http.post("/api/rooms", json={})
                while answer.status_code == 503:
                    answer = await served.http.post("/api/rooms", json={})
                opened.append(answer.json())
            full = await served.http.post("/api/rooms", json={})
        assert {room["code"] for room in opened} == set(codes)
        assert (full.status_code, full.json()["code"]) == (503, "unavailable")
        assert int(full.headers["retry-after"]) >= 1
        for room in opened:
            seat = await served.post(f"/api/rooms/{room['code']}/seats", {"token": room["token"]})
            assert seat["seat"] == "host"


# — codes and cards —


async def test_codes_are_of_the_alphabet_and_the_length_that_is_set(
    start_server: StartServer,
) -> None:
    own = start_server(BANQI_RATE_LIMITS="off", BANQI_CODE_LENGTH="9")
    async with web(own.url) as http:
        codes = [(await http.post("/api/rooms")).json()["code"] for _ in range(40)]
        assert {len(code) for code in codes} == {9}
        assert set("".join(codes)) <= LETTERS
        assert (await http.get(f"/{codes[0]}")).headers["content-type"].startswith("text/html")


async def test_codes_are_read_over_http_as_people_type_them(
    server: Server, http: httpx.AsyncClient
) -> None:
    room = await open_room(server)
    code = room.code
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in code.lower())
    for typed in (code.lower(), f"{code[:3]}-{code[3:]}", f" {code[:2]} {code[2:]} ", wide):
        card = await http.get(f"/api/rooms/{typed}")
        assert (card.status_code, card.json()["code"]) == (200, code), typed
        third = await http.post(f"/api/rooms/{typed}/seats", json={})
        assert third.json()["code"] == "room_full"
        record = await http.get(f"/api/rooms/{typed}/games/1")
        assert record.json()["code"] == "game_not_over"


async def test_the_card_at_the_door_says_what_one_sits_down_to(
    server: Server, http: httpx.AsyncClient
) -> None:
    clock = {"initial": 60, "increment": 2}
    opened = await post(server, "/api/rooms", {"name": "Mei", "clock": clock, "spectators": False})
    path = f"/api/rooms/{opened['code']}"
    card = (await http.get(path)).json()
    assert set(card) - {"opponent", "turn"} == {
        "code",
        "phase",
        "seats",
        "rules",
        "clock",
        "spectators",
    }
    assert (card["phase"], card["clock"], card["spectators"]) == ("waiting", clock, False)
    await post(server, f"{path}/seats", {"name": "Bo"})
    card = (await http.get(path)).json()
    assert (card["phase"], card["turn"]) == ("drawing", None)
    assert card["seats"] == {
        "host": {"name": "Mei", "computer": None},
        "guest": {"name": "Bo", "computer": None},
    }
    assert opened["token"] not in str(card)


# — hello —


async def test_a_hello_may_leave_out_what_it_does_not_need(server: Server) -> None:
    room = await open_room(server)
    for said in ({"type": "hello"}, {"type": "hello", "token": None, "protocol": 1}):
        async with room.socket() as client:
            await client.send(said)
            assert (await client.next("welcome", "bye"))["you"] == "spectator"


@pytest.mark.parametrize("protocol", [0, -1, 1.0, True, "1", None])
async def test_a_protocol_that_is_no_number_from_one_on_is_no_hello(
    server: Server, protocol: object
) -> None:
    room = await open_room(server)
    async with room.socket() as client:
        await client.send({"type": "hello", "protocol": protocol})
        assert (await client.ended())[0] == 4400


async def test_a_second_hello_is_malformed_and_changes_nothing(server: Server) -> None:
    room = await open_room(server)
    async with room.connected() as spectator:
        again = await spectator.refusal({"type": "hello", "protocol": 1, "token": room.host})
        assert again["code"] == "malformed"
        assert (await spectator.ask("resign"))["code"] == "forbidden"


# — too many —


async def test_sockets_beyond_the_workers_number_get_503_before_they_open(tmp_path: Path) -> None:
    async with inside(tmp_path, most_sockets=3, rate_limits=True) as served:
        room = await served.open_room()
        async with AsyncExitStack() as stack:
            for _ in range(3):
                await stack.enter_async_context(room.connected(room.host))
            late = Wire(served.front, room.code)
            await late.served
            assert late.status == 503
        async with room.connected(room.host) as back:
            assert back.state["you"] == "host"


async def test_sockets_without_hello_are_counted_apart(tmp_path: Path) -> None:
    async with inside(tmp_path, rate_limits=True) as served:
        room = await served.open_room()
        with patch("app.gateway.counts.WITHOUT_HELLO", 2):
            async with room.connected(room.host), room.socket(), room.socket():
                late = Wire(served.front, room.code)
                await late.served
                assert late.status == 503
            async with room.connected(room.guest) as guest:
                assert guest.state["you"] == "guest"


async def test_seats_are_let_in_before_spectators(tmp_path: Path) -> None:
    async with inside(tmp_path, most_sockets=10, rate_limits=True) as served:
        room = await served.open_room()
        async with AsyncExitStack() as stack:
            for _ in range(9):
                await stack.enter_async_context(room.connected())
            async with room.socket() as late:
                await late.send({"type": "hello", "protocol": 1})
                code, bye = await late.ended()
                assert (code, bye["code"], bye["retry"]) == (4409, "too_many_connections", True)
            host = await stack.enter_async_context(room.connected(room.host))
            assert host.state["you"] == "host"


async def test_who_does_not_keep_up_is_told_to_come_back(tmp_path: Path) -> None:
    async with inside(tmp_path) as served, served.table() as table:
        wire = cast("Wire", table.guest.socket)
        await table.guest.everything()
        wire.reads.clear()
        for n in range(70):
            assert (await table.host.ask("say", text=f"{n}"))["type"] == "ack"
        wire.reads.set()
        code, bye = await table.guest.ended()
        assert (code, bye["code"], bye["retry"]) == (4513, "too_slow", True)
        async with table.room.connected(table.room.guest) as back:
            assert back.state["you"] == "guest"


def test_the_goodbyes_are_those_of_the_contract() -> None:
    final = {
        *((1000, "done"), (1000, "room_closed"), (1003, "protocol_error")),
        *((1009, "protocol_error"), (4400, "protocol_error"), (4401, "unauthorized")),
        *((4403, "spectators_off"), (4403, "removed"), (4404, "room_not_found")),
        *((4410, "replaced"), (4426, "outdated")),
    }
    again = {
        *((1012, "restarting"), (4408, "no_hello"), (4409, "too_many_connections")),
        *((4429, "rate_limited"), (4503, "unavailable"), (4513, "too_slow")),
    }
    known = [each for each in vars(byes).values() if isinstance(each, byes.Bye)]
    assert {(bye.close, bye.code) for bye in known if not bye.retry} == final
    assert {(bye.close, bye.code) for bye in known if bye.retry} == again
