"""A SQLite store whose thread can be held up, so that what waits for it is known."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from threading import Event as Gate
from typing import TypeVar

from app.store.port import Unavailable
from app.store.sqlite import SqliteStore
from tests.contract.kit import Clock, Rooms

T = TypeVar("T")


@asynccontextmanager
async def opened(path: Path, clock: Clock, **more: float) -> AsyncIterator[Rooms]:
    store = SqliteStore(path, clock, **more)  # type: ignore[arg-type]
    await store.open()
    yield Rooms(store, clock)
    await store.close()


async def in_thread(rooms: Rooms, ask: Callable[[sqlite3.Connection], T]) -> T:
    """What `ask` answers on the writer's own connection."""
    assert isinstance(rooms.store, SqliteStore)
    return await rooms.store._writer.run(lambda db: (ask(db), ()))


@asynccontextmanager
async def held_up(rooms: Rooms) -> AsyncIterator[None]:
    """Inside, the writer's thread is busy; what is asked meanwhile waits together."""
    loop, begun, gate = asyncio.get_running_loop(), asyncio.Event(), Gate()

    def wait(_: sqlite3.Connection) -> bool:
        loop.call_soon_threadsafe(begun.set)
        return gate.wait(30)

    busy = loop.create_task(in_thread(rooms, wait))
    await begun.wait()
    try:
        yield
    finally:
        gate.set()
    with suppress(Unavailable):
        await busy


async def asked(*tasks: asyncio.Task[T]) -> None:
    """Let each of these get as far as its question to the store."""
    for _ in range(3):
        await asyncio.wait(tasks, timeout=0)
