"""What an append to Redis costs: `python -m tests.bench.bench_redis`.

Rooms play as fast as the store answers, 1, 10 or 100 at a time, then 100 rooms at 1,000
appends a second; with and without somebody who listens to every room. CPU is that of this
process less what the load itself costs, and that of the server. About a quarter of a minute.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

import uvloop

from app.room.events import RoomOpened
from app.room.state import RoomCode
from app.store.port import NOWHERE
from app.store.redis.address import read_address
from app.store.redis.store import RedisStore
from tests.bench.bench_store import RATE, TABLE, Load, cpu_of, nowhere
from tests.redis_servers import RedisServer, running_redis

_HEAD = "                 rooms    bells  CPU µs  server  p50 ms  p99 ms\n"


def server_seconds(redis: RedisServer) -> float:
    """CPU the server has used so far, without what writes its file in the background."""
    facts = dict(
        line.split(":", 1) for line in redis.text("INFO", "cpu").splitlines() if ":" in line
    )
    return float(facts["used_cpu_user"]) + float(facts["used_cpu_sys"])


async def measure(redis: RedisServer, kind: str, rooms: int, *, bells: bool) -> str:
    """One line of the table."""
    redis.ask("FLUSHALL")
    work = Load.at_a_rate if kind == "rate" else Load.flat_out
    codes = [RoomCode(f"R{n:05}") for n in range(rooms)]
    own = await cpu_of(Load(nowhere, dict.fromkeys(codes, NOWHERE), []), work)
    store = RedisStore(read_address(redis.url))
    await store.open()
    if bells:
        await asyncio.gather(*(store.listen(code, lambda _: None) for code in codes))
    load = Load(store.append, dict.fromkeys(codes, NOWHERE), [])
    await asyncio.gather(*(load.append(code, RoomOpened(TABLE)) for code in codes))
    begin = server_seconds(redis)
    cpu = await cpu_of(load, work)
    server = (server_seconds(redis) - begin) / len(load.waits) * 1e6
    await store.close()
    waits = sorted(load.waits)
    p50, p99 = (waits[int(len(waits) * part)] * 1e3 for part in (0.5, 0.99))
    what = f"{RATE} appends/s" if kind == "rate" else "flat out"
    heard = "heard" if bells else "-"
    return f"{what:<16}{rooms:>6}{heard:>9}{cpu - own:>8.1f}{server:>8.1f}{p50:>8.2f}{p99:>8.2f}\n"


async def run(redis: RedisServer) -> None:
    for kind, rooms in (("flat", 1), ("flat", 10), ("flat", 100), ("rate", 100)):
        for bells in (False, True):
            sys.stdout.write(await measure(redis, kind, rooms, bells=bells))
            sys.stdout.flush()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, running_redis(Path(folder)) as redis:
        sys.stdout.write(_HEAD)
        uvloop.run(run(redis))


if __name__ == "__main__":
    main()
