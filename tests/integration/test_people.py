"""Who is there, who watches, what is said, and how a seat moves to another device."""

from __future__ import annotations

import asyncio

import httpx

from tests.integration.clients import Client, Frame, Table, open_room, open_table, web
from tests.integration.conftest import StartServer
from tests.servers import Server


async def presence(client: Client, **wanted: object) -> Frame:
    """The first presence that says this of somebody."""
    return await client.where(
        lambda f: f["type"] == "presence" and all(f[name] == it for name, it in wanted.items())
    )


def here(seat: Frame | None) -> bool:
    return seat is not None and bool(seat["online"])


async def test_presence_follows_the_welcome_and_every_change(server: Server) -> None:
    room = await open_room(server)
    async with room.connected(room.host) as host:
        first = await host.next("presence")
        assert here(first["host"])
        assert not here(first["guest"])
        async with room.connected(room.guest):
            await host.where(lambda f: f["type"] == "presence" and here(f["guest"]))
            async with room.connected():
                await presence(host, spectators=1)
            await presence(host, spectators=0)
        gone = await host.where(lambda f: f["type"] == "presence" and not here(f["guest"]))
        assert gone["guest"]["away_since"] > 0


async def test_a_second_tab_is_told_who_is_there(table: Table) -> None:
    async with table.room.connected(table.room.host) as tab:
        told = await tab.where(lambda f: f["type"] == "presence" and here(f["guest"]))
        assert here(told["host"])


async def test_an_absent_player_is_claimed_against_only_when_the_time_has_come(
    start_server: StartServer,
) -> None:
    own = start_server(BANQI_RATE_LIMITS="off", BANQI_AWAY_SECONDS="2")
    room = await open_room(own)
    async with room.connected(room.host) as host:
        async with room.connected(room.guest):
            await host.where(lambda f: f["type"] == "presence" and here(f["guest"]))
            acked = await host.play("a1")
            await host.state_at(acked["version"])
            here_claim = await host.ask("claim", game=1, result="win")
            assert here_claim["code"] == "too_early"
        told = await host.where(lambda f: f["type"] == "presence" and f["claim_at"])
        assert told["claim_at"] == told["guest"]["away_since"] + 2000
        assert (await host.ask("claim", game=1, result="win"))["code"] == "too_early"
        won = await _claimed(host)
        await host.state_at(won["version"])
        result = host.game["result"]
        assert (result["winner"], result["reason"]) == ("host", "abandonment")


async def _claimed(host: Client) -> Frame:
    """Claim until it is time."""
    async with asyncio.timeout(20):
        while True:
            answer = await host.ask("claim", game=1, result="win")
            if answer["type"] == "ack":
                return answer
            assert answer["code"] == "too_early"
            await asyncio.sleep(0.05)


async def test_nobody_is_claimed_against_on_the_claimers_own_turn(server: Server) -> None:
    room = await open_room(server)
    async with room.connected(room.host) as host:
        assert (await host.ask("claim", game=1, result="win"))["code"] == "too_early"


async def test_a_spectator_sees_the_same_states_and_may_do_nothing(
    server: Server, http: httpx.AsyncClient
) -> None:
    async with open_table(server) as table, table.room.connected() as spectator:
        await table.play("a1")
        await spectator.state_at(table.host.version)
        assert spectator.state == table.host.state == table.guest.state
        seen = spectator.state
        commands: dict[str, dict[str, object]] = {
            "play": {"ply": 1, "action": "b1"},
            "pick": {"tile": 0},
            "offer_draw": {},
            "accept_draw": {"ply": 1},
            "decline_draw": {},
            "resign": {},
            "claim": {"result": "none"},
            "rematch": {"accept": True},
            "set_rules": {"rules": {}},
            "undo": {},
            "restart": {},
            "remove_guest": {},
            "seat_computer": {"level": 1},
            "move_now": {},
            "move_seat": {},
            "drop_tokens": {},
            "say": {"text": "hi"},
            "rename": {"name": "x"},
            "leave": {},
            "commit": {"game": 1, "hash": "0" * 64},
            "open": {"game": 1, "secret": "0" * 64},
        }
        for kind, fields in commands.items():
            assert (await spectator.ask(kind, **fields))["code"] == "forbidden", kind
        history = await spectator.ask("history", game=1)
        assert history["moves"] == [seen["last"]["move"]]
        assert spectator.state == seen


async def test_the_history_of_finished_games_can_be_read(table: Table) -> None:
    await table.play("a1")
    await table.host.ask("resign", game=1)
    await table.host.ask("rematch", game=1, accept=True)
    begun = await table.guest.ask("rematch", game=1, accept=True)
    await table.settled(begun["version"])
    assert len((await table.host.ask("history", game=1))["moves"]) == 1
    assert (await table.host.ask("history", game=2))["moves"] == []
    for number in (0, 3):
        assert (await table.host.ask("history", game=number))["code"] == "not_found"


async def test_what_is_said_reaches_everybody_and_those_who_come_later(table: Table) -> None:
    sent = {"type": "say", "id": "s1", "text": "  你好\n<b>  "}
    acked = await table.host.answer_to(sent)
    assert await table.host.answer_to(sent) == acked
    heard = await table.guest.next("said")
    assert (heard["by"], heard["text"], heard["n"]) == ("host", "你好 <b>", 1)
    assert "old" not in heard
    await table.guest.ask("say", phrase="good_luck")
    async with table.room.connected() as late:
        first, second = await late.next("said"), await late.next("said")
        assert (first["text"], first["old"]) == ("你好 <b>", True)
        assert (second["phrase"], second["by"], second["n"]) == ("good_luck", "guest", 2)
    assert (await table.host.ask("ping"))["version"] == acked["version"]


async def test_only_the_last_fifty_lines_are_kept(table: Table) -> None:
    for n in range(55):
        await table.host.ask("say", text=f"line {n}")
    async with table.room.connected() as late:
        said = [f for f in await late.everything() if f["type"] == "said"]
        assert [f["text"] for f in said] == [f"line {n}" for n in range(5, 55)]


async def test_say_takes_either_words_or_a_known_phrase(table: Table) -> None:
    for fields in ({}, {"text": "a", "phrase": "hello"}):
        assert (await table.host.ask("say", **fields))["code"] == "malformed"
    for fields in ({"phrase": "abracadabra"}, {"text": "a" * 201}, {"text": "\u202e"}):
        assert (await table.host.ask("say", **fields))["code"] == "text_invalid"


async def test_a_seat_moves_to_another_device_and_the_old_ones_can_be_dropped(
    table: Table,
) -> None:
    moved = await table.host.ask("move_seat")
    assert moved["type"] == "seat_token"
    async with table.room.connected(moved["token"]) as other:
        assert other.state["you"] == "host"
        dropped = await other.ask("drop_tokens")
        assert dropped["type"] == "ack"
        code, bye = await table.host.ended()
        assert (code, bye["code"]) == (4401, "unauthorized")
        assert (await other.play("a1"))["type"] == "ack"
    async with table.room.socket() as late:
        assert (await late.hello(table.room.host))["code"] == "unauthorized"


async def test_a_seat_has_four_tokens_at_most(table: Table) -> None:
    tokens = [(await table.guest.ask("move_seat"))["token"] for _ in range(5)]
    for token in tokens[:2]:
        async with table.room.socket() as late:
            assert (await late.hello(token))["code"] == "unauthorized"
    for token in (table.room.guest, *tokens[2:]):
        async with table.room.connected(token) as client:
            assert client.state["you"] == "guest"


async def test_names_are_cleaned_and_told_apart(table: Table) -> None:
    renamed = await table.guest.ask("rename", name=" \u202eMEI ")
    await table.settled(renamed["version"])
    assert table.host.state["room"]["seats"]["guest"]["name"] == "MEI (2)"
    same = await table.guest.ask("rename", name="MEI (2)")
    assert same["version"] == renamed["version"]


async def test_the_free_seat_is_taken_by_a_newcomer_and_spectators_stay(server: Server) -> None:
    async with open_table(server) as table, table.room.connected() as spectator:
        await table.guest.ask("leave")
        async with web(server.url) as http:
            seated = await http.post(f"/api/rooms/{table.room.code}/seats", json={"name": "New"})
        assert seated.json()["seat"] == "guest"
        state = await spectator.where(
            lambda f: f["type"] == "state" and f["room"]["series"]["game"] == 2
        )
        assert state["room"]["seats"]["guest"]["name"] == "New"
        async with table.room.connected(seated.json()["token"]) as newcomer:
            assert newcomer.state["you"] == "guest"
