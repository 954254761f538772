"""One server: the calls to it, the channels on it, and the pulse that shows that both work."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from contextvars import Context
from itertools import count
from typing import Final

from redis.asyncio.connection import Connection

from app.store.port import Unavailable
from app.store.redis.clock import StoreClock
from app.store.redis.ear import Ear, Listener
from app.store.redis.replies import raw
from app.store.redis.scripts import pack
from app.store.redis.wire import SILENCE, Lost, Wire

PULSE: Final = 2.0
"""Seconds between looks at the clock and at whether one's own bell is heard."""

PROOF_SECONDS: Final = 2.0
PROBE_KEPT: Final = 60_000


class Node:
    """A server that keeps some shards. Its tasks live until `close`."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[Connection]],
        listener: Listener,
        probe: bytes,
        clock: StoreClock,
    ) -> None:
        self.wire = Wire(connect, self._fell_silent)
        self.ear = Ear(connect, self, self._new_mark)
        self._listener = listener
        self._probe = probe
        self._marks = count(1)
        self._clock = clock
        self._proofs: dict[bytes, asyncio.Future[None]] = {}
        self._hears = asyncio.Event()
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    @property
    def is_alive(self) -> bool:
        """Whether everything that should go on for ever does."""
        return bool(self._tasks) and not any(task.done() for task in self._tasks)

    def start(self, failed: Callable[[Exception], None]) -> None:
        """Connect and keep going; `failed` is told if that ends by an error."""
        self.ear.want(self._probe)
        works = (self.wire.line.run(), self.ear.line.run(), self._beat())
        # In a context of their own: they outlive whoever happened to need this server first.
        self._tasks = tuple(
            asyncio.create_task(_told(work, failed), context=Context()) for work in works
        )

    def cut(self, why: str) -> None:
        """Connect anew."""
        self.wire.line.cut(why)
        self.ear.line.cut(why)

    def _fell_silent(self) -> None:
        """What became of one connection has become of the other: do not wait to find out."""
        self.ear.line.cut(SILENCE)

    async def close(self) -> None:
        """Let go of the server."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.wire.close()

    def probe_by(self, probe: bytes) -> None:
        """Use this channel, of a shard that the server keeps, for signs of life."""
        if probe != self._probe:
            self.ear.forget(self._probe)
            self._probe = probe
            self.ear.want(probe)
            self.ear.mark_anew()

    def _new_mark(self) -> bytes:
        """Beside the channel for signs of life, which is this worker's alone."""
        return b"%b:%d" % (self._probe, next(self._marks))

    # — a listener that keeps its own signs of life to itself —

    def message(self, channel: bytes, message: bytes) -> None:
        """Pass on what is not one's own."""
        if channel != self._probe:
            self._listener.message(channel, message)
            return
        proof = self._proofs.pop(message, None)
        if proof is not None and not proof.done():
            proof.set_result(None)

    def confirmed(self, channel: bytes) -> None:
        """Pass on what is not one's own."""
        if channel == self._probe:
            self._hears.set()
        else:
            self._listener.confirmed(channel)

    def misplaced(self) -> None:
        """Pass it on."""
        self._listener.misplaced()

    # — signs of life —

    async def prove(self) -> None:
        """Write, read back and hear one's own bell; raises `Unavailable` if one does not work."""
        nonce = secrets.token_hex(8).encode()
        proof = asyncio.get_running_loop().create_future()
        self._proofs[nonce] = proof
        try:
            await self._in_time(self._subscribed())
            await self._write_and_ring(nonce)
            await self._in_time(proof)
        finally:
            self._proofs.pop(nonce, None)

    async def _in_time(self, sign: Awaitable[None]) -> None:
        try:
            async with asyncio.timeout(PROOF_SECONDS):
                await sign
        except TimeoutError:
            self.ear.line.cut("one's own bell is not heard")
            raise Unavailable("no bell was heard") from None

    async def _subscribed(self) -> None:
        while not self.ear.hears(self._probe):
            self._hears.clear()
            await self._hears.wait()

    async def _write_and_ring(self, nonce: bytes) -> None:
        packed = (
            pack(b"SET", self._probe, nonce, b"PX", PROBE_KEPT)
            + pack(b"GET", self._probe)
            + pack(b"SPUBLISH", self._probe, nonce)
        )
        try:
            replies = await self._ask(packed, 3)
        except Lost as lost:
            raise Unavailable(str(lost)) from lost
        for reply in replies:
            if isinstance(reply, Exception):
                self._listener.misplaced()
                raise Unavailable(str(reply)) from reply
        if replies[1] != nonce:
            raise Unavailable("the store does not give back what was written")

    async def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            with suppress(Lost, Unavailable):
                await self.measure()
                self.ear.insist()
                await self.prove()
            await asyncio.sleep(max(0.1, began + PULSE - loop.time()))

    async def measure(self) -> None:
        """Ask the server for its time; raises `Lost` and `Unavailable`."""
        asked = time.monotonic()
        (reply,) = await self._ask(pack(b"TIME"), 1)
        answered = time.monotonic()
        if isinstance(reply, list):
            seconds, micros = (int(raw(part)) for part in reply)
            self._clock.measured(asked, answered, seconds + micros / 1e6)

    async def _ask(self, packed: bytes, answers: int) -> list[object]:
        until = asyncio.get_running_loop().time() + PROOF_SECONDS
        return await self.wire.call(packed, until, answers)


async def _told(work: Coroutine[None, None, None], failed: Callable[[Exception], None]) -> None:
    """Do this work; if it fails, say so before it is gone."""
    try:
        await work
    except Exception as error:
        failed(error)
        raise
