"""Stores and networks that fail under a load of games: nothing is lost, doubled or left unsaid."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chaos import plans, sites
from tests.chaos.trial import hold

SIDES = {
    "store": (*plans.STORE_NETWORK, plans.DEAFEN, plans.PAUSE),
    "clients": plans.CLIENTS_NETWORK,
}


@pytest.mark.parametrize("side", SIDES)
async def test_a_network_may_drop_delay_half_close_and_fall_silent(
    tmp_path: Path, side: str
) -> None:
    async with sites.wired(tmp_path) as site:
        for part in SIDES[side]:
            report = await hold(site.stage, part.on(site))
            assert report.violations == (), part.name


async def test_from_an_older_backup_of_redis_all_go_on_together(tmp_path: Path) -> None:
    async with sites.wired(tmp_path) as site:
        report = await hold(site.stage, plans.BACKUP.on(site), 2)

    assert report.violations == ()
    assert report.lost > 0, "the backup was not older"


async def test_a_cluster_changes_hands_and_may_lose_but_not_mislead(tmp_path: Path) -> None:
    async with sites.clustered(tmp_path) as site:
        planned = await hold(site.stage, plans.FAILOVER.on(site), 2)
        assert planned.violations == ()

        crashed = await hold(site.stage, plans.CRASH_ALONE.on(site))
        assert crashed.violations == ()
