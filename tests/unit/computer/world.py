"""A room with a computer in a real store, its clock, and the computer's player."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from app.computer.player import ComputerPlayer
from app.game import Rules, Seat
from app.room.commands import Command
from app.room.computer import CONSIDERS
from app.room.decide import Opening
from app.room.state import Millis, Opponent, Playing, RoomCode
from app.service.feed import Feed
from app.service.ledger import Ledger
from app.service.live import Live
from app.service.rooms import Rooms
from app.service.tokens import hash_of, new_token
from app.store.sqlite import SqliteStore
from tests.unit.computer import programs
from tests.unit.room.scene import rules

FLIPS_A1 = "print('action', 'a1', 'score 0 nodes 1 depth 1', flush=True)"


class Clock:
    now = 1_800_000_000_000

    def __call__(self) -> Millis:
        return Millis(self.now)

    def passes(self) -> None:
        self.now += CONSIDERS


class World:
    """A store, its rooms, and as many computer players as a test wants."""

    def __init__(self, store: SqliteStore, clock: Clock, directory: Path) -> None:
        self.store, self.clock, self.directory = store, clock, directory
        self.rooms = Rooms(store, Feed(store), clock)
        self.ledger = Ledger()
        self.code = RoomCode("")

    async def opens(self, ruleset: Rules | None = None, **opening: object) -> None:
        hashed = hash_of(new_token())
        assert hashed is not None
        wanted = Opening(RoomCode(""), Opponent.COMPUTER, None, ruleset or rules(), **opening)  # type: ignore[arg-type]
        live, _ = await self.rooms.open(wanted, hashed)
        self.code = live.room.table.code

    async def does(self, command: Command) -> None:
        await self.rooms.command(self.code, Seat.HOST, new_token()[:20], command)

    async def live(self) -> Live:
        return await self.rooms.find(self.code)

    async def game(self) -> Playing:
        room = (await self.live()).room
        assert isinstance(room, Playing)
        return room

    @asynccontextmanager
    async def player(self, deed: str, count: int = 1) -> AsyncIterator[ComputerPlayer]:
        engines = programs.engines(self.directory, deed, count)
        try:
            yield ComputerPlayer(self.store, self.rooms, self.clock, engines, self.ledger)
        finally:
            await engines.close()
