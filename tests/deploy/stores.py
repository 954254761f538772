"""Stores as Compose starts them: the very commands, with addresses of this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.deploy.composed import composed
from tests.redis_servers import RedisServer, binary

FILES = ("deploy/caddy/compose.yml", "deploy/scale-out/compose.yml")


class ComposedStore(RedisServer):
    """The service of this name; what it keeps is in its folder."""

    def __init__(self, service: str, place: Path, primary_port: int, **env: str) -> None:
        super().__init__(place)
        program, *options = composed(*FILES, **env)["services"][service]["command"]
        assert program == "valkey-server"
        if "6379" in options:
            at = options.index("6379")
            options[at - 1 : at + 1] = ["127.0.0.1", str(primary_port)]
        self._command = (
            *(binary(), *options, "--bind", "127.0.0.1", "--port", str(self.port)),
            *("--dir", str(place), "--logfile", str(self._log)),
        )


@contextmanager
def composed_store(
    service: str, place: Path, primary_port: int = 0, **env: str
) -> Iterator[RedisServer]:
    """It runs, and is gone afterwards."""
    store = ComposedStore(service, place, primary_port, **env)
    try:
        store.start()
        yield store
    finally:
        store.stop()
