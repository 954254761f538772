from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.contract.kit import Clock, Rooms
from tests.unit.store.kit import opened


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rooms.sqlite3"


@pytest_asyncio.fixture
async def rooms(path: Path, clock: Clock) -> AsyncIterator[Rooms]:
    async with opened(path, clock) as rooms:
        yield rooms
