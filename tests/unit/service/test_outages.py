"""Who looks for deadlines says so; when all of them were silent, the service was down."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.game import Seat
from app.room.commands import Play
from app.room.decide import Opening
from app.room.state import ClockRules, Millis, Opponent, Over, Playing, RoomCode
from app.service import outages as module
from app.service.feed import Feed
from app.service.outages import NOTE, Outages
from app.service.rooms import Rooms
from app.service.tokens import hash_of, new_token
from app.store.sqlite import SqliteStore
from tests.unit.computer.world import Clock
from tests.unit.room.scene import rules

CLOCK = ClockRules(initial=60, increment=0)


class Service:
    """A store, its clock, and as many workers as a test wants; all but the newest are gone."""

    def __init__(self, store: SqliteStore, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self.code = RoomCode("")
        self.start()

    def start(self) -> None:
        """Another worker, which knows nothing yet."""
        self.outages = Outages(self.store, self.clock)
        self.rooms = Rooms(self.store, Feed(self.store), self.clock, outages=self.outages)

    async def opens(self, clock: ClockRules | None = CLOCK) -> None:
        """A game in which the time of the guest runs."""
        token = hash_of(new_token())
        assert token is not None
        asked = Opening(RoomCode(""), Opponent.LOCAL, None, rules(), clock)
        live, _ = await self.rooms.open(asked, token)
        self.code = live.room.table.code
        await self.plays(Seat.HOST, "a1")

    async def plays(self, seat: Seat, action: str) -> None:
        ply = (await self.game()).running.game.ply
        await self.rooms.command(self.code, seat, f"c{ply}", Play(1, ply, action))

    async def game(self) -> Playing:
        room = (await self.rooms.find(self.code)).room
        assert isinstance(room, Playing)
        return room

    async def left(self, seat: Seat) -> int:
        clock = (await self.game()).running.clock
        assert clock is not None
        return clock.left.of(seat)

    async def down(self) -> Millis:
        """For how long of the running time this worker believes that nobody served."""
        return self.outages.in_turn(await self.game(), self.clock())


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    clock = Clock()
    store = SqliteStore(tmp_path / "rooms.sqlite3", clock)
    await store.open()
    yield Service(store, clock)
    await store.close()


async def goes_down_for(service: Service, seconds: float) -> None:
    """All workers end after somebody has looked; one starts so much later."""
    await service.outages.look()
    service.clock.now += int(1000 * seconds)
    service.start()
    await service.outages.look()


async def test_a_silence_of_all_workers_was_an_outage(service: Service) -> None:
    await service.opens()
    await goes_down_for(service, 7)

    assert await service.down() == 7_000


async def test_a_worker_that_comes_later_knows_of_it(service: Service) -> None:
    await service.opens()
    await goes_down_for(service, 7)
    service.clock.now += 1_000
    service.start()
    await service.outages.look()

    assert await service.down() == 7_000


async def test_a_short_silence_is_none(service: Service) -> None:
    await service.opens()
    await goes_down_for(service, 2)

    assert await service.down() == 0


async def test_whoever_was_there_knows_that_there_was_none(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAUSE", 0.0)
    await service.opens()
    await service.outages.look()
    service.clock.now += 7_000
    await service.outages.look()

    assert await service.down() == 0


async def test_where_no_clock_runs_nothing_is_noted(service: Service) -> None:
    await service.opens(clock=None)
    await service.outages.look()

    assert await service.store.recall(NOTE) is None


async def test_an_outage_of_hours_in_which_no_clock_ran_is_none(service: Service) -> None:
    await service.opens(clock=None)
    await goes_down_for(service, 7_200)
    await service.opens()

    assert await service.down() == 0


async def test_the_first_command_after_an_outage_finds_the_time_given_back(
    service: Service,
) -> None:
    await service.opens()
    service.clock.now += 20_000
    await goes_down_for(service, 25)
    service.clock.now += 1_000
    await service.plays(Seat.GUEST, "a2")

    assert await service.left(Seat.GUEST) == 60_000 - 21_000
    assert await service.down() == 0


async def test_a_flag_does_not_fall_for_time_in_which_nobody_served(service: Service) -> None:
    await service.opens()
    service.clock.now += 58_000
    await goes_down_for(service, 3)
    await service.rooms.fire(service.code)

    assert await service.left(Seat.GUEST) == 10_000
    service.clock.now += 10_000
    await service.rooms.fire(service.code)
    assert isinstance((await service.rooms.find(service.code)).room, Over)
