"""The cheapest client that speaks WebSocket: enough for a load that costs less than its server.

Owns bytes and frames. Masks with zeros, which is allowed and costs nothing; takes whole,
unfragmented frames only, as the servers here send them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

Ear = Callable[[bytes], None]

TEXT, CLOSE, PING = 0x1, 0x8, 0x9
_PONG = 0xA
_FINAL = 0x80
_MASKED = 0x80
_NO_MASK = bytes(4)
_REQUEST = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class NotOpened(Exception):
    """The server answered the upgrade with something else than 101."""


def encoded(payload: bytes, opcode: int = TEXT) -> bytes:
    """A frame from a client."""
    size = len(payload)
    if size < 126:
        return bytes((_FINAL | opcode, _MASKED | size)) + _NO_MASK + payload
    head = bytes((_FINAL | opcode, _MASKED | 126)) + size.to_bytes(2, "big")
    return head + _NO_MASK + payload


class Socket(asyncio.Protocol):
    """One connection; `ear` hears the payload of each text frame."""

    def __init__(self, path: str, port: int, ear: Ear) -> None:
        self._request = _REQUEST.format(path=path, port=port).encode()
        self._ear = ear
        self._rest = b""
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        if not self.opened.done():
            self.opened.set_exception(NotOpened("the connection was closed"))

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        self._rest = self._frames(data) if self.opened.done() else self._upgrade(data)

    def _upgrade(self, data: bytes) -> bytes:
        head, end, rest = data.partition(b"\r\n\r\n")
        if not end:
            return data
        if not head.startswith(b"HTTP/1.1 101"):
            self.opened.set_exception(NotOpened(head.split(b"\r\n")[0].decode()))
            return b""
        self.opened.set_result(None)
        return self._frames(rest)

    def _frames(self, data: bytes) -> bytes:
        """Hear each whole frame; what is left belongs to the next one."""
        at, end = 0, len(data)
        while end - at >= 2:
            size, begin = data[at + 1], at + 2
            if size == 126:
                size, begin = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, begin = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if begin + size > end:
                break
            self._frame(data[at] & 0x0F, data[begin : begin + size])
            at = begin + size
        return data[at:]

    def _frame(self, opcode: int, payload: bytes) -> None:
        if opcode == TEXT:
            self._ear(payload)
        elif opcode == PING:
            self.send(encoded(payload, _PONG))

    def send(self, frame: bytes) -> None:
        """Write an encoded frame."""
        if self._transport is not None:
            self._transport.write(frame)

    def close(self) -> None:
        """Let go at once."""
        if self._transport is not None:
            self._transport.abort()


async def connect(path: str, port: int, ear: Ear) -> Socket:
    """A socket whose upgrade was answered with 101; raises `NotOpened`, OSError, TimeoutError."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(path, port, ear), "127.0.0.1", port)
    async with asyncio.timeout(20):
        await socket.opened
    return socket
