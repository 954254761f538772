"""Whoever asks an engine is answered in time, however many ask at once."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from itertools import pairwise

import pytest

from app.computer.engines import AS_USUAL
from app.computer.shares import seconds_for

LEVEL_5 = 0.625
"""Seconds of a move where an engine is compiled; where not, a search takes all it is granted."""


def answered(arrivals: Sequence[float], engines: int, longest: float) -> list[float]:
    """When each question is answered, asked at these times of engines that all are free."""
    free, waiting = [0.0] * engines, list(arrivals)
    ends: list[float] = []
    while waiting:
        now = max(heapq.heappop(free), waiting[0])
        here = [asked + AS_USUAL.wait for asked in waiting if asked <= now]
        searching = sum(end > now for end in free)
        share = min(seconds_for(here, searching, engines, now), AS_USUAL.longest, longest)
        ends.append(now + share)
        heapq.heappush(free, ends[-1])
        waiting.pop(0)
    return ends


@pytest.mark.parametrize("longest", [LEVEL_5, 100.0])
@pytest.mark.parametrize("engines", [1, 2, 3])
@pytest.mark.parametrize(
    "arrivals",
    [
        [0.0] * 50,
        [0.0, *[0.01] * 49],
        [0.0, *[4.9] * 20, *[5.1] * 20],
        [0.1 * number for number in range(300)],
        [2.0 * (number // 9) for number in range(90)],
    ],
)
def test_everybody_is_answered_in_time(arrivals: list[float], engines: int, longest: float) -> None:
    waits = [
        end - asked
        for asked, end in zip(arrivals, answered(arrivals, engines, longest), strict=True)
    ]

    assert max(waits) <= AS_USUAL.wait + 1e-6


def test_of_many_who_ask_at_once_everybody_gets_as_much() -> None:
    ends = answered([0.0] * 50, 1, LEVEL_5)
    shares = [after - before for before, after in pairwise([0.0, *ends])]

    assert min(shares) == pytest.approx(AS_USUAL.wait / 50)
    assert max(shares) == pytest.approx(AS_USUAL.wait / 50)


def test_one_who_is_late_as_it_is_gets_nothing() -> None:
    assert seconds_for([3.0, 20.0], 0, 1, 4.0) == 0
