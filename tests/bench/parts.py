"""The parts that are measured without a server: the rules, and appending to the store."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass

from app.game import PRESETS
from tests.bench.bench_rules import judged
from tests.bench.servers import ROOT

APPENDS = (("flat", 1), ("flat", 100))
"""Rooms that append at the same time: each append commits alone, or many together."""


@dataclass(frozen=True, slots=True)
class Append:
    """What one append costs while so many rooms append; microseconds of CPU."""

    rooms: int
    cpu: float


@dataclass(frozen=True, slots=True)
class Parts:
    """Plies a second that the rules judge and apply, and what appends cost."""

    plies: float
    appends: tuple[Append, ...]


def measured(seconds: float) -> Parts:
    """Measure both; `seconds` for the rules, about as long again for the store."""
    plies = max(judged(PRESETS["douque"], seconds / 3).per_second for _ in range(3))
    return Parts(plies, tuple(Append(rooms, _append(kind, rooms)) for kind, rooms in APPENDS))


def _append(kind: str, rooms: int) -> float:
    """In a process of its own: what it has in memory must not be there for the next one."""
    command = [sys.executable, "-m", "tests.bench.bench_store", kind, str(rooms), "NORMAL"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return float(done.stdout.split("NORMAL")[1].split()[0])
