"""The load: many rooms of two sockets, kept going at full speed or at a steady rate.

Owns the clock: when which room moves, and how long answers took. What is said is the
players' part.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from tests.bench.client import Ear, Socket, connect
from tests.bench.players import Players, Step, Trouble
from tests.bench.servers import Server, Usage

BOTH = 0b11
SETTLE_SECONDS = 0.3
SLICE_SECONDS = 0.2
ANSWER_SECONDS = 10.0


@dataclass(slots=True)
class Meter:
    """What happened while it was on."""

    moves: int = 0
    mover: list[float] = field(default_factory=list)
    """Seconds from sending a move to its answer on the same socket."""
    opponent: list[float] = field(default_factory=list)
    """The same until it was on the other socket of the room."""


@dataclass(frozen=True, slots=True)
class Slice:
    """A fifth of a second of load on one server."""

    meter: Meter
    usage: Usage
    load: float
    """Seconds of CPU that the load itself used."""

    @property
    def disturbance(self) -> float:
        """Which part of the server's core others than the server used."""
        return max(0.0, self.usage.core - self.usage.cpu) / self.usage.wall


def _rest(_: Pair) -> None:
    """Do nothing after an answer."""


class Pair:
    """A room: two sockets of which one speaks at a time, and both hear the answer."""

    def __init__(self, players: Players) -> None:
        self.players = players
        self.meter = Meter()
        self.sockets: list[Socket] = []
        self.trouble: Exception | None = None
        self.welcomed = asyncio.Event()
        """Set once both players have been let in."""
        self.answered: Callable[[Pair], None] = _rest
        """Called when both sockets have heard the answer."""
        self._missing = 0
        self._sent_at = 0.0
        self._seat = 0
        self._is_move = False

    @property
    def waits(self) -> bool:
        """Is an answer still missing?"""
        return self._missing != 0

    def ear(self, seat: int) -> Ear:
        """What the socket of this seat hears with."""
        return partial(self._hears, seat)

    def _hears(self, seat: int, payload: bytes) -> None:
        try:
            is_answer = self.players.hears(payload)
        except Trouble as trouble:
            self.trouble = trouble
            return
        if is_answer:
            self._heard(seat)
        elif self.players.are_seated:
            self.welcomed.set()

    def _heard(self, seat: int) -> None:
        bit = 1 << seat
        if not self._missing & bit:
            return
        self._missing ^= bit
        if self._is_move:
            times = self.meter.mover if seat == self._seat else self.meter.opponent
            times.append(time.perf_counter() - self._sent_at)
        if self._missing:
            return
        self.meter.moves += self._is_move
        if self.players.is_between_games:
            self.move()
        else:
            self.answered(self)

    def move(self) -> None:
        """Send the next frame."""
        try:
            self._send(self.players.step())
        except Trouble as trouble:
            self.trouble = trouble

    def _send(self, step: Step) -> None:
        self._missing, self._seat, self._is_move = BOTH, step.seat, step.is_move
        self._sent_at = time.perf_counter()
        self.sockets[step.seat].send(step.frame)

    def close(self) -> None:
        """Let go of both sockets."""
        for socket in self.sockets:
            socket.close()

    def check(self) -> None:
        """Raises `Trouble` if anything went wrong in this room."""
        if self.trouble is not None:
            raise self.trouble
        if any(socket.lost for socket in self.sockets):
            raise Trouble("a connection was lost")


async def seat_both(pair: Pair, path: str, ports: Sequence[int], hellos: Sequence[bytes]) -> None:
    """Connect both sockets of a room, each at its port, and say hello."""
    for seat, (port, hello) in enumerate(zip(ports, hellos, strict=True)):
        socket = await connect(path, port, pair.ear(seat))
        pair.sockets.append(socket)
        if hello:
            socket.send(hello)
        else:
            pair.welcomed.set()


async def full_speed(server: Server, pairs: Sequence[Pair], seconds: float) -> list[Slice]:
    """Every room moves as soon as both sockets have heard of the last move."""
    for pair in pairs:
        pair.answered = Pair.move
        pair.move()
    slices = await _slices(server, pairs, seconds)
    for pair in pairs:
        pair.answered = _rest
    await _quiet(server, pairs)
    return slices


async def steady(server: Server, pairs: Sequence[Pair], seconds: float, rate: float) -> list[Slice]:
    """All rooms together move `rate` times a second, evenly spread."""
    interval = len(pairs) / rate
    begin = asyncio.get_running_loop().time() + 0.01
    metronomes = [
        asyncio.create_task(_keep_time(pair, begin + at / rate, interval))
        for at, pair in enumerate(pairs)
    ]
    slices = await _slices(server, pairs, seconds)
    for metronome in metronomes:
        metronome.cancel()
    await _quiet(server, pairs)
    return slices


async def _keep_time(pair: Pair, due: float, interval: float) -> None:
    loop = asyncio.get_running_loop()
    while pair.trouble is None:
        await asyncio.sleep(due - loop.time())
        if not pair.waits:
            pair.move()
        due += interval


async def _slices(server: Server, pairs: Sequence[Pair], seconds: float) -> list[Slice]:
    await asyncio.sleep(SETTLE_SECONDS)
    slices = [await _slice(server, pairs) for _ in range(round(seconds / SLICE_SECONDS))]
    for pair in pairs:
        pair.meter = Meter()
    return slices


async def _slice(server: Server, pairs: Sequence[Pair]) -> Slice:
    meter = Meter()
    for pair in pairs:
        pair.meter = meter
    before, load = server.usage, time.process_time()
    await asyncio.sleep(SLICE_SECONDS)
    return Slice(meter, server.usage.since(before), time.process_time() - load)


async def _quiet(server: Server, pairs: Sequence[Pair]) -> None:
    """Wait for the answers that are still due. Raises `Trouble`, `ServerFailed`."""
    until = time.monotonic() + ANSWER_SECONDS
    while True:
        server.check()
        for pair in pairs:
            pair.check()
        if not any(pair.waits for pair in pairs):
            return
        if time.monotonic() > until:
            raise Trouble("an answer did not come")
        await asyncio.sleep(0.02)
