"""All sockets of this process: hubs of watched rooms, presence, counts, and the farewell.

Owns the hubs and every session. Everything it needs is handed to it; it chooses no adapter.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Protocol

from app.gateway import byes
from app.gateway.byes import Bye
from app.gateway.connection import Connection
from app.gateway.counts import Counts
from app.gateway.crowds import Crowds
from app.gateway.hub import Hub, World
from app.room.commands import Refused
from app.room.state import Millis, RoomCode
from app.service.drawn import Names
from app.service.feed import Feed
from app.service.ledger import Ledger
from app.service.limits import Limits
from app.service.rooms import Rooms
from app.service.visitors import Doorway
from app.store.port import ConnectionId, Store, Unavailable

log = logging.getLogger(__name__)

FAREWELL_SECONDS = 2.0
WRITE_SECONDS = 5.0
WATCH_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Config:
    """What the operator decides about sockets."""

    build: str
    doorway: Doorway
    limited: bool = True
    most_sockets: int = 1000
    hello_seconds: float = 10.0
    presence_seconds: float = 25.0
    """How long a connection counts without a heartbeat."""
    away: Millis = Millis(60_000)
    beat_seconds: float = 10.0
    """Between two heartbeats; several fit into the shortest life of a connection or room."""

    @property
    def presence_ttl(self) -> Millis:
        """The same, as the store wants it."""
        return Millis(int(self.presence_seconds * 1000))


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of the server that sockets speak to."""

    store: Store
    rooms: Rooms
    feed: Feed
    limits: Limits
    now: Callable[[], Millis]
    ledger: Ledger


class Closable(Protocol):
    """A session, as far as its end is concerned."""

    def end(self, bye: Bye) -> None:
        """Say bye and close."""

    def stuck_since(self) -> float | None:
        """When the write that is going on began, by the loop's clock."""

    def abort(self) -> None:
        """Let go of a client that does not read."""


@dataclass(slots=True)
class _Place:
    """A hub and the task that makes it watch its room."""

    hub: Hub
    watching: asyncio.Task[None]


@dataclass(eq=False)
class Switchboard:
    """Everything that lives as long as the process and concerns sockets."""

    services: Services
    config: Config
    counts: Counts = field(init=False)
    crowds: Crowds = field(init=False)
    closing: bool = False
    _names: Names = field(default_factory=Names)
    _places: dict[RoomCode, _Place] = field(default_factory=dict)
    _sessions: set[Closable] = field(default_factory=set)
    _asking: set[asyncio.Task[None]] = field(default_factory=set)
    _all_gone: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self._all_gone.set()
        self.counts = Counts(self.config.limited, self.config.most_sockets)
        ttl = self.config.presence_ttl
        self.crowds = Crowds(self.services.store, self._names.worker, self.counts, ttl)
        self._world = World(
            build=self.config.build,
            now=self.services.now,
            expires_at=self.services.rooms.expires_at,
            alive_until=self.services.rooms.alive_until,
            presence_changed=self.ask_for_presence,
            chat_forgotten=self.recall_chat,
            away=self.config.away,
            counted=self.config.limited,
        )

    # — hubs —

    async def hub(self, code: RoomCode) -> Hub:
        """The hub of a room, watching it. Raises Refused(ROOM_NOT_FOUND) and `Unavailable`.

        Whoever gets it must `settle` it when done, joined or not.
        """
        place = self._places.get(code)
        if place is None:
            hub = Hub(code, self._world)
            place = _Place(hub, asyncio.create_task(self._watch(hub)))
            self._places[code] = place
        place.hub.visitors += 1
        try:
            await asyncio.shield(place.watching)
        except BaseException:
            self._forget(place)
            raise
        return place.hub

    async def _watch(self, hub: Hub) -> None:
        await self.services.feed.watch(hub.code, hub)
        has_begun = False
        try:
            hub.remember(await self.services.store.chat(hub.code))
            has_begun = True
        finally:
            if not has_begun or not hub.visitors:
                await self.services.feed.unwatch(hub.code, hub)

    async def settle(self, hub: Hub) -> None:
        """A visitor of this hub is gone; without any, the room is watched no more."""
        place = self._places.get(hub.code)
        if place is not None and place.hub is hub and self._forget(place):
            await self.services.feed.unwatch(hub.code, hub)

    def _forget(self, place: _Place) -> bool:
        place.hub.visitors -= 1
        if place.hub.visitors > 0:
            return False
        if self._places.get(place.hub.code) is place:
            del self._places[place.hub.code]
        return True

    @property
    def hubs(self) -> tuple[Hub, ...]:
        """The hubs of all rooms that are watched here."""
        return tuple(place.hub for place in self._places.values() if place.hub.is_open)

    # — presence —

    def ask_for_presence(self, hub: Hub) -> None:
        """Find out who is in this room and tell. One at a time: the newest answer is told last."""
        hub.asks_for_presence = True
        if hub.is_being_told:
            return
        hub.is_being_told = True
        self._ask(self._tell_presence(hub))

    def _ask(self, asking: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(asking)
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _tell_presence(self, hub: Hub) -> None:
        try:
            while hub.asks_for_presence:
                hub.asks_for_presence = False
                who = await self.services.store.presence(hub.code)
                if hub.is_open:
                    hub.know_presence(who)
        except Unavailable:
            log.debug("store unavailable while asking who is here")
        finally:
            hub.is_being_told = False

    def recall_chat(self, hub: Hub) -> None:
        """Find out what was said in this room, and let it know."""
        self._ask(self._recall_chat(hub))

    async def _recall_chat(self, hub: Hub) -> None:
        try:
            hub.remember(await self.services.store.chat(hub.code))
        except Unavailable:
            log.debug("store unavailable while asking what was said")

    async def arrive(self, hub: Hub, connection: Connection) -> None:
        """This connection is here; a room that would end before the next heartbeat lives on."""
        await self.is_here(hub, connection)
        rooms, now = self.services.rooms, self.services.now()
        soon = now + 2000 * self.config.beat_seconds
        if connection.seat is not None and rooms.expires_at(hub.live) < soon:
            await self.services.store.keep_alive((hub.code,), rooms.alive_until(hub.live))

    async def is_here(self, hub: Hub, connection: Connection) -> None:
        """Let this connection count for a while; raises `Unavailable`."""
        await self.services.store.arrive(
            hub.code, connection.id, connection.seat, self.config.presence_ttl
        )

    async def depart(self, hub: Hub, connection: Connection) -> None:
        """This connection is gone; if the store is away, its time to live tells the same later."""
        try:
            await self.services.store.depart(hub.code, connection.id)
        except Unavailable:
            log.debug("store unavailable while a connection left")

    # — sessions —

    def new_connection(self) -> ConnectionId:
        """The id of a connection that comes now."""
        return self._names.connection(self.services.now())

    def admit(self, session: Closable) -> None:
        """Know this session until `dismiss`."""
        self._sessions.add(session)
        self._all_gone.clear()

    def dismiss(self, session: Closable) -> None:
        """The session is over."""
        self._sessions.discard(session)
        if not self._sessions:
            self._all_gone.set()

    @property
    def open_sockets(self) -> int:
        """How many sessions there are."""
        return len(self._sessions)

    async def drop_the_stuck(self) -> None:
        """Let go of clients that have not taken a frame for too long, for ever."""
        now = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            limit = now() - WRITE_SECONDS
            for session in tuple(self._sessions):
                since = session.stuck_since()
                if since is not None and since < limit:
                    session.abort()

    async def say_farewell(self) -> None:
        """Let nobody in any more, say bye to everybody, and wait until it is said."""
        self.closing = True
        for session in tuple(self._sessions):
            session.end(byes.RESTARTING)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._all_gone.wait(), FAREWELL_SECONDS)


async def is_alive(rooms: Rooms, code: RoomCode) -> bool:
    """Does this room still live? Raises Refused(UNAVAILABLE)."""
    try:
        await rooms.find(code)
    except Refused as refusal:
        if refusal.code == "unavailable":
            raise
        return False
    return True
