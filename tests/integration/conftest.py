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
def fast_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One quick server without limits, shared by all tests of a run."""
    with running_server(tmp_path_factory.mktemp("server"), **QUICK) as running:
        yield running


@pytest.fixture
def server(fast_server: Server) -> Server:
    """The server that tests speak to; a module may choose `either_server`."""
    return fast_server


@pytest.fixture(scope="session")
def stock_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Another one like it, whose sockets are of uvicorn's own class."""
    settings = {**QUICK, "BANQI_FAST_SOCKETS": "off"}
    with running_server(tmp_path_factory.mktemp("stock_server"), **settings) as running:
        yield running


@pytest.fixture(params=["fast_server", "stock_server"])
def either_server(request: pytest.FixtureRequest) -> Server:
    """First the one, then the other: what both have to answer alike."""
    chosen: Server = request.getfixturevalue(request.param)
    return chosen


@pytest.fixture(params=["on", "off"])
def fast_sockets(request: pytest.FixtureRequest) -> str:
    """The same for servers of a test's own, as the value of their setting."""
    return str(request.param)


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
