"""A server, and one engine after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from tests.browsers.chromium import Chromium
from tests.browsers.driver import DESKTOP, Engine, Size
from tests.browsers.firefox import Firefox
from tests.browsers.player import Player
from tests.browsers.webkit import WebKit
from tests.servers import Server, running_server
from tools import find_chromium, find_firefox, find_webkit

SETTINGS = {"BANQI_RATE_LIMITS": "off", "BANQI_PRESENCE_SECONDS": "1"}
ENGINES: Mapping[str, tuple[Callable[[], Engine], Any]] = {
    "chromium": (Chromium, find_chromium),
    "firefox": (Firefox, find_firefox),
    "webkit": (WebKit, find_webkit),
}


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """A browser that runs; one that is not installed is a failure that says what to do."""
    make, tool = ENGINES[request.param]
    if tool.find() is None:
        pytest.fail(tool.ADVICE, pytrace=False)
    running = make()
    yield running
    running.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("browsers"), **SETTINGS) as running:
        yield running


Arrive = Callable[..., Player]


@pytest.fixture
def arrive(engine: Engine, server: Server) -> Arrive:
    """Somebody comes with a new profile."""

    def come(size: Size = DESKTOP, *, touch: bool = False, base: str = "") -> Player:
        return Player(engine.visit(size, touch=touch), base or server.url)

    return come
