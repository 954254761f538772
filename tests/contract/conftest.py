"""The fixtures here are made once for each adapter."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
import pytest_asyncio

from tests.contract.adapters import ADAPTERS, Adapter, MakeAdapter, Places
from tests.contract.kit import Clock, Rooms
from tests.redis_servers import running_cluster, running_redis


class _Servers:
    """Servers of the whole run, started when first asked for."""

    def __init__(self, directory: Path, stack: ExitStack) -> None:
        self.redis = cache(lambda: stack.enter_context(running_redis(directory / "alone")).url)
        self.redis_cluster = cache(
            lambda: stack.enter_context(running_cluster(directory / "cluster")).url
        )


@pytest.fixture(scope="session")
def places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Places]:
    with ExitStack() as stack:
        yield _Servers(tmp_path_factory.mktemp("servers"), stack)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=ADAPTERS.values(), ids=list(ADAPTERS))
def adapter(
    request: pytest.FixtureRequest, tmp_path: Path, clock: Clock, places: Places
) -> Adapter:
    make: MakeAdapter = request.param
    return make(tmp_path, clock, places)


@pytest_asyncio.fixture
async def rooms(adapter: Adapter, clock: Clock) -> AsyncIterator[Rooms]:
    store = adapter.store()
    await store.open()
    yield Rooms(store, clock)
    await store.close()
