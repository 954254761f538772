"""A primary that is killed while events are appended, and what the replica has that follows it.

`python -m tests.integration.promotion` measures what is lost with and without waiting for it.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from app.room.state import Millis, RoomCode
from app.store.port import Unavailable
from app.store.redis.access import Options
from app.store.redis.address import read_address
from app.store.redis.store import RedisStore
from tests.contract.kit import Clock, Rooms
from tests.proxy import running_proxy
from tests.redis_servers import RedisServer, running_redis, wait_until

CODES = [RoomCode(f"BCDFG{letter}") for letter in "HJKLMNPQRSTVWXYZ"]
APPENDS = 1_000
CRASHES = 10
APART = 0.005
"""Seconds that everything takes between the two when loss is measured."""


@dataclass(frozen=True)
class Couple:
    """A primary and its replica."""

    primary: RedisServer
    replica: RedisServer


@contextmanager
def running_couple(directory: Path) -> Iterator[Couple]:
    """Both, the one following the other; gone afterwards."""
    with running_redis(directory / "one") as primary, running_redis(directory / "two") as replica:
        follow(Couple(primary, replica), primary.port)
        yield Couple(primary, replica)


def follow(couple: Couple, port: int) -> None:
    """Let the replica follow whoever is at this port, and wait until it does."""
    couple.replica.ask("REPLICAOF", "127.0.0.1", port)
    wait_until(lambda: "master_link_status:up" in couple.replica.text("INFO", "replication"))
    wait_until(lambda: "state=online" in couple.primary.text("INFO", "replication"))


class RealClock(Clock):
    """The time as it passes."""

    def __call__(self) -> Millis:
        return Millis(time.time_ns() // 1_000_000)


Told = set[tuple[str, int, str]]
"""Room, version and tag."""


@dataclass
class Witness:
    """What was acknowledged, and whether that is enough."""

    told: Told = field(default_factory=set)
    enough: asyncio.Event = field(default_factory=asyncio.Event)

    def hears(self, code: RoomCode, version: int, tag: str) -> None:
        self.told.add((code, version, tag))
        if len(self.told) >= APPENDS:
            self.enough.set()


async def append_until_killed(
    couple: Couple, wait: int, first: Callable[[], object] = lambda: None
) -> Told:
    """What was acknowledged before the primary was killed in the midst of it.

    `first` is called just before.
    """
    store = RedisStore(read_address(couple.primary.url), Options(wait=wait, timeout=1))
    await store.open()
    witness = Witness()
    writers = [asyncio.create_task(append_for_ever(store, code, witness)) for code in CODES]
    await witness.enough.wait()
    first()
    couple.primary.kill()
    await asyncio.gather(*writers)
    await store.close()
    return witness.told


async def append_for_ever(store: RedisStore, code: RoomCode, witness: Witness) -> None:
    """Append to one room until the store is gone."""
    rooms = Rooms(store, RealClock())
    with suppress(Unavailable):
        recorded = await rooms.open(code)
        while True:
            witness.hears(code, recorded.head.version, recorded.head.tag)
            recorded = await rooms.add(room=code)


async def kept_by(server: RedisServer) -> Told:
    """All events that a server has."""
    store = RedisStore(read_address(server.url))
    await store.open()
    kept = [await store.load(code) for code in CODES]
    await store.close()
    return {
        (code, each.head.version, each.head.tag)
        for code, found in zip(CODES, kept, strict=True)
        for each in (() if found is None else found.log)
    }


async def crash(directory: Path, wait: int) -> tuple[int, int]:
    """How much was acknowledged, and how much of that the promoted replica does not have."""
    with running_couple(directory) as couple:
        async with running_proxy(couple.primary.port) as proxy:
            await asyncio.to_thread(follow, couple, proxy.port)
            proxy.delay = APART
            told = await append_until_killed(couple, wait, first=proxy.silence)
            couple.replica.ask("REPLICAOF", "NO", "ONE")
            return len(told), len(told - await kept_by(couple.replica))


async def measure() -> None:
    """Print what crashes took."""
    for wait in (0, 1):
        with tempfile.TemporaryDirectory() as place:
            crashes = [await crash(Path(place) / str(n), wait) for n in range(CRASHES)]
        told, lost = (sum(numbers) for numbers in zip(*crashes, strict=True))
        worst = max(lost for _, lost in crashes)
        sys.stdout.write(f"wait {wait}: {told} acknowledged, {lost} lost, {worst} in one crash\n")


if __name__ == "__main__":
    asyncio.run(measure())
