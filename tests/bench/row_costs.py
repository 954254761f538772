"""What there is to pay besides moves, for docs/scaling.md: heartbeats, polls, and memory of rooms.

The worker's share is this process, which uses the store as a worker does.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import redis

from app.game import Seat
from app.room.state import Millis, RoomCode
from app.store.port import ConnectionId
from app.store.redis.address import read_address
from app.store.redis.store import RedisStore
from tests.bench import servers
from tests.bench.calm import US
from tests.bench.contest import serving
from tests.bench.load import full_speed
from tests.bench.plan import Bench, Section
from tests.bench.players import Sizes
from tests.bench.rooms import gamers, open_rooms
from tests.bench.servers import cpu_seconds
from tests.bench.table import heading, line

TIMES = 2_000
TOGETHER = 100
ROOMS = 1_000
PLAYED_SECONDS = 6.0
TTL = Millis(25_000)


async def run(bench: Bench) -> Section:
    """Measure all of it on one Redis."""
    bench.say("heartbeats, polls, and memory of rooms")
    store = RedisStore(read_address(bench.redis.url))
    await store.open()
    codes = [RoomCode(secrets.token_hex(3)) for _ in range(TIMES)]
    beat = await _cost(bench, lambda n: store.arrive(codes[n], CONNECTION, Seat.HOST, TTL))
    again = await _cost(bench, lambda n: store.arrive(codes[n], CONNECTION, Seat.HOST, TTL))
    poll = await _cost(bench, lambda _: store.due(Millis(int(time.time() * 1000)), 100), 200)
    heads = await _cost(bench, lambda n: store.heads(codes[n : n + TOGETHER]), 200)
    await store.close()
    bare = await _bare(bench)
    new, played = await _memory(bench)
    lines = [
        heading("CPU µs of", ("worker", "Redis")),
        line("a connection's first sign of life", (US * beat.worker, US * beat.store)),
        line("a connection's heartbeat", (US * again.worker, US * again.store)),
        line("a look for deadlines, all 64 shards", (US * poll.worker, US * poll.store)),
        line(
            "comparing a room's head", (US * heads.worker / TOGETHER, US * heads.store / TOGETHER)
        ),
        line("a bare SET, a thousand a second", (None, US * bare)),
        line("bytes of Redis for a room, new", (new,)),
        line("bytes of Redis for a room in play", (played,)),
    ]
    return Section(lines)


CONNECTION = ConnectionId("0000000000000-00000001-bench")


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of CPU for one call."""

    worker: float
    store: float


async def _cost(bench: Bench, call: Callable[[int], Awaitable[object]], times: int = TIMES) -> Cost:
    pid = bench.redis.pid or 0
    store, own = cpu_seconds(pid), time.process_time()
    for start in range(0, times, TOGETHER):
        await asyncio.gather(*(call(n) for n in range(start, min(times, start + TOGETHER))))
    return Cost((time.process_time() - own) / times, (cpu_seconds(pid) - store) / times)


async def _bare(bench: Bench) -> float:
    """Seconds of CPU that Redis takes for the least it can write, when each comes by itself."""
    pid = bench.redis.pid or 0
    host, port = read_address(bench.redis.url).places[0]
    reader, writer = await asyncio.open_connection(host, port)
    begun = cpu_seconds(pid)
    for _ in range(TIMES):
        writer.write(b"SET banqi:bare 1\r\n")
        await reader.readline()
        await asyncio.sleep(1 / bench.plan.rate)
    writer.close()
    return (cpu_seconds(pid) - begun) / TIMES


async def _memory(bench: Bench) -> tuple[float, float]:
    """Bytes for a room that was just opened, and for one that has been played in."""
    bench.flush()
    client = redis.Redis.from_url(bench.redis.url)
    guests = gamers(Sizes())
    with serving(servers.product(bench.folder, bench.redis), guests) as server:
        empty = int(client.info("memory")["used_memory"])
        doors = await asyncio.to_thread(open_rooms, server, ROOMS)
        opened = int(client.info("memory")["used_memory"])
        pairs = await guests.enter(server, doors)
        await full_speed(server, pairs, PLAYED_SECONDS)
        played = int(client.info("memory")["used_memory"])
    client.close()
    return (opened - empty) / ROOMS, (played - empty) / ROOMS
