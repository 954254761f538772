"""Builders for the contract suite: a clock to be turned, and rooms that know their head."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypedDict, Unpack

from msgspec.structs import replace

from app.game import PRESETS, BySeat, Seat
from app.game.deal import Seeds
from app.room.events import Event, GameStarted, PlyPlayed, RoomOpened
from app.room.state import Millis, Opponent, Player, RoomCode, Table, Version
from app.store.port import (
    NOWHERE,
    Append,
    Bell,
    CommandKey,
    FinishedGame,
    Head,
    Rang,
    Recorded,
    Store,
    Tag,
    TokenHash,
)

CODE = RoomCode("BCDFGH")
OTHER = RoomCode("ZYXWVT")
START = 1_700_000_000_000
HOUR = 3_600_000
TABLE = Table(
    code=CODE,
    opponent=Opponent.FRIEND,
    players=BySeat(Player("Mei"), None),
    rules=PRESETS["douque"],
    clock=None,
    spectators=True,
)
OPENED = RoomOpened(TABLE)
PLY = PlyPlayed("a1=G", None, None)
SEEDS = Seeds(b"S" * 32, b"h" * 32, b"g" * 32, "the-game")
GAME = GameStarted(TABLE, Seat.HOST, SEEDS, Millis(START), None, None)


class More(TypedDict, total=False):
    """What else an append may bring along."""

    deadline: Millis | None
    expires_at: Millis
    checkpoint: bool
    grants: tuple[tuple[Seat, TokenHash | None], ...]
    finished: FinishedGame | None


class Clock:
    """The time, which passes only when somebody says so."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> Millis:
        return Millis(self.time)

    def passes(self, millis: int) -> None:
        self.time += millis


def token(letter: str) -> TokenHash:
    return TokenHash(letter * 64)


def by_host(command: str) -> CommandKey:
    return CommandKey(Seat.HOST, command)


def by_guest(command: str) -> CommandKey:
    return CommandKey(Seat.GUEST, command)


class Ear:
    """What is heard of a room. A bell may come a moment after the answer to what rang it."""

    def __init__(self, rooms: Rooms, room: RoomCode) -> None:
        self._rooms = rooms
        self._room = room
        self.so_far: list[Bell] = []
        self._something = asyncio.Event()
        self.stop: Callable[[], Awaitable[None]]

    def hear(self, bell: Bell) -> None:
        self.so_far.append(bell)
        self._something.set()

    async def heard(self) -> list[Bell]:
        """Everything that was rung until now: one more event is written, and waited for."""
        rooms, room = self._rooms, self._room
        add = rooms.add if room in rooms.head else rooms.open
        last = (await add(room=room)).head
        while not any(isinstance(bell, Rang) and bell.head == last for bell in self.so_far):
            self._something.clear()
            await self._something.wait()
        bells, self.so_far = self.so_far[:-1], []
        return bells


@dataclass
class Rooms:
    """A store with its clock, and the newest known head of each room."""

    store: Store
    clock: Clock
    head: dict[RoomCode, Head] = field(default_factory=dict)

    def write(
        self,
        event: Event = PLY,
        command: CommandKey | None = None,
        *,
        room: RoomCode = CODE,
        **more: Unpack[More],
    ) -> Append:
        """What would append `event` to the room as it stands; lives for an hour."""
        after = self.head.get(room, NOWHERE)
        head = Head(Version(after.version + 1), Tag(secrets.token_hex(8)))
        write = Append(
            room=room,
            after=after,
            recorded=Recorded(head, self.clock(), command, event),
            deadline=None,
            expires_at=Millis(self.clock() + HOUR),
            not_after=Millis(self.clock() + 5_000),
        )
        return replace(write, **more)

    async def add(
        self,
        event: Event = PLY,
        command: CommandKey | None = None,
        *,
        room: RoomCode = CODE,
        **more: Unpack[More],
    ) -> Recorded:
        """Append and go on from there."""
        write = self.write(event, command, room=room, **more)
        assert await self.store.append(write) == write.recorded.head
        self.head[room] = write.recorded.head
        return write.recorded

    async def open(self, room: RoomCode = CODE, **more: Unpack[More]) -> Recorded:
        return await self.add(OPENED, room=room, **more)

    async def start(self) -> Recorded:
        return await self.add(GAME, checkpoint=True)

    async def log(self, room: RoomCode = CODE) -> tuple[Recorded, ...]:
        kept = await self.store.load(room)
        assert kept is not None
        return kept.log

    async def since(self, head: Head) -> tuple[Recorded, ...]:
        newer = await self.store.since(CODE, head)
        assert newer is not None
        return newer.log

    async def listen(self, room: RoomCode = CODE) -> Ear:
        ear = Ear(self, room)
        ear.stop = await self.store.listen(room, ear.hear)
        return ear
