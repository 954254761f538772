"""What all processes of this server have counted together, as far as they have said.

Each process leaves what it has counted in its place once a second, and takes over what one
that died before it had left there: so counts only ever rise, whoever dies and whoever is asked.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import orjson

from app.service import ledger
from app.service.ledger import Ledger, Reading
from app.service.slots import Slots

PUBLISH_SECONDS: Final = 1.0
LOOK_SECONDS: Final = 0.25


@dataclass(frozen=True, slots=True)
class Place:
    """Where a process leaves what it has counted, and where the others do."""

    slots: Slots
    number: int


@dataclass(frozen=True, slots=True)
class Process:
    """A living process of the server: its number among them, its id, and since when it serves."""

    number: int
    pid: int
    since: float


class Meter:
    """The counts of this process, and the way to those of the others. `watched` counts rooms."""

    def __init__(self, own: Ledger, watched: Callable[[], int], place: Place | None = None) -> None:
        self.ledger = own
        self._watched = watched
        self._place = place
        self._process = Process(0 if place is None else place.number, os.getpid(), time.time())
        self._inherited = Reading()
        if place is not None and (left := place.slots.read(place.number)) is not None:
            self._inherited = _opened(left)[1].without_gauges
        own.starts[()] += 1

    def everything(self) -> tuple[Reading, tuple[Process, ...]]:
        """What was counted in all processes, and which of them live."""
        # What is told must not be lost with this process: the next answer would fall behind it.
        self.publish()
        total, living = self._own(), [self._process]
        for process, reading in self._others():
            if _is_alive(process.pid):
                living.append(process)
                total += reading
            else:
                total += reading.without_gauges
        return total, tuple(sorted(living, key=lambda each: each.number))

    def _own(self) -> Reading:
        return self._inherited + self.ledger.reading(self._watched())

    def _others(self) -> list[tuple[Process, Reading]]:
        place = self._place
        if place is None:
            return []
        numbers = (n for n in range(place.slots.count) if n != place.number)
        left = (place.slots.read(number) for number in numbers)
        return [_opened(message) for message in left if message is not None]

    def publish(self) -> None:
        """Leave what is counted here where the others find it."""
        if self._place is not None:
            # A message too long is left out, and the one before it stands.
            with suppress(ValueError):
                self._place.slots.write(self._place.number, _sealed(self._process, self._own()))

    async def run(self) -> None:
        """Watch the event loop and leave word for the others, for ever."""
        loop = asyncio.get_running_loop()
        due = 0.0
        while True:
            wanted = loop.time() + LOOK_SECONDS
            await asyncio.sleep(LOOK_SECONDS)
            self.ledger.loop_lag.add(max(0.0, loop.time() - wanted))
            if loop.time() >= due:
                due = loop.time() + PUBLISH_SECONDS
                self.publish()


def _sealed(process: Process, reading: Reading) -> bytes:
    return orjson.dumps((process.number, process.pid, process.since)) + b"\n" + reading.encode()


def _opened(message: bytes) -> tuple[Process, Reading]:
    head, _, body = message.partition(b"\n")
    return Process(*orjson.loads(head)), ledger.decode(body)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
