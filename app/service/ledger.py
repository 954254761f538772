"""What one process counts while it serves: plain numbers, added to where something happens.

Owns the names of what is counted. Knows no format and no other process: `reading` gives what
stands here, and readings of several processes add up. What a label may say is fixed in the
code, so that nothing of a room or a player can get into one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Final

import orjson

Labels = tuple[str, ...]
Count = Counter[Labels]

APPEND_SECONDS: Final = (
    *(0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5),
    *(1.0, 2.5, 5.0),
)
LATE_SECONDS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0, 60.0)
LAG_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Times:
    """How long something took, how often: a histogram of seconds."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        """How often up to each bound and above the one before; the last is without bound."""
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """It took so long once more."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.total += seconds


@dataclass(slots=True)
class Ledger:
    """Everything that is counted in this process. Each count is by its labels, in this order."""

    commands: Count = field(default_factory=Counter)
    """Frames of clients that were answered: type, result."""
    turned_away: Count = field(default_factory=Counter)
    """Sockets that did not get into a room: reason."""
    sockets_closed: Count = field(default_factory=Counter)
    """Sockets that were in a room and are gone: reason."""
    requests: Count = field(default_factory=Counter)
    """HTTP requests: method, route, status."""
    conflicts: Count = field(default_factory=Counter)
    """Appends that came second: no labels."""
    failures: Count = field(default_factory=Counter)
    """Calls that the store did not do in time: call."""
    bells: Count = field(default_factory=Counter)
    """Bells of watched rooms: kind."""
    resyncs: Count = field(default_factory=Counter)
    """Times a watched room was read again: reason."""
    rewinds: Count = field(default_factory=Counter)
    """Times the store's past was another one than before: no labels."""
    deadlines: Count = field(default_factory=Counter)
    """Deadlines that were fired here: outcome."""
    searches: Count = field(default_factory=Counter)
    """Moves that the computer was to make: outcome."""
    starts: Count = field(default_factory=Counter)
    """Processes that have begun to serve: no labels."""
    appends: Times = field(default_factory=lambda: Times(APPEND_SECONDS))
    """How long an append took, whatever became of it."""
    lateness: Times = field(default_factory=lambda: Times(LATE_SECONDS))
    """How late a deadline was fired."""
    loop_lag: Times = field(default_factory=lambda: Times(LAG_SECONDS))
    """How late the event loop woke up."""
    connections: Count = field(default_factory=Counter)
    """Sockets that are open now: kind. The only one that goes down as well."""

    def fired(self, outcome: str, late: float) -> None:
        """A deadline was fired, so many seconds late; below 0: time was given back before it."""
        self.deadlines[outcome,] += 1
        if late >= 0:
            self.lateness.add(late)

    def reading(self, watched: int) -> Reading:
        """What stands here now, with so many rooms watched."""
        parts = [(part.name, getattr(self, part.name)) for part in fields(self)]
        return Reading(
            counts={n: dict(v) for n, v in parts if isinstance(v, Counter) and n not in GAUGES},
            times={n: (tuple(v.counts), v.total) for n, v in parts if isinstance(v, Times)},
            gauges={"connections": dict(self.connections), "watched": {(): watched}},
        )


GAUGES: Final = ("connections",)
BOUNDS: Final[Mapping[str, tuple[float, ...]]] = {
    "appends": APPEND_SECONDS,
    "lateness": LATE_SECONDS,
    "loop_lag": LAG_SECONDS,
}

Numbers = Mapping[Labels, int]
Histogram = tuple[tuple[int, ...], float]


@dataclass(frozen=True, slots=True)
class Reading:
    """What was counted up to some moment: by one process, or by several together."""

    counts: Mapping[str, Numbers] = field(default_factory=dict)
    times: Mapping[str, Histogram] = field(default_factory=dict)
    gauges: Mapping[str, Numbers] = field(default_factory=dict)

    def __add__(self, other: Reading) -> Reading:
        """Both together."""
        return Reading(
            _sums(self.counts, other.counts),
            _added(self.times, other.times),
            _sums(self.gauges, other.gauges),
        )

    @property
    def without_gauges(self) -> Reading:
        """What remains of a process that is gone."""
        return Reading(self.counts, self.times)

    def encode(self) -> bytes:
        """As JSON, for another process."""
        return orjson.dumps(
            {
                "counts": {name: list(numbers.items()) for name, numbers in self.counts.items()},
                "times": dict(self.times),
                "gauges": {name: list(numbers.items()) for name, numbers in self.gauges.items()},
            }
        )


def decode(encoded: bytes) -> Reading:
    """What `encode` made."""
    written = orjson.loads(encoded)
    return Reading(
        {name: _numbers(pairs) for name, pairs in written["counts"].items()},
        {name: (tuple(counts), total) for name, (counts, total) in written["times"].items()},
        {name: _numbers(pairs) for name, pairs in written["gauges"].items()},
    )


def _numbers(pairs: list[tuple[list[str], int]]) -> Numbers:
    return {tuple(labels): number for labels, number in pairs}


def _sums(one: Mapping[str, Numbers], other: Mapping[str, Numbers]) -> dict[str, Numbers]:
    return {name: _sum(one.get(name, {}), other.get(name, {})) for name in {*one, *other}}


def _sum(one: Numbers, other: Numbers) -> Numbers:
    return {labels: one.get(labels, 0) + other.get(labels, 0) for labels in {*one, *other}}


def _added(one: Mapping[str, Histogram], other: Mapping[str, Histogram]) -> dict[str, Histogram]:
    both = dict(one)
    for name, (counts, total) in other.items():
        before, sum_before = both.get(name, ((0,) * len(counts), 0.0))
        both[name] = (tuple(map(sum, zip(before, counts, strict=True))), sum_before + total)
    return both
