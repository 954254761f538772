"""`python -m app`: read the settings, take the port, serve until told to stop.

Exit codes: 0 after a stop that was asked for, 1 when the port or the store cannot be had or
the server failed, 2 for a bad setting.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from functools import partial
from types import FrameType
from typing import Final, NoReturn

import uvicorn

from app.gateway.fast_socket import FastSocket
from app.gateway.protocol import MAX_FRAME
from app.main import Core, create_app
from app.settings import BadSetting, Settings, load
from app.workers import Workers

FILES_KEPT: Final = 100
"""Open files that are needed for other things than sockets."""

DROPPED_AFTER_MS: Final = 10_000
"""A peer that acknowledges nothing for so long is gone."""

SEND_BUFFER: Final = 65_536
BACKLOG: Final = 1024
STOP_SECONDS: Final = 5
LOG_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


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
        await super().startup(sockets)
        if self._lifeline is not None:
            asyncio.get_running_loop().add_reader(self._lifeline, self._let_go, self._lifeline)
        self._on_start()

    def _let_go(self, lifeline: int) -> None:
        asyncio.get_running_loop().remove_reader(lifeline)
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in, say bye, then close what is left."""
        for server in self.servers:
            server.close()
        await self._core.board.say_farewell()
        await super().shutdown(sockets)


def main() -> None:
    """Serve by the settings in the environment."""
    try:
        settings = load(os.environ)
    except BadSetting as bad:
        _stop_with(2, str(bad))
    try:
        listener = listen(settings.host, settings.port)
    except OSError as error:
        _stop_with(1, port_trouble(settings, error))
    said = partial(say_where, settings, listener)
    if settings.workers == 1:
        sys.exit(serve(settings, listener, said))
    logging.basicConfig(level=logging.WARNING, format=LOG_FORMAT)
    work = partial(serve_as_worker, settings, listener)
    sys.exit(Workers(settings.workers, work, said).run())


def _stop_with(code: int, line: str) -> NoReturn:
    sys.stderr.write(f"banqi: {line}\n")
    sys.exit(code)


def port_trouble(settings: Settings, error: OSError) -> str:
    """Why the address could not be had, in one line."""
    where = f"{settings.host}:{settings.port}"
    if error.errno == errno.EADDRINUSE:
        return f"{where} is taken by another program; set BANQI_PORT to another port"
    return f"cannot listen on {where}: {error.strerror or error}"


def listen(host: str, port: int) -> socket.socket:
    """A listening socket whose connections do not hold on to peers that vanished."""
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            option = socket.TCP_USER_TIMEOUT
            listener.setsockopt(socket.IPPROTO_TCP, option, DROPPED_AFTER_MS)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def serve(
    settings: Settings,
    listener: socket.socket,
    on_start: Callable[[], None],
    lifeline: int | None = None,
) -> int:
    """Serve on this socket until told to stop; the exit code."""
    app = create_app(settings, most_sockets=raise_file_limit())
    core: Core = app.state.core
    configure_logs(core)
    spare_the_collector()
    config = config_of(app.state.front, fast_sockets=settings.fast_sockets)
    server = Server(config, core, on_start, lifeline)
    try:
        server.run(sockets=[listener])
    except SystemExit:
        _stop_with(1, core.failure or "the server could not start")
    return 1 if server.has_failed else 0


def serve_as_worker(
    settings: Settings, listener: socket.socket, lifeline: int, on_start: Callable[[], None]
) -> int:
    """The same as one of several processes."""
    return serve(settings, listener, on_start, lifeline)


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


def configure_logs(core: Core) -> None:
    """Warnings and worse to standard error, one line each; nothing of what strangers send."""
    logging.basicConfig(level=logging.WARNING, format=LOG_FORMAT)
    logging.getLogger("uvicorn.error").addFilter(partial(is_worth_a_line, core))


def is_worth_a_line(core: Core, record: logging.LogRecord) -> bool:
    """Not frames that are not UTF-8, and not a failed start that gets a line of its own."""
    return core.failure is None and "Invalid UTF-8" not in record.getMessage()


def raise_file_limit() -> int:
    """Open as many files as the system lets us; how many sockets that allows."""
    try:
        import resource  # noqa: PLC0415  # not there on Windows
    except ImportError:
        return 500
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
    most = 1_000_000 if soft == resource.RLIM_INFINITY else soft
    return max(FILES_KEPT, most - FILES_KEPT)


def say_where(settings: Settings, listener: socket.socket) -> None:
    """Print the address to open, and the one for other devices when bound wider."""
    port = listener.getsockname()[1]
    wide = settings.host in {"0.0.0.0", "::", ""}  # noqa: S104  # compared, not bound
    own = "127.0.0.1" if wide else settings.host
    shown = f"[{own}]" if ":" in own else own
    print(f"Banqi is served on http://{shown}:{port}{settings.base_path}/", flush=True)
    if wide and (found := lan_address()) is not None:
        print(f"On other devices: http://{found}:{port}{settings.base_path}/", flush=True)


def lan_address() -> str | None:
    """This machine's address in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None


if __name__ == "__main__":
    main()
