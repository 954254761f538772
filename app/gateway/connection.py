"""One socket that has said hello: who it is, how fast it may ask, and how it ends."""

from __future__ import annotations

from app.game import Seat
from app.gateway.byes import Bye
from app.gateway.frames import Frame
from app.gateway.outbox import Outbox
from app.room.actor import You
from app.store.port import ConnectionId, TokenHash

COMMANDS_PER_SECOND = 5.0
COMMANDS_AT_ONCE = 20.0
REFUSED_BEFORE_THE_END = 20.0
"""Frames over the rate that are answered before the connection is ended."""


class Pace:
    """A bucket of commands that may run into debt: refused while in debt, ended when deep in."""

    __slots__ = ("_at", "_left")

    def __init__(self, now: float) -> None:
        self._left = COMMANDS_AT_ONCE
        self._at = now

    def take(self, now: float) -> float:
        """Count one frame; below zero it came too early, and by how many frames."""
        refilled = self._left + (now - self._at) * COMMANDS_PER_SECOND
        self._left = min(COMMANDS_AT_ONCE, refilled) - 1.0
        self._at = now
        return self._left


class Connection:
    """A socket in a room. `token` is None for spectators."""

    __slots__ = (
        "_farewell",
        "_in_command",
        "id",
        "outbox",
        "pace",
        "seat",
        "token",
        "told_presence",
        "you",
    )

    def __init__(
        self,
        id_: ConnectionId,
        outbox: Outbox,
        you: You,
        token: TokenHash | None,
        pace: Pace,
    ) -> None:
        self.id = id_
        self.outbox = outbox
        self.you = you
        self.token = token
        self.pace = pace
        self.seat = seat_of(you)
        self.told_presence: Frame | None = None
        self._in_command = False
        self._farewell: Bye | None = None

    def end(self, bye: Bye) -> None:
        """Part with this client, but answer the command that is going on first."""
        if self._in_command:
            self._farewell = self._farewell or bye
        else:
            self.outbox.end(bye)

    def begin_command(self) -> None:
        """From here to `finish_command` an end waits, and what is sent, to go with the answer."""
        self._in_command = True
        self.outbox.hold()

    def finish_command(self) -> None:
        """The command is answered; what waited for that comes now."""
        self._in_command = False
        self.outbox.release()
        if self._farewell is not None:
            self.outbox.end(self._farewell)


def seat_of(you: You) -> Seat | None:
    """The seat a connection counts for; both seats of a local room count as the host's."""
    match you:
        case You.HOST | You.BOTH:
            return Seat.HOST
        case You.GUEST:
            return Seat.GUEST
        case You.SPECTATOR:
            return None
