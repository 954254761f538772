"""A TCP proxy that misbehaves on demand: it cuts, swallows, slows down, and lets go of halves."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

CHUNK = 65_536


@dataclass(eq=False)
class Link:
    """One connection through the proxy; `said` is what the client has sent on it so far."""

    client: asyncio.StreamWriter
    server: asyncio.StreamWriter
    said: bytearray = field(default_factory=bytearray)
    is_dead: bool = False
    """Nothing is carried any more, and nobody is told."""

    def half_close(self, *, client: bool) -> None:
        """One side is told that the other has ended; the other hears nothing any more."""
        self.is_dead = True
        with suppress(OSError):
            (self.client if client else self.server).write_eof()

    def reset(self) -> None:
        """End it at once for both sides."""
        for writer in (self.client, self.server):
            link = writer.get_extra_info("socket")
            with suppress(OSError):
                link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()


class Proxy:
    """Stands between clients and one server; healthy until told otherwise."""

    def __init__(self, server_port: int) -> None:
        self._server_port = server_port
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.links: set[Link] = set()
        self.refuses = False
        self.delay = 0.0
        """Seconds that each piece is held back in either direction."""
        self.swallowed_answers = 0
        """So many pieces of the server are swallowed, each with its connection."""

    @property
    def port(self) -> int:
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        self.reset_all()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def reset_all(self) -> None:
        for link in tuple(self.links):
            link.reset()

    def silence(self, concerned: Callable[[Link], bool] = lambda _: True) -> int:
        """Carry nothing any more on these connections, without ending them; how many."""
        found = [link for link in self.links if concerned(link) and not link.is_dead]
        for link in found:
            link.is_dead = True
        return len(found)

    def half_close(self, *, client: bool) -> None:
        """End every connection for its client alone, or for the server alone."""
        for link in tuple(self.links):
            link.half_close(client=client)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._carry(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            answers, server = await asyncio.open_connection("127.0.0.1", self._server_port)
        except OSError:
            writer.transport.abort()
            return
        link = Link(writer, server)
        if self.refuses:
            link.reset()
            return
        self.links.add(link)
        try:
            await asyncio.gather(
                self._pump(reader, server, link, is_answer=False),
                self._pump(answers, writer, link, is_answer=True),
            )
        finally:
            self.links.discard(link)
            link.reset()

    async def _pump(
        self,
        source: asyncio.StreamReader,
        sink: asyncio.StreamWriter,
        link: Link,
        *,
        is_answer: bool,
    ) -> None:
        with suppress(OSError):
            while piece := await source.read(CHUNK):
                if self.delay:
                    await asyncio.sleep(self.delay)
                if link.is_dead:
                    continue
                if is_answer and self.swallowed_answers:
                    self.swallowed_answers -= 1
                    link.reset()
                    return
                if not is_answer:
                    link.said += piece
                sink.write(piece)
                await sink.drain()
        if not link.is_dead:
            link.reset()


@asynccontextmanager
async def running_proxy(server_port: int) -> AsyncIterator[Proxy]:
    """A proxy in front of a local port."""
    proxy = Proxy(server_port)
    await proxy.open()
    try:
        yield proxy
    finally:
        await proxy.close()
