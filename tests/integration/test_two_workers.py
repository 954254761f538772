"""Players on different workers: one game, one truth, whoever dies.

All of it while garbage is collected every second.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest

from tests.integration.clients import Table, open_room, post, web
from tests.integration.worker_pairs import Pair, Site, running_site
from tests.servers import collecting

ROUNDS = 100


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    directory = tmp_path_factory.mktemp("site")
    with (
        collecting(directory / "collecting") as settings,
        running_site(directory, **settings) as running,
    ):
        yield running


@pytest.fixture
def pair(site: Site) -> Pair:
    return site.pair


async def test_a_whole_game_is_played_across_workers(pair: Pair) -> None:
    chance = random.Random(7)
    async with pair.table() as table:
        while table.host.game["result"] is None:
            await table.play(chance.choice(table.host.game["legal"]))

        assert table.guest.game == table.host.game
        async with replace(table.room, server=pair.second).connected() as spectator:
            assert spectator.game["board"] == table.host.game["board"]
            assert len(spectator.state["moves"]) == table.host.game["ply"]


async def test_of_two_moves_at_once_on_two_workers_one_counts(pair: Pair) -> None:
    async with pair.table() as table, AsyncExitStack() as stack:
        there = replace(table.room, server=pair.second)
        here = replace(table.room, server=pair.first)
        twins = {
            "host": await stack.enter_async_context(there.connected(table.room.host)),
            "guest": await stack.enter_async_context(here.connected(table.room.guest)),
        }
        for _ in range(ROUNDS):
            if table.host.game["result"] is not None:
                await next_game(table)
            seat = table.host.game["turn"]
            game, legal = table.host.game, table.host.game["legal"]
            both = (table.of(seat), twins[seat])
            moves = (legal[0], legal[-1])
            answers = await asyncio.gather(
                *(
                    client.ask("play", game=game["number"], ply=game["ply"], action=action)
                    for client, action in zip(both, moves, strict=True)
                )
            )
            (ack,) = [answer for answer in answers if answer["type"] == "ack"]
            assert [a["code"] for a in answers if a["type"] == "refused"] == ["stale"]
            await table.settled(ack["version"])
            for twin in twins.values():
                await twin.state_at(ack["version"])
            assert table.host.game["ply"] == game["ply"] + 1
            assert twins["host"].game == table.guest.game


async def test_a_room_opened_at_one_worker_is_always_found_at_the_other(pair: Pair) -> None:
    rooms = [await open_room(pair.first) for _ in range(ROUNDS // 10)]
    for server in (pair.second, pair.first):
        async with web(server.url) as http:
            for room in 10 * rooms:
                assert (await http.get(f"/api/rooms/{room.code}")).is_success


async def test_of_many_who_want_the_last_seat_one_gets_it(pair: Pair) -> None:
    opened = await post(pair.first, "/api/rooms", {"name": "Mei"})
    path = f"/api/rooms/{opened['code']}/seats"
    async with web() as http:
        answers = await asyncio.gather(
            *(
                http.post(f"{server.url}{path}", json={"name": f"p{number}"})
                for number in range(10)
                for server in (pair.first, pair.second)
            )
        )
    assert sorted(answer.status_code for answer in answers)[1:] == [409] * 19


async def next_game(table: Table) -> None:
    """Both want another game at the same moment: it is one."""
    number, version = table.host.game["number"], table.host.version
    answers = await asyncio.gather(
        *(p.ask("rematch", game=number, accept=True) for p in (table.host, table.guest))
    )
    assert sorted(answer["version"] for answer in answers) == [version + 1, version + 2]
    await table.settled(version + 2)
    assert table.host.game["number"] == number + 1
    assert table.guest.game == table.host.game


async def test_both_ask_for_a_rematch_at_once_and_get_one_game(pair: Pair) -> None:
    async with pair.table() as table:
        score = {"host": 0.0, "guest": 0.0}
        for number in range(1, ROUNDS + 1):
            loser, first = table.host.game["turn"], table.host.game["first"]
            done = await table.of(loser).ask("resign", game=number)
            await table.settled(done["version"])
            score["guest" if loser == "host" else "host"] += 1
            await next_game(table)
            assert table.host.game["first"] != first
            assert table.guest.state["room"]["series"]["score"] == score


async def test_who_asks_for_a_rematch_in_two_tabs_is_one_of_the_two_who_must(pair: Pair) -> None:
    async with pair.table() as table:
        there = replace(table.room, server=pair.second)
        async with there.connected(table.room.host) as tab:
            for number in range(1, ROUNDS // 10):
                done = await table.mover.ask("resign", game=number)
                for client in (table.host, table.guest, tab):
                    await client.state_at(done["version"])
                asked = await asyncio.gather(
                    *(c.ask("rematch", game=number, accept=True) for c in (table.host, tab))
                )
                assert [answer["version"] for answer in asked] == 2 * [done["version"] + 1], asked
                assert table.guest.game["number"] == number
                await table.guest.ask("rematch", game=number, accept=True)
                for client in (table.host, table.guest, tab):
                    await client.state_at(done["version"] + 2)
                    assert client.game["number"] == number + 1


async def duel(table: Table, lead: int) -> bool:
    """The guest plays so many milliseconds before the flag; whether that counted."""
    clock, version = table.guest.game["clock"], table.guest.version
    due = clock["at"] + clock["guest"]
    await asyncio.sleep((due - lead) / 1000 - time.time())
    answer = await table.guest.play(table.guest.game["legal"][0])
    await table.settled(version + 1)
    assert table.host.game == table.guest.game
    result = table.host.game["result"]
    if answer["type"] == "ack":
        assert (answer["version"], result) == (version + 1, None)
        assert table.host.game["clock"]["at"] < due
        return True
    assert (answer["code"], result["reason"], result["winner"]) == ("not_playing", "time", "host")
    return False


async def test_a_ply_beside_the_flag_counts_or_comes_too_late_and_never_both(pair: Pair) -> None:
    async with AsyncExitStack() as stack:
        # The host, who has played, has time enough for us to look.
        clock = {"initial": 2, "increment": 20}
        tables = [await stack.enter_async_context(pair.table(clock=clock)) for _ in range(ROUNDS)]
        await asyncio.gather(*(table.play(table.host.game["legal"][0]) for table in tables))
        leads = (50, -50, 1000, -50)
        counted = await asyncio.gather(
            *(duel(table, leads[n % len(leads)]) for n, table in enumerate(tables))
        )
    assert not any(counted[1::2])
    assert any(counted[::2])


async def test_chat_and_presence_cross_workers(pair: Pair) -> None:
    async with pair.table() as table:
        await table.host.ask("say", text="hello from the first")
        heard = await table.guest.next("said")
        assert heard["text"] == "hello from the first"

        there = replace(table.room, server=pair.second)
        async with there.connected():
            await table.host.where(lambda f: f["type"] == "presence" and f["spectators"] == 1)
        await table.host.where(lambda f: f["type"] == "presence" and f["spectators"] == 0)


# — workers that die —


async def test_who_was_on_a_dead_worker_is_soon_away(pair: Pair) -> None:
    async with pair.table() as table:
        await table.guest.where(lambda f: f["type"] == "presence" and f["host"]["online"])
        pair.first.kill()
        try:
            gone = await table.guest.where(
                lambda f: f["type"] == "presence" and not f["host"]["online"]
            )
            assert gone["host"]["away_since"] is not None
        finally:
            await asyncio.to_thread(pair.first.start)
        here = replace(table.room, server=pair.first)
        async with here.connected(table.room.host):
            await table.guest.where(lambda f: f["type"] == "presence" and f["host"]["online"])


async def test_a_flag_falls_although_the_worker_that_set_it_is_dead(pair: Pair) -> None:
    clock = {"initial": 2, "increment": 0}
    async with pair.table(clock=clock) as table:
        flipped = await table.host.play(table.host.game["legal"][0])
        await table.settled(flipped["version"])
        answered = await table.guest.play(table.guest.game["legal"][0])
        await table.settled(answered["version"])
        began = time.monotonic()
        pair.first.kill()
        try:
            over = await table.guest.where(
                lambda f: f["type"] == "state" and f["game"]["result"] is not None
            )
            assert over["game"]["result"]["reason"] == "time"
            assert over["game"]["result"]["winner"] == "guest"
            assert time.monotonic() - began < 2 + 1
        finally:
            await asyncio.to_thread(pair.first.start)


async def test_what_is_said_after_the_store_went_back_in_time_reaches_everybody(site: Site) -> None:
    async with site.pair.table() as table:
        await table.host.ask("say", text="kept")
        kept = site.kept(table.room.code)
        await table.host.ask("say", text="lost")
        await table.play(table.mover.game["legal"][0])
        site.goes_back(kept)
        again = await table.guest.where(lambda f: f["type"] == "welcome" and f["game"]["ply"] == 0)
        assert (await table.guest.where(lambda f: f["type"] == "said" and "old" in f))["n"] == 1
        assert (await table.host.ask("say", text="anew"))["type"] == "ack"
        heard = await table.guest.where(lambda f: f["type"] == "said" and f["text"] == "anew")
        assert (again["you"], heard["n"]) == ("guest", 2)
