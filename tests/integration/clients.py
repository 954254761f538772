"""Programs that play: one class for a socket, one for a room with both players connected."""

from __future__ import annotations

import asyncio
import json
import secrets
import ssl
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from app.gateway.messages import SERVER_MESSAGE
from tests.servers import Server

Frame = dict[str, Any]
PATIENCE = 10.0
ANSWERS = {"ack", "refused", "history", "seat_token", "pong"}


def assert_sent_as_documented(frame: Frame) -> None:
    """The frame has exactly the fields and types of its model."""
    model = SERVER_MESSAGE.validate_python(frame)
    assert model.model_dump(mode="json", exclude_unset=True) == frame


class Client:
    """One socket. Frames that nobody asked for yet wait in `inbox`, in the order they came."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.inbox: list[Frame] = []
        self.state: Frame = {}
        self.rules: Frame = {}

    async def send(self, frame: object) -> None:
        """Send a value as JSON, or a text or bytes as they are."""
        raw = frame if isinstance(frame, str | bytes) else json.dumps(frame)
        await self.socket.send(raw)

    async def hello(self, token: str | None = None, **more: object) -> Frame:
        """Say hello; the welcome, or whatever comes instead."""
        said = {"type": "hello", "protocol": 1, **more}
        await self.send(said if token is None else {**said, "token": token})
        return await self.next("welcome", "bye")

    async def ask(self, kind: str, **fields: object) -> Frame:
        """Send a command under a new id; its answer."""
        return await self.answer_to({"type": kind, "id": secrets.token_hex(8), **fields})

    async def answer_to(self, command: Mapping[str, object]) -> Frame:
        """Send this command; its answer."""
        await self.send(command)
        wanted = command.get("id")
        return await self.where(lambda f: f["type"] in ANSWERS and f["id"] == wanted)

    async def refusal(self, raw: object) -> Frame:
        """Send anything; the next refusal."""
        await self.send(raw)
        return await self.next("refused")

    async def play(self, action: str, **more: object) -> Frame:
        """Play on the newest state this client knows."""
        game = self.game
        return await self.ask(
            "play", **{"game": game["number"], "ply": game["ply"], "action": action, **more}
        )

    @property
    def game(self) -> Frame:
        """The game as this client knows it."""
        found: Frame = self.state["game"]
        return found

    @property
    def version(self) -> int:
        return int(self.state["version"])

    async def next(self, *kinds: str) -> Frame:
        """The next frame of one of these kinds."""
        return await self.where(lambda frame: frame["type"] in kinds)

    async def where(self, wanted: Callable[[Frame], bool], patience: float = PATIENCE) -> Frame:
        """The first frame that is wanted; those before it stay in the inbox."""
        for at, frame in enumerate(self.inbox):
            if wanted(frame):
                return self.inbox.pop(at)
        async with asyncio.timeout(patience):
            while True:
                frame = await self._read()
                if wanted(frame):
                    return frame
                self.inbox.append(frame)

    async def state_at(self, version: int) -> Frame:
        """The state or welcome of at least this version."""
        if self.state and self.version >= version:
            return self.state
        return await self.where(
            lambda f: f["type"] in {"state", "welcome"} and f["version"] >= version
        )

    async def _read(self) -> Frame:
        frame: Frame = json.loads(await self.socket.recv())
        assert_sent_as_documented(frame)
        if frame["type"] in {"state", "welcome"}:
            self.state = frame
        return frame

    async def ended(self) -> tuple[int, Frame]:
        """How the server ends this connection: the close code, and the bye before it."""
        bye: Frame = next((frame for frame in self.inbox if frame["type"] == "bye"), {})
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    frame = await self._read()
                    bye = frame if frame["type"] == "bye" else bye
        except ConnectionClosed as closed:
            return (closed.rcvd.code if closed.rcvd else 1006), bye

    async def everything(self) -> list[Frame]:
        """All frames that are there once a ping has been answered."""
        await self.answer_to({"type": "ping", "id": secrets.token_hex(4)})
        frames, self.inbox = self.inbox, []
        return frames


@dataclass(frozen=True)
class Room:
    """A room as whoever opened it knows it."""

    server: Server
    code: str
    host: str
    guest: str

    @asynccontextmanager
    async def socket(
        self, code: str | None = None, origin: str | None = None
    ) -> AsyncIterator[Client]:
        """A socket that has not said hello."""
        named_room = quote(code or self.code, safe="")
        url = f"{self.server.socket_url}/api/rooms/{named_room}/ws"
        named = None if origin is None else Origin(origin)
        async with connect(
            url, compression=None, max_size=2**22, max_queue=None, origin=named
        ) as socket:
            yield Client(socket)

    @asynccontextmanager
    async def connected(self, token: str | None = None) -> AsyncIterator[Client]:
        """A socket that has been welcomed."""
        async with self.socket() as client:
            welcome = await client.hello(token)
            assert welcome["type"] == "welcome", welcome
            yield client


@dataclass(frozen=True)
class Table:
    """A room with both players connected."""

    room: Room
    host: Client
    guest: Client

    def of(self, seat: str) -> Client:
        return self.host if seat == "host" else self.guest

    @property
    def mover(self) -> Client:
        """Whose turn it is."""
        return self.of(self.host.game["turn"])

    @property
    def waiter(self) -> Client:
        return self.guest if self.mover is self.host else self.host

    async def play(self, action: str) -> Frame:
        """The player to move plays; both have seen it afterwards."""
        answer = await self.mover.play(action)
        assert answer["type"] == "ack", answer
        await self.settled(answer["version"])
        return answer

    async def settled(self, version: int) -> None:
        """Both know this version."""
        await self.host.state_at(version)
        await self.guest.state_at(version)


_NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def web(url: str = "") -> httpx.AsyncClient:
    """An HTTP client; made quickly, since it loads no certificates."""
    return httpx.AsyncClient(base_url=url, timeout=10, verify=_NO_TLS)


async def post(server: Server, path: str, body: object) -> Frame:
    """POST JSON; the answer's body."""
    async with web(server.url) as http:
        answer = await http.post(path, json=body)
    assert answer.is_success, answer.text
    found: Frame = answer.json()
    return found


async def open_room(
    server: Server, rules: Mapping[str, object] | None = None, **body: object
) -> Room:
    """Open a room; a friend's gets its guest at once. Names: Mei and Bo."""
    chosen = {"next_first_mover": "alternate", **(rules or {})}
    wanted = {"name": "Mei", "first": "host", "rules": chosen, **body}
    opened = await post(server, "/api/rooms", wanted)
    guest = ""
    if body.get("opponent", "friend") == "friend":
        seated = await post(server, f"/api/rooms/{opened['code']}/seats", {"name": "Bo"})
        guest = seated["token"]
    return Room(server, opened["code"], opened["token"], guest)


@asynccontextmanager
async def open_table(
    server: Server, rules: Mapping[str, object] | None = None, **body: object
) -> AsyncIterator[Table]:
    """Open a room and connect both players."""
    room = await open_room(server, rules, **body)
    async with AsyncExitStack() as stack:
        host = await stack.enter_async_context(room.connected(room.host))
        guest = await stack.enter_async_context(room.connected(room.guest))
        yield Table(room, host, guest)


async def newcomer(room: Room, name: str = "New") -> Frame:
    """Somebody sits down on whatever seat is free."""
    return await post(room.server, f"/api/rooms/{room.code}/seats", {"name": name})


async def shown(client: Client) -> Frame:
    """The newest state that this client was sent."""
    await client.state_at((await client.ask("ping"))["version"])
    return client.state


async def ends_with(client: Client) -> tuple[int, str, bool]:
    """The close code of the goodbye, its own, and whether coming back is of use."""
    code, bye = await client.ended()
    return code, bye["code"], bye["retry"]
