"""`make bench`: speed and memory of the server, side by side with a bare relay.

Prints tables, and each goal with met or missed. Exits with 1 only when something went wrong;
a missed figure is no error. Without names of rows it measures all but what work of the store costs
and what moves take beside the computer player; `--all` measures everything.
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
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import uvloop

from tests.bench import (
    row_computer,
    row_costs,
    row_idle,
    row_moves,
    row_parts,
    row_rooms,
    row_workers,
    servers,
)
from tests.bench.client import NotOpened
from tests.bench.load import full_speed
from tests.bench.plan import QUICK, Bench, Plan, Row, Section
from tests.bench.players import Sizes, Trouble
from tests.bench.rooms import gamers, open_rooms
from tests.bench.servers import Store
from tests.redis_servers import running_redis
from tools import compile as compiling

PROFILE_LINES = 45
ROWS: Mapping[str, Row] = {
    "parts": row_parts.run,
    "moves": row_moves.run,
    "workers": row_workers.run,
    "rooms": row_rooms.run,
    "idle": row_idle.run,
    "costs": row_costs.run,
    "computer": row_computer.run,
}
USUAL = ("parts", "moves", "workers", "rooms", "idle")


def main() -> int:
    """Run what the arguments ask for; the exit code."""
    wanted = _wanted()
    _say(_built())
    os.sched_setaffinity(0, {servers.LOAD_CORE})
    begin = time.monotonic()
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            running_redis(Path(folder) / "redis") as redis,
        ):
            store, flush = Store(redis.url, redis.pid), partial(redis.ask, "FLUSHALL")
            plan = QUICK if wanted.quick else Plan()
            bench = Bench(plan, Path(folder), store, flush, lambda text: _say(f"… {text}"))
            if wanted.profile:
                _profile(bench, wanted.profile)
            else:
                _measure(bench, ROWS if wanted.all else wanted.rows or USUAL)
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
    _say(f"\nin {time.monotonic() - begin:.0f} s")
    return 0


def _built() -> str:
    """Have the server compiled, as `make run` does; what came of it."""
    try:
        compiling.make()
    except compiling.Obstacle as why:
        return f"not compiled: {why}"
    return "compiled"


def _wanted() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("rows", nargs="*", choices=[[], *ROWS], metavar="ROW", help=", ".join(ROWS))
    parser.add_argument("--all", action="store_true", help="every row")
    parser.add_argument("--quick", action="store_true", help="shorter, for a first look")
    parser.add_argument(
        "--profile",
        nargs="?",
        const="sqlite",
        choices=("sqlite", "redis"),
        help="show instead where the CPU of a move goes",
    )
    return parser.parse_args()


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _measure(bench: Bench, names: Sequence[str] | Mapping[str, Row]) -> None:
    sections = [uvloop.run(ROWS[name](bench)) for name in names]
    for section in sections:
        _show(section)
    _say("")
    for section in sections:
        for goal in section.goals:
            _say(goal.line())


def _show(section: Section) -> None:
    _say("")
    for line in section.lines:
        _say(line)


def _profile(bench: Bench, kind: str) -> None:
    """The server at full speed under a profiler, which sees its main thread."""
    path = bench.folder / "profile"
    store = bench.redis if kind == "redis" else servers.sqlite(bench.folder)
    uvloop.run(_play(bench.plan, servers.profiled_product(bench.folder, store, path)))
    stats = pstats.Stats(str(path), stream=sys.stdout)
    stats.sort_stats("tottime").print_stats(PROFILE_LINES)


async def _play(plan: Plan, server: servers.Server) -> None:
    guests = gamers(Sizes())
    process = server.workers[0].process
    try:
        doors = await asyncio.to_thread(open_rooms, server, plan.rooms)
        pairs = await guests.enter(server, doors)
        await full_speed(server, pairs, plan.warm)
        process.send_signal(signal.SIGUSR1)
        await full_speed(server, pairs, 2 * plan.steady)
        process.send_signal(signal.SIGUSR1)
    finally:
        guests.leave()
        server.stop()


if __name__ == "__main__":
    sys.exit(main())
