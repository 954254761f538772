"""Calls to one server over one connection: many under way at once, answered in their order.

A call whose connection broke after it was sent is `Lost`: it may or may not have been done.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from redis.asyncio.connection import Connection

from app.store.port import Unavailable
from app.store.redis.line import Line

SILENT: Final = 2.0
"""Seconds without a sign of life, while an answer is due, after which a connection is given up."""

SILENCE: Final = "the server fell silent"
TICK: Final = 0.25
MOST_WAITING: Final = 20_000


class Lost(Exception):
    """No answer came; whether the call was done is not known."""


Replies = list[object]


@dataclass(slots=True, eq=False)
class _Call:
    packed: bytes
    answers: int
    until: float
    future: asyncio.Future[Replies]
    replies: Replies = field(default_factory=list)


class Wire:
    """Sends calls and gives each its answers. A speaker of its line.

    `fell_silent` is called when the server gave no sign of life for too long.
    """

    def __init__(
        self, connect: Callable[[], Awaitable[Connection]], fell_silent: Callable[[], None]
    ) -> None:
        self.line = Line(connect, self)
        self.why: Exception | None = None
        """Why there is no connection."""
        self._fell_silent = fell_silent
        self._unsent: deque[_Call] = deque()
        self._sent: deque[_Call] = deque()
        self._heard_at = 0.0
        self._loop = asyncio.get_running_loop()
        self._watch: asyncio.TimerHandle | None = None

    def call(self, packed: bytes, until: float, answers: int = 1) -> asyncio.Future[Replies]:
        """The answers to these commands; raises `Lost`, or `Unavailable` if too many wait.

        `until` is the instant of the loop's clock at which nobody waits any longer.
        """
        if len(self._sent) + len(self._unsent) >= MOST_WAITING:
            raise Unavailable("too many calls wait for the store")
        call = _Call(packed, answers, until, self._loop.create_future())
        if self.line.is_connected:
            self._send(call)
        else:
            self._unsent.append(call)
        if self._watch is None:
            self._watch = self._loop.call_later(TICK, self._look)
        return call.future

    def _send(self, call: _Call) -> None:
        if not self._sent:
            self._heard_at = self._loop.time()
        self._sent.append(call)
        self.line.write(call.packed)

    # — what the line tells —

    def connected(self) -> None:
        """Send what waited for a connection."""
        self.why = None
        unsent, self._unsent = self._unsent, deque()
        for call in unsent:
            if not call.future.done():
                self._send(call)

    def heard(self, reply: object) -> None:
        """The next answer belongs to the oldest call."""
        self._heard_at = self._loop.time()
        if not self._sent:
            self.line.cut("an answer that nobody asked for")
            return
        call = self._sent[0]
        call.replies.append(reply)
        if len(call.replies) == call.answers:
            self._sent.popleft()
            if not call.future.done():
                call.future.set_result(call.replies)

    def broke(self, why: Exception) -> None:
        """What was sent and not answered is lost."""
        self.why = why
        sent, self._sent = self._sent, deque()
        for call in sent:
            if not call.future.done():
                call.future.set_exception(Lost(str(why)))

    # — time —

    def _look(self) -> None:
        """Answer those that waited too long, and give up a connection that fell silent."""
        now = self._loop.time()
        for call in (*self._sent, *self._unsent):
            if call.until <= now and not call.future.done():
                call.future.set_exception(Lost("no answer in time"))
        while self._unsent and self._unsent[0].future.done():
            self._unsent.popleft()
        if self._sent and now - self._heard_at > SILENT:
            self.line.cut(SILENCE)
            self._fell_silent()
        waits = self._sent or self._unsent
        self._watch = self._loop.call_later(TICK, self._look) if waits else None

    def close(self) -> None:
        """Leave nobody waiting."""
        if self._watch is not None:
            self._watch.cancel()
        for call in (*self._sent, *self._unsent):
            if not call.future.done():
                call.future.set_exception(Lost("the store is closed"))
        self._sent.clear()
        self._unsent.clear()
