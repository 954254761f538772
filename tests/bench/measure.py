"""One run: both servers in turns under the same load, then each with many idle sockets.

Owns the order of measurements and what they come to; prints nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench import servers
from tests.bench.load import Pair, Slice, full_speed, steady
from tests.bench.players import Sizes
from tests.bench.rooms import Guests, Opener, gamers, open_rooms, relay_doors, repeaters
from tests.bench.servers import Server

WARM_ROOMS = 20


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is measured; times in seconds."""

    rooms: int = 100
    rate: float = 1000.0
    rounds: int = 5
    warm: float = 3.0
    steady: float = 2.5
    full: float = 1.2
    idle_rooms: int = 1000
    rest: float = 1.5


QUICK = Plan(rounds=3, warm=1.5, steady=1.5, full=0.8, idle_rooms=250, rest=0.8)


@dataclass(frozen=True, slots=True)
class Idle:
    """What connections cost that do nothing. Bytes, and seconds of CPU."""

    memory: float
    """A connection with its half of the room."""
    set_up: float
    """Getting one in: upgrade, token check and welcome."""
    opening: float
    """Opening a room and taking both its seats over HTTP."""


@dataclass(slots=True)
class Side:
    """All that was measured of one server."""

    steady: list[Slice] = field(default_factory=list)
    full: list[Slice] = field(default_factory=list)
    idle: Idle = Idle(0, 0, 0)


@dataclass(slots=True)
class Run:
    """Both sides of one run."""

    sizes: Sizes = field(default_factory=Sizes)
    relay: Side = field(default_factory=Side)
    product: Side = field(default_factory=Side)
    relay_size: int = 0
    play_size: int = 0


@dataclass(slots=True)
class _Post:
    """A server with its pairs, ready to be put under load."""

    server: Server
    guests: Guests
    pairs: Sequence[Pair]
    side: Side


async def run(plan: Plan, folder: Path, say: Callable[[str], None]) -> Run:
    """Measure everything that needs servers. `say` is told what is going on."""
    found = Run()
    say("warming up")
    async with _product(plan, folder, found) as product:
        found.relay_size, found.play_size = found.sizes.state_mean, found.sizes.sent_mean
        async with _relay(plan, folder, found) as relay:
            for number in range(plan.rounds):
                say(f"round {number + 1} of {plan.rounds}")
                # In turns, so that neither always comes first after the other.
                posts = (relay, product) if number % 2 == 0 else (product, relay)
                await _round(plan, posts)
    say(f"{2 * plan.idle_rooms} idle connections")
    found.relay.idle = await _idle_relay(plan, folder, found)
    found.product.idle = await _idle_product(plan, folder)
    return found


async def _round(plan: Plan, posts: Sequence[_Post]) -> None:
    for post in posts:
        post.side.steady += await steady(post.server, post.pairs, plan.steady, plan.rate)
    for post in posts:
        post.side.full += await full_speed(post.server, post.pairs, plan.full)


@contextlib.asynccontextmanager
async def _product(plan: Plan, folder: Path, found: Run) -> AsyncIterator[_Post]:
    guests = gamers(found.sizes)
    with _serving(servers.product(folder), guests) as server:
        doors = await asyncio.to_thread(open_rooms, server, plan.rooms)
        pairs = await guests.enter(server, doors)
        await full_speed(server, pairs, plan.warm)
        yield _Post(server, guests, pairs, found.product)


@contextlib.asynccontextmanager
async def _relay(plan: Plan, folder: Path, found: Run) -> AsyncIterator[_Post]:
    guests = repeaters(found.play_size)
    with _serving(servers.relay(folder, found.relay_size), guests) as server:
        pairs = await guests.enter(server, relay_doors(server, plan.rooms))
        await full_speed(server, pairs, plan.warm / 3)
        yield _Post(server, guests, pairs, found.relay)


@contextlib.contextmanager
def _serving(server: Server, guests: Guests) -> Iterator[Server]:
    """The server, until left; its guests leave first."""
    try:
        yield server
    finally:
        guests.leave()
        server.stop()


async def _idle_relay(plan: Plan, folder: Path, found: Run) -> Idle:
    guests = repeaters(found.play_size)
    with _serving(servers.relay(folder, found.relay_size), guests) as server:
        return await _idle(plan, server, guests, relay_doors)


async def _idle_product(plan: Plan, folder: Path) -> Idle:
    guests = gamers(Sizes())
    with _serving(servers.product(folder), guests) as server:
        return await _idle(plan, server, guests, open_rooms)


async def _idle(plan: Plan, server: Server, guests: Guests, opener: Opener) -> Idle:
    """Fill a fresh server, which has served a few rooms before, with idle connections."""
    warm = await guests.enter(server, await asyncio.to_thread(opener, server, WARM_ROOMS))
    await full_speed(server, warm, plan.rest)
    memory, start = server.resident, server.usage
    doors = await asyncio.to_thread(opener, server, plan.idle_rooms)
    opened = server.usage
    await guests.enter(server, doors)
    await asyncio.sleep(plan.rest)
    entered = server.usage
    connections = 2 * plan.idle_rooms
    return Idle(
        memory=(server.resident - memory) / connections,
        set_up=entered.since(opened).cpu / connections,
        opening=opened.since(start).cpu / plan.idle_rooms,
    )
