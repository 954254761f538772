"""The ways in which the server ends a connection: a last word and a close code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from app.gateway import frames
from app.gateway.frames import Frame


@dataclass(frozen=True, slots=True)
class Bye:
    """Why a connection ends; `retry` is whether the client is welcome to come back."""

    code: str
    close: int
    message: str
    retry: bool = False

    @property
    def frame(self) -> Frame:
        """The frame that says so."""
        return frames.bye(self.code, self.message, retry=self.retry)


DONE: Final = Bye("done", 1000, "you have left the room")
ROOM_CLOSED: Final = Bye("room_closed", 1000, "the room is closed")
BINARY: Final = Bye("protocol_error", 1003, "only text frames are understood")
TOO_BIG: Final = Bye("protocol_error", 1009, "the frame is too big")
RESTARTING: Final = Bye("restarting", 1012, "the server restarts", retry=True)
PROTOCOL_ERROR: Final = Bye("protocol_error", 4400, "the first message must be a hello")
UNAUTHORIZED: Final = Bye("unauthorized", 4401, "this token opens no seat here")
SPECTATORS_OFF: Final = Bye("spectators_off", 4403, "nobody may watch this room")
REMOVED: Final = Bye("removed", 4403, "the host has freed your seat")
ROOM_NOT_FOUND: Final = Bye("room_not_found", 4404, "there is no such room")
NO_HELLO: Final = Bye("no_hello", 4408, "no hello came in time", retry=True)
TOO_MANY: Final = Bye("too_many_connections", 4409, "there are too many connections", retry=True)
REPLACED: Final = Bye("replaced", 4410, "this seat is open in newer places")
OUTDATED: Final = Bye("outdated", 4426, "the server speaks an older protocol")
RATE_LIMITED: Final = Bye("rate_limited", 4429, "too much at once; come back later", retry=True)
UNAVAILABLE: Final = Bye("unavailable", 4503, "the store does not answer", retry=True)
TOO_SLOW: Final = Bye("too_slow", 4513, "the connection does not keep up", retry=True)
