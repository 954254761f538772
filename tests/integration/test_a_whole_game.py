"""Two programs play whole games by nothing but what the server tells them."""

from __future__ import annotations

import random

import httpx

from app.game import Seat, record_from_json, replay
from tests.integration.clients import Room, Table, open_room, open_table, post
from tests.servers import Server


async def play_to_the_end(table: Table, seed: int) -> None:
    chance = random.Random(seed)
    while table.host.game["result"] is None:
        await table.play(chance.choice(table.host.game["legal"]))


async def test_two_seats_play_a_whole_game_and_its_record_replays(
    server: Server, http: httpx.AsyncClient
) -> None:
    async with open_table(server) as table:
        await play_to_the_end(table, 1)
        end = table.host.game
        assert end["turn"] is None
        assert end["legal"] == end["barred"] == []
        assert table.guest.game == end

    answer = await http.get(f"/api/rooms/{table.room.code}/games/1")
    record = record_from_json(answer.json())
    assert replay(record)[-1].board == end["board"]
    text = await http.get(f"/api/rooms/{table.room.code}/games/1.txt")
    assert text.headers["content-type"].startswith("text/plain")
    read = await http.post("/api/records", content=text.text)
    assert read.json()["boards"][-1] == end["board"]
    assert read.json()["record"]["moves"] == answer.json()["moves"]


async def test_the_first_move_is_drawn_and_a_rematch_changes_sides(server: Server) -> None:
    async with open_table(server, first="draw") as table:
        assert table.host.state["room"]["phase"] == "drawing"
        picked = await table.host.ask("pick", tile=3)
        await table.settled(picked["version"])
        assert table.guest.state["room"]["draw_for_first"] == {
            "host": 3,
            "guest": None,
            "tiles": None,
        }
        taken = await table.guest.ask("pick", tile=3)
        assert taken["code"] == "tile_taken"
        again = await table.host.ask("pick", tile=0)
        assert again["code"] == "not_your_turn"
        drawn = await table.guest.ask("pick", tile=0)
        await table.settled(drawn["version"])
        shown = table.host.state["room"]["draw_for_first"]
        order = "GAERH"
        assert sorted(shown["tiles"]) == sorted(order)
        host_leads = order.index(shown["tiles"][3]) < order.index(shown["tiles"][0])
        assert table.host.game["first"] == ("host" if host_leads else "guest")
        await play_to_the_end(table, 2)

        first = table.host.game["first"]
        await table.host.ask("rematch", game=1, accept=True)
        agreed = await table.guest.ask("rematch", game=1, accept=True)
        await table.settled(agreed["version"])
        assert table.host.game["number"] == 2
        assert table.host.game["first"] == Seat(first).other


async def test_one_device_plays_both_seats_and_takes_plies_back(server: Server) -> None:
    opened = await open_room(server, opponent="local", rules={"undo": "local"}, first="host")
    async with opened.connected(opened.host) as client:
        assert client.state["you"] == "both"
        flipped = await client.play(client.game["legal"][0])
        await client.state_at(flipped["version"])
        before = client.game["board"]
        second = await client.play(client.game["legal"][0])
        await client.state_at(second["version"])
        undone = await client.ask("undo", game=1)
        state = await client.state_at(undone["version"])
        assert (state["game"]["board"], state["last"]) == (before, None)
        resigned = await client.ask("resign", game=1, seat="guest")
        await client.state_at(resigned["version"])
        assert client.game["result"]["winner"] == "host"
        for kind in ("resign", "offer_draw"):
            assert (await client.ask(kind, game=1))["code"] == "malformed"


async def test_a_repeat_at_one_device_is_known_although_the_turn_has_passed(
    server: Server,
) -> None:
    room = await open_room(server, opponent="local")
    async with room.connected(room.host) as client:
        ply = {"type": "play", "id": "lost", "game": 1, "ply": 0, "action": "a1"}
        first = await client.answer_to(ply)
        assert await client.answer_to(ply) == first


async def test_a_position_is_played_out_on_one_device(server: Server) -> None:
    position = "4/4/4/4/4/4/4/Gs2 b - 0"
    opened = await post(
        server, "/api/rooms", {"opponent": "local", "position": position, "first": "guest"}
    )
    room = Room(server, opened["code"], opened["token"], "")
    async with room.connected(room.host) as client:
        assert client.game["first"] == client.game["turn"] == "guest"
        assert client.game["colors"] == {"host": "red", "guest": "black"}
        taken = await client.play("b1a1")
        await client.state_at(taken["version"])
        assert client.game["result"]["winner"] == "guest"
