"""The store's time: taken over from a good measurement, and from a rough one where no better is."""

from __future__ import annotations

import time

import pytest

from app.store.redis.clock import LASTS, ROUGH, StoreClock

SECONDS = 1_800_000_000.0
FAR = 4 * ROUGH


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing passes on this machine's own clock."""
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)


@pytest.mark.usefixtures("steady")
class TestStoreClock:
    def test_the_store_said_it_halfway_between_question_and_answer(self) -> None:
        clock = StoreClock()
        clock.measured(-1.0, -1.0 + ROUGH, SECONDS)

        assert clock() == int((SECONDS + 1.0 - ROUGH / 2) * 1000)

    def test_a_rough_measurement_is_better_than_none(self) -> None:
        clock = StoreClock()
        clock.measured(-FAR, 0.0, SECONDS)

        assert clock() == int((SECONDS + FAR / 2) * 1000)

    def test_a_rough_measurement_does_not_replace_a_good_one(self) -> None:
        clock = StoreClock()
        clock.measured(0.0, 0.0, SECONDS)
        clock.measured(0.0, FAR, SECONDS + 5)

        assert clock() == SECONDS * 1000

    def test_any_measurement_replaces_one_that_is_old(self) -> None:
        clock = StoreClock()
        clock.measured(-LASTS, -LASTS, SECONDS)
        clock.measured(-FAR, 0.0, SECONDS + 5)

        assert clock() == int((SECONDS + 5 + FAR / 2) * 1000)
