"""The server's WebSocket class: uvicorn's own, with a short way for what a game consists of.

A small whole text frame is read here, and frames that are ready for the wire are written as they
are. Everything else is the stock class's: handshake, fragments, pings, large frames, errors,
closing. What this class does not understand it passes on untouched, so both answer alike.

Uses attributes of uvicorn and websockets that nobody promises; a test names them all.
"""

from __future__ import annotations

import asyncio
from types import CodeType
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State
from websockets.streams import StreamReader

from app.gateway.wire import EXTENSION

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

Message = dict[str, Any]

TEXT: Final = 0x81
"""The first byte of a whole text frame."""
MASKED: Final = 0x80
HEAD: Final = 6
"""Two bytes and the mask."""
SMALL: Final = 125
"""The longest payload whose length is in the second byte."""
MOST_WAITING: Final = 16
"""With so many messages not received yet, nothing more is read from the wire."""

_BETWEEN_FRAMES: Final[CodeType] = StreamReader.at_eof.__code__
"""Where the stock parser stands when it has used up all it got."""


class Inbox:
    """Messages that the application has not received yet; all of a queue that uvicorn uses."""

    __slots__ = ("messages", "waiter")

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.waiter: asyncio.Future[None] | None = None
        """What the application waits for."""

    def put_nowait(self, message: Message) -> None:
        """One more message; never waits."""
        self.messages.append(message)
        waiter, self.waiter = self.waiter, None
        if waiter is not None and not waiter.done():
            waiter.set_result(None)


class FastSocket(WebSocketsSansIOProtocol):
    """One connection from its upgrade on."""

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - as uvicorn hands them over
        super().__init__(*args, **more)
        self._inbox = self.queue = Inbox()  # type: ignore[assignment]
        self._longest = min(SMALL, self.config.ws_max_size)
        self._is_between_messages = False

    async def run_asgi(self) -> None:
        """Serve the application, which finds the short way out among the extensions."""
        offer: dict[object, object] = {"write": self.write_frames}
        self.scope["extensions"][EXTENSION] = offer
        await super().run_asgi()

    # — in —

    def data_received(self, data: bytes) -> None:
        """Take the small frames at the front; the stock class takes the rest."""
        if self._is_between_messages and self.conn.state is State.OPEN:
            data = self._without_small_frames(data)
            if not data:
                return
        super().data_received(data)
        self._is_between_messages = is_between_messages(self.conn)

    def _without_small_frames(self, data: bytes) -> bytes:
        """Hear the frames that are small, whole and good; what comes after them."""
        at, end = 0, len(data)
        while end - at >= HEAD and data[at] == TEXT:
            begin = at + HEAD
            size = data[at + 1] - MASKED
            if not 0 <= size <= self._longest or begin + size > end:
                break
            payload = apply_mask(data[begin : begin + size], data[begin - 4 : begin])
            try:
                text = payload.decode()
            except UnicodeDecodeError:
                break
            self._inbox.put_nowait({"type": "websocket.receive", "text": text})
            at = begin + size
        if len(self._inbox.messages) >= MOST_WAITING and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        return data[at:]

    async def receive(self) -> Any:  # noqa: ANN401 - a message of one of many shapes
        """The next message; with all taken, more is read from the wire."""
        messages = self._inbox.messages
        while not messages:
            self._inbox.waiter = waiter = self.loop.create_future()
            await waiter
        message = messages.pop(0)
        if self.read_paused and not messages:
            self.read_paused = False
            self.transport.resume_reading()
        return message

    # — out —

    async def send(self, message: Any) -> None:  # noqa: ANN401 - a message of one of many shapes
        """Pass a message on. One that refuses the upgrade completes the handshake as well."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True

    def write_frames(self, frames: bytes) -> bool:
        """Write whole unmasked frames at once; False when the wire takes nothing now."""
        if (
            not self.writable.is_set()
            or self.conn.state is not State.OPEN
            or self.transport.is_closing()
        ):
            return False
        self.transport.write(frames)
        return True


def is_between_messages(conn: Any) -> bool:  # noqa: ANN401 - its inside is looked at
    """Has the parser used up all it got, and does no message wait for its other half?

    An empty buffer would not tell: the parser may have taken the head of a frame already.
    """
    place = conn.parser
    while place.gi_yieldfrom is not None:
        place = place.gi_yieldfrom
    return place.gi_code is _BETWEEN_FRAMES and conn.current_size is None
