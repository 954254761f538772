"""One device: both seats by one token, taking back, dealing anew, and set-up positions."""

from __future__ import annotations

from collections.abc import Mapping

import httpx
import pytest

from app.game import FULL_SET
from tests.integration.clients import Client, Frame, Room, open_room
from tests.servers import Server

START = f"{'/'.join(['????'] * 8)} - {FULL_SET} 0"
UNDO = {"undo": "local"}


async def play(client: Client, action: str) -> Frame:
    """Play, and know what came of it."""
    return await done(client, await client.play(action))


async def done(client: Client, answer: Frame) -> Frame:
    """The state after an acknowledged command."""
    assert answer["type"] == "ack", answer
    return await client.state_at(answer["version"])


async def local(server: Server, rules: Mapping[str, object] | None = None, **body: object) -> Room:
    return await open_room(server, rules, opponent="local", **body)


async def test_one_token_plays_both_seats(server: Server) -> None:
    room = await local(server)
    async with room.connected(room.host) as both:
        assert both.state["you"] == "both"
        assert both.state["room"]["opponent"] == "local"
        seats = both.state["room"]["seats"]
        assert seats == {
            "host": {"name": "Mei", "computer": None},
            "guest": {"name": None, "computer": None},
        }
        for action, by in (("a1", "host"), ("b1", "guest"), ("c1", "host")):
            assert (await play(both, action))["last"]["by"] == by
        told = [f for f in await both.everything() if f["type"] == "presence"][-1]
        assert told["host"] == told["guest"] == {"online": True, "away_since": None}


async def test_a_local_room_has_no_free_seat(server: Server, http: httpx.AsyncClient) -> None:
    room = await local(server)
    answer = await http.post(f"/api/rooms/{room.code}/seats", json={})
    assert (answer.status_code, answer.json()["code"]) == (409, "room_full")


async def test_the_five_piece_draw_works_at_one_device(server: Server) -> None:
    room = await local(server, first="draw")
    async with room.connected(room.host) as both:
        await done(both, await both.ask("pick", tile=4, seat="guest"))
        taken = await both.ask("pick", tile=4, seat="host")
        again = await both.ask("pick", tile=3, seat="guest")
        assert (taken["code"], again["code"]) == ("tile_taken", "not_your_turn")
        state = await done(both, await both.ask("pick", tile=0, seat="host"))
        shown = state["room"]["draw_for_first"]
        assert (state["room"]["phase"], shown["host"], shown["guest"]) == ("playing", 0, 4)
        assert sorted(shown["tiles"]) == sorted("GAERH")
        assert (await play(both, "a1"))["room"]["draw_for_first"] is None


async def test_undo_takes_back_one_ply_after_another_and_the_same_pieces_lie_there_again(
    server: Server,
) -> None:
    room = await local(server, UNDO)
    async with room.connected(room.host) as both:
        before, moves = [both.state], []
        for square in ("a1", "b5", "d8", "c3"):
            state = await play(both, square)
            before.append(state)
            moves.append(state["last"]["move"])
        for ply in (3, 2, 1, 0):
            version = both.version
            state = await done(both, await both.ask("undo", game=1))
            assert state["version"] == version + 1
            assert (state["game"], state["last"]) == (before[ply]["game"], None)
            assert (await both.ask("history", game=1))["moves"] == moves[:ply]
        assert (await both.ask("undo", game=1))["code"] == "nothing_to_undo"
        for move in moves:
            assert (await play(both, move[:2]))["last"]["move"] == move


async def test_undo_after_the_end_takes_back_result_score_and_record(
    server: Server, http: httpx.AsyncClient
) -> None:
    room = await local(server, {**UNDO, "scoring": "stake"})
    path = f"/api/rooms/{room.code}/games/1"
    async with room.connected(room.host) as both:
        await play(both, "a1")
        await play(both, "b1")
        before = both.state["room"]["series"]
        ended = await done(both, await both.ask("resign", seat="host"))
        assert ended["room"]["series"]["points"] == {"host": -5, "guest": 5}
        assert (await http.get(path)).status_code == 200
        back = await done(both, await both.ask("undo", game=1))
        assert (back["room"]["phase"], back["game"]["result"]) == ("playing", None)
        assert (back["game"]["ply"], back["room"]["series"]) == (1, before)
        assert (await http.get(path)).status_code == 409
        assert (await play(both, "c1"))["game"]["ply"] == 2


async def test_undo_restores_chases_and_the_quiet_count(server: Server) -> None:
    room = await local(server, UNDO, position="4/4/4/4/4/1h2/4/1R2 r - 7")
    async with room.connected(room.host) as both:
        games = [both.game]
        games += [(await play(both, action))["game"] for action in ("b1b2", "b3b4", "b2b3")]
        counts = [[(c["piece"], c["target"], c["count"]) for c in g["chases"]] for g in games]
        assert counts == [[], [("b2", "b3", 1)], [("b2", "b4", 1)], [("b3", "b4", 2)]]
        for game in reversed(games[:-1]):
            assert (await done(both, await both.ask("undo")))["game"] == game


async def test_undo_is_off_unless_the_rules_have_it(server: Server) -> None:
    room = await local(server)
    async with room.connected(room.host) as both:
        await play(both, "a1")
        assert (await both.ask("undo"))["code"] == "not_allowed_by_rules"


async def test_online_nothing_is_taken_back_even_if_the_rules_say_local(server: Server) -> None:
    room = await open_room(server, UNDO)
    async with room.connected(room.host) as host:
        await play(host, "a1")
        assert (await host.ask("undo"))["code"] == "not_allowed_by_rules"
        assert (await host.ask("restart"))["code"] == "not_allowed_by_rules"


async def test_restart_deals_the_next_game_and_leaves_no_trace_of_the_old(
    server: Server, http: httpx.AsyncClient
) -> None:
    room = await local(server)
    async with room.connected(room.host) as both:
        await play(both, "a1")
        state = await done(both, await both.ask("restart", game=1))
        assert (state["game"]["number"], state["game"]["ply"], state["last"]) == (2, 0, None)
        series = state["room"]["series"]
        assert series["game"] == 2
        assert series["score"] == {"host": 0.0, "guest": 0.0}
        assert (await both.ask("history", game=1))["code"] == "not_found"
        assert (await both.ask("play", game=1, ply=0, action="a1"))["code"] == "stale"
        record = await http.get(f"/api/rooms/{room.code}/games/1")
        assert (record.status_code, record.json()["code"]) == (404, "not_found")
        assert (await http.get(f"/api/rooms/{room.code}/games/2")).status_code == 409


async def test_one_wish_is_a_rematch_at_one_device(server: Server) -> None:
    room = await local(server)
    async with room.connected(room.host) as both:
        await play(both, "a1")
        await done(both, await both.ask("resign", seat="guest"))
        state = await done(both, await both.ask("rematch", game=1, accept=True))
        assert (state["game"]["number"], state["game"]["first"]) == (2, "guest")
        assert state["room"]["series"]["score"] == {"host": 1.0, "guest": 0.0}


# — positions —


@pytest.mark.parametrize(
    ("first", "seat", "other"),
    [
        (None, "host", "guest"),
        ("host", "host", "guest"),
        ("draw", "host", "guest"),
        ("random", "host", "guest"),
        ("guest", "guest", "host"),
    ],
)
async def test_the_side_to_move_is_the_first_player_with_its_colour(
    server: Server, first: str | None, seat: str, other: str
) -> None:
    room = await local(server, position="3s/4/4/4/4/4/4/Rg2 b - 12", first=first)
    async with room.connected(room.host) as both:
        game = both.game
        assert both.state["room"]["phase"] == "playing"
        assert both.state["room"]["draw_for_first"] is None
        assert (game["first"], game["turn"]) == (seat, seat)
        assert game["colors"] == {seat: "black", other: "red"}
        assert (game["ply"], game["quiet"], game["chases"]) == (0, 12, [])
        captured = {seat: "GAAEERHHCCSSSSS", other: "aaeerrhhccssss"}
        assert game["captured"] == captured


async def test_the_usual_start_as_a_position_needs_no_draw(server: Server) -> None:
    for first, seat in (("draw", "host"), ("guest", "guest")):
        room = await local(server, position=START, first=first)
        async with room.connected(room.host) as both:
            assert both.state["room"]["phase"] == "playing"
            assert (both.game["first"], both.game["colors"]) == (seat, None)


async def test_the_pool_of_a_position_is_dealt_at_random_over_its_hidden_squares(
    server: Server,
) -> None:
    position = "g3/4/4/4/4/4/4/?G?? r aSC 0"
    found = set()
    for _ in range(12):
        room = await local(server, position=position)
        async with room.connected(room.host) as both:
            assert (both.game["unseen"], both.game["board"][:4]) == ("CSa", "?G??")
            for square in ("a1", "c1", "d1"):
                await play(both, square)
            board = both.game["board"]
            assert sorted(board[0] + board[2:4]) == sorted("aSC")
            assert both.game["unseen"] == ""
            found.add(board[:4])
    assert len(found) > 1


@pytest.mark.parametrize(
    "position",
    [
        "4/4/4/4/4/4/4/G3 r - 0",
        "4/4/4/4/4/4/4/G2s r - 60",
        "4/4/4/4/4/4/R3/sE2 b - 0",
        "4/4/4/4/4/4/4/Gs2 - - 0",
        START.replace(" - ", " r ", 1),
        START.replace("C", "S", 1),
        "4/4/4/4/4/4/4/G?1s r - 0",
        "4/4/4/4/4/4/4/G?1s r G 0",
        "x",
        "",
    ],
)
async def test_a_position_that_is_finished_or_cannot_be_is_refused(
    http: httpx.AsyncClient, position: str
) -> None:
    answer = await http.post("/api/rooms", json={"opponent": "local", "position": position})
    assert (answer.status_code, answer.json()["code"]) == (422, "position_invalid")
    assert answer.json()["detail"]


@pytest.mark.parametrize("position", [START, "3s/4/4/4/4/4/4/Rg2 b - 12"])
async def test_a_position_is_not_for_two_friends(http: httpx.AsyncClient, position: str) -> None:
    answer = await http.post("/api/rooms", json={"opponent": "friend", "position": position})
    assert (answer.status_code, answer.json()["code"]) == (422, "position_invalid")


async def test_rules_that_end_a_position_at_once_are_refused_and_the_room_lives(
    server: Server,
) -> None:
    room = await local(server, position="3s/4/4/4/4/4/4/Rg2 b - 50")
    async with room.connected(room.host) as both:
        await both.ask("resign", seat="host")
        refused = await both.ask("set_rules", rules={"no_progress_limit": 40})
        assert refused["code"] == "rules_invalid"
        state = await done(both, await both.ask("rematch", accept=True))
        assert (state["game"]["number"], state["game"]["quiet"]) == (2, 50)
        assert state["game"]["legal"]
