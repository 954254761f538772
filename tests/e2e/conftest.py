"""One browser and one server for all of these tests, and whoever comes to the page in one.

They belong to the package, not to the whole run: while a browser is driven synchronously its
thread has a running event loop, and the asynchronous tests elsewhere need one of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.line import Line, line_to
from tests.e2e.tabs import PATIENCE, Visitors
from tests.servers import ROOT, Server, running_server
from tools.find_chromium import find, launch_arguments

LAN = "lan.test"
"""A name of this machine on a network without https."""

SETTINGS = {
    "BANQI_RATE_LIMITS": "off",
    "BANQI_PRESENCE_SECONDS": "1",
    # Served from the sources: there the computer thinks long enough to be looked at.
    "PYTHONPATH": str(ROOT),
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs a browser."""
    for item in items:
        if "tests/e2e/" in item.nodeid:
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="package")
def chromium() -> str | None:
    return find()


@pytest.fixture(scope="package")
def browser(chromium: str | None) -> Iterator[Browser]:
    switches = [*launch_arguments(), f"--host-resolver-rules=MAP {LAN} 127.0.0.1"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=switches)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("e2e"), **SETTINGS) as running:
        yield running


@pytest.fixture
def line(server: Server) -> Iterator[Line]:
    """The way there, which a test may cut."""
    with line_to(server.port) as line:
        yield line


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may stop and start again."""
    with running_server(tmp_path, **SETTINGS) as server:
        yield server


@pytest.fixture
def visitors(browser: Browser, server: Server) -> Iterator[Visitors]:
    """Opens tabs on the shared server; in the end none of them may have complained."""
    come = Visitors(browser, server.url, PATIENCE)
    yield come
    complaints = come.leave()
    assert complaints == []
