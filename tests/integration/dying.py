"""The server with work in it that fails once it is told to, by SIGUSR1.

The variable `PLANT` names the work; without it this is `python -m app`.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from threading import Event
from unittest.mock import patch

from app.__main__ import main
from app.service.feed import Feed
from tests.servers import Server

told = Event()


class Doomed(Exception):
    """What the work fails with."""


async def hear_no_more(_: Feed) -> None:
    """In place of listening for bells."""
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, told.wait)
    raise Doomed


def move_no_more(_: object, failed: Callable[[Exception], None]) -> None:
    """In place of moving pages into the SQLite file."""
    told.wait()
    failed(Doomed())


PLANTS = {
    "bells": ("app.service.feed.Feed.run", hear_no_more),
    "checkpoints": ("app.store.database.Database._move", move_no_more),
}


class DyingServer(Server):
    """A server of this module."""

    module = "tests.integration.dying"

    def doom(self) -> None:
        """Let the work fail."""
        os.kill(self.pid, signal.SIGUSR1)

    def end(self) -> int:
        """Wait until it has ended by itself; its exit code."""
        assert self._process is not None
        with self._process as process:
            self._process = None
            return process.wait(60)


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, lambda *_: told.set())
    with patch(*PLANTS[os.environ["PLANT"]]):
        main()
