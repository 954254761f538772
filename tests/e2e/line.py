"""A TCP line between browsers and a server that a test can cut and mend.

A cut line is silent, as behind a dead access point: nothing comes through and nobody is told.
When it is mended, what hung on it is gone and new connections pass.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from threading import Thread


class Cut(StrEnum):
    """What does not come through any more."""

    NOTHING = "nothing"
    ANSWERS = "answers"
    EVERYTHING = "everything"


class Line:
    """Listens on a free port and passes bytes to `port`; runs in a thread of its own."""

    def __init__(self, port: int) -> None:
        self.server_port = port
        self.port = 0
        self._cut = Cut.NOTHING
        self._loop = asyncio.new_event_loop()
        self._open = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._listener: asyncio.Server | None = None
        self._thread = Thread(target=self._loop.run_forever, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()

    def stop(self) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def cut(self, what: Cut = Cut.EVERYTHING) -> None:
        """From now on nothing, or no answer, comes through."""
        asyncio.run_coroutine_threadsafe(self._set(what), self._loop).result()

    def mend(self, *, tell: bool = True) -> None:
        """New connections pass; the old ones are gone, or dead without knowing it."""
        asyncio.run_coroutine_threadsafe(self._set(Cut.NOTHING, tell=tell), self._loop).result()

    def drop(self) -> None:
        """Every connection ends now; new ones pass."""
        asyncio.run_coroutine_threadsafe(self._drop(), self._loop).result()

    async def _set(self, what: Cut, *, tell: bool = True) -> None:
        was, self._cut = self._cut, what
        if what is not Cut.NOTHING:
            self._open.clear()
            return
        if was is not Cut.NOTHING and tell:
            await self._drop()
        self._open.set()

    async def _listen(self) -> None:
        self._open.set()
        self._listener = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = self._listener.sockets[0].getsockname()[1]

    async def _close(self) -> None:
        if self._listener is not None:
            self._listener.close()
        await self._drop()

    async def _drop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _carry(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            with suppress(OSError, asyncio.CancelledError):
                await self._join(near, back)
        finally:
            self._tasks.discard(task)
            back.transport.abort()

    async def _join(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        if self._cut is Cut.EVERYTHING:
            await self._open.wait()
        far, out = await asyncio.open_connection("127.0.0.1", self.server_port)
        ways = [
            asyncio.ensure_future(self._pass(near, out, {Cut.EVERYTHING})),
            asyncio.ensure_future(self._pass(far, back, {Cut.EVERYTHING, Cut.ANSWERS})),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            out.transport.abort()

    async def _pass(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, stopped_by: set[Cut]
    ) -> None:
        while data := await source.read(65536):
            if self._cut in stopped_by:
                await asyncio.Event().wait()  # these bytes are lost
            target.write(data)
            await target.drain()


@contextmanager
def line_to(port: int) -> Iterator[Line]:
    """A line that stands as long as it is needed."""
    line = Line(port)
    line.start()
    try:
        yield line
    finally:
        line.stop()
