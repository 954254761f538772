"""Wishes for reviews: bounded, and served in their order."""

from __future__ import annotations

from typing import cast

import pytest

from app.computer.engines import Engines
from app.review.reviews import MOST_OF_A_ROOM, MOST_WISHES, WISHES, Busy, Progress, Reviews, Wanted
from app.room.state import RoomCode
from app.store.port import Store
from tests.unit.review.memory import Memory

RECORD = b"{}"


class Absent:
    """Engines of another worker: here nothing is worked on."""

    count = 0


def reviews_of(store: Memory) -> Reviews:
    return Reviews(cast("Store", store), cast("Engines", Absent()))


def wanted(room: int, number: int = 1) -> Wanted:
    return Wanted(RoomCode(f"R{room:05}"), number)


async def test_more_wishes_than_can_be_served_are_refused_until_one_is_gone() -> None:
    reviews = reviews_of(Memory(RECORD))
    for room in range(MOST_WISHES):
        assert await reviews.ask(wanted(room), RECORD) == Progress(0, 0)
    with pytest.raises(Busy):
        await reviews.ask(wanted(MOST_WISHES), RECORD)
    assert await reviews.ask(wanted(7), RECORD) == Progress(0, 0)

    await reviews.drop(wanted(7))
    assert await reviews.ask(wanted(MOST_WISHES), RECORD) == Progress(0, 0)


async def test_one_room_does_not_take_the_places_of_the_others() -> None:
    reviews = reviews_of(Memory(RECORD))
    for number in range(MOST_OF_A_ROOM):
        await reviews.ask(wanted(1, number), RECORD)
    with pytest.raises(Busy):
        await reviews.ask(wanted(1, MOST_OF_A_ROOM), RECORD)
    assert await reviews.ask(wanted(2), RECORD) == Progress(0, 0)


async def test_a_wish_that_is_refused_leaves_nothing_behind() -> None:
    store = Memory(RECORD)
    reviews = reviews_of(store)
    for number in range(MOST_OF_A_ROOM):
        await reviews.ask(wanted(1, number), RECORD)
    with pytest.raises(Busy):
        await reviews.ask(wanted(1, MOST_OF_A_ROOM), RECORD)
    assert len(await store.tallied(WISHES)) == MOST_OF_A_ROOM
