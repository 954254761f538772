"""Names on seats, and the tokens that open them."""

from __future__ import annotations

import secrets
from contextlib import AsyncExitStack

import httpx

from tests.integration.clients import (
    Client,
    Room,
    Table,
    ends_with,
    newcomer,
    open_room,
    post,
    shown,
)
from tests.integration.conftest import StartServer
from tests.servers import Server

FAMILY = "👨‍👩‍👧‍👦"


# — names —


async def test_a_name_that_reads_like_the_others_gets_a_number(server: Server) -> None:
    opened = await post(server, "/api/rooms", {"name": "Mei"})
    room = Room(server, opened["code"], opened["token"], "")
    seated = await newcomer(room, "ｍｅｉ")
    assert seated["room"]["seats"]["guest"]["name"] == "ｍｅｉ (2)"
    async with room.connected(room.host) as host, room.connected(seated["token"]) as guest:
        for name, numbered in (
            ("MEI", "MEI (2)"),
            (FAMILY * 5, FAMILY * 5 + " (2)"),
            ("a" * 24, "a" * 20 + " (2)"),
            ("a" * 20 + " (2)", "a" * 20 + " (3)"),
        ):
            await guest.ask("rename", name="Bo")
            await host.ask("rename", name=name)
            renamed = await guest.ask("rename", name=name)
            seats = (await guest.state_at(renamed["version"]))["room"]["seats"]
            assert (seats["host"]["name"], seats["guest"]["name"]) == (name, numbered)
            same = await guest.ask("rename", name=numbered)
            assert (same["type"], same["version"]) == ("ack", renamed["version"])


async def test_a_player_is_renamed_in_every_phase(server: Server) -> None:
    opened = await post(server, "/api/rooms", {"first": "draw"})
    room = Room(server, opened["code"], opened["token"], "")
    async with room.connected(room.host) as host, AsyncExitStack() as stack:
        seats: list[Client] = [host]
        for n, phase in enumerate(("waiting", "drawing", "playing", "over")):
            if phase == "drawing":
                token = (await newcomer(room))["token"]
                seats.append(await stack.enter_async_context(room.connected(token)))
            if phase == "playing":
                await host.ask("pick", tile=0)
                await seats[1].ask("pick", tile=1)
            if phase == "over":
                await host.ask("resign")
            before = await shown(host)
            assert before["room"]["phase"] == phase
            renamed = await host.ask("rename", name=f"Mei {n}")
            assert renamed["version"] == before["version"] + 1
            after = await shown(host)
            assert after["room"]["seats"]["host"]["name"] == f"Mei {n}"
            assert (after["game"], after["last"]) == (before["game"], None)


async def test_names_are_as_long_as_a_reader_counts(http: httpx.AsyncClient) -> None:
    for name in ("好" * 24, "e\u0301" * 24, FAMILY * 5, "👍🏽" * 18, "x"):
        answer = await http.post("/api/rooms", json={"name": name})
        assert answer.status_code == 201, name
    for name in ("好" * 25, "x" * 25, FAMILY * 6, "👍🏽" * 19, "", "  ", "\u202e"):
        answer = await http.post("/api/rooms", json={"name": name})
        assert (answer.status_code, answer.json()["code"]) == (422, "name_invalid"), name


# — tokens —


async def test_four_tokens_open_a_seat_and_dropping_leaves_ones_own(table: Table) -> None:
    moved = [(await table.host.ask("move_seat"))["token"] for _ in range(3)]
    assert len({*moved, table.room.host}) == 4
    assert (await table.host.ask("ping"))["version"] == table.host.version
    async with AsyncExitStack() as stack:
        devices = [await stack.enter_async_context(table.room.connected(t)) for t in moved]
        assert [device.state["you"] for device in devices] == ["host"] * 3
        dropped = await devices[1].ask("drop_tokens")
        assert (dropped["type"], dropped["version"]) == ("ack", table.host.version)
        for gone in (table.host, devices[0], devices[2]):
            assert await ends_with(gone) == (4401, "unauthorized", False)
        again = await devices[1].answer_to({"type": "drop_tokens", "id": dropped["id"]})
        assert again == dropped
        assert (await table.guest.ask("ping"))["type"] == "pong"
    for token in (table.room.host, moved[0], moved[2]):
        async with table.room.socket() as late:
            assert (await late.hello(token))["code"] == "unauthorized"


async def test_a_fifth_token_takes_the_place_of_the_oldest_that_is_not_ones_own(
    table: Table,
) -> None:
    moved = [(await table.guest.ask("move_seat"))["token"] for _ in range(3)]
    async with table.room.connected(moved[0]) as oldest, table.room.connected(moved[1]) as other:
        newest = (await table.guest.ask("move_seat"))["token"]
        assert await ends_with(oldest) == (4401, "unauthorized", False)
        assert (await table.guest.ask("ping"))["type"] == "pong"
        newer = (await other.ask("move_seat"))["token"]
        assert await ends_with(table.guest) == (4401, "unauthorized", False)
    for token in (*moved[1:], newest, newer):
        async with table.room.connected(token) as client:
            assert client.state["you"] == "guest"


async def test_eight_sockets_of_a_seat_live_and_each_newer_one_closes_the_oldest(
    start_server: StartServer,
) -> None:
    room = await open_room(start_server())
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(room.connected(room.host)) for _ in range(8)]
        guest = await stack.enter_async_context(room.connected(room.guest))
        for n in range(2):
            newer = await stack.enter_async_context(room.connected(room.host))
            assert await ends_with(clients[n]) == (4410, "replaced", False)
            assert (await newer.ask("ping"))["type"] == "pong"
        for client in (*clients[2:], guest):
            assert (await client.ask("ping"))["type"] == "pong"
        presence = [f for f in await guest.everything() if f["type"] == "presence"]
        assert all(frame["host"]["online"] for frame in presence)


async def test_a_token_of_ones_own_seat_takes_no_second_one(
    server: Server, http: httpx.AsyncClient
) -> None:
    mine = secrets.token_urlsafe(32)
    opened = await post(server, "/api/rooms", {"token": mine})
    again = await http.post(f"/api/rooms/{opened['code']}/seats", json={"token": mine})
    assert (again.status_code, again.json()["seat"]) == (201, "host")
    card = (await http.get(f"/api/rooms/{opened['code']}")).json()
    assert (card["phase"], card["seats"]["guest"]) == ("waiting", None)
