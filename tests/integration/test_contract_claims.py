"""Claims against the absent: after the time, on their turn, checked at that very moment."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.integration.clients import Client, Frame
from tests.integration.inside import Clock, Inside, RoomInside, inside

AWAY = 60_000


@asynccontextmanager
async def left_alone(
    directory: Path, rules: dict[str, object] | None = None, **body: object
) -> AsyncIterator[tuple[Inside, RoomInside, Client]]:
    """A game in which the guest is to move and has just gone; the host is there."""
    async with inside(directory, away_seconds=AWAY / 1000) as served:
        room = await served.open_room(rules, **body)
        async with room.connected(room.host) as host:
            async with room.connected(room.guest):
                acked = await host.play("a1")
                await host.state_at(acked["version"])
            await absence(host)
            yield served, room, host


async def absence(client: Client) -> Frame:
    """The presence that tells when the absent guest may be claimed against."""
    return await client.where(lambda f: f["type"] == "presence" and f["claim_at"] is not None)


async def claim(client: Client, result: str = "win") -> str:
    """What comes of a claim: `ack`, or the code of its refusal."""
    answer = await client.ask("claim", game=1, result=result)
    return str(answer.get("code", answer["type"]))


async def test_a_claim_is_too_early_until_the_very_moment(tmp_path: Path) -> None:
    async with left_alone(tmp_path) as (served, _, host):
        gone = served.clock.now
        for passed in (0, AWAY - 1000, AWAY - 1):
            served.clock.now = gone + passed
            assert await claim(host) == "too_early"
        served.clock.now = gone + AWAY
        assert await claim(host) == "ack"
        await host.everything()
        assert host.game["result"] == {"winner": "host", "reason": "abandonment", "points": 5}
        series = host.state["room"]["series"]
        assert series["score"] == {"host": 1.0, "guest": 0.0}
        assert series["points"] == {"host": 5, "guest": -5}


async def test_presence_tells_the_moment_that_the_server_keeps(tmp_path: Path) -> None:
    async with inside(tmp_path, away_seconds=AWAY / 1000) as served:
        room = await served.open_room()
        async with room.connected(room.host) as host:
            async with room.connected(room.guest):
                await host.play("a1")
            told = await absence(host)
            assert told["guest"] == {"online": False, "away_since": served.clock.now}
            assert told["claim_at"] == served.clock.now + AWAY
            assert told["host"] == {"online": True, "away_since": None}


async def test_who_comes_back_cannot_be_claimed_against_and_the_time_starts_anew(
    tmp_path: Path,
) -> None:
    async with left_alone(tmp_path) as (served, room, host):
        served.clock.now += AWAY + 500
        async with room.connected(room.guest):
            back = await host.where(lambda f: f["type"] == "presence" and f["guest"]["online"])
            assert back["claim_at"] is None
            assert await claim(host) == "too_early"
        told = await absence(host)
        assert told["claim_at"] == served.clock.now + AWAY
        assert await claim(host) == "too_early"
        served.clock.now += AWAY
        assert await claim(host) == "ack"


async def test_a_second_tab_keeps_a_player_there(tmp_path: Path) -> None:
    async with inside(tmp_path, away_seconds=AWAY / 1000) as served, served.table() as table:
        async with table.room.connected(table.room.guest):
            pass
        await table.play("a1")
        served.clock.now += 2 * AWAY
        assert await claim(table.host) == "too_early"


async def test_nothing_is_claimed_on_ones_own_turn_however_long_the_other_is_away(
    tmp_path: Path,
) -> None:
    async with inside(tmp_path, away_seconds=AWAY / 1000) as served:
        room = await served.open_room()
        async with room.connected(room.host) as host:
            served.clock.now += 3 * AWAY
            assert await claim(host) == "too_early"
            assert all(
                f["claim_at"] is None for f in await host.everything() if f["type"] == "presence"
            )
            await host.play("a1")  # now it is the absent guest's turn
            told = await absence(host)
            assert told["claim_at"] == told["guest"]["away_since"] + AWAY < served.clock.now
            assert await claim(host) == "ack"


async def test_whoever_has_just_sat_down_is_not_absent_yet(tmp_path: Path) -> None:
    async with inside(tmp_path, away_seconds=AWAY / 1000) as served:
        room = await served.open_room(guest=False, first="guest")
        async with room.connected(room.host) as host:
            served.clock.now += 5 * AWAY
            await served.post(f"/api/rooms/{room.code}/seats", {"name": "Bo"})
            assert await claim(host) == "too_early"
            told = await absence(host)
            assert told["claim_at"] == served.clock.now + AWAY


async def test_a_restart_of_the_server_makes_nobody_absent_for_longer(tmp_path: Path) -> None:
    clock = Clock()
    async with inside(tmp_path, clock, away_seconds=AWAY / 1000) as served:
        room = await served.open_room()
        async with room.connected(room.host) as host, room.connected(room.guest):
            await host.play("a1")
    clock.now += 3 * AWAY
    async with (
        inside(tmp_path, clock, away_seconds=AWAY / 1000) as served,
        replace(room, inside=served).connected(room.host) as host,
    ):
        assert (await absence(host))["claim_at"] == clock.now + AWAY
        assert await claim(host) == "too_early"


async def test_no_result_can_be_claimed_instead_of_a_win(tmp_path: Path) -> None:
    async with left_alone(tmp_path) as (served, room, host):
        served.clock.now += AWAY
        assert await claim(host, "none") == "ack"
        await host.everything()
        assert host.game["result"] == {"winner": None, "reason": "abandonment", "points": 0}
        assert host.state["room"]["series"]["score"] == {"host": 0.0, "guest": 0.0}
        text = (await served.http.get(f"/api/rooms/{room.code}/games/1.txt")).text
        assert '[Result "*"]' in text
        assert text.rstrip().endswith("*")
        assert '[Deal "' in text


async def test_where_nobody_can_resign_only_no_result_can_be_claimed(tmp_path: Path) -> None:
    async with left_alone(tmp_path, {"resignation": False}) as (served, _, host):
        assert await claim(host) == "not_allowed_by_rules"
        served.clock.now += AWAY
        assert await claim(host) == "not_allowed_by_rules"
        assert await claim(host, "none") == "ack"


async def test_a_missing_pick_ends_the_draw_without_result(tmp_path: Path) -> None:
    async with inside(tmp_path, away_seconds=AWAY / 1000) as served:
        room = await served.open_room(first="draw")
        async with room.connected(room.host) as host:
            assert await claim(host, "none") == "too_early"
            served.clock.now += AWAY
            assert await claim(host) == "not_allowed_by_rules"
            assert await claim(host, "none") == "ack"
            await host.everything()
            assert host.state["room"]["phase"] == "over"
            assert host.game["result"] == {"winner": None, "reason": "abandonment", "points": 0}


async def test_whoever_has_picked_is_not_waited_for(tmp_path: Path) -> None:
    async with inside(tmp_path, away_seconds=AWAY / 1000) as served:
        room = await served.open_room(first="draw")
        async with room.connected(room.guest) as guest:
            await guest.ask("pick", tile=2)
        async with room.connected(room.host) as host:
            served.clock.now += 2 * AWAY
            assert await claim(host, "none") == "too_early"


@pytest.mark.parametrize("result", ["win", "none"])
async def test_the_other_device_is_never_absent_in_a_local_room(
    tmp_path: Path, result: str
) -> None:
    async with inside(tmp_path, away_seconds=AWAY / 1000) as served:
        room = await served.open_room(opponent="local")
        async with room.connected(room.host) as both:
            await both.play("a1")
            served.clock.now += 2 * AWAY
            assert await claim(both, result) == "too_early"


def is_nobody_there(frame: Frame) -> bool:
    return frame["type"] == "presence" and not (frame["host"]["online"] or frame["guest"]["online"])


async def test_absence_counts_only_while_the_claimer_is_there(tmp_path: Path) -> None:
    async with inside(tmp_path, away_seconds=AWAY / 1000, presence_seconds=70) as served:
        room = await served.open_room()
        async with AsyncExitStack() as watching:
            async with room.connected(room.host) as host, room.connected(room.guest):
                spectator = await watching.enter_async_context(room.connected())
                await host.play("a1")
            assert (await spectator.where(is_nobody_there))["claim_at"] is None
        served.clock.now += 5 * AWAY
        back = served.clock.now
        async with room.connected(room.host) as host:
            assert (await absence(host))["claim_at"] == back + AWAY
            served.clock.now = back + AWAY - 1
            assert await claim(host) == "too_early"
        async with room.connected(room.host) as host:
            served.clock.now = back + AWAY
            assert await claim(host) == "ack"
