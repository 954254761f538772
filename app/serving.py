"""One process that serves: uvicorn by our settings, a farewell before it ends, an exit code."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from types import FrameType
from typing import Final

import uvicorn

from app.gateway.fast_socket import FastSocket
from app.gateway.protocol import MAX_FRAME
from app.listening import raise_file_limit, stop_with
from app.logs import on_loop_error
from app.main import Core, create_app
from app.service.meter import Place
from app.settings import Settings

log = logging.getLogger(__name__)

STOP_SECONDS: Final = 5


class Server(uvicorn.Server):
    """uvicorn that says bye to every socket before it closes them, and exits with 0."""

    def __init__(
        self,
        config: uvicorn.Config,
        core: Core,
        on_start: Callable[[], None] = lambda: None,
        lifeline: int | None = None,
    ) -> None:
        super().__init__(config)
        self._core = core
        self._on_start = on_start
        self._lifeline = lifeline
        self.has_failed = False
        core.on_death = self._fail

    def _fail(self) -> None:
        if not self.should_exit:
            self.has_failed = True
            self.should_exit = True

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on SIGINT and SIGTERM; a stop that was asked for is not an error afterwards."""
        wanted = (signal.SIGINT, signal.SIGTERM)
        for each in wanted:
            signal.signal(each, self._stop)
        try:
            yield
        finally:
            # What is left is the way out: one more signal must not make a failure of it.
            for each in wanted:
                signal.signal(each, signal.SIG_IGN)

    def _stop(self, number: int, _: FrameType | None) -> None:
        self.force_exit = self.should_exit and number == signal.SIGINT
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and tell once everything is there; stop when the lifeline is cut."""
        asyncio.get_running_loop().set_exception_handler(on_loop_error)
        await super().startup(sockets)
        if self._lifeline is not None:
            asyncio.get_running_loop().add_reader(self._lifeline, self._let_go, self._lifeline)
        log.info("serving")
        self._on_start()

    def _let_go(self, lifeline: int) -> None:
        asyncio.get_running_loop().remove_reader(lifeline)
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in, say bye, then close what is left."""
        log.info("stopping", extra={"sockets": self._core.board.open_sockets})
        for server in self.servers:
            server.close()
        await self._core.board.say_farewell()
        await super().shutdown(sockets)


@dataclass(frozen=True, slots=True)
class Worker:
    """One of several processes: its place among them, and the file that ends with their parent."""

    place: Place
    lifeline: int


def serve(
    settings: Settings,
    listener: socket.socket,
    on_start: Callable[[], None],
    worker: Worker | None = None,
) -> int:
    """Serve on this socket until told to stop; the exit code. Raises SystemExit if it cannot."""
    place, lifeline = (None, None) if worker is None else (worker.place, worker.lifeline)
    app = create_app(settings, most_sockets=raise_file_limit(), place=place)
    core: Core = app.state.core
    logging.getLogger("uvicorn.error").addFilter(partial(is_worth_a_line, core))
    spare_the_collector()
    config = config_of(app.state.front, fast_sockets=settings.fast_sockets)
    server = Server(config, core, on_start, lifeline)
    try:
        server.run(sockets=[listener])
    except SystemExit:
        stop_with(1, core.failure or "the server could not start")
    return 1 if server.has_failed else 0


def is_worth_a_line(core: Core, record: logging.LogRecord) -> bool:
    """Not frames that are not UTF-8, and not a failed start that gets a line of its own."""
    return core.failure is None and "Invalid UTF-8" not in record.getMessage()


def spare_the_collector() -> None:
    """Leave what lives as long as the server out of every garbage collection.

    A move frees what it made by counting references; looking for cycles among a hundred
    thousand objects of libraries every few moves cost a third of its time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def config_of(app: object, *, fast_sockets: bool) -> uvicorn.Config:
    """How uvicorn serves: sans-I/O sockets without compression, no logs of addresses."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]  # an ASGI application
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http="httptools",
        ws=FastSocket if fast_sockets else "websockets-sansio",
        ws_max_size=MAX_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=15.0,
        ws_ping_timeout=10.0,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=STOP_SECONDS,
    )
