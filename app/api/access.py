"""What goes around every request: its name, its line in the log, and its place in the counts.

Says which route a request went to and never its path: that may hold a room's code.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from app.api.front import Application, Message, Receive, Scope, Send
from app.service import request_ids
from app.service.ledger import Ledger
from app.service.visitors import Doorway

log = logging.getLogger(__name__)

METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
QUIET: Final = frozenset({"/healthz", "/readyz", "/metrics", "/static/{build}/{path:path}"})
"""Routes whose successes are not worth a line: machines ask again and again."""

NO_ROUTE: Final = "none"
NO_ANSWER: Final = 0


@dataclass(frozen=True, slots=True)
class Access:
    """An application whose requests are named, counted and logged."""

    app: Application
    doorway: Doorway
    ledger: Ledger

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket."""
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        request_ids.begin(scope, self.doorway)
        if scope["type"] == "websocket":
            return await self.app(scope, receive, send)
        began, status = perf_counter(), NO_ANSWER

        async def named_send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = int(message["status"])
                headers = [*message.get("headers", ()), request_ids.header()]
                message = {**message, "headers": headers}
            await send(message)

        try:
            await self.app(scope, receive, named_send)
        finally:
            self._note(scope, status, perf_counter() - began)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in METHODS else "OTHER"
        route = str(getattr(scope.get("route"), "path", NO_ROUTE))
        self.ledger.requests[method, route, str(status)] += 1
        quiet = route in QUIET and NO_ANSWER < status < 400
        line = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
        log.log(logging.DEBUG if quiet else logging.INFO, "request", extra=line)
