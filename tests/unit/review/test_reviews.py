"""Wishes are taken up by whichever worker is free, each by one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import cast

import orjson

from app.computer.engines import Engines
from app.game import BySeat, Reason, Record, RecordResult, Seat, record_to_json
from app.review.reviews import WISHES, Reviews, name_of
from app.room.state import Millis, RoomCode
from app.store.port import Store
from tests.unit.room.scene import rules


def record_of(code: str) -> bytes:
    """A game that ended before its first ply: its review asks no question."""
    result = RecordResult(None, Reason.ABANDONMENT)
    told = Record(rules=rules(), first=Seat.HOST, moves=(), names=BySeat(code, None), result=result)
    return orjson.dumps(record_to_json(told))


class Shared:
    """A store as one worker sees it: `taken` are the records at which others are at work."""

    def __init__(self, *wishes: str, taken: tuple[str, ...]) -> None:
        self.wishes = {f"{code}/1": 1 for code in wishes}
        self.taken = {f"{name_of(record_of(code))}:lease" for code in taken}
        self.asked: list[str] = []
        self.found, self.refused = asyncio.Event(), asyncio.Event()

    async def tallied(self, name: str) -> Mapping[str, int]:
        return dict(self.wishes) if name == WISHES else {}

    async def tally(self, name: str, owner: str, count: int, _ttl: Millis) -> Mapping[str, int]:
        if name == WISHES and not count:
            self.wishes.pop(owner, None)
        return {}

    async def record(self, room: RoomCode, _number: int) -> bytes:
        self.asked.append(room)
        return record_of(room)

    async def lease(self, name: str, _owner: str, _ttl: Millis) -> bool:
        if name in self.taken:
            self.refused.set()
        return name not in self.taken

    async def release(self, name: str, _owner: str) -> None:
        assert name not in self.taken

    async def recall(self, _name: str) -> None:
        return None

    async def remember(self, _name: str, value: str, _ttl: Millis) -> str:
        self.found.set()
        return value


class Idle:
    """Engines that nobody needs to ask."""

    count = 1


@asynccontextmanager
async def at_work(store: Shared) -> AsyncIterator[None]:
    reviews = Reviews(cast("Store", store), cast("Engines", Idle()))
    running = asyncio.create_task(reviews.run())
    try:
        yield
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def test_a_wish_is_taken_up_although_others_are_at_work_on_those_before_it() -> None:
    store = Shared("A", "B", "C", taken=("A", "B"))
    async with at_work(store):
        await asyncio.wait_for(store.found.wait(), 20)

    assert store.wishes.keys() == {"A/1", "B/1"}
    assert store.asked == ["A", "B", "C"]


async def test_a_wish_is_taken_up_again_when_nobody_works_on_it_any_more() -> None:
    store = Shared("A", taken=("A",))
    async with at_work(store):
        await asyncio.wait_for(store.refused.wait(), 20)
        store.taken.clear()
        await asyncio.wait_for(store.found.wait(), 20)

    assert not store.wishes
