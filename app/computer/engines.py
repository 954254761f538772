"""A few engines and a queue before them: nobody waits without end, whatever an engine does.

Where many wait, everybody's search becomes shorter, so that the last one still is answered in
time. How fast an engine is, is learnt from what it has answered.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from app.computer.engine import Engine

COMMAND: Final = (sys.executable, "-m", "app", "engine")


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds after which an engine is taken for hung, and within which all shall be answered."""

    search: float = 15.0
    wait: float = 10.0


AS_USUAL: Final = Patience()


def share(processors: int, workers: int, number: int) -> int:
    """How many engines worker `number` has: together one fewer than processors, at least one."""
    total = max(1, processors - 1)
    return total // workers + (number < total % workers)


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not there on macOS and Windows
        return os.cpu_count() or 1


class Engines:
    """So many engines of one command; questions are answered in the order they came.

    `nodes` tells how far a level searches.
    """

    def __init__(
        self,
        count: int,
        nodes: Callable[[int], int],
        command: Sequence[str] = COMMAND,
        patience: Patience = AS_USUAL,
    ) -> None:
        self.count = count
        self._nodes = nodes
        self._patience = patience
        self.waiting = 0
        """How many questions are asked and not answered."""
        self._all = [Engine(command) for _ in range(count)]
        self._free: asyncio.LifoQueue[Engine] = asyncio.LifoQueue()
        for engine in self._all:
            self._free.put_nowait(engine)
        self._rate: float | None = None
        """Nodes a second, as last seen."""

    async def ask(self, line: Callable[[int | None], str], level: int) -> str:
        """The answer to `line(nodes)`; fewer nodes than the level's if many wait, else None.

        Raises NoAnswer; cancelled, it leaves the queue or ends the search.
        """
        self.waiting += 1
        try:
            engine = await self._free.get()
            try:
                return await self._timed(engine, line(self._bound(self._nodes(level))))
            finally:
                self._free.put_nowait(engine)
        finally:
            self.waiting -= 1

    async def _timed(self, engine: Engine, line: str) -> str:
        begun = time.monotonic()
        answered = await engine.ask(line, self._patience.search)
        took = time.monotonic() - begun
        words = answered.split()
        if "nodes" in words[:-1] and (found := words[words.index("nodes") + 1]).isdigit():
            self._rate = max(1.0, int(found) / max(took, 0.001))
        return answered

    def _bound(self, nodes: int) -> int | None:
        """The nodes that everybody may search who waits now, None for as many as wanted."""
        if self._rate is None or not self.count:
            return None
        rounds = -(-self.waiting // self.count)
        bound = int(self._patience.wait / rounds * self._rate)
        return max(1, bound) if bound < nodes else None

    async def close(self) -> None:
        """End all engines."""
        for engine in self._all:
            await engine.close()
