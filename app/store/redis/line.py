"""One connection, opened again whenever it breaks; written to in batches, read to the end.

Knows no command. Nothing that was written is ever written again: whoever speaks over the
line is told when it broke, and decides.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from typing import Final, NoReturn, Protocol

from redis.asyncio.connection import Connection
from redis.exceptions import RedisError, ResponseError

log = logging.getLogger(__name__)

FIRST_PAUSE: Final = 0.02
LONGEST_PAUSE: Final = 1.0


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
        self._something = asyncio.Event()
        self._severed: asyncio.Future[NoReturn] | None = None

    @property
    def is_connected(self) -> bool:
        """Whether what is written now goes somewhere."""
        return self._severed is not None and not self._severed.done()

    def write(self, packed: bytes) -> None:
        """Send this soon, together with what else is written at this moment."""
        self._gathered.append(packed)
        self._something.set()

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
            except BROKEN as error:
                self._speaker.broke(error)
                pause = min(LONGEST_PAUSE, 2 * pause)
            else:
                why = await self._speak(connection)
                log.warning("a connection to the store broke: %s", why)
                self._speaker.broke(why)
                pause = FIRST_PAUSE
            await asyncio.sleep(pause)

    async def _speak(self, connection: Connection) -> Exception:
        """Use this connection until it breaks; why it did."""
        self._severed = severed = asyncio.get_running_loop().create_future()
        self._gathered.clear()
        self._speaker.connected()
        ends = (
            asyncio.ensure_future(self._read(connection)),
            asyncio.ensure_future(self._send(connection)),
            severed,
        )
        try:
            done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            why = next(iter(done)).exception()
        finally:
            self._severed = None
            for end in ends:
                end.cancel()
            await asyncio.gather(*ends, return_exceptions=True)
            await connection.disconnect(nowait=True)
        if isinstance(why, BROKEN):
            return why
        raise why or RuntimeError("a connection ended without a reason")

    async def _read(self, connection: Connection) -> None:
        read, heard = connection.read_response, self._speaker.heard
        while True:
            reply: object
            try:
                reply = await read(disable_decoding=True, timeout=math.inf)
            except ResponseError as error:
                reply = error
            heard(reply)

    async def _send(self, connection: Connection) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            packed, self._gathered = b"".join(self._gathered), []
            try:
                await connection.send_packed_command(packed, check_health=False)
            except RuntimeError as error:  # uvloop's word for a transport that was just closed
                raise Cut(str(error)) from error
