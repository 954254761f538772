"""What a move costs when there are many rooms, and when its room is old.

The load is always the same hundred rooms. Of the others that live in the store, up to a thousand
are watched by both players. An old room has seen two hundred games; it is loaded cold, as a
worker does that has never heard of it, and played in, beside a new one.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from dataclasses import dataclass
from typing import cast

from app.main import now
from app.room.state import RoomCode
from app.service.cell import cell_of
from app.store.location import sqlite_path
from app.store.port import Store
from app.store.redis.address import is_redis, read_address
from app.store.redis.store import RedisStore
from app.store.sqlite import SqliteStore
from tests.bench import servers
from tests.bench.calm import Figures, figures
from tests.bench.contest import serving
from tests.bench.load import full_speed, steady
from tests.bench.plan import Bench, Section
from tests.bench.players import Sizes, Trouble
from tests.bench.rooms import gamers, open_rooms
from tests.bench.servers import Server
from tests.bench.table import Goal, heading, line, load_lines, noise_line
from tests.integration.clients import Table, open_table
from tests.servers import Server as Process

COUNTS = (100, 1_000, 10_000)
WATCHED = 1_000
GAMES = 200
PLIES = 40
LOADS = 30


async def run(bench: Bench) -> Section:
    """Measure both, on Redis; the age on SQLite as well."""
    many = [await _among(bench, count) for count in COUNTS]
    redis = await _aged(bench, bench.redis)
    sqlite = await _aged(bench, servers.sqlite(bench.folder))
    ages = [redis.new, redis.old, sqlite.new, sqlite.old]
    lines = [
        heading("rooms in all, on Redis", (f"{count:,}" for count in COUNTS)),
        *load_lines(f"{bench.plan.rate:,.0f} moves/s", many),
        "",
        heading(f"age; old: {GAMES} games", ("Redis", "old", "SQLite", "old")),
        line("ms to load it cold", (age.load for age in ages)),
        line("ms per move, both told", (age.move for age in ages)),
        "",
        noise_line(many),
    ]
    goals = [
        Goal("10,000 rooms against 100, CPU per move", many[2].cpu / many[0].cpu, 1.1, " ×"),
        Goal("an old room loaded cold, Redis", redis.old.load, 20, " ms"),
        Goal("an old room loaded cold, SQLite", sqlite.old.load, 20, " ms"),
        Goal("a move in it against a new one's, Redis", redis.old.move / redis.new.move, 1.2, " ×"),
        Goal("the same, SQLite", sqlite.old.move / sqlite.new.move, 1.2, " ×"),
    ]
    return Section(lines, goals)


async def _among(bench: Bench, count: int) -> Figures:
    """The load on a server with so many rooms."""
    bench.say(f"{count:,} rooms")
    bench.flush()
    guests, plan = gamers(Sizes()), bench.plan
    with serving(servers.product(bench.folder, bench.redis), guests) as server:
        doors = await asyncio.to_thread(open_rooms, server, count)
        pairs = await guests.enter(server, doors[: plan.rooms])
        await guests.enter(server, doors[plan.rooms : WATCHED])
        await full_speed(server, pairs, plan.warm)
        slices = []
        for _ in range(plan.rounds):
            slices += await steady(server, pairs, plan.steady, plan.rate)
        return figures(slices)


@dataclass(frozen=True, slots=True)
class Age:
    """Milliseconds to load a room cold, and for a move in it until both players have it."""

    load: float
    move: float


@dataclass(frozen=True, slots=True)
class Ages:
    """Of a new room and of an old one."""

    new: Age
    old: Age


async def _aged(bench: Bench, store: servers.Store) -> Ages:
    bench.say(f"a room of {GAMES} games")
    server = servers.product(bench.folder, store)
    try:
        (new, new_move), (old, old_move) = await _played(server, 1), await _played(server, GAMES)
    finally:
        server.stop()
    return Ages(
        Age(await _cold_load(store, new), new_move), Age(await _cold_load(store, old), old_move)
    )


@dataclass(frozen=True, slots=True)
class _Address:
    """Where a server is, for the clients of the tests."""

    url: str
    socket_url: str


async def _played(server: Server, games: int) -> tuple[RoomCode, float]:
    """A room that has seen so many games and is in the middle of the last; ms of a move in it."""
    address = _Address(f"http://127.0.0.1:{server.port}", f"ws://127.0.0.1:{server.port}")
    async with open_table(cast("Process", address)) as table:
        for number in range(1, games):
            await _next_game(table, number)
        took = []
        for _ in range(PLIES):
            began = time.perf_counter()
            await table.play(table.mover.game["legal"][0])
            took.append(time.perf_counter() - began)
        return RoomCode(table.room.code), 1000 * statistics.median(took)


async def _next_game(table: Table, number: int) -> None:
    """A few plies, then a resignation and a rematch."""
    for _ in range(6):
        await table.play(table.mover.game["legal"][0])
    await table.settled((await table.mover.ask("resign", game=number))["version"])
    for player in (table.host, table.guest):
        answer = await player.ask("rematch", game=number, accept=True)
        await table.settled(answer["version"])


async def _cold_load(store: servers.Store, code: RoomCode) -> float:
    """Milliseconds to read a room from the store and to fold it."""
    kept_in = _opened(store)
    await kept_in.open()
    took = []
    for _ in range(LOADS):
        began = time.perf_counter()
        kept = await kept_in.load(code)
        if kept is None:
            raise Trouble("the room is gone")
        cell_of(kept)
        took.append(time.perf_counter() - began)
    await kept_in.close()
    return 1000 * statistics.median(took)


def _opened(store: servers.Store) -> Store:
    if is_redis(store.url):
        return RedisStore(read_address(store.url))
    return SqliteStore(sqlite_path(store.url), now)
