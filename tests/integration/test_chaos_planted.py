"""A store that breaks a promise under a load of games is found out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.chaos.broken import BrokenServer
from tests.chaos.checker import Kind
from tests.chaos.sites import SqliteArchive, database_of, doors_of
from tests.chaos.trial import Break, Report, Scene, Stage, hold
from tests.servers import QUICK

COMMANDS = 150


@asynccontextmanager
async def stage(directory: Path, plant: str) -> AsyncIterator[Stage]:
    server = BrokenServer(directory, {**QUICK, "PLANT": plant})
    await asyncio.to_thread(server.start)
    try:
        yield Stage(server, doors_of((server,)), SqliteArchive(database_of(server)))
    finally:
        await asyncio.to_thread(server.kill)


async def nothing(scene: Scene) -> None:
    """Let everybody play for a while."""
    for _ in range(COMMANDS):
        await scene.under_way()


async def report_on(directory: Path, plant: str) -> Report:
    async with stage(directory, plant) as played:
        return await hold(played, Break("nothing", nothing))


async def test_a_store_that_keeps_its_promises_passes(tmp_path: Path) -> None:
    report = await report_on(tmp_path, "")

    assert report.violations == ()
    assert report.acked > COMMANDS


@pytest.mark.parametrize(
    ("plant", "kind"),
    [
        ("forgetful", Kind.LOST),
        ("nameless", Kind.NOWHERE),
        ("doubling", Kind.NOWHERE),
    ],
)
async def test_one_that_does_not_is_found_out(tmp_path: Path, plant: str, kind: Kind) -> None:
    report = await report_on(tmp_path, plant)

    assert kind in {violation.kind for violation in report.violations}
