"""What is true of a room: its log as the store keeps it, and what a fresh connection is told.

The board after each event is worked out here from the log alone, by the same fold that any
worker would do from nothing.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Protocol

from app.room.events import PlyPlayed
from app.room.evolve import evolve
from app.room.project import project
from app.room.state import Millis, Room, RoomCode
from app.store.port import CommandKey, Recorded, Store
from app.store.redis.address import read_address
from app.store.redis.store import RedisStore
from tests.chaos.history import IMPOSSIBLE, Entry, Log, Truth, digest
from tests.integration import clients
from tests.servers import Server

NEVER = Millis(0)


class Archive(Protocol):
    """Where logs can be read while nothing is broken."""

    async def read(self, codes: Sequence[str]) -> list[Log]:
        """The live log of each of these rooms."""


class StoreArchive:
    """The logs in a store, through an adapter of our own that is opened for each reading."""

    def __init__(self, make: Callable[[], Store]) -> None:
        self._make = make

    async def read(self, codes: Sequence[str]) -> list[Log]:
        """The live log of each of these rooms."""
        async with _opened(self._make()) as store:
            return [await _log(store, RoomCode(code)) for code in codes]


def redis_archive(url: str) -> StoreArchive:
    """The logs in a Redis."""
    return StoreArchive(lambda: RedisStore(read_address(url)))


@asynccontextmanager
async def _opened(store: Store) -> AsyncIterator[Store]:
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def _log(store: Store, code: RoomCode) -> Log:
    kept = await store.load(code)
    return () if kept is None else entries(kept.log)


def entries(log: Sequence[Recorded]) -> Log:
    """The events of a live log, which begins where a fold can begin.

    An event that cannot have happened then changes nothing for those after it.
    """
    room: Room | None = None
    found: list[Entry] = []
    for recorded in log:
        room, is_possible = _folded(room, recorded)
        found.append(_entry(recorded, _board(room) if is_possible else IMPOSSIBLE))
    return tuple(found)


def _folded(room: Room | None, recorded: Recorded) -> tuple[Room | None, bool]:
    try:
        return evolve(room, recorded.event), True
    except (LookupError, TypeError, ValueError, AssertionError):
        return room, False


def _board(room: Room | None) -> str:
    if room is None:
        return IMPOSSIBLE
    view = project(room, NEVER)
    return digest(view.room, view.game)


def _entry(recorded: Recorded, board: str) -> Entry:
    event = recorded.event
    return Entry(
        version=recorded.head.version,
        tag=recorded.head.tag,
        digest=board,
        command=_key(recorded.command),
        ply=event.ply if isinstance(event, PlyPlayed) else None,
    )


def _key(command: CommandKey | None) -> str | None:
    return None if command is None else f"{command.seat}:{command.id}"


async def told(room: clients.Room, server: Server) -> Truth:
    """What a fresh connection is told; the logs are still to be read."""
    async with replace(room, server=server).connected(room.guest) as client:
        welcome = client.state
    return Truth(
        version=welcome["version"],
        digest=digest(welcome["room"], welcome["game"]),
        moves=tuple(welcome["moves"]),
        logs=(),
    )
