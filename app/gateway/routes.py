"""The socket's place in the application: a plain ASGI endpoint for one route."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from starlette.routing import WebSocketRoute

from app.gateway import byes
from app.gateway.serving import serve_socket
from app.gateway.switchboard import Switchboard
from app.gateway.wire import wire_of
from app.service import request_ids
from app.service.visitors import Visitor, is_welcome_page, visitor_of

log = logging.getLogger(__name__)

PATH = "/api/rooms/{code}/ws"

TOO_MANY: Final = {429: "too_many_of_caller", 503: "too_many"}

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]


class RoomSocket:
    """The endpoint: refuses before the upgrade what must not get in, and serves the rest."""

    def __init__(self, board: Switchboard) -> None:
        self._board = board

    async def __call__(
        self,
        scope: MutableMapping[str, Any],
        receive: Callable[[], Awaitable[Message]],
        send: Send,
    ) -> None:
        """Serve one socket."""
        await receive()
        visitor = visitor_of(scope, self._board.config.doorway)
        refusal = self._refusal(visitor)
        if refusal is not None:
            await self._deny(send, *refusal)
            return
        wire = wire_of(scope, receive, send)  # type: ignore[arg-type]  # they are only read
        code = str(scope["path_params"]["code"])
        try:
            await serve_socket(self._board, wire, visitor.caller, code)
        except Exception:
            log.exception("a session failed")
            await _close_failed(send)

    def _refusal(self, visitor: Visitor) -> tuple[int, str] | None:
        """The status and the reason, if this visitor may not come in."""
        if not is_welcome_page(visitor, self._board.config.doorway):
            return 403, "foreign_origin"
        if self._board.closing:
            return 503, byes.RESTARTING.code
        status = self._board.counts.refusal(visitor.caller)
        return None if status is None else (status, TOO_MANY.get(status, "refused"))

    async def _deny(self, send: Send, status: int, reason: str) -> None:
        """Answer the upgrade with this status instead of 101."""
        self._board.services.ledger.turned_away[reason,] += 1
        log.info("socket refused", extra={"reason": reason, "status": status})
        await deny(send, status)


async def deny(send: Send, status: int) -> None:
    """Answer an upgrade with this status."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"cache-control", b"no-store"),
        request_ids.header(),
    ]
    if status in {429, 503}:
        headers.append((b"retry-after", b"10"))
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": b""})


async def _close_failed(send: Send) -> None:
    try:
        await send({"type": "websocket.close", "code": 1011})
    except (OSError, RuntimeError):
        log.debug("the failed socket was closed already")


def socket_route(board: Switchboard) -> WebSocketRoute:
    """The route of all rooms' sockets."""
    return WebSocketRoute(PATH, RoomSocket(board), name="room_socket")
