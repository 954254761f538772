"""The adapters that are held to the contract. A further one is added to the list here."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from app.store.port import Store
from app.store.redis.access import Options
from app.store.redis.address import read_address
from app.store.redis.store import RedisStore
from app.store.sqlite import SqliteStore
from tests.contract.kit import Clock


class Adapter(Protocol):
    """A place where rooms are kept; each store made from it finds what the one before left."""

    def store(self) -> Store: ...


class Places(Protocol):
    """Where adapters find servers; one that nobody asks for is not started."""

    def redis(self) -> str: ...

    def redis_cluster(self) -> str: ...


class MakeAdapter(Protocol):
    """Makes an adapter with nothing in it."""

    def __call__(self, directory: Path, clock: Clock, places: Places) -> Adapter: ...


class Sqlite:
    def __init__(self, directory: Path, clock: Clock, places: Places) -> None:
        self._path = directory / "rooms.sqlite3"
        self._clock = clock

    def store(self) -> Store:
        return SqliteStore(self._path, self._clock)


class Redis:
    """Each has names of its own on servers that all tests of a run share."""

    def __init__(self, url: str, clock: Clock) -> None:
        self._address = read_address(url)
        self._options = Options(prefix=f"{secrets.token_hex(4)}:", now=clock)

    def store(self) -> Store:
        return RedisStore(self._address, self._options)


def redis(directory: Path, clock: Clock, places: Places) -> Adapter:
    return Redis(places.redis(), clock)


def redis_cluster(directory: Path, clock: Clock, places: Places) -> Adapter:
    return Redis(places.redis_cluster(), clock)


ADAPTERS: Mapping[str, MakeAdapter] = {
    "sqlite": Sqlite,
    "redis": redis,
    "redis cluster": redis_cluster,
}
"""Every adapter goes through the same laws: the fixtures here are made once for each."""
