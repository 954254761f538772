"""Programs that play through a proxy, each from an address of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import cast

import httpx
from websockets.asyncio.client import connect
from websockets.typing import Origin

from tests.deploy.fronts import Front
from tests.integration.clients import Client, Frame, Room, Table
from tests.servers import Server

_FRESH = (f"127.1.{number >> 8}.{number & 255}" for number in count(1))


def fresh_address() -> str:
    """An address of this machine that nobody has come from yet."""
    return next(_FRESH)


@dataclass(frozen=True)
class Visitor:
    """Somebody who comes to a front from one address."""

    front: Front
    address: str = field(default_factory=fresh_address)

    @asynccontextmanager
    async def web(self) -> AsyncIterator[httpx.AsyncClient]:
        """An HTTP client below the front's address."""
        way = httpx.AsyncHTTPTransport(
            verify=self.front.authority.trust, local_address=self.address
        )
        url = f"{self.front.url}/"
        async with httpx.AsyncClient(transport=way, base_url=url, timeout=15) as http:
            yield http

    async def post(self, path: str, body: object) -> Frame:
        """POST JSON; the answer's body."""
        async with self.web() as http:
            answer = await http.post(path, json=body)
        assert answer.is_success, answer.text
        found: Frame = answer.json()
        return found

    async def open_room(self) -> FarRoom:
        """A friend's room with both seats taken; the host moves first."""
        opened = await self.post("api/rooms", {"name": "Mei", "first": "host"})
        seated = await self.post(f"api/rooms/{opened['code']}/seats", {"name": "Bo"})
        server = cast("Server", self.front)  # as far as a room knows it
        return FarRoom(server, opened["code"], opened["token"], seated["token"], self)


@dataclass(frozen=True)
class FarRoom(Room):
    """A room whose sockets go through the front, from its visitor's address, as a page's do."""

    visitor: Visitor

    @asynccontextmanager
    async def socket(
        self, code: str | None = None, origin: str | None = None
    ) -> AsyncIterator[Client]:
        front = self.visitor.front
        async with connect(
            f"{front.socket_url}/api/rooms/{code or self.code}/ws",
            host="127.0.0.1",
            local_addr=(self.visitor.address, 0),
            ssl=front.authority.trust,
            origin=Origin(origin or f"https://localhost:{front.https_port}"),
            compression=None,
            ping_interval=None,
        ) as socket:
            yield Client(socket)

    @asynccontextmanager
    async def table(self) -> AsyncIterator[Table]:
        """Both players connected."""
        async with self.connected(self.host) as host, self.connected(self.guest) as guest:
            yield Table(self, host, guest)
