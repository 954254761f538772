"""The cost of a move: the bare relay, Banqi on SQLite and Banqi on Redis, side by side."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from tests.bench import servers
from tests.bench.calm import US, Figures
from tests.bench.contest import Contender, Side, contest, serving
from tests.bench.load import full_speed
from tests.bench.plan import Bench, Plan, Section
from tests.bench.players import Sizes
from tests.bench.rooms import Guests, Opener, relay_doors, repeaters
from tests.bench.servers import Server
from tests.bench.table import Goal, heading, line, load_lines, noise_line

WARM_ROOMS = 20
KB = 1 / 1024


@dataclass(frozen=True, slots=True)
class Idle:
    """What connections cost that do nothing. Bytes, and seconds of CPU."""

    memory: float
    """A connection with its half of the room."""
    set_up: float
    """Getting one in: upgrade, token check and welcome."""
    opening: float
    """Opening a room and taking both its seats over HTTP."""


async def run(bench: Bench) -> Section:
    """Measure all three under load, then with many idle sockets each."""
    sizes = Sizes()
    sqlite = Contender(
        "SQLite", lambda: servers.product(bench.folder, servers.sqlite(bench.folder))
    )
    redis = Contender("Redis", partial(servers.product, bench.folder, bench.redis))
    relay = Contender(
        "relay",
        # As large as the frames that were counted while the others warmed up.
        lambda: servers.relay(bench.folder, sizes.state_mean),
        lambda sizes: repeaters(sizes.sent_mean),
        relay_doors,
    )
    *found, bare = await contest(bench, (sqlite, redis, relay), sizes)
    bench.say(f"{2 * bench.plan.idle_rooms} idle connections")
    idle = [await _idle(bench.plan, each, sizes) for each in (relay, sqlite, redis)]
    return _section(bench.plan, [bare, *found], idle, sizes)


async def _idle(plan: Plan, contender: Contender, sizes: Sizes) -> Idle:
    """Fill a fresh server, which has served a few rooms before, with idle connections."""
    guests = contender.guests(sizes)
    with serving(contender.serve(), guests) as server:
        return await _filled(plan, server, guests, contender.open)


async def _filled(plan: Plan, server: Server, guests: Guests, opener: Opener) -> Idle:
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


def _section(plan: Plan, sides: list[Side], idle: list[Idle], sizes: Sizes) -> Section:
    steady, full = [side.steady for side in sides], [side.full for side in sides]
    lines = [
        heading("", (side.name for side in sides)),
        *load_lines(f"{plan.rate:,.0f} moves/s", steady),
        *load_lines("full speed", full),
        line("KB per idle connection", (KB * each.memory for each in idle)),
        line("CPU µs to set up a connection", (US * each.set_up for each in idle)),
        line("CPU µs to open a room and fill it", (US * each.opening for each in idle)),
        "",
        f"frames: {sizes.sent_mean} bytes in, {sizes.state_mean} bytes out",
        _busiest(sides),
        noise_line([*steady, *full]),
    ]
    return Section(lines, _goals(plan, steady, full, idle))


def _busiest(sides: list[Side]) -> str:
    slices = [each for side in sides for each in (*side.steady_slices, *side.full_slices)]
    busiest = max(each.load / each.usage.wall for each in slices)
    return f"the load used at most {busiest:.0%} of its core, which Redis shares"


def _goals(plan: Plan, steady: list[Figures], full: list[Figures], idle: list[Idle]) -> list[Goal]:
    at_rate, at_full = f"at {plan.rate:,.0f} moves/s", "at full speed"

    def ratio(sides: list[Figures], number: int, of: Callable[[Figures], float]) -> float:
        return of(sides[number]) / of(sides[0])

    def cpu(side: Figures) -> float:
        return side.cpu

    def p99(side: Figures) -> float:
        return side.p99

    return [
        Goal(f"SQLite: CPU per move {at_rate}", ratio(steady, 1, cpu), 3, " ×", 2.2),
        Goal(f"SQLite: CPU per move {at_full}", ratio(full, 1, cpu), 3, " ×", 2.2),
        Goal(f"Redis: worker's CPU per move {at_rate}", ratio(steady, 2, cpu), 2.8, " ×", 2),
        Goal(f"Redis: worker's CPU per move {at_full}", ratio(full, 2, cpu), 2.8, " ×", 2),
        Goal(f"Redis itself, per move {at_rate}", steady[2].store, 20, " µs"),
        Goal(f"Redis itself, per move {at_full}", full[2].store, 20, " µs"),
        Goal(f"SQLite: p99 {at_rate}", ratio(steady, 1, p99), 2, " ×", 1.5),
        Goal(f"Redis: p99 {at_rate}", ratio(steady, 2, p99), 2, " ×", 1.5),
        Goal("SQLite: memory per idle connection", KB * idle[1].memory, 45, " KB", 36),
        Goal("Redis: memory per idle connection", KB * idle[2].memory, 45, " KB", 36),
    ]
