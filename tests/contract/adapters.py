"""The adapters that are held to the contract. A further one is added to the list here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from app.store.port import Store
from app.store.sqlite import SqliteStore
from tests.contract.kit import Clock


class Adapter(Protocol):
    """A place where rooms are kept; each store made from it finds what the one before left."""

    def __init__(self, directory: Path, clock: Clock) -> None: ...

    def store(self) -> Store: ...


class Sqlite:
    def __init__(self, directory: Path, clock: Clock) -> None:
        self._path = directory / "rooms.sqlite3"
        self._clock = clock

    def store(self) -> Store:
        return SqliteStore(self._path, self._clock)


ADAPTERS: Sequence[type[Adapter]] = (Sqlite,)
