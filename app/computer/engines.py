"""A few engines and a queue before them: nobody waits without end, whatever an engine does.

When a question is asked, it is settled by when it is answered. Where many wait, searches become
shorter, so that the last one still is in time. How fast an engine is, is learnt from what it has
answered.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.computer.engine import Engine
from app.computer.shares import seconds_for

COMMAND: Final = (sys.executable, "-m", "app", "engine")


FIRST_GUESS: Final = 10_000.0
"""Nodes a second of an engine that is not compiled, on a slow machine."""

TELLING: Final = 5_000
"""Nodes from which on a search tells how fast an engine is: shorter ones are over too soon."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds after which an engine is taken for hung, and within which all shall be answered.

    `longest`: what one search may take of that. The rest is for those who ask meanwhile.
    """

    search: float = 30.0
    wait: float = 10.0
    longest: float = 5.0


AS_USUAL: Final = Patience()


def share(total: int, workers: int, number: int) -> int:
    """How many of all engines worker `number` has."""
    return total // workers + (number < total % workers)


QUOTA: Final = Path("/sys/fs/cgroup/cpu.max")
"""What a container may use of the processors, as Linux tells it: microseconds in so many."""


def usual_total(quota: Path = QUOTA) -> int:
    """One fewer than the processors that this process may use, at least one."""
    try:
        processors = len(os.sched_getaffinity(0))
    except AttributeError:  # not there on macOS and Windows
        processors = os.cpu_count() or 1
    return max(1, min(processors, _granted(quota)) - 1)


def _granted(quota: Path) -> int:
    """How many processors a container may use, rounded up; without a limit as good as all."""
    try:
        used, of = quota.read_text(encoding="ascii").split()
        return -(-int(used) // int(of))
    except (OSError, ValueError):  # no container, or one without a limit: "max 100000"
        return sys.maxsize


class Engines:
    """So many engines of one command; questions are answered in the order they came."""

    def __init__(
        self,
        count: int,
        command: Sequence[str] = COMMAND,
        patience: Patience = AS_USUAL,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.count = count
        self._patience = patience
        self._clock = clock
        self.waiting = 0
        """How many questions are asked and not answered."""
        self._all = [Engine(command) for _ in range(count)]
        self._free: asyncio.LifoQueue[Engine] = asyncio.LifoQueue()
        for engine in self._all:
            self._free.put_nowait(engine)
        self._due: dict[object, float] = {}
        """By when those who wait for an engine are to be answered, in the order they came."""
        self._rate = FIRST_GUESS
        """Nodes a second, as last seen."""

    async def ask(self, line: Callable[[int], str], hurry: asyncio.Event | None = None) -> str:
        """The answer to `line(nodes)`, the most nodes that may be searched as many wait now.

        From when `hurry` is set the search ends with the best that it has found. Raises
        NoAnswer; cancelled, it leaves the queue or ends the search.
        """
        self.waiting += 1
        try:
            engine, nodes = await self._granted()
            try:
                return await self._timed(engine, line(nodes), hurry)
            finally:
                self._free.put_nowait(engine)
        finally:
            self.waiting -= 1

    async def _granted(self) -> tuple[Engine, int]:
        """An engine as soon as one is free, and the nodes that may be searched with it."""
        own = object()
        self._due[own] = self._clock() + self._patience.wait
        try:
            engine = await self._free.get()
            return engine, self._bound()
        finally:
            del self._due[own]

    async def _timed(self, engine: Engine, line: str, hurry: asyncio.Event | None) -> str:
        begun = self._clock()
        answered = await engine.ask(line, self._patience.search, hurry)
        took = self._clock() - begun
        words = answered.split()
        if "nodes" in words[:-1] and (found := words[words.index("nodes") + 1]).isdigit():
            self._learn(int(found), took)
        return answered

    def _learn(self, nodes: int, seconds: float) -> None:
        if nodes >= TELLING:
            self._rate = nodes / max(seconds, 0.001)

    def _bound(self) -> int:
        """The nodes that whoever waits longest may search now."""
        searching = self.waiting - len(self._due)
        share = seconds_for(self._due.values(), searching, self.count, self._clock())
        return max(1, int(min(share, self._patience.longest) * self._rate))

    async def close(self) -> None:
        """End all engines."""
        for engine in self._all:
            await engine.close()
