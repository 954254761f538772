"""Servers and clients for the tests of the running whole."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.integration.clients import Table, open_table, web
from tests.servers import QUICK, Server, running_server

StartServer = Callable[..., Server]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One quick server without limits, shared by all tests of a run."""
    with running_server(tmp_path_factory.mktemp("server"), **QUICK) as running:
        yield running


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[StartServer]:
    """Start more servers, each by settings of its own: `start_server(BANQI_HOSTS="a.example")`."""
    with ExitStack() as stack:
        count = iter(range(100))

        def start(**environment: str) -> Server:
            directory = tmp_path / f"server{next(count)}"
            directory.mkdir()
            return stack.enter_context(running_server(directory, **environment))

        yield start


@pytest.fixture
async def http(server: Server) -> AsyncIterator[httpx.AsyncClient]:
    """An HTTP client of the shared server."""
    async with web(server.url) as client:
        yield client


@pytest.fixture
async def table(server: Server) -> AsyncIterator[Table]:
    """A room with two connected players; the host moves first."""
    async with open_table(server) as opened:
        yield opened
