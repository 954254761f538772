"""Several workers on one Redis: what a move costs all of them together.

One worker; two with both players of a room at the same one; two with host and guest at
different ones, so that every move reaches half of its listeners as a bell. Each worker is a
process of its own. All share the servers' core, so what is compared is CPU, not moves a second.
"""

from __future__ import annotations

from functools import partial

from tests.bench import servers
from tests.bench.contest import Contender, contest
from tests.bench.plan import Bench, Section
from tests.bench.players import Sizes
from tests.bench.rooms import apart
from tests.bench.table import Goal, heading, line, load_lines, noise_line

NAMES = ("one", "two", "two, apart")
"""Columns; `apart`: the players of a room at different workers."""


async def run(bench: Bench) -> Section:
    """Measure all three in turns."""
    one = partial(servers.product, bench.folder, bench.redis)
    two = partial(servers.product, bench.folder, bench.redis, workers=2)
    contenders = (
        Contender(NAMES[0], one),
        Contender(NAMES[1], two),
        Contender(NAMES[2], two, place=apart),
    )
    sides = await contest(bench, contenders, Sizes())
    steady, full = [side.steady for side in sides], [side.full for side in sides]
    carried = [1.0, *(_carried(full[0].cpu, side.cpu, 2) for side in full[1:])]
    lines = [
        heading("workers", NAMES),
        *load_lines(f"{bench.plan.rate:,.0f} moves/s", steady),
        *load_lines("full speed", full),
        line("moves of one worker's, a core for each", carried),
        "",
        noise_line([*steady, *full]),
    ]
    goals = [
        Goal("two workers, by CPU at full speed", carried[1], 1.6, " ×", at_least=True),
        Goal("two workers, players apart", carried[2], 1.6, " ×", at_least=True),
        Goal("Redis itself, players apart, full speed", full[2].store, 20, " µs"),
    ]
    return Section(lines, goals)


def _carried(one: float, all_together: float, workers: int) -> float:
    """How many times one worker's moves they carry, if each has a core of its own."""
    return workers * one / all_together
