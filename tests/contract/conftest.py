"""Every adapter goes through the same laws: the fixtures here are made once for each."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.contract.adapters import ADAPTERS, Adapter
from tests.contract.kit import Clock, Rooms


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=ADAPTERS, ids=[adapter.__name__ for adapter in ADAPTERS])
def adapter(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Adapter:
    made: Adapter = request.param(tmp_path, clock)
    return made


@pytest_asyncio.fixture
async def rooms(adapter: Adapter, clock: Clock) -> AsyncIterator[Rooms]:
    store = adapter.store()
    await store.open()
    yield Rooms(store, clock)
    await store.close()
