"""The application, put together: the only place where adapters are chosen."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Final

from fastapi import FastAPI

from app.api import errors, health, judge, pages, qr, reviews, rooms, site
from app.api.access import Access
from app.api.desk import Desk
from app.api.front import Front
from app.api.metrics import Build, exposition
from app.computer.engines import Engines, share, usual_total
from app.computer.player import ComputerPlayer
from app.gateway.ghosts import look_for_ghosts
from app.gateway.heartbeats import beat
from app.gateway.routes import socket_route
from app.gateway.switchboard import Config, Services, Switchboard, is_alive
from app.review.reviews import Reviews
from app.room.state import Millis
from app.service.deadlines import Deadlines
from app.service.feed import Feed
from app.service.ledger import Ledger
from app.service.limits import Limits
from app.service.measured import Measured
from app.service.meter import Meter, Place
from app.service.outages import Outages
from app.service.rooms import Rooms
from app.service.times import Times
from app.service.visitors import Doorway
from app.settings import Settings
from app.store.location import sqlite_path
from app.store.port import Store, Unavailable
from app.store.redis.address import is_redis, read_address
from app.store.sqlite import SqliteStore

log = logging.getLogger(__name__)

HEARTBEATS_IN_LIFE: Final = 2.5
READY_SECONDS: Final = 3.0
MOST_SOCKETS: Final = 10_000

Work = Callable[[], Coroutine[None, None, None]]


def now() -> Millis:
    """The time, in milliseconds since the epoch."""
    return Millis(time.time_ns() // 1_000_000)


Now = Callable[[], Millis]


def open_store(settings: Settings) -> tuple[Store, Now]:
    """The store that the settings name, not opened yet, and the time that goes with it."""
    if not is_redis(settings.store):
        return SqliteStore(sqlite_path(settings.store), now), now
    # Only here: a server with SQLite need not load the client library.
    from app.store.redis.access import Options  # noqa: PLC0415
    from app.store.redis.store import RedisStore  # noqa: PLC0415

    address = read_address(settings.store).with_password(settings.redis_password)
    store = RedisStore(address, Options(wait=settings.redis_wait))
    return store, store.now


@dataclass(eq=False)
class Core:
    """The server without its web framework: services, sockets, and the work that never ends."""

    store: Store
    rooms: Rooms
    limits: Limits
    board: Switchboard
    meter: Meter
    engines: Engines
    reviews: Reviews
    endless: tuple[Work, ...]
    on_death: Callable[[], None] = lambda: None
    """Called when work that must never end has ended."""
    failure: str | None = None
    """Why the store could not be opened."""
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)
    _proving: asyncio.Task[bool] | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the store and keep everything going until left."""
        try:
            await self.store.open()
        except Unavailable as away:
            self.failure = str(away)
            raise
        self._tasks = [asyncio.create_task(self._keep_going(work)) for work in self.endless]
        try:
            yield
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self.engines.close()
            await self.store.close()

    async def _keep_going(self, work: Work) -> None:
        try:
            await work()
        except Exception:
            log.exception("work that must never end has failed")
        else:
            log.error("work that must never end has ended: %s", getattr(work, "__qualname__", "?"))
        self.on_death()

    async def is_ready(self) -> bool:
        """The store answers, its bells are heard, all endless work goes on, and no end is near."""
        is_going = self._tasks and not any(task.done() for task in self._tasks)
        if not is_going or self.board.closing:
            return False
        # However many ask at once, the store is asked once.
        if self._proving is None or self._proving.done():
            self._proving = asyncio.create_task(self._prove())
        return await asyncio.shield(self._proving)

    async def _prove(self) -> bool:
        try:
            async with asyncio.timeout(READY_SECONDS):
                await self.store.ready()
        except (TimeoutError, Unavailable):
            return False
        return True


def core_of(
    settings: Settings,
    kept: tuple[Store, Now],
    build: str,
    most_sockets: int,
    place: Place | None = None,
) -> Core:
    """Services and sockets over this store, by these settings."""
    ledger = Ledger()
    store, time_ = Measured(kept[0], ledger), kept[1]
    feed = Feed(store, ledger)
    outages = Outages(store, time_)
    rooms_ = Rooms(store, feed, time_, _times(settings), outages)
    engines = Engines(_engines(settings, place))
    player = ComputerPlayer(store, rooms_, time_, engines, ledger)
    deadlines = Deadlines(store, rooms_, time_, player.act, outages)
    limits = Limits(store, partial(is_alive, rooms_), settings.rate_limits)
    config = Config(
        build=build,
        doorway=_doorway(settings),
        limited=settings.rate_limits,
        most_sockets=most_sockets,
        hello_seconds=settings.hello_seconds,
        presence_seconds=settings.presence_seconds,
        away=_millis(settings.away_seconds),
        beat_seconds=_beat_seconds(settings),
    )
    board = Switchboard(Services(store, rooms_, feed, limits, time_, ledger), config)
    meter = Meter(ledger, lambda: len(board.hubs), place)
    reviews_ = Reviews(store, engines)
    on_time = (store.run, feed.run, deadlines.run, deadlines.sweep, meter.run, reviews_.run)
    on_board = (partial(beat, board), partial(look_for_ghosts, board), board.drop_the_stuck)
    return Core(store, rooms_, limits, board, meter, engines, reviews_, (*on_time, *on_board))


def _engines(settings: Settings, place: Place | None) -> int:
    total = settings.engines or usual_total()
    return share(total, settings.workers, 0 if place is None else place.number)


def _beat_seconds(settings: Settings) -> float:
    lives = (settings.presence_seconds, settings.waiting_seconds, settings.room_seconds)
    return min(lives) / HEARTBEATS_IN_LIFE


def _times(settings: Settings) -> Times:
    return Times(
        waiting=_millis(settings.waiting_seconds),
        room=_millis(settings.room_seconds),
        away=_millis(settings.away_seconds),
        code_length=settings.code_length,
    )


def _doorway(settings: Settings) -> Doorway:
    return Doorway(
        allowed_origins=settings.allowed_origins,
        require_origin=settings.require_origin,
        trusted_proxies=settings.trusted_proxies,
    )


def _millis(seconds: float) -> Millis:
    return Millis(int(seconds * 1000))


def version() -> str:
    """The version of the installed package."""
    try:
        return metadata.version("banqi")
    except metadata.PackageNotFoundError:
        return "0"


def create_app(
    settings: Settings,
    store: Store | None = None,
    most_sockets: int = MOST_SOCKETS,
    place: Place | None = None,
) -> FastAPI:
    """The whole application. `app.state.core` is what runs in it, `app.state.front` its door.

    `place` is where this process leaves its counts for the others that share its port.
    """
    files = site.load(site.web_directory(Path(__file__).parent), version())
    kept = open_store(settings) if store is None else (store, now)
    core = core_of(settings, kept, files.build, most_sockets, place)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with core.running():
            yield

    app = FastAPI(
        lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False
    )
    errors.install(app)
    app.router.routes.append(socket_route(core.board))
    for part in (health, rooms, reviews, judge, qr, pages):
        app.include_router(part.router)
    app.state.core = core
    app.state.site = files
    app.state.code_length = settings.code_length
    app.state.desk = _desk(settings, core, files.build)
    doorway, ledger = _doorway(settings), core.meter.ledger
    front = Front(app, doorway, settings.hosts, settings.base_path, ledger)
    app.state.front = Access(front, doorway, ledger)
    return app


def _desk(settings: Settings, core: Core, build: str) -> Desk:
    return Desk(
        store=core.store,
        rooms=core.rooms,
        limits=core.limits,
        doorway=_doorway(settings),
        base_path=settings.base_path,
        build=build,
        reviews=core.reviews,
        ready=core.is_ready,
        metrics=partial(_metrics, core.meter, Build(version(), build)),
    )


def _metrics(meter: Meter, build: Build) -> bytes:
    """What all processes have counted, in the text format of Prometheus."""
    return exposition(build, *meter.everything())
