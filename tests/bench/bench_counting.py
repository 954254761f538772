"""What counting costs a move: as the server does it, and with the objects of prometheus_client.

`python -m tests.bench.bench_counting`. A move is counted by its append (a time and an outcome),
its answer (a type and a result) and its bell; printed are nanoseconds for all of that together.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from typing import Final, cast

from app.room.state import Version
from app.service.ledger import APPEND_SECONDS, Ledger
from app.service.measured import Measured
from app.store.port import Append, Head, Store, Tag

MOVES: Final = 50_000
ROUNDS: Final = 7
HEAD: Final = Head(Version(1), Tag(""))
NOTHING: Final = cast("Append", None)


class Bare:
    """A store that does nothing, at once."""

    async def append(self, _: Append) -> Head:
        return HEAD

    def __getattr__(self, _: str) -> object:
        return self.append


async def best(move: Callable[[], Awaitable[object]]) -> float:
    """Nanoseconds of one move, in the best of some rounds."""
    found = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        for _ in range(MOVES):
            await move()
        found.append(time.perf_counter() - began)
    return min(found) / MOVES * 1e9


async def ours() -> float:
    """As the server counts."""
    ledger = Ledger()
    append = Measured(cast("Store", Bare()), ledger).append
    commands, bells = ledger.commands, ledger.bells

    async def move() -> None:
        await append(NOTHING)
        commands["play", "done"] += 1
        bells["event",] += 1

    return await best(move)


async def theirs() -> float:
    """The same with a histogram and two counters of prometheus_client."""
    from prometheus_client import Counter, Histogram  # noqa: PLC0415 - after its mode is set

    append = Bare().append
    took = Histogram("append_seconds", "x", buckets=APPEND_SECONDS)
    commands = Counter("commands", "x", ("type", "result"))
    bells = Counter("bells", "x", ("kind",))

    async def move() -> None:
        began = time.perf_counter()
        try:
            await append(NOTHING)
        finally:
            took.observe(time.perf_counter() - began)
        commands.labels("play", "done").inc()
        bells.labels("event").inc()

    return await best(move)


async def nothing() -> float:
    """Without counting."""
    append = Bare().append

    async def move() -> None:
        await append(NOTHING)

    return await best(move)


WAYS: Final = {"nothing": nothing, "ours": ours, "theirs": theirs}


def elsewhere(way: str, **environment: str) -> float:
    """A way measured in a process of its own."""
    command = [sys.executable, "-m", "tests.bench.bench_counting", way]
    ran = subprocess.run(
        command, env=os.environ | environment, check=True, capture_output=True, text=True
    )
    return float(ran.stdout)


def main() -> None:
    if len(sys.argv) > 1:
        sys.stdout.write(str(asyncio.run(WAYS[sys.argv[1]]())))
        return
    bare = elsewhere("nothing")
    with tempfile.TemporaryDirectory() as place:
        shared = elsewhere("theirs", PROMETHEUS_MULTIPROC_DIR=place)
    for name, cost in (
        ("plain numbers, as the server counts", elsewhere("ours")),
        ("prometheus_client, one process", elsewhere("theirs")),
        ("prometheus_client, several processes", shared),
    ):
        sys.stdout.write(f"{name:40} {cost - bare:6.0f} ns a move\n")


if __name__ == "__main__":
    main()
