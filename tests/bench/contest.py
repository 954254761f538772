"""Contenders in turns under the same load, so that a busy machine disturbs all of them alike.

Owns the order of measurements; what they come to is the rows' part.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field

from tests.bench.calm import Figures, figures
from tests.bench.load import Pair, Slice, full_speed, steady
from tests.bench.plan import Bench, Plan
from tests.bench.players import Sizes
from tests.bench.rooms import Guests, Opener, Place, gamers, open_rooms, together
from tests.bench.servers import Server


@dataclass(frozen=True, slots=True)
class Contender:
    """A server to be put under load, started when its turn to warm up comes."""

    name: str
    serve: Callable[[], Server]
    guests: Callable[[Sizes], Guests] = gamers
    open: Opener = open_rooms
    place: Place = together


@dataclass(slots=True)
class Side:
    """All that was measured of one contender under load."""

    name: str
    steady_slices: list[Slice] = field(default_factory=list)
    full_slices: list[Slice] = field(default_factory=list)

    @property
    def steady(self) -> Figures:
        """At the steady rate."""
        return figures(self.steady_slices)

    @property
    def full(self) -> Figures:
        """At full speed."""
        return figures(self.full_slices)


@dataclass(slots=True)
class _Post:
    """A server with its pairs, ready to be put under load."""

    server: Server
    pairs: Sequence[Pair]
    side: Side


async def contest(bench: Bench, contenders: Sequence[Contender], sizes: Sizes) -> list[Side]:
    """Start all contenders in their order, then load them in turns."""
    plan = bench.plan
    async with contextlib.AsyncExitStack() as stack:
        posts = []
        for contender in contenders:
            bench.say(f"warming up: {contender.name}")
            posts.append(await stack.enter_async_context(_post(plan, contender, sizes)))
        for number in range(plan.rounds):
            bench.say(f"round {number + 1} of {plan.rounds}")
            # In turns, so that none always comes first after the same other one.
            first = number % len(posts)
            await _round(plan, posts[first:] + posts[:first])
    return [post.side for post in posts]


async def _round(plan: Plan, posts: Sequence[_Post]) -> None:
    for post in posts:
        slices = await steady(post.server, post.pairs, plan.steady, plan.rate)
        post.side.steady_slices += slices
    for post in posts:
        post.side.full_slices += await full_speed(post.server, post.pairs, plan.full)


@contextlib.asynccontextmanager
async def _post(plan: Plan, contender: Contender, sizes: Sizes) -> AsyncIterator[_Post]:
    guests = contender.guests(sizes)
    with serving(contender.serve(), guests) as server:
        doors = await asyncio.to_thread(contender.open, server, plan.rooms)
        pairs = await guests.enter(server, doors, contender.place)
        await full_speed(server, pairs, plan.warm)
        yield _Post(server, pairs, Side(contender.name))


@contextlib.contextmanager
def serving(server: Server, guests: Guests) -> Iterator[Server]:
    """The server, until left; its guests leave first."""
    try:
        yield server
    finally:
        guests.leave()
        server.stop()
