"""A game's socket through the proxies: opened, spoken on, left silent, closed again."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping
from typing import Any, Final

from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from app.doctor.asking import ANSWER_SECONDS, Site
from app.doctor.findings import About, Findings

about: Final = About("proxy")

SILENCE: Final = 20.0
"""Seconds without a word of the client. The server pings every 15, so no longer one matters."""

SLOW: Final = 2.0


def look_at_socket(site: Site, silence: float) -> Findings:
    """Open a room for two at one device, connect to it, and close it again."""
    opened = site.post("/api/rooms", {"opponent": "local"})
    room = opened.fields
    if not {"code", "token"} <= set(room):
        yield about.note(
            f"no room can be opened just now ({opened.status}), so no socket was tried",
            "ask again in a minute",
        )
        return
    url = f"ws{site.url.removeprefix('http')}/api/rooms/{room['code']}/ws"
    own = Origin(f"{site.parts.scheme}://{site.parts.netloc}")
    try:
        with connect(
            url, origin=own, compression=None, ping_interval=None, open_timeout=ANSWER_SECONDS
        ) as socket:
            yield from _spoken(socket, str(room["token"]), silence)
    except InvalidStatus as refused:
        yield from _not_upgraded(refused.response.status_code)
    except (OSError, WebSocketException) as error:
        yield about.problem(
            f"no socket can be opened: {type(error).__name__}",
            "let the proxy pass WebSockets on (HTTP/1.1, Upgrade and Connection)",
        )


def _not_upgraded(status: int) -> Findings:
    if status == 403:
        yield about.problem(
            "the server takes its own page for a foreign one: sockets get 403",
            "let Host and X-Forwarded-Proto arrive, and set BANQI_TRUSTED_PROXIES",
        )
    else:
        yield about.problem(
            f"the proxy does not pass WebSockets on ({status})",
            "nginx: proxy_http_version 1.1 and the headers Upgrade and Connection; "
            "others: switch WebSockets on",
        )


def _spoken(socket: ClientConnection, token: str, silence: float) -> Findings:
    began = time.monotonic()
    try:
        _ask(socket, {"type": "hello", "protocol": 1, "token": token}, "welcome")
        ping = {"type": "ping", "id": secrets.token_hex(8)}
        asked = time.monotonic()
        _ask(socket, ping, "pong")
        took = time.monotonic() - asked
        yield about.ok(f"a socket opens and answers in {1000 * took:.0f} ms")
        if took > SLOW:
            yield about.note("answers are held back", "switch the proxy's buffering off")
        began = time.monotonic()
        _stay_silent(socket, silence)
        _ask(socket, ping, "pong")
        yield about.ok(f"a socket stays open through {silence:.0f} s of silence")
        _ask(socket, {"type": "leave", "id": secrets.token_hex(8)}, "ack")
    except (ConnectionClosed, TimeoutError):
        yield about.problem(
            f"a socket was cut after {time.monotonic() - began:.0f} s",
            "raise the proxy's read time-out to a minute or more, and switch buffering off",
        )


def _stay_silent(socket: ClientConnection, seconds: float) -> None:
    """Take what comes and say nothing; raises ConnectionClosed."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        try:
            socket.recv(timeout=left)
        except TimeoutError:
            return


def _ask(socket: ClientConnection, frame: Mapping[str, object], kind: str) -> None:
    """Send a frame and wait for an answer of this kind; raises TimeoutError, ConnectionClosed."""
    socket.send(json.dumps(frame))
    until = time.monotonic() + ANSWER_SECONDS
    while True:
        answer: dict[str, Any] = json.loads(socket.recv(timeout=until - time.monotonic()))
        if answer["type"] == kind:
            return
