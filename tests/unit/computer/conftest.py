"""A new world for each test of the computer."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.store.sqlite import SqliteStore
from tests.unit.computer.world import Clock, World


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    clock = Clock()
    store = SqliteStore(tmp_path / "rooms.sqlite3", clock)
    await store.open()
    yield World(store, clock, tmp_path)
    await store.close()
