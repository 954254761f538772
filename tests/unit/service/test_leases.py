"""Of several workers one does it, and stops when it is not that one any more."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import cast

import pytest

from app.room.state import Millis
from app.service.leases import Leases
from app.store.port import Store, Unavailable


class Scripted:
    """A store that answers to lease after lease as it is told; True at the end."""

    def __init__(self, *answers: bool | None) -> None:
        self._answers: Iterator[bool | None] = iter(answers)
        self.released = 0

    async def lease(self, _name: str, _owner: str, _ttl: Millis) -> bool:
        said = next(self._answers, True)
        if said is None:
            raise Unavailable("taken away")
        return said

    async def release(self, _name: str, _owner: str) -> None:
        self.released += 1


class Work:
    """Something that goes on until it may end, or is broken off."""

    def __init__(self) -> None:
        self.began, self.may_end = asyncio.Event(), asyncio.Event()
        self.was_broken_off = False

    async def __call__(self) -> None:
        self.began.set()
        try:
            await self.may_end.wait()
        except asyncio.CancelledError:
            self.was_broken_off = True
            raise


def leases(store: Scripted) -> Leases:
    return Leases(cast("Store", store), Millis(30))


async def test_nothing_is_done_where_another_worker_has_the_lease() -> None:
    store, work = Scripted(False), Work()

    assert not await leases(store).holding("it", work)
    assert not work.began.is_set()
    assert not store.released


async def test_work_is_broken_off_when_another_worker_has_got_the_lease() -> None:
    store, work = Scripted(True, True, False), Work()

    assert not await asyncio.wait_for(leases(store).holding("it", work), 30)
    assert work.was_broken_off


async def test_work_goes_on_while_the_store_does_not_answer_and_ends_by_itself() -> None:
    store, work = Scripted(True, None, None, True), Work()
    holding = asyncio.create_task(leases(store).holding("it", work))
    done, _ = await asyncio.wait((holding,), timeout=0.1)
    assert not done

    work.may_end.set()
    assert await asyncio.wait_for(holding, 30)
    assert store.released == 1
    assert not work.was_broken_off


async def test_what_the_work_raises_comes_through_and_the_lease_is_given_back() -> None:
    async def fails() -> None:
        raise ValueError("it")

    store = Scripted()
    with pytest.raises(ValueError, match="it"):
        await leases(store).holding("it", fails)
    assert store.released == 1


async def test_who_is_ended_ends_the_work_and_gives_the_lease_back() -> None:
    store, work = Scripted(), Work()
    holding = asyncio.create_task(leases(store).holding("it", work))
    await work.began.wait()
    holding.cancel()
    await asyncio.gather(holding, return_exceptions=True)

    assert work.was_broken_off
    assert store.released == 1
