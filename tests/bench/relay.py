"""The bare relay that the server is compared with: one WebSocket route, and nothing behind it.

A text from one socket of a room is answered to all sockets of the room with one text of a
given size, encoded once. The web server has the same settings as the product's.
"""

from __future__ import annotations

import sys

import orjson
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket


class Relay:
    """All rooms of the relay."""

    def __init__(self, size: int) -> None:
        self._rooms: dict[str, list[WebSocket]] = {}
        self._sent = 0
        empty = self._encoded("")
        self._filling = "." * max(0, size - len(empty))

    def _encoded(self, filling: str) -> str:
        body = {"type": "state", "version": self._sent, "filling": filling}
        return orjson.dumps(body).decode()

    async def serve(self, socket: WebSocket) -> None:
        """One socket, from its first byte to its last."""
        await socket.accept()
        room = self._rooms.setdefault(socket.path_params["code"], [])
        room.append(socket)
        try:
            async for _ in socket.iter_text():
                self._sent += 1
                text = self._encoded(self._filling)
                for each in room:
                    await each.send_text(text)
        finally:
            room.remove(socket)


async def healthz(_: Request) -> PlainTextResponse:
    return PlainTextResponse("ok")


def main() -> None:
    port, size = map(int, sys.argv[1:])
    routes = [
        Route("/healthz", healthz),
        WebSocketRoute("/api/rooms/{code}/ws", Relay(size).serve),
    ]
    uvicorn.run(
        Starlette(routes=routes),
        host="127.0.0.1",
        port=port,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=8192,
        access_log=False,
        server_header=False,
        log_level="warning",
        ws_ping_interval=15.0,
        ws_ping_timeout=10.0,
    )


if __name__ == "__main__":
    main()
