"""Rooms for the load: opened over HTTP here, simply named at the relay; then their sockets.

Owns how a pair of players gets into a room of either server.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from tests.bench.client import encoded
from tests.bench.load import Pair, seat_both
from tests.bench.players import GamePlayers, Players, RelayPlayers, Sizes, Trouble
from tests.bench.servers import Server

AT_ONCE = 32
SEATED_SECONDS = 20
PATH = "/api/rooms/{code}/ws"
RULES = {"preset": "douque", "next_first_mover": "alternate"}
"""The usual rules, but for the draw for the first move, which is no move."""


@dataclass(frozen=True, slots=True)
class Door:
    """The way into one room: its address and what each of the two sockets says first."""

    code: str
    hellos: tuple[bytes, bytes] = (b"", b"")


Opener = Callable[[Server, int], list[Door]]
"""Makes so many new rooms."""


def relay_doors(_: Server, count: int) -> list[Door]:
    """Rooms of the relay exist as soon as somebody comes."""
    return [Door(secrets.token_hex(8)) for _ in range(count)]


def open_rooms(server: Server, count: int) -> list[Door]:
    """Open rooms and take both seats: a game begins in each, with the host to move."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        return [_open_room(connection) for _ in range(count)]
    finally:
        connection.close()


def _open_room(connection: http.client.HTTPConnection) -> Door:
    opened = _post(connection, "/api/rooms", {"name": "Mei", "rules": RULES, "first": "host"})
    code = str(opened["code"])
    guest = _post(connection, f"/api/rooms/{code}/seats", {"name": "Bao"})
    return Door(code, (_hello(opened["token"]), _hello(guest["token"])))


def _post(
    connection: http.client.HTTPConnection, path: str, body: dict[str, object]
) -> dict[str, Any]:
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    read = answer.read()
    if answer.status != 201:
        raise Trouble(f"POST {path}: {answer.status} {read.decode(errors='replace')}")
    found: dict[str, Any] = json.loads(read)
    return found


def _hello(token: str) -> bytes:
    return encoded(orjson.dumps({"type": "hello", "token": token, "protocol": 1}))


Place = Callable[[int, Sequence[int]], tuple[int, int]]
"""The ports at which host and guest of the room of this number come in, out of those there are."""


def together(number: int, ports: Sequence[int]) -> tuple[int, int]:
    """Both at one worker, the rooms spread over all."""
    port = ports[number % len(ports)]
    return port, port


def apart(number: int, ports: Sequence[int]) -> tuple[int, int]:
    """Host and guest at different workers."""
    return ports[number % len(ports)], ports[(number + 1) % len(ports)]


@dataclass(slots=True)
class Guests:
    """Makes the players of new pairs, all alike."""

    make: Callable[[], Players]
    pairs: list[Pair] = field(default_factory=list)

    async def enter(
        self, server: Server, doors: Sequence[Door], place: Place = together
    ) -> list[Pair]:
        """Connect both sockets of every room, some rooms at a time."""
        pairs = [Pair(self.make()) for _ in doors]
        comers = [
            (pair, door, place(number, server.ports))
            for number, (pair, door) in enumerate(zip(pairs, doors, strict=True))
        ]
        for start in range(0, len(comers), AT_ONCE):
            some = comers[start : start + AT_ONCE]
            await asyncio.gather(*(_enter(*comer) for comer in some))
        async with asyncio.timeout(SEATED_SECONDS):
            for pair in pairs:
                await pair.welcomed.wait()
        for pair in pairs:
            pair.check()
        self.pairs += pairs
        return pairs

    def leave(self) -> None:
        """Close every socket."""
        for pair in self.pairs:
            pair.close()
        self.pairs.clear()


def _enter(pair: Pair, door: Door, ports: Sequence[int]) -> Awaitable[None]:
    return seat_both(pair, PATH.format(code=door.code), ports, door.hellos)


def gamers(sizes: Sizes, seed: int = 1) -> Guests:
    """Players of games, each with dice of their own."""
    dice = random.Random(seed)
    return Guests(lambda: GamePlayers(random.Random(dice.random()), sizes))


def repeaters(size: int) -> Guests:
    """Players for the relay, whose moves are `size` bytes."""
    return Guests(lambda: RelayPlayers(size))
