"""A client's life: it connects, comes back whenever it was cut off, and carries its mind's frames.

It behaves as the page does: hello first, a ping when it is quiet, another door and a longer
pause after each failure. Only the longest pause is shorter, so that it is there when play can
go on.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.chaos.history import Ending
from tests.chaos.mind import Frame, Mind

FIRST_PAUSE = 0.05
LONGEST_PAUSE = 1.0
PINGS = 1.0
PATIENCE = 9.0
"""Seconds without any frame after which a connection is given up, as the page does."""

IMPATIENT = 2.0
"""The same where connections die in silence: to see how the server takes it, not the page."""


class TurnedAway(Exception):
    """The server says that coming back is of no use; nothing here may bring that about."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Where a room is entered: its code, a token for a seat, and the doors that lead there.

    A door is the beginning of an address, as in `ws://127.0.0.1:8000`; `address` is where a
    proxy would say that the client comes from.
    """

    code: str
    token: str | None
    doors: Sequence[str]
    address: str


class Client:
    """Plays as its mind wants, until it is told to leave."""

    def __init__(
        self, mind: Mind, seating: Seating, chance: random.Random, patience: float = PATIENCE
    ) -> None:
        self.mind = mind
        self.on_command: Callable[[], None] = lambda: None
        """Called when a command has just been sent."""
        self._seating = seating
        self._chance = chance
        self._patience = patience
        self._door = chance.randrange(len(seating.doors))
        self._failures = 0
        self._heard_at = 0.0
        self._pinged_at = 0.0
        self._bye: str | None = None
        self._leaves = False

    @property
    def is_connected(self) -> bool:
        """Whether it was welcomed on the connection that it has."""
        return self._failures == 0

    def leave(self) -> None:
        """End at the next frame or pause."""
        self._leaves = True

    async def run(self) -> None:
        """Be there until told to leave; raises `TurnedAway`."""
        self._failures = 1
        while not self._leaves:
            with suppress(OSError, TimeoutError, WebSocketException):
                await self._visit()
            self.mind.lets_go(time.monotonic())
            if not self._leaves:
                await self._pause()

    async def _pause(self) -> None:
        longest = min(LONGEST_PAUSE, FIRST_PAUSE * 2**self._failures)
        self._failures += 1
        self._door = (self._door + 1) % len(self._seating.doors)
        await asyncio.sleep(longest * (0.5 + self._chance.random() / 2))

    async def _visit(self) -> None:
        door = self._seating.doors[self._door]
        url = f"{door}/api/rooms/{self._seating.code}/ws"
        async with connect(
            url,
            additional_headers={"X-Forwarded-For": self._seating.address},
            compression=None,
            open_timeout=self._patience,
            close_timeout=1,
            ping_interval=None,
            max_queue=None,
            proxy=None,
        ) as socket:
            try:
                await self._speak(socket)
            except ConnectionClosed as closed:
                await self._hear_the_rest(socket)
                self.mind.is_cut_off(_ending(closed, self._bye))

    async def _hear_the_rest(self, socket: ClientConnection) -> None:
        """Take in what had come before the end."""
        with suppress(ConnectionClosed):
            while True:
                self._take(orjson.loads(await socket.recv()))

    async def _speak(self, socket: ClientConnection) -> None:
        self._bye = None
        hello = {"type": "hello", "protocol": 1}
        token = self._seating.token
        await _send(socket, hello if token is None else {**hello, "token": token})
        self._heard_at = self._pinged_at = time.monotonic()
        while not self._leaves:
            await self._hear(socket)
            now = time.monotonic()
            if self._failures == 0 and (wish := self.mind.says(now)) is not None:
                await _send(socket, wish)
                self.on_command()
            if self.mind.waits_in_vain(now) or now - self._heard_at > self._patience:
                socket.transport.abort()
                return
            if now - max(self._heard_at, self._pinged_at) > PINGS:
                self._pinged_at = now
                await _send(socket, {"type": "ping", "id": "quiet"})

    async def _hear(self, socket: ClientConnection) -> None:
        """Take in the next frame, if one comes before there is something else to be done."""
        now = time.monotonic()
        acts_at = self.mind.acts_at() if self._failures == 0 else None
        until = min(now + PINGS, now + PINGS if acts_at is None else acts_at)
        try:
            async with asyncio.timeout(max(0.0, until - now)):
                raw = await socket.recv()
        except TimeoutError:
            return
        self._heard_at = time.monotonic()
        self._take(orjson.loads(raw))

    def _take(self, frame: Frame) -> None:
        if frame["type"] == "welcome":
            self._failures = 0
        elif frame["type"] == "bye":
            self._bye = frame["code"]
            if not frame["retry"]:
                raise TurnedAway(f"{self.mind.name}: {frame['code']}")
        self.mind.hears(frame, self._heard_at)


def _ending(closed: ConnectionClosed, bye: str | None) -> Ending:
    code = closed.rcvd.code if closed.rcvd is not None else 1006
    return Ending(time.monotonic(), code, bye)


async def _send(socket: ClientConnection, frame: Frame) -> None:
    await socket.send(orjson.dumps(frame).decode())
