"""One connection, opened again whenever it breaks; written to in batches, read to the end.

Knows no command. Nothing that was written is ever written again: whoever speaks over the
line is told when it broke, and decides.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, NoReturn, Protocol

from redis.asyncio.connection import Connection
from redis.exceptions import ConnectionError as Unusable
from redis.exceptions import RedisError

from app.store.redis.connecting import Ends, ends_of

log = logging.getLogger(__name__)

FIRST_PAUSE: Final = 0.02
LONGEST_PAUSE: Final = 1.0
READ_AT_ONCE: Final = 65_536


class Cut(Exception):
    """The line was given up from this side."""


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
        self._gathered: list[bytes] = []
        self._writer: asyncio.StreamWriter | None = None
        self._severed: asyncio.Future[NoReturn] | None = None

    @property
    def is_connected(self) -> bool:
        """Whether what is written now goes somewhere."""
        return self._severed is not None and not self._severed.done()

    def write(self, packed: bytes) -> None:
        """Send this soon, together with what else is written at this moment."""
        self._gathered.append(packed)
        if len(self._gathered) == 1:
            asyncio.get_running_loop().call_soon(self._send)

    def _send(self) -> None:
        """Write what was gathered in this turn of the loop. Who speaks bounds how much that is."""
        gathered, self._gathered = self._gathered, []
        if self._writer is None or not gathered:
            return
        try:
            self._writer.write(b"".join(gathered))
        except (OSError, RuntimeError) as error:  # uvloop's word for one that was just closed
            self.cut(str(error))

    def cut(self, why: str) -> None:
        """Give this connection up and make another one."""
        if self._severed is not None and not self._severed.done():
            self._severed.set_exception(Cut(why))

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
        self._severed = severed = asyncio.get_running_loop().create_future()
        self._writer = ends.writer
        self._gathered.clear()
        self._speaker.connected()
        reading = asyncio.ensure_future(self._read(ends))
        try:
            done, _ = await asyncio.wait((reading, severed), return_when=asyncio.FIRST_COMPLETED)
            why = next(iter(done)).exception()
        finally:
            self._severed = self._writer = None
            reading.cancel()
            severed.cancel()
            try:
                await asyncio.gather(reading, severed, return_exceptions=True)
            finally:  # also when all is closed while a connection breaks
                await connection.disconnect(nowait=True)
        if isinstance(why, BROKEN):
            return why
        raise why or RuntimeError("a connection ended without a reason")

    async def _read(self, ends: Ends) -> NoReturn:
        """Hear everything that comes, as long as something does."""
        gets, heard = ends.parser.gets, self._speaker.heard
        while data := await ends.reader.read(READ_AT_ONCE):
            ends.parser.feed(data)
            while (reply := gets()) is not False:  # which RESP2 has no way to say
                if isinstance(reply, Unusable):
                    raise reply
                heard(reply)
        raise Cut("the server closed the connection")
