"""The channels of one server that this process hears, on a connection of their own.

A connection that breaks is made again and every channel subscribed anew; each confirmation is
told, so that whoever listens knows that something may have been missed before it.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from redis.asyncio.connection import Connection

from app.store.redis.line import Line
from app.store.redis.replies import listed, raw
from app.store.redis.scripts import pack

log = logging.getLogger(__name__)


class Listener(Protocol):
    """Whoever hears. Called in the loop; must not raise or wait."""

    def message(self, channel: bytes, message: bytes) -> None:
        """Somebody published something."""

    def confirmed(self, channel: bytes) -> None:
        """From now on everything on this channel is heard; perhaps not for the first time."""

    def misplaced(self) -> None:
        """The server will not have some channel (any more); another one may."""


class Ear:
    """Subscriptions on one server. A speaker of its line.

    `new_mark` names a channel of that server that nobody has listened to before.
    """

    def __init__(
        self,
        connect: Callable[[], Awaitable[Connection]],
        listener: Listener,
        new_mark: Callable[[], bytes],
    ) -> None:
        self.line = Line(connect, self)
        self._listener = listener
        self._new_mark = new_mark
        self._mark = b""
        self._channels: dict[bytes, bool] = {}
        """What should be heard, and whether the server has confirmed it on this connection."""

    def want(self, channel: bytes) -> None:
        """Hear this channel; the listener is told from when on."""
        self._channels[channel] = False
        self._subscribe(channel)

    def forget(self, channel: bytes) -> None:
        """Hear it no more."""
        if self._channels.pop(channel, None) is not None and self.line.is_connected:
            self.line.write(pack(b"SUNSUBSCRIBE", channel))

    def hears(self, channel: bytes) -> bool:
        """Whether the server has confirmed this channel and the connection still stands."""
        return self._channels.get(channel, False)

    def mark(self, channel: bytes) -> bytes:
        """A channel that nobody listens to but the connection on which this one is heard.

        Where the server knows a listener to it, that connection is alive. Empty if the channel
        is not heard.
        """
        return self._mark if self.hears(channel) else b""

    def mark_anew(self) -> None:
        """Let another channel stand for this connection."""
        self._mark = self._new_mark()
        self._subscribe(self._mark)

    def insist(self) -> None:
        """Ask again for what was not confirmed."""
        for channel, is_confirmed in self._channels.items():
            if not is_confirmed:
                self._subscribe(channel)

    def _subscribe(self, channel: bytes) -> None:
        # Each by itself: a server refuses only those that are not its own.
        if self.line.is_connected:
            self.line.write(pack(b"SSUBSCRIBE", channel))

    # — what the line tells —

    def connected(self) -> None:
        """Subscribe to everything anew."""
        self.mark_anew()
        self.insist()

    def heard(self, reply: object) -> None:
        """A message, a confirmation, or a channel that the server will not have."""
        if isinstance(reply, Exception):
            self._listener.misplaced()
            return
        kind, channel, rest = listed(reply)
        match kind:
            case b"smessage":
                self._listener.message(raw(channel), raw(rest))
            case b"ssubscribe" if channel in self._channels:
                self._channels[raw(channel)] = True
                self._listener.confirmed(raw(channel))
            case b"sunsubscribe" if channel in self._channels:
                self._channels[raw(channel)] = False
                self._listener.misplaced()
            case _:
                pass

    def broke(self, why: Exception) -> None:
        """Nothing is heard until the next confirmation."""
        log.info("listening to the store ended: %s", why)
        self._channels = dict.fromkeys(self._channels, False)
