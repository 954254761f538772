"""What a client is told: welcome, state, presence, history, chat; whole, once, and in order."""

from __future__ import annotations

import asyncio
import json
import time

import pytest

from app.game import FULL_SET, rules_to_json
from app.game import PRESETS as RULESETS
from tests.integration.clients import Client, Frame, Room, Table, open_room, open_table, post, shown
from tests.servers import Server


async def test_a_waiting_room_is_welcomed_with_all_there_is(server: Server) -> None:
    opened = await post(server, "/api/rooms", {"name": "Mei", "clock": None})
    room = Room(server, opened["code"], opened["token"], "")
    before = time.time() * 1000
    async with room.connected(room.host) as host:
        welcome = host.state
        assert (welcome["protocol"], welcome["you"], welcome["version"]) == (1, "host", 1)
        assert before - 1000 <= welcome["now"] <= time.time() * 1000 + 1000
        assert welcome["rules"] == rules_to_json(RULESETS["douque"])
        assert welcome["rules"]["preset"] == "douque"
        assert (welcome["game"], welcome["moves"]) == (None, [])
        assert welcome["room"].pop("expires_at") >= opened["room"].pop("expires_at")
        assert welcome["room"] == opened["room"]
        assert welcome["room"]["phase"] == "waiting"
        assert welcome["room"]["series"] == {
            "game": 0,
            "score": {"host": 0.0, "guest": 0.0},
            "points": {"host": 0, "guest": 0},
        }
        presence = await host.next("presence")
        assert presence["guest"] is None
        assert (presence["spectators"], presence["claim_at"]) == (0, None)


async def test_a_new_game_shows_everything_face_down(table: Table) -> None:
    assert table.host.state["you"] == "host"
    assert table.guest.state["you"] == "guest"
    game = table.guest.game
    assert (game["number"], game["ply"], game["quiet"]) == (1, 0, 0)
    assert (game["board"], game["unseen"]) == ("?" * 32, FULL_SET)
    assert (game["first"], game["turn"], game["colors"]) == ("host", "host", None)
    assert sorted(game["legal"]) == sorted(f + r for f in "abcd" for r in "12345678")
    assert (game["barred"], game["chases"]) == ([], [])
    assert game["captured"] == {"host": "", "guest": ""}
    assert (game["draw_offer"], game["draw_offer_ply"]) == (None, None)
    assert (game["clock"], game["result"]) == (None, None)


async def test_a_state_is_whole_but_for_rules_and_moves_and_the_same_for_everybody(
    table: Table,
) -> None:
    async with table.room.connected() as spectator:
        clients = (table.host, table.guest, spectator)
        version = (await table.host.play("b5"))["version"]
        text, *others = [json.dumps(await client.state_at(version)) for client in clients]
        assert others == [text] * 2
        state = json.loads(text)
        assert set(state) == {"type", "version", "now", "room", "game", "last"}
        async with table.room.connected() as late:
            assert set(late.state) == {
                *("type", "protocol", "build", "you", "version", "now"),
                *("rules", "room", "game", "moves"),
            }
            assert {**late.state["room"], "expires_at": 0} == {**state["room"], "expires_at": 0}
            assert late.state["game"] == state["game"]
            assert late.state["moves"] == [state["last"]["move"]]


async def test_last_is_the_newest_ply_whatever_happens_beside_it(table: Table) -> None:
    assert table.host.state.get("last") is None
    await table.play("a1")
    last = table.host.state["last"]
    assert (last["ply"], last["by"], last["move"][:3]) == (1, "host", "a1=")
    renamed = await table.guest.ask("rename", name="Lan")
    await table.settled(renamed["version"])
    assert table.host.state["last"] == last
    await table.play("b1")
    assert table.host.state["last"]["by"] == "guest"
    ended = await table.host.ask("resign", game=1)
    await table.settled(ended["version"])
    assert table.guest.state["last"]["ply"] == 2
    await table.guest.ask("rematch", accept=True)
    begun = await table.host.ask("rematch", accept=True)
    await table.settled(begun["version"])
    assert table.guest.state["last"] is None


async def test_a_ply_is_written_with_what_it_showed(server: Server) -> None:
    position = "4/4/4/4/4/4/4/R1s? r g 0"
    room = await open_room(server, opponent="local", position=position)
    async with room.connected(room.host) as both:
        moves = []
        for action in ("a1b1", "d1", "b1xc1"):
            answer = await both.play(action.replace("x", ""))
            moves.append((await both.state_at(answer["version"]))["last"]["move"])
        assert moves == ["a1-b1", "d1=g", "b1xc1=s"]
        assert both.game["captured"]["host"].endswith("s")
        assert (await both.ask("history", game=1))["moves"] == moves


async def test_every_event_is_one_version_and_one_state(table: Table) -> None:
    first = (await table.host.ask("ping"))["version"]
    async with table.room.connected() as spectator:
        asked: list[tuple[Client, str, dict[str, object]]] = [
            (table.host, "play", {"ply": 0, "action": "a1"}),
            (table.host, "offer_draw", {}),
            (table.guest, "decline_draw", {}),
            (table.guest, "rename", {"name": "Lan"}),
            (table.guest, "resign", {}),
            (table.host, "rematch", {"accept": True}),
            (table.host, "rematch", {"accept": False}),
            (table.host, "rematch", {"accept": True}),
            (table.guest, "rematch", {"accept": False}),
            (table.host, "leave", {}),
        ]
        for n, (client, kind, fields) in enumerate(asked, 1):
            answer = await client.ask(kind, **fields)
            assert (answer["type"], answer["version"]) == ("ack", first + n), kind
        told = [f["version"] for f in await spectator.everything() if f["type"] == "state"]
        assert told == sorted(set(told))
        assert told[-1] == first + len(asked)


async def test_what_is_not_in_the_log_is_acked_with_the_unchanged_version(table: Table) -> None:
    await table.play("a1")
    offered = await table.host.ask("offer_draw")
    for kind, fields in (
        ("offer_draw", {}),
        ("say", {"text": "hi"}),
        ("drop_tokens", {}),
        ("rename", {"name": "Mei"}),
    ):
        answer = await table.host.ask(kind, **fields)
        assert (answer["type"], answer["version"]) == ("ack", offered["version"]), kind
    assert (await table.host.ask("ping"))["version"] == offered["version"]


async def test_the_history_of_running_and_finished_games_is_there_for_everybody(
    table: Table,
) -> None:
    async with table.room.connected() as spectator:
        moves: dict[int, list[str]] = {1: [], 2: []}
        for number in (1, 2):
            for square in ("a1", "b5", "c3")[: 4 - number]:
                await table.play(square)
                moves[number].append(table.host.state["last"]["move"])
                asked = await spectator.ask("history", game=number)
                assert asked["moves"] == moves[number]
                assert asked["game"] == number
            await table.host.ask("resign", game=number)
            await table.host.ask("rematch", accept=True)
            begun = await table.guest.ask("rematch", accept=True)
            await table.settled(begun["version"])
        for client in (table.host, table.guest, spectator):
            found = [(await client.ask("history", game=n))["moves"] for n in (1, 2, 3)]
            assert found == [moves[1], moves[2], []]
            assert (await shown(client))["game"]["number"] == 3
            for missing in (0, 4):
                assert (await client.ask("history", game=missing))["code"] == "not_found"


async def test_rules_that_change_are_told_by_a_welcome_after_which_everything_holds(
    server: Server,
) -> None:
    async with open_table(server) as table, table.room.connected() as spectator:
        await table.play("a1")
        await table.host.ask("resign", game=1)
        await table.host.ask("rematch", accept=True)
        clock = {"initial": 60, "increment": 0}
        done = await table.guest.ask("set_rules", rules={"preset": "paofuqi"}, clock=clock)
        for client, you in ((table.host, "host"), (table.guest, "guest"), (spectator, "spectator")):
            told = await client.where(
                lambda f: f["type"] == "welcome" and f["version"] == done["version"]
            )
            assert (told["you"], told["rules"]["preset"]) == (you, "paofuqi")
            assert (told["room"]["clock"], told["room"]["rematch"]) == (clock, [])
            assert len(told["moves"]) == told["game"]["ply"] == 1
        await table.guest.ask("rematch", accept=True)
        state = await shown(table.host)
        assert (state["room"]["phase"], state["room"]["rematch"]) == ("over", ["guest"])
        await table.host.ask("rematch", accept=True)
        assert (await shown(table.host))["game"]["clock"]["host"] == 60_000
        assert (await table.host.ask("offer_draw"))["code"] == "not_allowed_by_rules"


async def test_pong_tells_version_and_time(table: Table) -> None:
    before = time.time() * 1000
    pong = await table.host.ask("ping")
    assert pong["version"] == table.host.version
    assert before - 1000 <= pong["now"] <= time.time() * 1000 + 1000


async def test_an_ended_game_has_no_turn_and_nothing_to_do(server: Server) -> None:
    room = await open_room(server, opponent="local", position="4/4/4/4/4/1h2/4/1R2 r - 7")
    async with room.connected(room.host) as both:
        moved = await both.play("b1b2")
        state = await both.state_at(moved["version"])
        assert state["game"]["chases"] == [{"piece": "b2", "target": "b3", "count": 1}]
        await both.ask("resign", seat="guest")
        game = (await shown(both))["game"]
        assert (game["turn"], game["legal"], game["barred"], game["chases"]) == (None, [], [], [])
        assert game["result"]["winner"] == "host"


async def test_a_used_up_chase_is_shown_as_barred_and_refused_by_its_name(server: Server) -> None:
    rules = {"chase_limit": 2}
    position = "4/4/4/4/4/1h2/4/1R2 r - 0"
    room = await open_room(server, rules, opponent="local", position=position)
    async with room.connected(room.host) as both:
        for action in ("b1b2", "b3b4", "b2b3", "b4b5"):
            assert both.game["barred"] == []
            await both.state_at((await both.play(action))["version"])
        assert both.game["barred"] == ["b3b4"]
        assert "b3b4" not in both.game["legal"]
        refused = await both.play("b3b4")
        assert (refused["code"], refused["rule"]) == ("illegal_action", "chase_limit")
        assert (await both.play("b3a3"))["type"] == "ack"


@pytest.mark.parametrize("rule", ["vary", "draw3"])
async def test_a_position_for_the_third_time_is_barred_or_a_draw(server: Server, rule: str) -> None:
    rules = {"repetition": rule, "chase_limit": None}
    position = "3h/4/4/4/4/4/4/R3 r - 0"
    room = await open_room(server, rules, opponent="local", position=position)
    async with room.connected(room.host) as both:
        for action in (*("a1b1", "d8c8", "b1a1", "c8d8"), *("a1b1", "d8c8", "b1a1")):
            assert both.game["barred"] == []
            await both.state_at((await both.play(action))["version"])
        answer = await both.play("c8d8")
        if rule == "vary":
            assert both.game["barred"] == ["c8d8"]
            assert (answer["code"], answer["rule"]) == ("illegal_action", "repetition")
        else:
            end = await both.state_at(answer["version"])
            result = {"winner": None, "reason": "repetition", "points": 0}
            assert end["game"]["result"] == result


async def test_whoever_only_gets_the_newest_state_is_right(server: Server) -> None:
    async with open_table(server) as table:
        for square in ("a1", "b1", "c1", "d1", "a2"):
            await table.play(square)

        async def look() -> Frame:
            async with table.room.connected() as late:
                return late.game

        games = await asyncio.gather(*(look() for _ in range(5)))
        assert all(game == table.host.game for game in games)
