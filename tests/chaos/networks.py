"""The faults of a network, on either side of the workers: it drops, delays, swallows, halves.

A connection that died in silence stays dead: its ends find out by themselves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from tests.chaos.checker import RECOVERY
from tests.chaos.faults import SHORT
from tests.chaos.sites import Site
from tests.chaos.trial import Scene
from tests.proxy import Link, Proxy

SLOW = 0.05
SWALLOWED = 3


async def cut(nets: Sequence[Proxy], scene: Scene) -> None:
    """Every connection is reset, some times in a row."""
    for _ in range(3):
        await scene.under_way()
        for net in nets:
            net.reset_all()


async def shut(nets: Sequence[Proxy], scene: Scene) -> None:
    """Every connection is reset and nobody gets in for a while."""
    for net in nets:
        net.refuses = True
        net.reset_all()
    await asyncio.sleep(SHORT)
    for net in nets:
        net.refuses = False


async def slow_down(nets: Sequence[Proxy], scene: Scene) -> None:
    """Everything takes longer for a while."""
    for net in nets:
        net.delay = SLOW
    await asyncio.sleep(SHORT)
    for net in nets:
        net.delay = 0.0


async def swallow_answers(nets: Sequence[Proxy], scene: Scene) -> None:
    """Commands arrive; the first answers are lost with their connections."""
    await scene.under_way()
    for net in nets:
        net.swallowed_answers = SWALLOWED
    await asyncio.sleep(SHORT)
    for net in nets:
        net.swallowed_answers = 0


async def fall_silent(nets: Sequence[Proxy], scene: Scene) -> None:
    """Nothing is carried any more on any connection, and nobody is told."""
    await scene.under_way()
    for net in nets:
        net.silence()


async def half_close(nets: Sequence[Proxy], scene: Scene) -> None:
    """Connections end for one side only, now for this one, now for that one."""
    for client in scene.chance.sample((True, False), 2):
        await scene.under_way()
        for net in nets:
            net.half_close(client=client)


async def deafen(site: Site, scene: Scene) -> None:
    """The connections over which bells come die in silence; there is at least one."""
    await scene.under_way()
    async with asyncio.timeout(RECOVERY):
        while not sum(net.silence(_listens) for net in site.store_nets):
            # Those that died before have not been replaced yet.
            await scene.under_way()


def _listens(link: Link) -> bool:
    return b"SSUBSCRIBE" in link.said
