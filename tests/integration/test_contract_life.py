"""How long a room lives: by phase, longer while a player is connected, and what comes after."""

from __future__ import annotations

import asyncio
from pathlib import Path
from unittest.mock import patch

from app.game import Seat
from app.room.commands import Rename
from app.room.state import RoomCode
from tests.integration.clients import Client, Frame, Room, post, web
from tests.integration.conftest import StartServer
from tests.integration.inside import Inside, RoomInside, inside

HOUR = 3_600_000
DAY = 24 * HOUR


async def status_of(served: Inside, room: Room) -> int:
    return (await served.http.get(f"/api/rooms/{room.code}")).status_code


async def told(client: Client) -> Frame:
    await client.state_at((await client.ask("ping"))["version"])
    found: Frame = client.state["room"]
    return found


async def test_a_room_waits_an_hour_and_plays_a_day(tmp_path: Path) -> None:
    async with inside(tmp_path) as served:
        began = served.clock.now
        waiting = await served.open_room(guest=False, first="draw")
        async with waiting.connected(waiting.host) as host:
            room = await told(host)
            assert (room["phase"], room["expires_at"]) == ("waiting", began + HOUR)
            served.clock.now += 1000
            seated = await served.post(f"/api/rooms/{waiting.code}/seats", {})
            assert seated["room"]["expires_at"] == began + 1000 + DAY
            async with waiting.connected(seated["token"]) as guest:
                for client, phase, kind, fields in (
                    (host, "drawing", "pick", {"tile": 0}),
                    (guest, "playing", "pick", {"tile": 1}),
                    (host, "over", "resign", {}),
                ):
                    served.clock.now += 1000
                    assert (await client.ask(kind, **fields))["type"] == "ack"
                    room = await told(host)
                    assert (room["phase"], room["expires_at"]) == (phase, served.clock.now + DAY)


async def test_who_comes_late_is_shown_an_end_that_counts_from_now_while_a_player_is_here(
    tmp_path: Path,
) -> None:
    async with inside(tmp_path) as served:
        waiting = await served.open_room(guest=False)
        began = served.clock.now
        async with waiting.connected(waiting.host):
            served.clock.now += HOUR // 2
            async with waiting.connected() as spectator:
                assert spectator.state["room"]["expires_at"] == began + HOUR // 2 + HOUR


async def test_rooms_end_when_their_time_has_come_and_are_like_rooms_that_never_were(
    tmp_path: Path,
) -> None:
    async with inside(tmp_path) as served:
        waiting = await served.open_room(guest=False)
        playing = await served.open_room()
        unknown = await served.http.get("/api/rooms/ZZZZZZ")
        served.clock.now += HOUR - 1
        assert await status_of(served, waiting) == 200
        served.clock.now += 1
        late = await served.http.get(f"/api/rooms/{waiting.code}")
        assert (late.status_code, late.content) == (404, unknown.content)
        served.clock.now += DAY - HOUR - 1
        assert await status_of(served, playing) == 200
        served.clock.now += 1
        assert await status_of(served, playing) == 404
        for room in (waiting, playing):
            taken = await served.http.post(f"/api/rooms/{room.code}/seats", json={})
            assert (taken.status_code, taken.json()["code"]) == (404, "room_not_found")
            record = await served.http.get(f"/api/rooms/{room.code}/games/1")
            assert record.json()["code"] == "room_not_found"
            async with room.socket() as client:
                assert (await client.hello(room.host))["code"] == "room_not_found"
                assert (await client.ended())[0] == 4404


async def test_every_event_gives_a_room_its_full_time_again(tmp_path: Path) -> None:
    async with inside(tmp_path) as served:
        room = await served.open_room()
        for _ in range(3):
            served.clock.now += DAY - 1
            async with room.connected(room.host) as host:
                await host.ask("rename", name=f"Mei {served.clock.now % 1000}")
        assert await status_of(served, room) == 200


async def test_coming_back_in_the_last_moment_is_a_sign_of_life(tmp_path: Path) -> None:
    async with inside(tmp_path) as served:
        room = await served.open_room(guest=False)
        served.clock.now += HOUR - 1
        async with room.connected(room.host) as host:
            assert (await host.ask("ping"))["type"] == "pong"
        served.clock.now += HOUR - 1
        assert await status_of(served, room) == 200
        served.clock.now += 1
        assert await status_of(served, room) == 404


async def test_watching_keeps_no_room_alive_and_its_end_is_told(tmp_path: Path) -> None:
    async with inside(tmp_path) as served:
        room = await served.open_room(guest=False)
        async with room.connected() as spectator:
            served.clock.now += HOUR
            await lost_bells_are_looked_for(served)
            code, bye = await spectator.ended()
            assert (code, bye["code"], bye["retry"]) == (1000, "room_closed", False)


async def lost_bells_are_looked_for(served: Inside) -> None:
    """What the feed does every few seconds."""
    feed = served.front.app.app.state.core.board.services.feed
    await feed._compare(feed.watched)


async def test_a_connected_player_keeps_the_room_however_short_its_life(
    start_server: StartServer,
) -> None:
    own = start_server(BANQI_RATE_LIMITS="off", BANQI_WAITING_SECONDS="2")
    opened = await post(own, "/api/rooms", {})
    room = Room(own, opened["code"], opened["token"], "")
    async with room.connected(room.host) as host, web(own.url) as http:
        left = await post(own, "/api/rooms", {})
        async with asyncio.timeout(20):
            while (await http.get(f"/api/rooms/{left['code']}")).status_code == 200:
                assert (await host.ask("ping"))["type"] == "pong"
        assert (await http.get(f"/api/rooms/{room.code}")).status_code == 200
        seated = await http.post(f"/api/rooms/{room.code}/seats", json={})
        assert seated.status_code == 201


async def test_a_code_that_has_expired_can_be_another_rooms(tmp_path: Path) -> None:
    async with inside(tmp_path) as served:
        token = "T" * 42 + "A"
        first = await served.post("/api/rooms", {"token": token})
        served.clock.now += 2 * HOUR
        again = await served.post("/api/rooms", {"token": token})
        assert again["code"] != first["code"]
        room = RoomInside(None, again["code"], token, "", inside=served)  # type: ignore[arg-type]
        async with room.connected(token) as host:
            assert host.state["you"] == "host"


async def test_what_happens_while_a_room_is_being_opened_here_is_not_missed(
    tmp_path: Path,
) -> None:
    async with inside(tmp_path) as served:
        room = await served.open_room()
        core = served.front.app.app.state.core
        chat = core.store.chat

        async def renamed_meanwhile(code: RoomCode) -> object:
            await core.rooms.command(code, Seat.HOST, "c1", Rename("Lin"))
            return await chat(code)

        with patch.object(core.store, "chat", renamed_meanwhile):
            async with room.connected(room.host) as host:
                assert host.state["room"]["seats"]["host"]["name"] == "Lin"
