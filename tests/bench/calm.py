"""What slices of load come to: only the calmest quarter of them counts.

On a machine that others use too, a server is interrupted, its caches are emptied and its
answers wait. Slices are chosen by what others used of the server's core, never by how the
server did, so a pause of its own making is as likely to be in a calm slice as in any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

from tests.bench.load import Slice

PART = 0.25

MS, US = 1e3, 1e6


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one server under one kind of load; times in ms, CPU in µs."""

    cpu: float
    """A move's CPU, all threads."""
    loop: float
    """The part of it that the thread of the event loop used."""
    store: float
    """What the database server behind it used for the move."""
    p50: float
    p99: float
    p99_mover: float
    p99_opponent: float
    rate: float
    """Moves a second."""
    disturbance: float
    """The part of the server's core that others used meanwhile."""


def figures(slices: Sequence[Slice]) -> Figures:
    """The figures of the calmest slices together."""
    calm = calmest(slices)
    usage = reduce(add, (each.usage for each in calm))
    moves = max(1, sum(each.meter.moves for each in calm))
    mover = [time for each in calm for time in each.meter.mover]
    opponent = [time for each in calm for time in each.meter.opponent]
    return Figures(
        cpu=US * usage.cpu / moves,
        loop=US * usage.main / moves,
        store=US * usage.store / moves,
        p50=MS * quantile(mover + opponent, 0.5),
        p99=MS * quantile(mover + opponent, 0.99),
        p99_mover=MS * quantile(mover, 0.99),
        p99_opponent=MS * quantile(opponent, 0.99),
        rate=moves / usage.wall,
        disturbance=sum(each.disturbance for each in calm) / len(calm),
    )


def calmest(slices: Sequence[Slice]) -> list[Slice]:
    """Those in which others used least of the server's core."""
    ordered = sorted(slices, key=lambda each: each.disturbance)
    return ordered[: max(1, round(PART * len(ordered)))]


def quantile(times: Sequence[float], part: float) -> float:
    """The time within which this part of them lies; 0 if there are none."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0
