"""`make chaos`: every fault again and again under a load of games, judged by the checker.

Prints a table for each site. Exits with 1 if a promise was broken anywhere, with 2 if none was
but something was not tried.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tests.chaos.crew import Load
from tests.chaos.plans import Part, Plan, plans
from tests.chaos.report import complaints, table
from tests.chaos.sites import Site
from tests.chaos.trial import Report, hold


def main() -> int:
    """Run what the arguments ask for; the exit code."""
    wanted = _parser().parse_args()
    began = time.monotonic()
    reports = asyncio.run(_all(wanted))
    violations = sum(len(report.violations) for report in reports if report is not None)
    skipped = reports.count(None)
    rest = f"; {skipped} faults were not tried" if skipped else ""
    _say(f"\n{violations} violations, in {time.monotonic() - began:.0f} s{rest}")
    return exit_code(reports)


def exit_code(reports: Sequence[Report | None]) -> int:
    """What a run comes to; None stands for what was not tried. Nothing tried is nothing shown."""
    if any(report is not None and report.violations for report in reports):
        return 1
    return 2 if None in reports or not reports else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="of a worker on Redis (200)")
    parser.add_argument("--rooms", type=int, default=10, help="that play meanwhile (10)")
    parser.add_argument("--seed", type=int, default=1, help="of all that is left to chance (1)")
    parser.add_argument("--seconds", type=float, default=900, help="begin nothing later (900)")
    parser.add_argument("--only", default="", help="faults and sites whose name holds this")
    return parser


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


async def _all(wanted: argparse.Namespace) -> list[Report | None]:
    until = time.monotonic() + wanted.seconds
    reports: list[Report | None] = []
    for plan in plans(wanted.kills):
        parts = [part for part in plan.parts if wanted.only in f"{plan.name}: {part.name}"]
        if parts:
            reports += await _run(plan, parts, wanted, until)
    return reports


async def _run(
    plan: Plan, parts: list[Part], wanted: argparse.Namespace, until: float
) -> list[Report | None]:
    """One plan on a site of its own; what time does not suffice for is named, and None."""
    reports: list[Report] = []
    if time.monotonic() < until:
        with tempfile.TemporaryDirectory() as folder:
            async with plan.opened(Path(folder)) as site:
                reports = [
                    await _try(site, part, wanted) for part in parts if time.monotonic() < until
                ]
        _say(f"\n{table(plan.name, reports)}\n")
    skipped = parts[len(reports) :]
    for part in skipped:
        _say(f"… {plan.name}: {part.name}: no time left")
    return [*reports, *(None for _ in skipped)]


async def _try(site: Site, part: Part, wanted: argparse.Namespace) -> Report:
    began = time.monotonic()
    report = await hold(
        site.stage,
        part.on(site),
        part.times,
        Load(rooms=wanted.rooms, seed=wanted.seed),
        progress=partial(_show, part),
    )
    found, seconds = len(report.violations), time.monotonic() - began
    _show(part, part.times, f"({found} violations, {seconds:.0f} s)\n{complaints(report)}")
    return report


def _show(part: Part, number: int, rest: str = "") -> None:
    """The line of a trial that is going on; `rest` ends it."""
    sys.stdout.write(f"\r… {part.name}: {number} of {part.times} {rest}")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
