"""Where another worker thinks a worker leaves the room alone, but neither its flag nor others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, cast

import pytest

from app.computer.player import ComputerPlayer
from app.room.clock import deadline
from app.room.commands import Play
from app.room.state import ClockRules, Over
from app.service import deadlines as module
from app.service.deadlines import PUT_OFF, Deadlines
from app.service.feed import Feed
from app.service.rooms import Rooms
from app.store.port import Store
from app.store.sqlite import SqliteStore
from tests.unit.computer import programs
from tests.unit.computer.world import FLIPS_A1, World


class Counted:
    """A store that counts its calls."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self.calls: list[str] = []

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 (whatever the store has)
        self.calls.append(name)
        return getattr(self._store, name)


class Worker:
    """A worker with a player of its own, who looks when the test says so."""

    def __init__(self, world: World, player: Callable[[Store, Rooms], ComputerPlayer]) -> None:
        self.store = Counted(world.store)
        store = cast("Store", self.store)
        self.rooms = Rooms(store, Feed(store), world.clock)
        self._deadlines = Deadlines(store, self.rooms, world.clock, player(store, self.rooms).act)

    async def looks(self) -> None:
        """Once, and until all that this has begun is done."""
        await asyncio.gather(*await self._deadlines.fire_due())


@asynccontextmanager
async def another_thinks(world: World) -> AsyncIterator[None]:
    """About the room of this world, for as long as the context lasts."""
    async with world.player(programs.DEAF) as player:
        acting = asyncio.create_task(player.act(world.code))
        while not player.is_thinking:
            await asyncio.wait((acting,), timeout=0.01)
        yield
        acting.cancel()
        await asyncio.gather(acting, return_exceptions=True)


@asynccontextmanager
async def worker(world: World) -> AsyncIterator[Worker]:
    directory = world.directory / "other"
    directory.mkdir()
    engines = programs.engines(directory, FLIPS_A1)
    try:
        yield Worker(
            world,
            lambda store, rooms: ComputerPlayer(store, rooms, world.clock, engines, world.ledger),
        )
    finally:
        await engines.close()


async def waits_for_the_computer(world: World, clock: ClockRules | None = None) -> None:
    await world.opens(clock=clock)
    await world.does(Play(1, 0, "b1"))
    world.clock.passes()


async def test_a_room_in_which_another_worker_thinks_is_loaded_once(world: World) -> None:
    await waits_for_the_computer(world)
    async with another_thinks(world), worker(world) as other:
        for _ in range(8):
            await other.looks()
            world.clock.now += PUT_OFF // 4

    assert other.store.calls.count("due") == 8
    assert other.store.calls.count("load") == 1
    assert other.store.calls.count("lease") == 2


async def test_who_has_died_is_replaced_soon(world: World) -> None:
    await waits_for_the_computer(world)
    async with AsyncExitStack() as thinking:
        await thinking.enter_async_context(another_thinks(world))
        async with worker(world) as other:
            await other.looks()
            await thinking.aclose()
            await other.looks()
            assert (await world.game()).running.game.ply == 1
            world.clock.now += PUT_OFF
            await other.looks()

    assert (await world.game()).running.game.ply == 2


async def test_the_flag_falls_in_time_where_another_worker_thinks(world: World) -> None:
    await waits_for_the_computer(world, clock=ClockRules(1, 0))
    falls = deadline((await world.live()).room)
    assert falls is not None
    async with another_thinks(world), worker(world) as other:
        world.clock.now = falls - 1
        await other.looks()
        world.clock.now = falls
        await other.looks()

    assert isinstance((await world.live()).room, Over)


async def test_rooms_in_which_others_think_hold_up_no_other_room(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FIRED_AT_ONCE", 1)
    await waits_for_the_computer(world)
    async with another_thinks(world), worker(world) as other:
        world.clock.now += 1
        await waits_for_the_computer(world)
        await other.looks()
        assert (await world.game()).running.game.ply == 1
        await other.looks()

    assert (await world.game()).running.game.ply == 2
