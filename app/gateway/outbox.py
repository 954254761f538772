"""What waits to be sent on one connection, and the one task that sends it.

Bounded: one welcome and one state (newer ones replace them) and at most 64 small frames.
Whoever puts something in never waits; only the writer does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from app.gateway.byes import TOO_SLOW, Bye
from app.gateway.frames import Frame

SMALL_FRAMES: Final = 64
ENOUGH: Final = SMALL_FRAMES // 2
"""With so many small frames waiting, the client's next command waits too."""

Send = Callable[[Mapping[str, object]], Awaitable[None]]


class Outbox:
    """The queue of one connection. Order: welcome, small frames, state; a bye comes last."""

    __slots__ = (
        "_bye",
        "_drained",
        "_send",
        "_small",
        "_state",
        "_wake",
        "_welcome",
        "busy_since",
        "closed",
    )

    def __init__(self, send: Send) -> None:
        self._send = send
        self._welcome: Frame | None = None
        self._state: Frame | None = None
        self._small: list[Frame] = []
        self._bye: Bye | None = None
        self._wake = asyncio.Event()
        self._drained: asyncio.Event | None = None
        self.busy_since: float | None = None
        """When the write that is going on began, by the loop's clock."""
        self.closed = False
        """Nothing more is taken in."""

    def welcome(self, frame: Frame) -> None:
        """Everything anew; states that wait are older and go."""
        if not self.closed:
            self._welcome, self._state = frame, None
            self._wake.set()

    def state(self, frame: Frame) -> None:
        """The newest state takes the place of one that waits."""
        if not self.closed:
            self._state = frame
            self._wake.set()

    def small(self, frame: Frame) -> None:
        """One small frame; a client with too many unread ones is told to come back."""
        if self.closed:
            return
        if len(self._small) >= SMALL_FRAMES:
            self._small.clear()
            self._welcome = self._state = None
            self.end(TOO_SLOW)
            return
        self._small.append(frame)
        self._wake.set()

    def end(self, bye: Bye) -> None:
        """Send what waits, say bye, close. The first bye counts."""
        if not self.closed:
            self.closed = True
            self._bye = bye
            self._wake.set()
            self._tell_drained()

    async def taken(self) -> None:
        """Wait while a client that asks faster than it reads has answers enough to take."""
        while len(self._small) >= ENOUGH and not self.closed:
            self._drained = asyncio.Event()
            await self._drained.wait()

    def _tell_drained(self) -> None:
        if self._drained is not None:
            self._drained.set()
            self._drained = None

    async def run(self) -> None:
        """Send until the bye is said; raises what sending raises."""
        now = asyncio.get_running_loop().time
        while True:
            await self._wake.wait()
            self._wake.clear()
            self.busy_since = now()
            while (frame := self._next()) is not None:
                await self._send(frame)
            if self._bye is not None:
                await self._send(self._bye.frame)
                await self._send({"type": "websocket.close", "code": self._bye.close})
                return
            self.busy_since = None

    def _next(self) -> Frame | None:
        frame, self._welcome = self._welcome, None
        if frame is None and self._small:
            frame = self._small.pop(0)
            if not self._small:
                self._tell_drained()
        if frame is None:
            frame, self._state = self._state, None
        return frame
