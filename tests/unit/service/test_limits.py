"""Counts against strangers, over a real store and a clock that the test moves."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterable
from contextlib import ExitStack
from pathlib import Path

import pytest

from app.room.commands import Refusal, Refused
from app.room.state import Millis, RoomCode
from app.service.callers import Caller
from app.service.limits import ALIVE_RETRY, BEHIND_OTHERS, ROOMS_ALIVE, Limits
from app.service.rooms import OPENING_REMEMBERED
from app.store.port import TokenHash
from app.store.sqlite import SqliteStore

MEI = Caller("1.2.3.4", "1.2.3.4")


def token() -> TokenHash:
    """That of a room nobody has opened before."""
    return TokenHash(secrets.token_hex(32))


class Clock:
    def __init__(self) -> None:
        self.now = Millis(1_790_000_000_000)

    def __call__(self) -> Millis:
        return self.now

    def pass_seconds(self, seconds: float) -> None:
        self.now = Millis(self.now + int(seconds * 1000))


class Rooms:
    """Which rooms live; asking may fail."""

    def __init__(self) -> None:
        self.living: set[RoomCode] = set()
        self.is_away = False

    async def is_alive(self, code: RoomCode) -> bool:
        if self.is_away:
            raise Refused(Refusal.UNAVAILABLE)
        return code in self.living


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def rooms() -> Rooms:
    return Rooms()


@pytest.fixture
async def limits(tmp_path: Path, clock: Clock, rooms: Rooms) -> AsyncIterator[Limits]:
    store = SqliteStore(tmp_path / "limits.sqlite3", clock)
    await store.open()
    yield Limits(store, rooms.is_alive)
    await store.close()


async def open_rooms(limits: Limits, clock: Clock, rooms: Rooms, count: int) -> None:
    for n in range(count):
        clock.pass_seconds(60)
        assert await limits.may_open(MEI, token()) == 0
        code = RoomCode(f"R{n}")
        rooms.living.add(code)
        await limits.opened(MEI, code)


async def test_twenty_living_rooms_of_a_caller_are_enough(
    limits: Limits, clock: Clock, rooms: Rooms
) -> None:
    await open_rooms(limits, clock, rooms, ROOMS_ALIVE)
    clock.pass_seconds(60)
    assert await limits.may_open(MEI, token()) == ALIVE_RETRY
    assert await limits.may_open(Caller("5.6.7.8", "5.6.7.8"), token()) == 0
    rooms.living.discard(RoomCode("R7"))
    assert await limits.may_open(MEI, token()) == 0


async def test_rooms_opened_at_another_worker_count_too(
    limits: Limits, clock: Clock, rooms: Rooms
) -> None:
    other = Limits(limits.store, rooms.is_alive)
    await open_rooms(other, clock, rooms, ROOMS_ALIVE)
    clock.pass_seconds(60)
    assert await limits.may_open(MEI, token()) == ALIVE_RETRY


async def test_a_token_that_has_paid_for_its_room_pays_no_more(
    limits: Limits, clock: Clock
) -> None:
    for token in "abcde":
        assert await limits.may_open(MEI, TokenHash(token)) == 0
    assert await limits.may_open(MEI, TokenHash("f")) > 0
    for token in "abcde":
        assert await limits.may_open(MEI, TokenHash(token)) == 0
    assert await limits.may_open(MEI, TokenHash("f")) > 0
    clock.pass_seconds(OPENING_REMEMBERED / 1000)
    for token in "abcde":
        assert await limits.may_open(MEI, TokenHash(token)) == 0
    assert await limits.may_open(MEI, TokenHash("f")) > 0


async def test_a_room_that_cannot_be_asked_about_counts_as_living(
    limits: Limits, clock: Clock, rooms: Rooms
) -> None:
    await open_rooms(limits, clock, rooms, ROOMS_ALIVE)
    rooms.is_away = True
    clock.pass_seconds(60)
    assert await limits.may_open(MEI, token()) == ALIVE_RETRY


async def test_failed_look_ups_are_forgiven_with_time(limits: Limits, clock: Clock) -> None:
    for _ in range(10):
        assert not (await limits.may_look_up(MEI)).wait
        await limits.looked_up_in_vain(MEI)
    wait = (await limits.may_look_up(MEI)).wait
    assert 0 < wait <= 6000
    clock.pass_seconds(wait / 1000)
    assert not (await limits.may_look_up(MEI)).wait


async def test_looking_up_what_exists_never_counts(limits: Limits) -> None:
    for _ in range(100):
        assert not (await limits.may_look_up(MEI)).wait


async def side_by_side(limits: Iterable[Limits], callers: Iterable[Caller]) -> list[str]:
    """What each is told of a code that is none; nobody has it before all have asked."""
    looked_up = asyncio.Event()

    async def guess(own: Limits, caller: Caller) -> str:
        with own.looking(caller):
            leave = await own.may_look_up(caller)
            if leave.wait:
                return "too many"
            await looked_up.wait()
            wait = await own.looked_up_in_vain(caller)
            return "too many" if wait or leave.blind else "not found"

    guesses = [
        asyncio.create_task(guess(own, caller)) for own, caller in zip(limits, callers, strict=True)
    ]
    asyncio.get_running_loop().call_soon(looked_up.set)
    return await asyncio.gather(*guesses)


def strangers(count: int) -> list[Caller]:
    return [Caller(f"10.0.0.{n}", f"10.0.0.{n}") for n in range(count)]


async def test_guesses_side_by_side_are_as_few_as_one_after_the_other(limits: Limits) -> None:
    told = await side_by_side([limits] * 300, [MEI] * 300)
    assert told.count("not found") == 10
    assert (await limits.may_look_up(MEI)).wait > BEHIND_OTHERS


async def test_guesses_side_by_side_at_two_workers_are_no_more(limits: Limits) -> None:
    other = Limits(limits.store, limits.is_alive)
    told = await side_by_side([limits, other] * 50, [MEI] * 100)
    assert told.count("not found") == 10


async def test_guesses_of_many_side_by_side_are_no_more_than_the_total(limits: Limits) -> None:
    told = await side_by_side([limits] * 200, strangers(200))
    assert told.count("not found") == 60


async def test_the_networks_of_one_site_guess_side_by_side_as_few_as_one(limits: Limits) -> None:
    networks = [Caller(f"2001:db8:1:{n}::/64", "2001:db8:1::/48") for n in range(50)]
    told = await side_by_side([limits] * 50, networks)
    assert told.count("not found") == 30


async def test_whoever_asks_behind_many_of_their_own_soon_comes_back(limits: Limits) -> None:
    with ExitStack() as under_way:
        for _ in range(11):
            under_way.enter_context(limits.looking(MEI))
        assert (await limits.may_look_up(MEI)).wait == BEHIND_OTHERS
    assert (await limits.may_look_up(MEI)).wait == 0


async def test_nobody_alone_takes_the_look_ups_of_all(limits: Limits) -> None:
    (other,) = strangers(1)
    with ExitStack() as under_way:
        for caller in (*[MEI] * 300, other):
            under_way.enter_context(limits.looking(caller))
        leave = await limits.may_look_up(other)
    assert (leave.wait, leave.blind) == (0, False)
