"""Connections of uvicorn's class or ours, over a transport that only remembers."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from app.gateway.frames import Frame
from app.gateway.wire import Receive, Send, wire_of

Kind = type[WebSocketsSansIOProtocol]

UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
LIMIT = 200
TURNS = 100


class Transport(asyncio.Transport):
    """Remembers what is done with it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.done: list[str] = []
        self.closed = asyncio.Event()

    def get_extra_info(self, name: str, default: object = None) -> object:
        return {"peername": ("127.0.0.1", 4), "sockname": ("127.0.0.1", 80)}.get(name, default)

    def write(self, data: bytes | bytearray | memoryview[Any]) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return "close" in self.done

    def close(self) -> None:
        self.done.append("close")
        self.closed.set()

    def pause_reading(self) -> None:
        self.done.append("pause")

    def resume_reading(self) -> None:
        self.done.append("resume")


@dataclass
class Echo:
    """An application that sends every text back."""

    heard: list[Mapping[str, Any]] = field(default_factory=list)
    scope: dict[str, Any] = field(default_factory=dict)
    listens: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        self.scope = scope
        wire = wire_of(scope, receive, send)
        await receive()
        await send({"type": "websocket.accept"})
        await self.listens.wait()
        while True:
            message = await receive()
            self.heard.append(message)
            if message["type"] == "websocket.disconnect":
                return
            if message.get("text") == "close":
                await send({"type": "websocket.close", "code": 4000})
                continue
            frame = Frame(str(message.get("text")).encode())
            if wire.write is None or not wire.write(frame.framed):
                with contextlib.suppress(OSError, RuntimeError):
                    await send(frame.message)


@dataclass
class Line:
    """A protocol of either class over a transport of ours."""

    socket: WebSocketsSansIOProtocol
    transport: Transport
    app: Echo
    state: ServerState

    async def settle(self) -> None:
        """Let the application do all it can."""
        for _ in range(TURNS):
            await asyncio.sleep(0)

    async def feed(self, *pieces: bytes) -> None:
        """Bytes as they come from the wire; none once the transport is closed."""
        for piece in pieces:
            if not self.transport.is_closing():
                self.socket.data_received(piece)
            await self.settle()

    async def lose(self) -> None:
        """The connection is gone."""
        self.socket.connection_lost(None)
        await asyncio.gather(*self.state.tasks)


def config_of(app: Echo, limit: int, ping: float) -> uvicorn.Config:
    config = uvicorn.Config(
        app,
        ws_max_size=limit,
        ws_per_message_deflate=False,
        ws_ping_interval=ping,
        ws_ping_timeout=ping,
        log_config=None,
        lifespan="off",
    )
    config.load()
    return config


async def line(kind: Kind, limit: int = LIMIT, ping: float = 20.0) -> Line:
    """A connection whose upgrade was accepted."""
    app, transport, state = Echo(), Transport(), ServerState()
    socket = kind(config_of(app, limit, ping), state, {})
    opened = Line(socket, transport, app, state)
    socket.connection_made(transport)
    app.listens.set()
    await opened.feed(UPGRADE)
    assert transport.written.startswith(b"HTTP/1.1 101")
    transport.written = b""
    return opened


def frame(payload: bytes, first: int = 0x81, mask: bytes | None = bytes(4)) -> bytes:
    """A frame as a client sends it; without a mask as it must not."""
    size, masked = len(payload), 0 if mask is None else 0x80
    head = bytes((first, masked | size)) if size < 126 else bytes((first, masked | 126))
    if size >= 126:
        head += size.to_bytes(2, "big")
    if mask is None:
        return head + payload
    return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
