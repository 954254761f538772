"""What waits to be sent on one connection, and how it leaves.

Bounded: one welcome and one state (newer ones replace them) and at most 64 small frames.
Whoever puts something in never waits. Where the wire takes frames at once they leave at once,
or in one piece when the outbox was held meanwhile; a task writes what the wire does not take,
and the last word.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from app.gateway.byes import TOO_SLOW, Bye
from app.gateway.frames import Frame
from app.gateway.wire import Send, Write

SMALL_FRAMES: Final = 64
ENOUGH: Final = SMALL_FRAMES // 2
"""With so many small frames waiting, the client's next command waits too."""


class Outbox:
    """The queue of one connection. Order: welcome, small frames, state; a bye comes last."""

    __slots__ = (
        "_bye",
        "_drained",
        "_is_held",
        "_send",
        "_small",
        "_state",
        "_welcome",
        "_write",
        "_writer",
        "busy_since",
        "closed",
    )

    def __init__(self, send: Send, write: Write | None = None) -> None:
        self._send = send
        self._write = write
        self._welcome: Frame | None = None
        self._state: Frame | None = None
        self._small: list[Frame] = []
        self._bye: Bye | None = None
        self._is_held = False
        self._writer: asyncio.Task[None] | None = None
        """Writes what the wire did not take at once; stays when the peer is gone."""
        self._drained: asyncio.Event | None = None
        self.busy_since: float | None = None
        """When the writer began, by the loop's clock."""
        self.closed = False
        """Nothing more is taken in."""

    # — what comes in —

    def welcome(self, frame: Frame) -> None:
        """Everything anew; states that wait are older and go."""
        if not self.closed:
            self._welcome, self._state = frame, None
            self._leave()

    def state(self, frame: Frame) -> None:
        """The newest state takes the place of one that waits."""
        if not self.closed:
            self._state = frame
            self._leave()

    def small(self, frame: Frame) -> None:
        """One small frame; a client with too many unread ones is told to come back."""
        if self.closed:
            return
        if len(self._small) >= SMALL_FRAMES:
            self._forget()
            self.end(TOO_SLOW)
            return
        self._small.append(frame)
        self._leave()

    def end(self, bye: Bye) -> None:
        """Send what waits, say bye, close. The first bye counts."""
        if not self.closed:
            self.closed = True
            self._bye = bye
            self._tell_drained()
            if self._writer is None:
                self._start_writer()

    @property
    def bye(self) -> Bye | None:
        """Why it was ended, if it was."""
        return self._bye

    async def taken(self) -> None:
        """Wait while a client that asks faster than it reads has answers enough to take."""
        while len(self._small) >= ENOUGH and not self.closed:
            self._drained = asyncio.Event()
            await self._drained.wait()

    def _tell_drained(self) -> None:
        if self._drained is not None:
            self._drained.set()
            self._drained = None

    # — how it leaves —

    def hold(self) -> None:
        """Let nothing leave until `release`: it will go in one piece."""
        self._is_held = True

    def release(self) -> None:
        """Let everything leave that has come since `hold`."""
        self._is_held = False
        self._leave()

    def _leave(self) -> None:
        """Write what waits, unless it is held or the writer is at it."""
        if self._is_held or self._writer is not None:
            return
        pieces = self._waiting()
        if pieces and (self._write is None or not self._write(b"".join(pieces))):
            self._start_writer()
        elif pieces:
            self._forget()

    def _waiting(self) -> list[bytes]:
        """All that waits, in its order."""
        pieces = [frame.framed for frame in self._small] if self._small else []
        if self._welcome is not None:
            pieces.insert(0, self._welcome.framed)
        if self._state is not None:
            pieces.append(self._state.framed)
        return pieces

    def _forget(self) -> None:
        self._welcome = self._state = None
        if self._small:
            self._small.clear()
            self._tell_drained()

    def _start_writer(self) -> None:
        self._writer = asyncio.create_task(self._write_all())

    async def _write_all(self) -> None:
        """Send until nothing waits, or the bye is said; ends quietly when the peer is gone."""
        self.busy_since = asyncio.get_running_loop().time()
        with contextlib.suppress(OSError, RuntimeError):
            while (frame := self._next()) is not None:
                await self._send(frame.message)
            if self._bye is None:
                self._writer = self.busy_since = None
                return
            await self._send(self._bye.frame.message)
            await self._send({"type": "websocket.close", "code": self._bye.close})

    def _next(self) -> Frame | None:
        frame, self._welcome = self._welcome, None
        if frame is None and self._small:
            frame = self._small.pop(0)
            if not self._small:
                self._tell_drained()
        if frame is None:
            frame, self._state = self._state, None
        return frame

    # — the end —

    async def finished(self) -> None:
        """Wait until all is written that had to be."""
        if self._writer is not None:
            await self._writer

    def drop(self) -> None:
        """Write nothing more."""
        self.closed = True
        self._forget()
        if self._writer is not None:
            self._writer.cancel()
