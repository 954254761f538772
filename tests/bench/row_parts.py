"""The parts that are measured without a server: the rules, and appending to SQLite."""

from __future__ import annotations

import asyncio
import subprocess
import sys

from app.game import PRESETS
from tests.bench.bench_rules import judged
from tests.bench.plan import Bench, Section
from tests.bench.servers import ROOT
from tests.bench.table import Goal, line

APPENDS = (("flat", 1), ("flat", 100))
"""Rooms that append at the same time: each append commits alone, or many together."""


async def run(bench: Bench) -> Section:
    """Measure both."""
    bench.say("rules and SQLite, without a server")
    return await asyncio.to_thread(_measured, bench.plan.steady)


def _measured(seconds: float) -> Section:
    plies = max(judged(PRESETS["douque"], seconds / 3).per_second for _ in range(3))
    appends = [
        line(f"SQLite: CPU µs per append, {rooms} rooms at a time", (_append(kind, rooms),))
        for kind, rooms in APPENDS
    ]
    lines = [line("rules: plies/s, judged, with legal list", (plies,)), *appends]
    return Section(lines, [Goal("rules, plies/s", plies, 20_000, "", at_least=True)])


def _append(kind: str, rooms: int) -> float:
    """In a process of its own: what it has in memory must not be there for the next one."""
    command = [sys.executable, "-m", "tests.bench.bench_store", kind, str(rooms), "NORMAL"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return float(done.stdout.split("NORMAL")[1].split()[0])
