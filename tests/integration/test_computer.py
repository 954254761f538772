"""Games against the computer on a running server, over sockets like any other."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import httpx

from tests.integration.clients import Client, Frame, Room, Table, post, web
from tests.integration.conftest import StartServer
from tests.integration.worker_pairs import running_site
from tests.redis_servers import wait_until
from tests.servers import QUICK, Server, children_of

PATIENCE = 40.0
"""Seconds for an answer of the computer on a machine that has much else to do."""


async def opened(server: Server, **wanted: object) -> Room:
    body = {"opponent": "computer", "level": 1, "first": "host", **wanted}
    found = await post(server, "/api/rooms", body)
    return Room(server, found["code"], found["token"], "")


@asynccontextmanager
async def game(server: Server, **wanted: object) -> AsyncIterator[tuple[Room, Client]]:
    room = await opened(server, **wanted)
    async with room.connected(room.host) as host:
        yield room, host


async def own_turn_or_end(host: Client) -> Frame:
    """The state in which the host is to move, or in which all is over."""

    def is_it(frame: Frame) -> bool:
        found = frame.get("game")
        return found is not None and (found["turn"] == "host" or found["result"] is not None)

    if host.state and is_it(host.state):
        return host.state
    return await host.where(is_it, PATIENCE)


def square(name: str) -> int:
    return "abcd".index(name[0]) + 4 * (int(name[1]) - 1)


async def play_out(host: Client, seed: int, most: int = 400) -> Frame:
    """Take what can be taken, else play at random, until the game is over; the last state."""
    chance = random.Random(seed)
    for _ in range(most):
        state = await own_turn_or_end(host)
        if state["game"]["result"] is not None:
            return state
        legal, board = state["game"]["legal"], state["game"]["board"]
        captures = [a for a in legal if len(a) == 4 and board[square(a[2:])].isalpha()]
        acked = await host.play(chance.choice(captures or legal))
        assert acked["type"] == "ack", acked
        await host.state_at(acked["version"])
    raise AssertionError("the game has no end")


async def test_a_whole_game_can_be_played_against_it(server: Server) -> None:
    async with game(server, position="?3/4/4/4/4/4/1s2/R1?1 r Ss 0") as (room, host):
        seats = host.state["room"]["seats"]
        assert seats["guest"] == {"name": None, "computer": 1}
        over = await play_out(host, 1)
        again = await host.ask("rematch", game=1, accept=True)
        begun = await host.state_at(again["version"])
        assert begun["room"]["series"]["game"] == 2
        async with web(server.url) as client:
            record = await client.get(f"/api/rooms/{room.code}/games/1")
            assert len(record.json()["moves"]) == over["game"]["ply"]


async def test_it_draws_for_the_first_move_and_is_asked_for_by_a_waiting_host(
    server: Server,
) -> None:
    found = await post(server, "/api/rooms", {"first": "draw"})
    room = Room(server, found["code"], found["token"], "")
    async with room.connected(room.host) as host:
        assert (await host.ask("seat_computer", level=2))["type"] == "ack"
        assert (await host.ask("pick", tile=4))["type"] in {"ack", "refused"}
        playing = await host.where(
            lambda f: f["type"] == "state" and f["room"]["phase"] == "playing", PATIENCE
        )
        assert playing["room"]["draw_for_first"]["guest"] is not None
        presence = await host.where(lambda f: f["type"] == "presence" and f["guest"] is not None)
        assert presence["guest"] == {"online": True, "away_since": None}


async def test_a_killed_engine_costs_a_log_line_and_no_game(start_server: StartServer) -> None:
    own = start_server(**QUICK)
    async with game(own) as (_, host):
        await ply_and_answer(host)
        for engine in children_of(own.pid):
            os.kill(engine, signal.SIGSTOP)  # hangs with the next question
        waiting = asyncio.create_task(ply_and_answer(host))
        await kill_engines_until_it_is_noticed(own)
        await waiting
        await ply_and_answer(host)
        assert host.game["ply"] == 6


async def kill_engines_until_it_is_noticed(own: Server) -> None:
    """One that dies while nothing is asked of it is replaced without a word."""
    async with asyncio.timeout(PATIENCE):
        while "an engine did not answer" not in own.complaints():
            for engine in children_of(own.pid):
                os.kill(engine, signal.SIGKILL)
            await asyncio.sleep(0.01)


async def ply_and_answer(host: Client) -> None:
    state = await own_turn_or_end(host)
    acked = await host.play(state["game"]["legal"][0])
    await host.state_at(acked["version"])
    await own_turn_or_end(host)


async def test_the_game_is_reviewed_afterwards(server: Server) -> None:
    position = "?3/4/4/4/4/4/1s2/R3 r S 0"
    async with game(server, position=position) as (room, host):
        await ply_and_answer(host)
        await host.ask("resign", game=1)
    async with web(server.url) as client:
        path = f"/api/rooms/{room.code}/games/1/review"
        review = await reviewed(client, path)
        assert (await client.get(path)).json() == review
        assert [each["by"] for each in review["plies"]] == ["host", "guest"]
        assert set(review["players"]) == {"host", "guest"}
        assert all(each["gave_away"] >= 0 for each in review["plies"])
        missing = await client.get(f"/api/rooms/{room.code}/games/7/review")
        assert missing.status_code == 404


async def reviewed(client: httpx.AsyncClient, path: str) -> Frame:
    async with asyncio.timeout(60):
        while True:
            answer = await client.get(path)
            if answer.status_code == 200:
                found: Frame = answer.json()
                return found
            assert answer.status_code == 202, answer.text
            assert answer.json()["done"] <= answer.json()["of"]
            await asyncio.sleep(0.2)


async def test_there_is_no_review_of_a_game_that_is_on(server: Server) -> None:
    async with game(server) as (room, _), web(server.url) as client:
        answer = await client.get(f"/api/rooms/{room.code}/games/1/review")
        assert (answer.status_code, answer.json()["code"]) == (409, "game_not_over")


async def test_another_worker_thinks_where_one_has_died(tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        both = (site.pair.first, site.pair.second)
        room = await opened(both[0], level=5)
        async with room.connected(room.host) as host:
            await host.play("b5")
            thinker, engine = await thinking(both)
            os.kill(engine, signal.SIGSTOP)
            await asyncio.to_thread(thinker.kill)
            os.kill(engine, signal.SIGKILL)
        other = both[0] if thinker is both[1] else both[1]
        async with replace(room, server=other).connected(room.host) as host:
            state = await own_turn_or_end(host)
            assert state["game"]["ply"] == 2
        await asyncio.to_thread(thinker.start)


async def test_whoever_thinks_hears_that_any_worker_is_asked_for_the_answer_now(
    tmp_path: Path,
) -> None:
    with running_site(tmp_path) as site:
        both = (site.pair.first, site.pair.second)
        room = await opened(both[0], level=5)
        async with room.connected(room.host) as host:
            acked = await host.play("b5")
            thinker, engine = await thinking(both)
            os.kill(engine, signal.SIGSTOP)
            other = both[0] if thinker is both[1] else both[1]
            async with replace(room, server=other).connected(room.host) as impatient:
                assert (await impatient.ask("move_now", game=1))["type"] == "ack"
            await asyncio.to_thread(
                wait_until, lambda: "somebody wants the answer now" in thinker.complaints()
            )
            os.kill(engine, signal.SIGCONT)
            await host.state_at(acked["version"])
            assert (await own_turn_or_end(host))["game"]["ply"] == 2


async def test_there_is_nobody_to_hurry_in_a_game_between_people(table: Table) -> None:
    refused = await table.host.ask("move_now", game=1)
    assert (refused["type"], refused["code"]) == ("refused", "not_found")


async def test_to_hurry_nobody_changes_nothing(server: Server) -> None:
    async with game(server) as (room, host), room.connected() as spectator:
        version = host.state["version"]
        assert await host.ask("move_now", id="h1") == {
            "type": "ack",
            "id": "h1",
            "version": version,
        }
        assert (await host.ask("move_now", game=4))["code"] == "stale"
        assert (await host.ask("move_now", ply=0))["code"] == "malformed"
        assert (await spectator.ask("move_now"))["code"] == "forbidden"


async def thinking(servers: tuple[Server, ...]) -> tuple[Server, int]:
    """The server that has started an engine, and the engine's process."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for server in servers:
                for engine in children_of(server.pid):
                    return server, engine
            await asyncio.sleep(0.02)
