"""The load: rooms with two players and a spectator each, and what became of them.

Owns the clients and their tasks. Knows no fault; it is asked whether play goes on.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from tests.chaos.checker import ANSWER, RECOVERY
from tests.chaos.client import PATIENCE, Client, Seating
from tests.chaos.history import Fault, RoomHistory, Truth
from tests.chaos.mind import THINKS, Mind
from tests.integration.clients import Room, open_room
from tests.servers import Server

POLL = 0.02
SEATS = ("host", "guest", None)


@dataclass(frozen=True, slots=True)
class Party:
    """All clients of one room."""

    room: Room
    clients: tuple[Client, ...]

    @property
    def minds(self) -> tuple[Mind, ...]:
        """What they know."""
        return tuple(client.mind for client in self.clients)

    @property
    def last_ack(self) -> float:
        """When something was last acknowledged to any of them."""
        return max(mind.last_ack for mind in self.minds)

    def history(self, truth: Truth, faults: Sequence[Fault]) -> RoomHistory:
        """Everything that happened here."""
        commands = tuple(sent for mind in self.minds for sent in mind.sent)
        witnesses = tuple(mind.witness for mind in self.minds)
        return RoomHistory(self.room.code, commands, witnesses, truth, tuple(faults))


class Crew:
    """All parties of a load."""

    def __init__(self, parties: Sequence[Party]) -> None:
        self.parties = tuple(parties)
        self._sent = asyncio.Event()
        for client in self.clients:
            client.on_command = self._sent.set

    @property
    def clients(self) -> tuple[Client, ...]:
        """Every client of every room."""
        return tuple(client for party in self.parties for client in party.clients)

    async def under_way(self) -> None:
        """Wait until somebody sends a command."""
        self._sent.clear()
        await self._sent.wait()

    async def plays_on(self, since: float, within: float = RECOVERY) -> bool:
        """Wait until something was acknowledged in every room after this instant."""
        return await _comes_true(
            lambda: all(party.last_ack > since for party in self.parties), within
        )

    async def comes_to_rest(self) -> None:
        """Let nobody begin anything new, and wait until all that was begun is answered."""
        for client in self.clients:
            client.mind.plays = False
        await _comes_true(lambda: all(client.mind.is_idle for client in self.clients), 2 * ANSWER)

    async def all_know(self, versions: Sequence[int]) -> None:
        """Wait until everybody knows these versions of the rooms, but not for ever."""
        known = tuple(zip(self.parties, versions, strict=True))
        await _comes_true(
            lambda: all(mind.version == v for party, v in known for mind in party.minds), RECOVERY
        )


async def _comes_true(holds: Callable[[], bool], within: float) -> bool:
    until = time.monotonic() + within
    while not holds():
        if time.monotonic() > until:
            return False
        await asyncio.sleep(POLL)
    return True


@dataclass(frozen=True, slots=True)
class Load:
    """How many rooms, how they play, and the seed of all that is left to chance.

    `thinks` and `patience` in seconds, as in `Mind` and `Client`; `addresses` is how many
    different ones the clients say they come from, if a trusted proxy stood before them.
    """

    rooms: int = 8
    seed: int = 1
    thinks: float = THINKS
    patience: float = PATIENCE
    addresses: int = 1


@asynccontextmanager
async def playing(load: Load, opener: Server, doors: Sequence[str]) -> AsyncIterator[Crew]:
    """So many rooms in which everybody plays; all of them have begun."""
    chance = random.Random(load.seed)
    rooms = await asyncio.gather(*(open_room(opener) for _ in range(load.rooms)))
    crew = Crew([_party(room, doors, load, chance) for room in rooms])
    async with asyncio.TaskGroup() as tasks:
        for client in crew.clients:
            tasks.create_task(client.run())
        try:
            assert await crew.plays_on(0.0), "play did not begin"
            yield crew
        finally:
            for client in crew.clients:
                client.leave()


def _party(room: Room, doors: Sequence[str], load: Load, chance: random.Random) -> Party:
    tokens = (room.host, room.guest, None)
    return Party(
        room,
        tuple(
            Client(
                Mind(seat or "spectator", seat, random.Random(chance.random()), load.thinks),
                Seating(room.code, token, doors, _address(load, chance)),
                random.Random(chance.random()),
                load.patience,
            )
            for seat, token in zip(SEATS, tokens, strict=True)
        ),
    )


def _address(load: Load, chance: random.Random) -> str:
    return f"192.0.2.{1 + chance.randrange(load.addresses)}"
