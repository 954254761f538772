"""How much is measured, and what every row of the benchmark is given and gives back."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench.servers import Store
from tests.bench.table import Goal


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is measured; times in seconds."""

    rooms: int = 100
    rate: float = 1000.0
    rounds: int = 5
    warm: float = 3.0
    steady: float = 2.5
    full: float = 1.2
    idle_rooms: int = 1000
    rest: float = 1.5


QUICK = Plan(rounds=3, warm=1.5, steady=1.5, full=0.8, idle_rooms=250, rest=0.8)


@dataclass(frozen=True, slots=True)
class Bench:
    """What a row needs: how much to do, where to write, a Redis, and who is told what goes on."""

    plan: Plan
    folder: Path
    redis: Store
    flush: Callable[[], object]
    """Empty that Redis."""
    say: Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Section:
    """What a row came to: a part of the report, and its goals."""

    lines: Sequence[str]
    goals: Sequence[Goal] = field(default=())


Row = Callable[[Bench], Coroutine[None, None, Section]]
