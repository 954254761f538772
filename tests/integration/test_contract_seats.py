"""Seats: left and freed in every phase, and taken again by somebody new."""

from __future__ import annotations

import httpx
import pytest

from tests.integration.clients import (
    Frame,
    Room,
    Table,
    ends_with,
    newcomer,
    open_room,
    open_table,
    post,
    shown,
)
from tests.servers import Server

DONE, CLOSED = (1000, "done", False), (1000, "room_closed", False)


# — leaving, in every phase —


async def test_leaving_while_waiting_closes_the_room(
    server: Server, http: httpx.AsyncClient
) -> None:
    opened = await post(server, "/api/rooms", {})
    room = Room(server, opened["code"], opened["token"], "")
    async with room.connected(room.host) as host, room.connected(room.host) as tab:
        assert (await host.ask("leave"))["type"] == "ack"
        assert [await ends_with(host), await ends_with(tab)] == [CLOSED] * 2
    card = await http.get(f"/api/rooms/{room.code}")
    unknown = await http.get("/api/rooms/ZZZZZZ")
    assert (card.status_code, card.content) == (404, unknown.content)
    late = await http.post(f"/api/rooms/{room.code}/seats", json={})
    assert late.json()["code"] == "room_not_found"


@pytest.mark.parametrize("who", ["host", "guest"])
async def test_leaving_the_draw_calls_the_game_off_and_frees_the_seat(
    server: Server, who: str
) -> None:
    async with open_table(server, first="draw") as table:
        await table.host.ask("pick", tile=0)
        stays = table.of("guest" if who == "host" else "host")
        assert (await table.of(who).ask("leave"))["type"] == "ack"
        assert await ends_with(table.of(who)) == DONE
        state = await shown(stays)
        assert (state["room"]["phase"], state["game"]) == ("waiting", None)
        assert (state["room"]["seats"][who], state["room"]["draw_for_first"]) == (None, None)
        seated = await newcomer(table.room)
        assert seated["seat"] == who
        assert (seated["room"]["phase"], seated["room"]["series"]["game"]) == ("drawing", 1)
        assert seated["room"]["draw_for_first"] == {"host": None, "guest": None, "tiles": None}


@pytest.mark.parametrize(
    ("resignation", "result", "score"),
    [
        (True, {"winner": "guest", "reason": "resignation", "points": 5}, 1.0),
        (False, {"winner": None, "reason": "abandonment", "points": 0}, 0.0),
    ],
)
async def test_leaving_a_game_resigns_where_that_is_allowed(
    server: Server, http: httpx.AsyncClient, resignation: bool, result: Frame, score: float
) -> None:
    async with open_table(server, {"resignation": resignation}) as table:
        await table.play("a1")
        await table.host.ask("leave")
        state = await shown(table.guest)
        assert (state["room"]["phase"], state["game"]["result"]) == ("over", result)
        assert state["room"]["series"]["score"] == {"host": 0.0, "guest": score}
        assert state["room"]["seats"]["host"] is None
        record = (await http.get(f"/api/rooms/{table.room.code}/games/1")).json()
        assert record["result"] == result
        assert record["names"] == {"host": "Mei", "guest": "Bo"}
        assert (await table.guest.ask("rematch", accept=True))["code"] == "not_playing"


async def test_leaving_after_the_end_frees_the_seat_and_the_second_to_leave_closes(
    table: Table,
) -> None:
    await table.host.ask("resign", game=1)
    await table.guest.ask("rematch", game=1, accept=True)
    async with table.room.connected() as spectator:
        await table.guest.ask("leave")
        state = await shown(table.host)
        assert (state["room"]["phase"], state["room"]["rematch"]) == ("over", [])
        assert (await table.host.ask("leave"))["type"] == "ack"
        assert await ends_with(table.host) == CLOSED
        assert await ends_with(spectator) == CLOSED


async def test_leaving_one_device_closes_the_room(server: Server) -> None:
    room = await open_room(server, opponent="local")
    async with room.connected(room.host) as both:
        assert (await both.ask("leave"))["type"] == "ack"
        assert await ends_with(both) == CLOSED


@pytest.mark.parametrize("who", ["host", "guest"])
async def test_a_new_player_starts_the_series_anew(server: Server, who: str) -> None:
    async with open_table(server, {"scoring": "stake"}) as table:
        await table.play("a1")
        await table.guest.ask("resign", game=1)
        await table.of(who).ask("leave")
        stays = table.of("guest" if who == "host" else "host")
        seated = await newcomer(table.room)
        nothing = {"host": 0.0, "guest": 0.0}
        series = seated["room"]["series"]
        assert (seated["seat"], series["game"]) == (who, 2)
        assert (series["score"], series["points"]) == (nothing, {"host": 0, "guest": 0})
        state = await shown(stays)
        assert state["game"]["first"] == "host"  # by first_mover, as in a first game
        assert state["room"]["seats"][who]["name"] == "New"
        old = table.room.host if who == "host" else table.room.guest
        async with table.room.socket() as late:
            assert (await late.hello(old))["code"] == "unauthorized"
        async with table.room.connected(seated["token"]) as client:
            assert client.state["you"] == who


async def test_a_newcomer_on_the_hosts_seat_has_the_hosts_rights(table: Table) -> None:
    await table.guest.ask("resign", game=1)
    await table.host.ask("leave")
    seated = await newcomer(table.room)
    async with table.room.connected(seated["token"]) as host:
        await host.ask("resign", game=2)
        assert (await table.guest.ask("remove_guest"))["code"] == "forbidden"
        assert (await host.ask("remove_guest"))["type"] == "ack"
        assert await ends_with(table.guest) == (4403, "removed", False)


async def test_a_removed_guest_has_lost_every_token_and_the_seat_is_free(table: Table) -> None:
    moved = (await table.guest.ask("move_seat"))["token"]
    await table.guest.ask("resign", game=1)
    async with table.room.connected(moved) as phone:
        removed = await table.host.ask("remove_guest")
        assert [await ends_with(table.guest), await ends_with(phone)] == [
            (4403, "removed", False)
        ] * 2
    state = await shown(table.host)
    assert state["version"] == removed["version"]
    assert (state["room"]["phase"], state["room"]["seats"]["guest"]) == ("over", None)
    assert (await table.host.ask("remove_guest"))["code"] == "not_found"
    for token in (moved, table.room.guest):
        async with table.room.socket() as late:
            assert (await late.hello(token))["code"] == "unauthorized"
    assert (await newcomer(table.room))["seat"] == "guest"
