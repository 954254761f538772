"""`make bench`: speed and memory of the server, side by side with a bare relay.

Prints a table, and each goal with met or missed. Exits with 1 only when something went wrong;
a missed figure is no error.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import pstats
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import uvloop

from tests.bench import measure, parts, report, servers
from tests.bench.client import NotOpened
from tests.bench.load import full_speed
from tests.bench.players import Sizes, Trouble
from tests.bench.rooms import gamers, open_rooms

PROFILE_LINES = 40


def main() -> int:
    """Run what the arguments ask for; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter, for a first look")
    parser.add_argument("--profile", action="store_true", help="show where the CPU goes instead")
    wanted = parser.parse_args()
    plan = measure.QUICK if wanted.quick else measure.Plan()
    os.sched_setaffinity(0, {servers.LOAD_CORE})
    try:
        with tempfile.TemporaryDirectory() as folder:
            work = _profile if wanted.profile else _measure
            work(plan, Path(folder))
    except (
        servers.ServerFailed,
        Trouble,
        NotOpened,
        OSError,
        TimeoutError,
        subprocess.SubprocessError,
    ) as error:
        _say(f"failed: {type(error).__name__}: {error}")
        return 1
    return 0


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _measure(plan: measure.Plan, folder: Path) -> None:
    begin = time.monotonic()
    _say("… rules and store")
    alone = parts.measured(plan.steady)
    found = uvloop.run(measure.run(plan, folder, lambda text: _say(f"… {text}")))
    _say(f"\n{report.text(report.report_of(plan, found, alone))}")
    _say(f"\nin {time.monotonic() - begin:.0f} s")


def _profile(plan: measure.Plan, folder: Path) -> None:
    """The server at full speed under a profiler, which sees its main thread."""
    path = folder / "profile"
    uvloop.run(_play(plan, servers.profiled_product(folder, path)))
    stats = pstats.Stats(str(path), stream=sys.stdout)
    stats.sort_stats("tottime").print_stats(PROFILE_LINES)


async def _play(plan: measure.Plan, server: servers.Server) -> None:
    guests = gamers(Sizes())
    try:
        doors = await asyncio.to_thread(open_rooms, server, plan.rooms)
        pairs = await guests.enter(server, doors)
        await full_speed(server, pairs, plan.warm)
        server.process.send_signal(signal.SIGUSR1)
        await full_speed(server, pairs, 2 * plan.steady)
        server.process.send_signal(signal.SIGUSR1)
    finally:
        guests.leave()
        server.stop()


if __name__ == "__main__":
    sys.exit(main())
