"""The computer's player: does what a room awaits of it, as any client would, over `Rooms`.

Any worker may find that a computer is awaited; a short lease sees to it that only one of them
thinks. Whatever happens to an engine or to the worker, the ply is played once: its command has
the same id everywhere.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Final

from app.computer.engines import Engines
from app.computer.question import Answer, NoAnswer, answer, at_level, question
from app.game import Seat, legal
from app.room.clock import deadline
from app.room.commands import AcceptDraw, Command, Pick, Play, Refusal, Refused
from app.room.computer import acts_at, awaited
from app.room.state import Drawing, DrawOffer, Millis, Playing, Room, RoomCode
from app.service.haste import is_hastened
from app.service.leases import Leases
from app.service.ledger import Ledger
from app.service.live import Live
from app.service.rooms import Rooms
from app.store.port import Head, Store, Unavailable

log = logging.getLogger(__name__)

LEASE: Final = Millis(1_000)
"""So soon another worker may think where one has died."""

LOOKS: Final = 0.25
"""Seconds between two looks whether the room still waits for the answer, or wants it now."""

PLIES_AHEAD: Final = 30
"""A clock is to last for so many more plies of the computer, increments apart."""

TILES: Final = range(5)
ACCEPTS_AT: Final = -0.05
"""The expected points, of 1 to -1, at which a draw is as good as the game …"""

EVEN: Final = 0.001
"""… and at which a game with nothing face down is one, as the tables of endings tell it."""

WIN: Final = 1.0
"""What somebody expects who accepts nothing."""


class Moved(Exception):
    """The room does not wait any more for what is being thought about."""


class ComputerPlayer:
    """Plays for every computer that is awaited."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        now: Callable[[], Millis],
        engines: Engines,
        ledger: Ledger,
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._now = now
        self._engines = engines
        self._ledger = ledger
        self._leases = Leases(store, LEASE)

    @property
    def is_thinking(self) -> bool:
        """Whether anything is asked of the engines."""
        return self._engines.waiting > 0

    async def act(self, code: RoomCode) -> bool:
        """Do what is awaited of the computer in this room, if anything is.

        False if that is up to another worker. Raises Refused, Unavailable.
        """
        if not self._engines.count:
            return False
        return await self._leases.holding(f"thinks:{code}", partial(self._act_if_due, code))

    async def _act_if_due(self, code: RoomCode) -> None:
        live = await self._rooms.find(code)
        seat, acts = awaited(live.room), acts_at(live.room, live.at)
        if seat is not None and acts is not None and self._now() >= acts:
            await self._act(code, seat, live)

    async def _act(self, code: RoomCode, seat: Seat, live: Live) -> None:
        room = live.room
        try:
            command = await self._chosen(live, seat)
        except Moved:
            self._ledger.searches["dropped",] += 1
            return
        with suppress(Refused):
            await self._rooms.command(code, seat, _id_of(room), command)

    async def _chosen(self, live: Live, seat: Seat) -> Command:
        room = live.room
        if isinstance(room, Drawing):
            taken = room.draw.picks.of(seat.other)
            tile = secrets.choice([each for each in TILES if each != taken])
            return Pick(room.table.series.game, tile)
        if not isinstance(room, Playing):
            raise Moved
        found = await self._thought(live.head, room, seat)
        game, offer = room.running.number, await self._offer(live.head, room)
        good = EVEN if not room.running.game.position.pool else ACCEPTS_AT
        if offer is not None and offer.seat is not seat and found.score <= good:
            return AcceptDraw(game, offer.ply)
        return Play(game, room.running.game.ply, found.action)

    async def _thought(self, head: Head, room: Playing, seat: Seat) -> Answer:
        """What the engine answers; a legal action by chance if it does not."""
        player, running = room.table.players.of(seat), room.running
        level = 1 if player is None or player.computer is None else player.computer
        allowed = legal(running.game)

        def line(nodes: int) -> str:
            return question(running.game, running.moves, at_level(level, nodes))

        hurry = asyncio.Event()
        try:
            asking = self._engines.ask(line, hurry)
            said = await self._while_awaited(asking, head, room, hurry)
            found = answer(said, allowed)
        except NoAnswer as why:
            log.warning("an engine did not answer: %s", why)
            self._ledger.searches["failed",] += 1
            return Answer(secrets.choice(allowed), WIN)
        self._ledger.searches["answered",] += 1
        return found

    async def _while_awaited(
        self, asking: Coroutine[None, None, str], head: Head, room: Playing, hurry: asyncio.Event
    ) -> str:
        """The outcome, unless the room moves on first; then Moved, and the search is ended.

        `hurry` is set when somebody asks for the answer now, at whichever worker, and when the
        computer's clock wants it.
        """
        search = asyncio.create_task(asking)
        try:
            while not (await asyncio.wait((search,), timeout=LOOKS))[0]:
                if await self._newest(head, room) is None:
                    raise Moved
                if not hurry.is_set() and await self._is_wanted_now(room):
                    hurry.set()
            return await search
        finally:
            search.cancel()

    async def _is_wanted_now(self, room: Playing) -> bool:
        thinks_until = _thinks_until(room)
        if thinks_until is not None and self._now() >= thinks_until:
            return True
        with suppress(Unavailable):
            if await is_hastened(self._store, room):
                log.info("somebody wants the answer now")
                return True
        return False

    async def _offer(self, head: Head, room: Playing) -> DrawOffer | None:
        """The offer that stands now: it may have been made or withdrawn during the search."""
        newest = await self._newest(head, room)
        return None if newest is None else newest.running.offer

    async def _newest(self, head: Head, room: Playing) -> Playing | None:
        """The room as it is, or was when the store went away; None if it waits for no answer.

        The computer's flag falls here, if it does.
        """
        code, flag = room.table.code, deadline(room)
        try:
            if flag is not None and self._now() >= flag:
                now = (await self._rooms.fire(code)).room
            elif await self._store.heads((code,)) == (head,):
                return room
            else:
                now = (await self._rooms.find(code)).room
        except Unavailable:
            return room
        except Refused as refused:
            return room if refused.code is Refusal.UNAVAILABLE else None
        if not isinstance(now, Playing) or _id_of(now) != _id_of(room):
            return None
        return now


def _thinks_until(room: Playing) -> Millis | None:
    """When the computer, whose time runs, has thought enough by its clock."""
    rules, clock = room.table.clock, room.running.clock
    if rules is None or clock is None or clock.running is None:
        return None
    left = clock.left.of(clock.running)
    share = left // PLIES_AHEAD + 700 * rules.increment
    return Millis(clock.at + min(share, left // 2))


def _id_of(room: Room) -> str:
    """One id for one deed, whichever worker does it."""
    ply = room.running.game.ply if isinstance(room, Playing) else "pick"
    return f"computer-{room.table.series.game}-{ply}"
