"""Every frame the server sends, encoded. A frame is encoded once and shared by all who get it.

Owns how a view becomes text on the wire. The shapes are written down once more, as models for
documentation and tests, in `messages`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from app.game import rules_to_json
from app.gateway.presence import PresenceView
from app.gateway.protocol import PROTOCOL
from app.room.actor import You
from app.room.commands import Refused
from app.room.state import Millis, Version
from app.room.view import View
from app.service.encode import compact
from app.store.port import Said

TEXT: Final = 0x81
"""The first byte of a whole text frame."""


class Frame:
    """One text frame, never changed, so that many can share it and what is made of it."""

    __slots__ = ("_message", "framed")

    def __init__(self, payload: bytes) -> None:
        self.framed = _head(len(payload)) + payload
        """The frame as it goes over the wire."""
        self._message: dict[str, str] | None = None

    @property
    def message(self) -> Mapping[str, str]:
        """The ASGI message that sends it."""
        if self._message is None:
            self._message = {"type": "websocket.send", "text": self.payload.decode()}
        return self._message

    @property
    def payload(self) -> bytes:
        """What is in it."""
        return self.framed[{126: 4, 127: 10}.get(self.framed[1], 2) :]


def _head(size: int) -> bytes:
    """The head of an unmasked text frame, as in RFC 6455, 5.2."""
    if size < 126:
        return bytes((TEXT, size))
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


def _frame(body: dict[str, object]) -> Frame:
    return Frame(compact(body))


class Stamp(Struct, frozen=True):
    """What a snapshot is of: the version of the room and the time of its newest event."""

    version: Version
    at: Millis


def welcome(view: View, stamp: Stamp, you: You, build: str) -> Frame:
    """All there is to know; `stamp.at` is the time now, to measure a clock's skew by."""
    return _frame(
        {
            "type": "welcome",
            "protocol": PROTOCOL,
            "build": build,
            "you": you,
            "version": stamp.version,
            "now": stamp.at,
            "rules": rules_to_json(view.rules),
            "room": view.room,
            "game": view.game,
            "moves": view.moves,
        }
    )


def state(view: View, stamp: Stamp) -> Frame:
    """The room as it is, whole but for rules and move list."""
    return _frame(
        {
            "type": "state",
            "version": stamp.version,
            "now": stamp.at,
            "room": view.room,
            "game": view.game,
            "last": view.last,
        }
    )


def presence(view: PresenceView) -> Frame:
    """Who is here."""
    return _frame(
        {
            "type": "presence",
            "host": view.host,
            "guest": view.guest,
            "spectators": view.spectators,
            "claim_at": view.claim_at,
        }
    )


def ack(about: str, version: Version) -> Frame:
    """Stored."""
    return _frame({"type": "ack", "id": about, "version": version})


def refused(about: str | None, refusal: Refused, version: Version) -> Frame:
    """Not done, and why."""
    body: dict[str, object] = {
        "type": "refused",
        "id": about,
        "code": refusal.code,
        "message": refusal.detail or refusal.code.replace("_", " "),
        "version": version,
    }
    if refusal.rule is not None:
        body["rule"] = refusal.rule
        body["message"] = refusal.rule.replace("_", " ")
    return _frame(body)


def said(line: Said, *, old: bool) -> Frame:
    """One line of chat; `old` when it was said before the client came."""
    body: dict[str, object] = {"type": "said", "n": line.n, "by": line.by, "at": line.at}
    if line.text is not None:
        body["text"] = line.text
    if line.phrase is not None:
        body["phrase"] = line.phrase
    if old:
        body["old"] = True
    return _frame(body)


def history(about: str, number: int, moves: tuple[str, ...]) -> Frame:
    """All plies of a game."""
    return _frame({"type": "history", "id": about, "game": number, "moves": moves})


def seat_token(about: str, token: str) -> Frame:
    """One more token of the asker's seat."""
    return _frame({"type": "seat_token", "id": about, "token": token})


def pong(about: str, version: Version, now: Millis) -> Frame:
    """Still here."""
    return _frame({"type": "pong", "id": about, "version": version, "now": now})


def bye(code: str, message: str, *, retry: bool) -> Frame:
    """The last frame before the server closes."""
    return _frame({"type": "bye", "code": code, "message": message, "retry": retry})
