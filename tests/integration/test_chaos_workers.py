"""Workers that are killed, stopped and mobbed under a load of games."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chaos import plans, sites
from tests.chaos.crew import Load
from tests.chaos.plans import Part
from tests.chaos.trial import hold

KILLS = 20
CROWD = Load(rooms=100, thinks=1.0, addresses=30)
"""Two players and a spectator in each room."""


async def test_killed_twenty_times_mid_move_workers_lose_and_double_nothing(
    tmp_path: Path,
) -> None:
    async with sites.supervised(tmp_path) as site:
        report = await hold(site.stage, plans.KILL.on(site), KILLS)

    assert report.violations == ()
    assert report.resent > 0, "no kill hit a command under way"


async def test_stopped_under_load_workers_say_bye_and_lose_nothing(tmp_path: Path) -> None:
    async with sites.supervised(tmp_path) as site:
        report = await hold(site.stage, plans.RESTART.on(site), 2)

    assert report.violations == ()


@pytest.mark.parametrize("part", plans.SQLITE, ids=[part.name for part in plans.SQLITE])
async def test_a_server_on_sqlite_survives(tmp_path: Path, part: Part) -> None:
    async with sites.lone(tmp_path) as site:
        report = await hold(site.stage, part.on(site), 2)

    assert report.violations == ()


async def test_three_hundred_clients_who_come_back_at_once_get_in_and_play_on(
    tmp_path: Path,
) -> None:
    async with sites.lone(tmp_path) as site:
        (server,) = site.workers.servers
        server.environment |= {
            "BANQI_RATE_LIMITS": "on",
            "BANQI_TRUSTED_PROXIES": "127.0.0.1",
        }
        report = await hold(site.stage, plans.KILL.on(site), 1, CROWD)

    assert report.violations == ()
    assert report.longest < 5
