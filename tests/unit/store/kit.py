"""A SQLite store whose thread can be held up, so that what waits for it is known."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from threading import Event as Gate
from typing import TypeVar

from app.store.sqlite import SqliteStore
from app.store.transactions import Done, Job
from tests.contract.kit import Clock, Rooms

T = TypeVar("T")


@asynccontextmanager
async def opened(path: Path, clock: Clock) -> AsyncIterator[Rooms]:
    store = SqliteStore(path, clock)
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

    def wait(_: sqlite3.Connection) -> Done[bool]:
        loop.call_soon_threadsafe(begun.set)
        return gate.wait(30), ()

    assert isinstance(rooms.store, SqliteStore)
    busy: asyncio.Future[bool] = loop.create_future()
    rooms.store._writer._is_busy = True
    rooms.store._writer._queue.put([Job(wait, True, busy)])
    await begun.wait()
    try:
        yield
    finally:
        gate.set()
    await busy


@contextmanager
def impatient(rooms: Rooms) -> Iterator[None]:
    """Inside, calls wait for the thread only a moment."""
    assert isinstance(rooms.store, SqliteStore)
    patience = rooms.store._writer._patience
    if patience._watch is not None:
        patience._watch.cancel()
        patience._watch = None
    usual, patience.timeout = patience.timeout, 0.02
    yield
    patience.timeout = usual


async def asked(*tasks: asyncio.Task[T]) -> None:
    """Let each of these get as far as its question to the store."""
    for _ in range(3):
        await asyncio.wait(tasks, timeout=0)
