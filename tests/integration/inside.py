"""A server inside the test: the test moves its clock and takes its store away.

The application is driven at its ASGI end by the same `Client` that speaks to real servers.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

import httpx
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosedError
from websockets.frames import Close

from app import main
from app.room.state import Millis
from app.settings import Settings
from app.store.port import Append, Head, Store, Tag, Unavailable
from app.store.sqlite import SqliteStore
from tests.integration.clients import Client, Frame, Room, Table
from tests.servers import Server


class Clock:
    """The time of a server, moved by hand."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> Millis:
        return Millis(self.now)


class Fickle:
    """A store that can be taken away: before it does anything, or after, its answer lost.

    Or another worker comes first once: `is_overtaken` by the same event, a moment earlier.
    """

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self.away = False
        self.loses_answers_of: str | None = None
        self.is_overtaken = False

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 (whatever the store has)
        found = getattr(self._store, name)

        async def asked(*given: object, **named: object) -> object:
            if self.away and name not in {"open", "close"}:
                raise Unavailable("taken away")
            if name == "append" and self.is_overtaken:
                self.is_overtaken = False
                await found(rival_of(*cast("tuple[Append]", given)))
            answer: object = await found(*given, **named)
            if name == self.loses_answers_of:
                self.loses_answers_of = None
                raise Unavailable("the answer got lost")
            return answer

        return asked


def rival_of(write: Append) -> Append:
    """What another worker writes that has decided the same on the same head."""
    head = Head(write.recorded.head.version, Tag("0" * 16))
    return replace(write, recorded=replace(write.recorded, head=head, command=None))


class Wire:
    """One socket at its ASGI end, with the two methods of a connection that a client uses."""

    def __init__(self, app: Any, code: str) -> None:  # noqa: ANN401 (nobody names the type)
        self.status: int | None = None
        self.answered = asyncio.Event()
        """The upgrade was accepted or refused."""
        self.reads = asyncio.Event()
        """Cleared: a peer that takes nothing from its connection."""
        self.reads.set()
        self._incoming: asyncio.Queue[dict[str, object]] = asyncio.Queue()
        self._outgoing: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
        self._closed: Close | None = None
        self._incoming.put_nowait({"type": "websocket.connect"})
        path = f"/api/rooms/{code}/ws"
        scope = {
            "type": "websocket",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": [(b"host", b"test")],
            "client": ("127.0.0.1", 4),
            "server": ("test", 80),
            "scheme": "ws",
            "subprotocols": [],
            "extensions": {},
            "state": {},
        }
        self.served = asyncio.create_task(app(scope, self._incoming.get, self._take))

    async def _take(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "websocket.http.response.start":
            self.status = message["status"]
        self.answered.set()
        await self.reads.wait()
        self._outgoing.put_nowait(message)

    async def send(self, raw: str | bytes) -> None:
        """A frame from the client."""
        key = "text" if isinstance(raw, str) else "bytes"
        self._incoming.put_nowait({"type": "websocket.receive", key: raw})

    async def recv(self) -> str:
        """The next frame for the client; ConnectionClosedError once the server has closed."""
        while self._closed is None:
            message = await self._outgoing.get()
            if message["type"] == "websocket.send":
                return str(message["text"])
            if message["type"] == "websocket.close":
                self._closed = Close(message["code"], "")
        raise ConnectionClosedError(self._closed, None)

    async def leave(self) -> None:
        """Hang up, and wait until the server knows."""
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.served


@dataclass(frozen=True)
class RoomInside(Room):
    """A room of a server inside the test."""

    inside: Inside = field(kw_only=True)

    @asynccontextmanager
    async def socket(
        self, code: str | None = None, origin: str | None = None
    ) -> AsyncIterator[Client]:
        """A socket that has not said hello."""
        wire = Wire(self.inside.front, code or self.code)
        await wire.answered.wait()
        try:
            yield Client(cast("ClientConnection", wire))
        finally:
            await wire.leave()


@dataclass
class Inside:
    """The server: its application, an HTTP client of it, its clock and its store."""

    front: Any
    http: httpx.AsyncClient
    clock: Clock
    store: Fickle

    async def post(self, path: str, body: object, status: int = 201) -> Frame:
        """POST JSON; the answer's body."""
        answer = await self.http.post(path, json=body)
        assert answer.status_code == status, answer.text
        found: Frame = answer.json()
        return found

    async def open_room(
        self, rules: Mapping[str, object] | None = None, **body: object
    ) -> RoomInside:
        """Open a room; a friend's gets its guest at once unless `guest` is False."""
        has_guest = body.pop("guest", True) and body.get("opponent", "friend") == "friend"
        chosen = {"next_first_mover": "alternate", **(rules or {})}
        wanted = {"name": "Mei", "first": "host", "rules": chosen, **body}
        opened = await self.post("/api/rooms", wanted)
        guest = ""
        if has_guest:
            path = f"/api/rooms/{opened['code']}/seats"
            guest = (await self.post(path, {"name": "Bo"}))["token"]
        nowhere = cast("Server", None)
        return RoomInside(nowhere, opened["code"], opened["token"], guest, inside=self)

    @asynccontextmanager
    async def table(
        self, rules: Mapping[str, object] | None = None, **body: object
    ) -> AsyncIterator[Table]:
        """A room with both players connected."""
        room = await self.open_room(rules, **body)
        async with AsyncExitStack() as stack:
            host = await stack.enter_async_context(room.connected(room.host))
            guest = await stack.enter_async_context(room.connected(room.guest))
            yield Table(room, host, guest)


@asynccontextmanager
async def inside(
    directory: Path, clock: Clock | None = None, most_sockets: int = 1000, **settings: object
) -> AsyncIterator[Inside]:
    """Serve with a store in this directory; connections count for ever unless it is said."""
    time = clock or Clock()
    chosen = {"rate_limits": False, "presence_seconds": 1e6, **settings}
    store = Fickle(SqliteStore(directory / "rooms.sqlite3", time))
    with patch.object(main, "now", time):
        app = main.create_app(
            Settings.model_validate(chosen), cast("Store", store), most_sockets=most_sockets
        )
    front = app.state.front
    transport = httpx.ASGITransport(front)
    async with (
        app.state.core.running(),
        httpx.AsyncClient(transport=transport, base_url="http://test") as http,
    ):
        yield Inside(front, http, time, store)
        with suppress(Unavailable):
            await app.state.core.board.say_farewell()
