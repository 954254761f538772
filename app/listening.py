"""The port that is served: taken, explained when it cannot be, and told to whoever started us."""

from __future__ import annotations

import contextlib
import errno
import socket
import sys
from typing import Final, NoReturn

from app.settings import Settings

FILES_KEPT: Final = 100
"""Open files that are needed for other things than sockets."""

DROPPED_AFTER_MS: Final = 10_000
"""A peer that acknowledges nothing for so long is gone."""

SEND_BUFFER: Final = 65_536
BACKLOG: Final = 1024


def stop_with(code: int, line: str) -> NoReturn:
    """End with one line for whoever started us."""
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
