"""Servers as a proxy finds them behind one name: two addresses, three workers, one Redis."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.deploy.fronts import Behind
from tests.deploy.names import running_names
from tests.ports import free_port
from tests.redis_servers import running_redis
from tests.servers import Server, children_of, running_server

BELOW = "/games/banqi"
ADDRESSES = ("127.0.0.2", "127.0.0.3")
WORKERS = ("2", "1")


@dataclass(frozen=True)
class Backend:
    """Servers with limits as they are shipped, and how a proxy finds them."""

    behind: Behind
    servers: tuple[Server, ...]


@contextmanager
def running_backend(place: Path, base_path: str = "") -> Iterator[Backend]:
    """Redis, its two servers and their name server, gone afterwards."""
    port = free_port()
    with ExitStack() as stack:
        redis = stack.enter_context(running_redis(place / "redis"))
        names = stack.enter_context(running_names(*ADDRESSES))
        servers = []
        for address, workers in zip(ADDRESSES, WORKERS, strict=True):
            (directory := place / address).mkdir()
            settings = {
                "BANQI_STORE": redis.url,
                "BANQI_HOST": address,
                "BANQI_PORT": str(port),
                "BANQI_WORKERS": workers,
                "BANQI_BASE_PATH": base_path,
                "BANQI_TRUSTED_PROXIES": "127.0.0.1",
            }
            servers.append(stack.enter_context(running_server(directory, **settings)))
        yield Backend(Behind(ADDRESSES, port, names.address, base_path), tuple(servers))


def kill_all(server: Server) -> None:
    """Kill a server and its workers at the same instant."""
    for child in children_of(server.pid):
        os.kill(child, signal.SIGKILL)
    server.kill()
