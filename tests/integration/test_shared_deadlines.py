"""Flags fall once and in time whoever is left to see them, and never for time nobody served.

All of it while garbage is collected every second.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from app.room.state import RoomCode
from app.store.port import Recorded
from app.store.redis.address import read_address
from app.store.redis.store import RedisStore
from tests.integration.clients import Frame, Room, Table
from tests.integration.persistence import play_on
from tests.integration.worker_pairs import Pair, Site, running_site
from tests.servers import collecting

GAMES = 12
BLITZ = {"initial": 2, "increment": 0}
IN_TIME = 1_000
"""Milliseconds."""

MISSED = 3.0
"""Seconds: a flag found later than that was missed by an outage."""

GIVEN_BACK = 10_000


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    directory = tmp_path_factory.mktemp("site")
    with (
        collecting(directory / "collecting") as settings,
        running_site(directory, **settings) as running,
    ):
        yield running


@asynccontextmanager
async def clocks_running(pair: Pair, games: int) -> AsyncIterator[list[Table]]:
    """So many games whose first player's time runs out soon."""
    async with AsyncExitStack() as stack:
        tables = [await stack.enter_async_context(pair.table(clock=BLITZ)) for _ in range(games)]
        await asyncio.gather(*(play_on(table, 2) for table in tables))
        yield tables


def due_at(game: Frame) -> int:
    """When the flag of the player to move falls."""
    clock = game["clock"]
    return int(clock["at"] + clock[clock["running"]])


async def end_of(table: Table) -> Frame:
    """The state that tells the guest how the game ended."""
    return await table.guest.where(
        lambda f: f["type"] == "state" and f["game"]["result"] is not None, 10
    )


async def log_of(site: Site, room: Room) -> tuple[Recorded, ...]:
    """What stands in the store."""
    store = RedisStore(read_address(site.redis.url))
    await store.open()
    kept = await store.load(RoomCode(room.code))
    await store.close()
    assert kept is not None
    return kept.log


async def test_every_flag_falls_once_and_within_a_second_although_a_worker_is_dead(
    site: Site,
) -> None:
    async with clocks_running(site.pair, GAMES) as tables:
        dues = [due_at(table.guest.game) for table in tables]
        versions = [table.guest.state["version"] for table in tables]
        site.pair.first.kill()
        ends = await asyncio.gather(*(end_of(table) for table in tables))
        for due, version, end in zip(dues, versions, ends, strict=True):
            assert end["game"]["result"]["reason"] == "time"
            assert end["version"] == version + 1
            assert 0 <= end["now"] - due <= IN_TIME
    await asyncio.to_thread(site.pair.first.start)
    for table, version in zip(tables, versions, strict=True):
        log = await log_of(site, table.room)
        assert log[-1].head.version == version + 1


async def test_a_flag_falls_in_a_room_that_nobody_watches(site: Site) -> None:
    async with clocks_running(site.pair, 1) as (table,):
        due = due_at(table.guest.game)
    until = time.monotonic() + 2 + MISSED
    while True:
        newest = (await log_of(site, table.room))[-1]
        if newest.command is None or time.monotonic() > until:
            break
        await asyncio.sleep(0.1)
    assert newest.command is None
    assert 0 <= newest.at - due <= IN_TIME


async def go_on_after_an_outage(room: Room, pair: Pair, due: int) -> None:
    """No flag has fallen: the player to move has got time back, and the game goes on."""
    async with pair.table_at(room) as table:
        assert table.host.game["result"] is None
        if due_at(table.guest.game) == due:
            await table.guest.where(lambda f: f["type"] == "state" and due_at(f["game"]) > due, 5)
        game = table.guest.game
        assert game["clock"][game["clock"]["running"]] >= GIVEN_BACK
        await play_on(table)


async def test_no_flag_falls_for_time_in_which_the_store_was_down(site: Site) -> None:
    async with clocks_running(site.pair, 1) as (table,):
        due = due_at(table.guest.game)
        site.redis.kill()
        await asyncio.sleep(2 + MISSED + 0.5)
    await asyncio.to_thread(site.redis.start)
    await go_on_after_an_outage(table.room, site.pair, due)


async def test_no_flag_falls_for_time_in_which_all_workers_were_down(site: Site) -> None:
    async with clocks_running(site.pair, 1) as (table,):
        due = due_at(table.guest.game)
    for worker in (site.pair.first, site.pair.second):
        assert worker.stop() == 0
    await asyncio.sleep(2 + MISSED + 0.5)
    await asyncio.gather(
        *(asyncio.to_thread(worker.start) for worker in (site.pair.first, site.pair.second))
    )
    await go_on_after_an_outage(table.room, site.pair, due)
