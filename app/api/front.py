"""What every request passes first: base path, host, and the headers of every answer.

A plain ASGI wrapper around the application, for requests and sockets alike.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from app.service import request_ids
from app.service.callers import is_known_host
from app.service.ledger import Ledger
from app.service.visitors import Doorway, Visitor, visitor_of

log = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

_NOTHING: Final = b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'"
_ALWAYS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (
        b"permissions-policy",
        b"camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()",
    ),
    (b"x-robots-tag", b"noindex"),
)
_UNLESS_GIVEN: Final = (
    (b"content-security-policy", _NOTHING),
    (b"cache-control", b"no-store"),
)
_OVER_TLS: Final = (b"strict-transport-security", b"max-age=31536000")
_WHERE_TRUSTED: Final = (b"cross-origin-opener-policy", b"same-origin")
"""Browsers complain in the console about this one where an origin counts as not trustworthy."""

_LOOPBACK: Final = re.compile(r"(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?")


@dataclass(frozen=True, slots=True)
class Front:
    """The application behind its front door."""

    app: Application
    doorway: Doorway
    hosts: Sequence[str] = ()
    base_path: str = ""
    ledger: Ledger = field(default_factory=Ledger)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket."""
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        visitor = visitor_of(scope, self.doorway)
        if scope["type"] == "http":
            send = with_headers(send, _by_origin(visitor))
        if not is_known_host(visitor.host, self.hosts):
            return await self._refuse_host(scope, receive, send)
        if self.base_path and not self._strip(scope):
            return await _redirect(send, self.base_path)
        return await self.app(scope, receive, send)

    def _strip(self, scope: Scope) -> bool:
        """Take the base path off, if a proxy has not; False for the base path without slash."""
        path = str(scope["path"])
        if path == self.base_path and scope["type"] == "http":
            return False
        if path.startswith(self.base_path + "/"):
            scope["path"] = path[len(self.base_path) :]
            scope["raw_path"] = scope["path"].encode()
        return True

    async def _refuse_host(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = b'{"type":"about:blank","title":"Bad Request","status":400,"code":"unknown_host"}'
        headers = [
            (b"content-type", b"application/problem+json"),
            (b"content-length", str(len(body)).encode()),
        ]
        kind = "http"
        if scope["type"] == "websocket":
            await receive()
            kind = "websocket.http"
            headers.append(request_ids.header())
            self.ledger.turned_away["unknown_host",] += 1
            log.info("socket refused", extra={"reason": "unknown_host", "status": 400})
        await send({"type": f"{kind}.response.start", "status": 400, "headers": headers})
        await send({"type": f"{kind}.response.body", "body": body})


def _by_origin(visitor: Visitor) -> tuple[tuple[bytes, bytes], ...]:
    """The headers that only a page from TLS or from this machine itself may have."""
    if visitor.scheme == "https":
        return (_OVER_TLS, _WHERE_TRUSTED)
    return (_WHERE_TRUSTED,) if _LOOPBACK.fullmatch(visitor.host.lower()) else ()


def with_headers(send: Send, more: Iterable[tuple[bytes, bytes]]) -> Send:
    """Add to every answer what keeps browsers from guessing, framing and telling on."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            given = {name.lower() for name, _ in headers}
            headers += _ALWAYS
            headers += [pair for pair in _UNLESS_GIVEN if pair[0] not in given]
            headers += more
            message = {**message, "headers": headers}
        await send(message)

    return send_with_headers


async def _redirect(send: Send, base_path: str) -> None:
    """The home page lies below the base path, so that its relative addresses are right."""
    location = base_path.rsplit("/", 1)[1] + "/"
    headers = [(b"location", location.encode()), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 308, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
