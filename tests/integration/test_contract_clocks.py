"""Players' time: when it runs, when a flag falls, and when it does not."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tests.integration.clients import Client, Frame, Table, open_table
from tests.integration.inside import Clock, inside
from tests.servers import Server

BLITZ = {"initial": 60, "increment": 5}
SECOND = {"initial": 1, "increment": 0}


async def shown(table: Table) -> Frame:
    """The clock as both are told."""
    await table.settled((await table.host.ask("ping"))["version"])
    assert table.host.game["clock"] == table.guest.game["clock"]
    found: Frame = table.host.game["clock"]
    return found


async def until_over(client: Client, patience: float = 10.0) -> Frame:
    """The state that says how the game ended, without anybody doing anything."""
    if client.game["result"] is not None:
        return client.state
    return await client.where(
        lambda f: f["type"] == "state" and f["game"]["result"] is not None, patience
    )


async def test_time_runs_from_the_first_ply_on_and_the_increment_follows_ones_own(
    tmp_path: Path,
) -> None:
    async with inside(tmp_path) as served, served.table(clock=BLITZ) as table:
        began, full = served.clock.now, 60_000
        still = {"host": full, "guest": full, "running": None, "at": began}
        assert await shown(table) == still
        served.clock.now += 40_000
        await table.play("a1")
        first = {"host": full + 5000, "guest": full, "running": "guest", "at": began + 40_000}
        assert await shown(table) == first
        served.clock.now += 12_345
        await table.play("b1")
        clock = await shown(table)
        assert (clock["host"], clock["guest"]) == (full + 5000, full - 12_345 + 5000)
        assert (clock["running"], clock["at"]) == ("host", served.clock.now)
        served.clock.now += 1000
        await table.host.ask("offer_draw", game=1)
        assert await shown(table) == clock
        assert table.host.state["now"] == served.clock.now


async def test_a_game_without_a_clock_shows_none(table: Table) -> None:
    assert table.host.state["room"]["clock"] is None
    assert table.host.game["clock"] is None


@pytest.mark.parametrize("rest", [50, 1])
async def test_a_ply_just_before_the_flag_counts(tmp_path: Path, rest: int) -> None:
    async with inside(tmp_path) as served, served.table(clock=SECOND) as table:
        await table.play("a1")
        served.clock.now += 1000 - rest
        await table.play("b1")
        assert table.host.game["result"] is None
        assert table.host.game["clock"]["guest"] == rest


@pytest.mark.parametrize("late", [0, 1, 50, 1000, 3000])
async def test_a_ply_at_or_after_the_flag_is_too_late_whatever_has_noticed_it(
    tmp_path: Path, late: int
) -> None:
    async with inside(tmp_path) as served, served.table(clock=SECOND) as table:
        await table.play("a1")
        served.clock.now += 1000 + late
        answers = await asyncio.gather(
            table.guest.ask("play", game=1, ply=1, action="b1"),
            table.host.ask("offer_draw", game=1),
        )
        assert [answer.get("code") for answer in answers] == ["not_playing"] * 2
        end = await until_over(table.host)
        assert end["game"]["result"]["winner"] == "host"
        assert end["game"]["result"]["reason"] == "time"
        assert end["game"]["clock"] == {
            "host": 1000,
            "guest": 0,
            "running": None,
            "at": served.clock.now,
        }
        assert end["version"] == (await table.guest.ask("ping"))["version"]


async def test_a_flag_falls_within_a_second_without_anybody_acting(server: Server) -> None:
    async with open_table(server, clock=SECOND) as table, table.room.connected() as spectator:
        await table.play("a1")
        due = table.host.game["clock"]["at"] + 1000
        ends = await asyncio.gather(*(until_over(c) for c in (table.host, table.guest, spectator)))
        heard = time.time() * 1000
        assert [end["game"]["result"]["reason"] for end in ends] == ["time"] * 3
        assert due <= ends[0]["now"] <= due + 1000
        assert heard <= due + 2000


async def test_a_flag_that_fell_while_the_server_was_down_gives_the_time_back(
    tmp_path: Path,
) -> None:
    clock = Clock()
    async with inside(tmp_path, clock) as served:
        room = await served.open_room(clock=BLITZ)
        async with room.connected(room.host) as host:
            assert (await host.play("a1"))["type"] == "ack"
    for down, left in ((60_000 + 3001, 10_000), (10_000 + 45_000, 45_000)):
        clock.now += down
        async with inside(tmp_path, clock) as served:
            there = replace(room, inside=served)
            async with there.connected(there.guest) as guest:
                if guest.game["clock"]["at"] != clock.now:
                    await guest.where(
                        lambda f: f["type"] == "state" and f["game"]["clock"]["at"] == clock.now
                    )
                assert guest.game["result"] is None
                assert guest.game["clock"]["guest"] == left
                assert guest.game["clock"]["running"] == "guest"


async def goes_down(tmp_path: Path, clock: Clock, left: int, seconds: float) -> Frame:
    """The guest's clock after the server was down with so much of the guest's time left."""
    async with inside(tmp_path, clock) as served:
        room = await served.open_room(clock=BLITZ)
        async with room.connected(room.host) as host:
            await host.play("a1")
            clock.now += 60_000 - left
            while not str(await served.store.recall("service")).startswith(str(clock.now)):
                await host.ask("ping")
    clock.now += int(1000 * seconds)
    async with inside(tmp_path, clock) as served:
        there = replace(room, inside=served)
        async with there.connected(there.guest) as guest:
            return guest.game


async def test_time_in_which_the_server_was_down_is_given_back(tmp_path: Path) -> None:
    clock = Clock()
    game = await goes_down(tmp_path, clock, left=30_000, seconds=25)
    assert game["result"] is None
    assert game["clock"]["guest"] == 30_000
    assert game["clock"]["at"] == clock.now


async def test_no_flag_falls_for_a_short_outage(tmp_path: Path) -> None:
    game = await goes_down(tmp_path, Clock(), left=1_000, seconds=3)
    assert game["result"] is None
    assert game["clock"]["guest"] == 10_000


async def test_a_win_on_time_is_scored_like_any_other(tmp_path: Path) -> None:
    stake = {"scoring": "stake", "stake_base": 7}
    async with inside(tmp_path) as served, served.table(stake, clock=SECOND) as table:
        await table.play("a1")
        served.clock.now += 1001
        end = await until_over(table.host)
        assert end["game"]["result"]["points"] == 35
        series = end["room"]["series"]
        assert series["score"] == {"host": 1.0, "guest": 0.0}
        assert series["points"] == {"host": 35, "guest": -35}
