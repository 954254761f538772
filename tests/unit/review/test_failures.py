"""A review that cannot be made comes to an end for whoever waits for it."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from app.game import Record, Seat, record_to_json
from app.review import reviews as module
from app.review.reviews import Failed, Progress, Wanted, failure_of, name_of
from app.room.state import RoomCode
from tests.unit.computer import programs
from tests.unit.review.memory import Memory
from tests.unit.room.scene import rules

WANTED = Wanted(RoomCode("K7Q2MX"), 1)
ONE_PLY = Record(rules=rules(), first=Seat.HOST, moves=("d1=S",), start="4/4/4/4/4/4/1s2/R2? r S 0")
ANSWERS = "print('action', 'd1' if 'S 0' in line else 'b2b3', 'score 0', flush=True)"
RECORD = orjson.dumps(record_to_json(ONE_PLY))


async def test_whoever_waits_is_told_that_no_engine_answers(tmp_path: Path) -> None:
    store, engines = Memory(RECORD), programs.engines(tmp_path, programs.DIES)
    async with store.served(engines) as reviews:
        assert isinstance(await reviews.ask(WANTED, RECORD), Progress)
        await store.until_settled()
        for _ in range(2):
            with pytest.raises(Failed):
                await reviews.ask(WANTED, RECORD)
    await engines.close()

    assert not await store.tallied(module.WISHES)


async def test_it_is_begun_again_when_the_failure_is_forgotten(tmp_path: Path) -> None:
    store, engines = Memory(RECORD), programs.engines(tmp_path, programs.DIES)
    async with store.served(engines) as reviews:
        await reviews.ask(WANTED, RECORD)
        await store.until_settled()
        store.kept.clear()
        assert isinstance(await reviews.ask(WANTED, RECORD), Progress)
    await engines.close()


async def test_a_wish_that_came_too_late_does_not_begin_it_again(tmp_path: Path) -> None:
    """Somebody asked between the failure and its being told."""
    store, engines = Memory(RECORD), programs.engines(tmp_path, programs.DIES)
    await store.tally(module.WISHES, str(WANTED), 1, module.WANTED)
    await store.remember(failure_of(name_of(RECORD)), "", module.FAILED)
    async with store.served(engines):
        await store.until_settled()
    await engines.close()

    assert set(store.kept) == {failure_of(name_of(RECORD))}
    assert not await store.tallied(name_of(RECORD))


async def test_a_fault_of_the_review_itself_ends_it_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> dict[str, object]:
        raise ZeroDivisionError

    monkeypatch.setattr(module, "review", broken)
    store, engines = Memory(RECORD), programs.engines(tmp_path, ANSWERS)
    async with store.served(engines) as reviews:
        await reviews.ask(WANTED, RECORD)
        await store.until_settled()
        with pytest.raises(Failed):
            await reviews.ask(WANTED, RECORD)
    await engines.close()

    assert "a review failed" in caplog.text
