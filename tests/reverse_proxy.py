"""A small reverse proxy with the faults that real ones are configured with."""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

CHUNK = 65_536
PEER = "203.0.113.9"
"""Whom it says that its requests come from."""


@dataclass
class Habits:
    """What it does to a request; as it stands, everything right."""

    scheme: str | None = "http"
    """X-Forwarded-Proto."""
    tells_for_whom: bool = True
    host: str | None = None
    """Put in place of the header Host."""
    upgrades: bool = True
    silence: float | None = None
    """Seconds without a byte after which it cuts a connection."""
    prefix: str = ""
    """The path it serves; the rest answers 404."""
    strips: bool = False
    """Whether it takes the prefix off."""
    refused: tuple[str, ...] = ()


@dataclass(eq=False)
class ReverseProxy:
    """One that stands in front of a server on this machine."""

    target: int
    habits: Habits
    _server: asyncio.Server | None = None
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def port(self) -> int:
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    async def open(self, tls: ssl.SSLContext | None) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, ssl=tls)

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # One that is cancelled before it begins has nobody else who closes.
        task.add_done_callback(lambda _: writer.close())

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                await self._pass_on(head, reader, writer)
        finally:
            await _closed(writer)

    async def _pass_on(
        self, head: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        path = head.split(" ")[1]
        inside = path.removeprefix(self.habits.prefix)
        if not path.startswith(self.habits.prefix) or inside in self.habits.refused:
            _answer(writer, "404 Not Found")
            return
        if not self.habits.upgrades and "\r\nupgrade:" in head.lower():
            _answer(writer, "400 Bad Request")
            return
        try:
            answers, server = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            _answer(writer, "502 Bad Gateway")
            return
        server.write(self._rewritten(head).encode("latin-1"))
        pumps = (self._pump(reader, server), self._pump(answers, writer))
        tasks = [asyncio.create_task(pump) for pump in pumps]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            server.close()  # first of all: what comes then may be cancelled
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await _closed(server)

    def _rewritten(self, head: str) -> str:
        habits, more = self.habits, []
        if habits.strips:
            head = head.replace(f" {habits.prefix}", " ", 1)
        if habits.host is not None:
            head = re.sub(r"(?i)(\r\nhost:)[^\r]*", rf"\1 {habits.host}", head)
        if habits.scheme is not None:
            more.append(f"X-Forwarded-Proto: {habits.scheme}\r\n")
        if habits.tells_for_whom:
            more.append(f"X-Forwarded-For: {PEER}\r\n")
        if "\r\nupgrade:" not in head.lower():
            more.append("Connection: close\r\n")
        return head.removesuffix("\r\n") + "".join(more) + "\r\n"

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError, TimeoutError):
            while True:
                async with asyncio.timeout(self.habits.silence):
                    piece = await source.read(CHUNK)
                if not piece:
                    return
                sink.write(piece)
                await sink.drain()


async def _closed(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


def _answer(writer: asyncio.StreamWriter, status: str) -> None:
    writer.write(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())


@asynccontextmanager
async def running_reverse_proxy(
    target: int, habits: Habits, tls: ssl.SSLContext | None = None
) -> AsyncIterator[ReverseProxy]:
    """One in front of a local port; with TLS if there is a context for it."""
    proxy = ReverseProxy(target, habits)
    await proxy.open(tls)
    try:
        yield proxy
    finally:
        await proxy.close()
