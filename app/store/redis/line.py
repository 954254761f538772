"""One connection, opened again whenever it breaks.

Knows no command. Nothing that was written is ever written again: whoever speaks over the
line is told when it broke, and decides.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from redis.asyncio.connection import Connection
from redis.exceptions import RedisError

from app.store.redis.connecting import ends_of
from app.store.redis.ends import Cut, Ends

log = logging.getLogger(__name__)

FIRST_PAUSE: Final = 0.02
LONGEST_PAUSE: Final = 1.0

BROKEN: Final = (RedisError, OSError, TimeoutError, Cut, UnicodeError)
"""What ends a connection; anything else is a fault of the program."""


class Speaker(Protocol):
    """Whoever speaks over a line. Called in the loop; must not raise or wait."""

    def connected(self) -> None:
        """There is a new connection, on which nothing was said."""

    def heard(self, reply: object) -> None:
        """An answer or a message; errors of the server come as exceptions."""

    def broke(self, why: Exception) -> None:
        """There is no connection any more, or none could be made."""


class Line:
    """A connection that comes back. `run` keeps it for ever; its task belongs to the caller."""

    def __init__(self, connect: Callable[[], Awaitable[Connection]], speaker: Speaker) -> None:
        self._connect = connect
        self._speaker = speaker
        self._ends: Ends | None = None

    @property
    def is_connected(self) -> bool:
        """Whether what is written now goes somewhere."""
        return self._ends is not None and not self._ends.ended.done()

    def write(self, packed: bytes) -> None:
        """Send this soon, together with what else is written at this moment."""
        if self._ends is not None:
            self._ends.write(packed)

    def cut(self, why: str) -> None:
        """Give this connection up and make another one."""
        if self._ends is not None:
            self._ends.end(Cut(why))

    async def run(self) -> None:
        """Connect and speak, again and again."""
        pause = FIRST_PAUSE
        while True:
            try:
                connection = await self._connect()
                ends = ends_of(connection)
            except BROKEN as error:
                self._speaker.broke(error)
                pause = min(LONGEST_PAUSE, 2 * pause)
            else:
                why = await self._speak(connection, ends)
                log.warning("a connection to the store broke: %s", why)
                self._speaker.broke(why)
                pause = FIRST_PAUSE
            await asyncio.sleep(pause)

    async def _speak(self, connection: Connection, ends: Ends) -> Exception:
        """Use this connection until it breaks; why it did."""
        self._ends = ends
        try:
            ends.begin(self._speaker.heard)
            self._speaker.connected()
            await ends.ended
        except BROKEN as why:
            return why
        finally:
            self._ends = None
            ends.ended.cancel()
            await connection.disconnect(nowait=True)
        raise RuntimeError("a connection ended without a reason")
