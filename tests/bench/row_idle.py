"""Fifteen thousand idle connections on one worker, held by clients in several processes."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from dataclasses import dataclass
from typing import cast

import orjson

from tests.bench import servers
from tests.bench.plan import Bench, Section
from tests.bench.players import Sizes, Trouble
from tests.bench.rooms import Door, gamers, open_rooms
from tests.bench.servers import ROOT
from tests.bench.table import Goal, line

ROOMS = 7_500
PROCESSES = 3
MIB = 1 / 1024**2


async def run(bench: Bench) -> Section:
    """Open the rooms, let the processes take all seats, and look at the worker."""
    bench.flush()
    bench.say(f"{ROOMS:,} rooms")
    server = servers.product(bench.folder, bench.redis)
    try:
        doors = await asyncio.to_thread(open_rooms, server, ROOMS)
        before = server.usage
        memory = await asyncio.to_thread(_held, server, doors, bench)
        took = server.usage.since(before).cpu
    finally:
        server.stop()
    return Section(
        [
            line(f"MiB of a worker with {2 * ROOMS:,} idle connections", (MIB * memory,)),
            line("KB each, with all that a worker needs", (memory / 2 / ROOMS / 1024,)),
            line("CPU s to let all in and keep them a while", (took,)),
        ],
        [Goal(f"{2 * ROOMS:,} idle connections on one worker", MIB * memory, 800, " MiB")],
    )


def _held(server: servers.Server, doors: list[Door], bench: Bench) -> int:
    """The worker's memory while all connections are there."""
    bench.say(f"{2 * ROOMS:,} connections from {PROCESSES} processes")
    command = [sys.executable, "-m", "tests.bench.row_idle", str(server.port)]
    holders = [
        subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for _ in range(PROCESSES)
    ]
    try:
        for number, holder in enumerate(holders):
            assert holder.stdin is not None
            mine = [[d.code, *(h.decode("latin-1") for h in d.hellos)] for d in doors]
            holder.stdin.write(orjson.dumps(mine[number::PROCESSES]) + b"\n")
            holder.stdin.flush()
        for holder in holders:
            assert holder.stdout is not None
            if holder.stdout.readline() != b"seated\n":
                raise Trouble("not everybody was let in")
        return server.resident
    finally:
        for holder in holders:
            holder.kill()
            holder.wait()


async def hold(port: int) -> None:
    """Take the seats that are told, say so, and stay."""
    told = orjson.loads(sys.stdin.buffer.readline())
    doors = [Door(code, (a.encode("latin-1"), b.encode("latin-1"))) for code, a, b in told]
    await gamers(Sizes()).enter(cast("servers.Server", _Address((port,))), doors)
    sys.stdout.write("seated\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


@dataclass(frozen=True, slots=True)
class _Address:
    """A server, as far as those who come in need it."""

    ports: tuple[int, ...]


if __name__ == "__main__":
    asyncio.run(hold(int(sys.argv[1])))
