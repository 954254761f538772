"""What an append to SQLite costs: `python -m tests.bench.bench_store`.

Rooms play as fast as the store answers, 1, 10 or 100 at a time, with SQLite's NORMAL and
FULL side by side; then 100 rooms at 1,000 appends a second. CPU is that of the whole
process, threads included, less what the load itself costs. About half a minute.
"""

from __future__ import annotations

import asyncio
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import uvloop

from app.game import PRESETS, BySeat, Seat
from app.room.events import Event, PlyPlayed, RoomOpened
from app.room.state import Millis, Opponent, Player, RoomCode, Table, Version
from app.store.port import NOWHERE, Append, CommandKey, Head, Recorded, Tag
from app.store.sqlite import SqliteStore

APPENDS = 20_000
RATE = 1_000
SECONDS = 4
TABLE = Table(
    RoomCode("BCDFGH"),
    Opponent.FRIEND,
    BySeat(Player("Mei"), Player("Lin")),
    PRESETS["douque"],
    None,
    spectators=True,
)
Ask = Callable[[Append], Awaitable[Head]]


def now() -> Millis:
    return Millis(time.time_ns() // 1_000_000)


def next_write(room: RoomCode, after: Head, event: Event) -> Append:
    head = Head(Version(after.version + 1), Tag(secrets.token_hex(8)))
    key = CommandKey(Seat.HOST, secrets.token_urlsafe(12))
    ends = Millis(now() + 86_400_000)
    return Append(room, after, Recorded(head, now(), key, event), None, ends, ends)


@dataclass
class Load:
    """Some rooms that append, and how long each answer took."""

    ask: Ask
    heads: dict[RoomCode, Head]
    waits: list[float]

    async def append(self, room: RoomCode, event: Event) -> None:
        write = next_write(room, self.heads[room], event)
        begin = time.perf_counter()
        await self.ask(write)
        self.waits.append(time.perf_counter() - begin)
        self.heads[room] = write.recorded.head

    async def play(self, room: RoomCode, appends: int) -> None:
        for _ in range(appends):
            await self.append(room, PlyPlayed("a1xb1=s", None, None))

    async def flat_out(self) -> None:
        each = APPENDS // len(self.heads)
        await asyncio.gather(*(self.play(room, each) for room in self.heads))

    async def at_a_rate(self) -> None:
        loop, free = asyncio.get_running_loop(), asyncio.Queue[RoomCode]()
        for room in self.heads:
            free.put_nowait(room)

        async def one(room: RoomCode) -> None:
            await self.play(room, 1)
            free.put_nowait(room)

        begin = loop.time()
        async with asyncio.TaskGroup() as tasks:
            for n in range(RATE * SECONDS):
                await asyncio.sleep(begin + n / RATE - loop.time())
                tasks.create_task(one(await free.get()))


async def nowhere(write: Append) -> Head:
    """A store that keeps nothing: what the load itself costs."""
    await asyncio.sleep(0)
    return write.recorded.head


async def cpu_of(load: Load, work: Callable[[Load], Awaitable[None]]) -> float:
    load.waits.clear()
    begin = time.process_time()
    await work(load)
    return (time.process_time() - begin) / len(load.waits) * 1e6


async def measure(kind: str, rooms: int, synchronous: str) -> str:
    """One line of the table."""
    work = Load.at_a_rate if kind == "rate" else Load.flat_out
    codes = [RoomCode(f"R{n:05}") for n in range(rooms)]
    own = await cpu_of(Load(nowhere, dict.fromkeys(codes, NOWHERE), []), work)
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "rooms.sqlite3", now, synchronous=synchronous)
        await store.open()
        load = Load(store.append, dict.fromkeys(codes, NOWHERE), [])
        await asyncio.gather(*(load.append(code, RoomOpened(TABLE)) for code in codes))
        memory = resident()
        cpu = await cpu_of(load, work)
        memory = resident() - memory
        await store.close()
    waits = sorted(load.waits)
    p50, p99, worst = (waits[int(len(waits) * part)] * 1e3 for part in (0.5, 0.99, 0.9999))
    what = f"{RATE} appends/s" if kind == "rate" else "flat out"
    return (
        f"{what:<16}{rooms:>6}{synchronous:>9}{cpu - own:>8.1f}{p50:>8.2f}{p99:>8.2f}"
        f"{worst:>8.2f}{memory / 1024:>8.1f}"
    )


def resident() -> int:
    """Memory of this process in KiB."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0])


def main() -> int:
    if len(sys.argv) == 4:
        sys.stdout.write(uvloop.run(measure(sys.argv[1], int(sys.argv[2]), sys.argv[3])) + "\n")
        return 0
    sys.stdout.write("                 rooms     sync  CPU µs  p50 ms  p99 ms   worst     +MB\n")
    for kind, rooms in (("flat", 1), ("flat", 10), ("flat", 100), ("rate", 100)):
        for synchronous in ("NORMAL", "FULL"):
            arguments = [kind, str(rooms), synchronous]
            subprocess.run(
                [sys.executable, "-m", "tests.bench.bench_store", *arguments], check=True
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
