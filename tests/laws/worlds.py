"""A server in which a test says what lies face down, and everything that leaves it.

Two worlds that differ only in what is still face down are to look the same from outside.
The clock stands still, the room code is given and tokens are the client's own, so that
nothing else can differ.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import msgspec
import orjson

from app import main
from app.bot import line as engine
from app.bot.choose import Choice, choose
from app.bot.sight import see
from app.computer import question as computer
from app.room.project import project
from app.room.state import Millis, Playing, RoomCode
from app.settings import Settings

Application = Any
"""The ASGI application with its `state`: neither FastAPI nor httpx names the type."""

CODE = "K7Q2MX"
NOW = Millis(1_800_000_000_000)
TOKENS = {"host": "H" * 42 + "A", "guest": "G" * 42 + "A"}
RECORD_PATHS = (f"/api/rooms/{CODE}/games/1", f"/api/rooms/{CODE}/games/1.txt")
PATHS = (f"/api/rooms/{CODE}", *RECORD_PATHS, f"/{CODE}", "/metrics", "/readyz")

MEASURED = re.compile(rb"process_|banqi_(uptime|\w+_seconds_(sum|bucket)|event_loop_)")


@dataclass
class Socket:
    """One socket of the application, driven at its ASGI end."""

    app: Application
    token: str | None
    frames: list[str] = field(default_factory=list)
    _incoming: asyncio.Queue[dict[str, object]] = field(default_factory=asyncio.Queue)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self) -> None:
        """Serve the socket until it is closed."""
        path = f"/api/rooms/{CODE}/ws"
        scope = {
            "type": "websocket",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(b"host", b"test")],
            "client": ("127.0.0.1", 4),
            "server": ("test", 80),
            "scheme": "ws",
            "subprotocols": [],
            "extensions": {},
            "state": {},
        }
        self._incoming.put_nowait({"type": "websocket.connect"})
        hello = {"type": "hello", "protocol": 1}
        self.send(hello if self.token is None else {**hello, "token": self.token})
        await self.app(scope, self._incoming.get, self._take)

    async def _take(self, message: Mapping[str, object]) -> None:
        if message["type"] == "websocket.send":
            text = message.get("text") or message.get("bytes")
            self.frames.append(text.decode() if isinstance(text, bytes) else str(text))
        else:
            self.frames.append(repr(sorted(message.items())))
        self._changed.set()

    def send(self, frame: Mapping[str, object]) -> None:
        """A frame from the client."""
        self._incoming.put_nowait(
            {"type": "websocket.receive", "text": orjson.dumps(frame).decode()}
        )

    async def until(self, wanted: str, since: int) -> None:
        """Wait until a frame after the first `since` has this text in it."""
        async with asyncio.timeout(10):
            while not any(wanted in frame for frame in self.frames[since:]):
                self._changed.clear()
                await self._changed.wait()

    def close(self) -> None:
        """The peer is gone."""
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})


@dataclass
class World:
    """A room with both players and a spectator connected, and all that they were told."""

    app: Application
    http: httpx.AsyncClient
    sockets: dict[str, Socket]
    asked: int = 0
    answers: list[tuple[str, int, str, bytes]] = field(default_factory=list)
    computer_sees: list[bytes] = field(default_factory=list)
    computer_plays: list[Choice] = field(default_factory=list)
    computer_asked: list[tuple[str, str]] = field(default_factory=list)
    """What an engine is asked about the game, and what it answers."""

    async def ask(self, seat: str, command: Mapping[str, object]) -> None:
        """Send a command and wait for its answer, and on every socket for what came of it."""
        self.asked += 1
        name = f"c{self.asked}"
        told = {who: len(socket.frames) for who, socket in self.sockets.items()}
        socket = self.sockets[seat]
        socket.send({**command, "id": name})
        await socket.until(f'"id":"{name}"', told[seat])
        answer = next(f for f in socket.frames[told[seat] :] if f'"id":"{name}"' in f)
        if '"type":"ack"' in answer:
            version = orjson.loads(answer)["version"]
            for who, other in self.sockets.items():
                await other.until(f'"state","version":{version}', told[who])

    async def look(self) -> None:
        """Ask for everything that can be asked for without a seat."""
        for path in PATHS:
            answer = await self.http.get(path)
            headers, content = sorted(answer.headers.items()), answer.content
            if path == "/metrics":
                headers = [pair for pair in headers if pair[0] != "content-length"]
                content = counted(content)
            self.answers.append((path, answer.status_code, repr(headers), content))
        live = await self.app.app.app.state.core.rooms.find(RoomCode(CODE))
        view = project(live.room, NOW)
        self.computer_sees.append(msgspec.json.encode(view))
        self.computer_plays.append(choose(see(view), 200, random.Random(1)))
        assert isinstance(live.room, Playing)
        running = live.room.running
        asked = computer.question(running.game, running.moves, computer.at_level(5, 200))
        self.computer_asked.append((asked, engine.answer(asked, random.Random(1))))

    @property
    def game(self) -> dict[str, Any]:
        """The game as the spectator was told last."""
        states = [f for f in self.sockets["spectator"].frames if '"game":{' in f]
        game: dict[str, Any] = orjson.loads(states[-1])["game"]
        return game

    def outside(self) -> dict[str, object]:
        """Everything that has left the server, in order."""
        frames: dict[str, object] = {who: s.frames for who, s in self.sockets.items()}
        player = {"sees": self.computer_sees, "plays": self.computer_plays}
        return frames | {"http": self.answers, **player, "asked": self.computer_asked}


def counted(metrics: bytes) -> bytes:
    """The lines of metrics that count; what was measured with a clock differs by itself."""
    return b"\n".join(line for line in metrics.splitlines() if not MEASURED.match(line))


@asynccontextmanager
async def world(directory: Path, preset: str, layout: str) -> AsyncIterator[World]:
    """Open a server, a room in it, and three sockets; `layout` is what lies on the squares."""

    def dealt(*_: object) -> str:
        return layout

    settings = Settings(store=f"sqlite:///{directory}/rooms.db", rate_limits=False)
    with ExitStack() as patches:
        patches.enter_context(patch("app.room.playing.deal", dealt))
        patches.enter_context(patch("app.room.record.deal", dealt))
        patches.enter_context(patch("app.service.rooms.draw_code", lambda _: RoomCode(CODE)))
        patches.enter_context(patch.object(main, "now", lambda: NOW))
        patches.enter_context(patch("app.service.request_ids.draw", lambda: "request"))
        app = main.create_app(settings).state.front
        async with app.app.app.state.core.running(), asyncio.TaskGroup() as tasks:
            opened = await _opened(app, preset, tasks)
            yield opened
            for socket in opened.sockets.values():
                socket.close()


async def _opened(app: Application, preset: str, tasks: asyncio.TaskGroup) -> World:
    http = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test")
    rules = {"preset": preset, "first_mover": "host"}
    await _created(http, "/api/rooms", {"rules": rules, "token": TOKENS["host"]})
    await _created(http, f"/api/rooms/{CODE}/seats", {"token": TOKENS["guest"]})
    sockets: dict[str, Socket] = {}
    for who in ("host", "guest", "spectator"):
        sockets[who] = Socket(app, TOKENS.get(who))
        tasks.create_task(sockets[who].run())
        await _all_know(sockets, who)
    return World(app, http, sockets)


async def _all_know(sockets: Mapping[str, Socket], newcomer: str) -> None:
    """Presence travels apart from the log: wait until the newcomer is known to everybody."""
    here = {
        "host": '"guest":{"online":false',
        "guest": '"guest":{"online":true',
        "spectator": '"spectators":1',
    }
    for socket in sockets.values():
        await socket.until(here[newcomer], 0)


async def _created(http: httpx.AsyncClient, path: str, body: Mapping[str, object]) -> None:
    answer = await http.post(path, json=body)
    assert answer.status_code == 201, answer.text
