"""What goes in and out of one connection, without the layers that a client has for one call.

Those layers, and a task that waits for what comes, cost more than all else about an answer: what
comes is taken from the transport as it comes, and what is written in one turn of the loop leaves
together.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from hiredis import Reader
from redis.exceptions import ConnectionError as Unusable


class Cut(Exception):
    """The connection was given up from this side, or ended by the other one in good order."""


class Ends:
    """Both ways of a connection on which every answer so far has been read.

    A protocol of asyncio by what it does. It ends once: with the reason as the exception of
    `ended`, and from then on nothing is heard.
    """

    def __init__(self, transport: asyncio.Transport, parser: Reader) -> None:
        self._transport = transport
        self._parser = parser
        self._loop = asyncio.get_running_loop()
        self._gathered: list[bytes] = []
        self._heard: Callable[[object], None] = _nobody
        self.ended: asyncio.Future[None] = self._loop.create_future()

    def begin(self, heard: Callable[[object], None]) -> None:
        """Hear what comes from now on; errors of the server come as exceptions."""
        self._heard = heard
        self._transport.set_protocol(self)  # type: ignore[arg-type]

    def end(self, why: Exception) -> None:
        """Hear no more, for this reason. Only the first reason counts."""
        if not self.ended.done():
            self.ended.set_exception(why)

    # — out —

    def write(self, packed: bytes) -> None:
        """Send this soon, together with what else is written at this moment."""
        self._gathered.append(packed)
        if len(self._gathered) == 1:
            self._loop.call_soon(self._send)

    def _send(self) -> None:
        """Write what was gathered in this turn of the loop. Who speaks bounds how much that is."""
        gathered, self._gathered = self._gathered, []
        if self.ended.done():
            return
        try:
            self._transport.write(gathered[0] if len(gathered) == 1 else b"".join(gathered))
        except (OSError, RuntimeError) as error:  # uvloop's word for one that was just closed
            self.end(Cut(str(error)))

    # — in: what a transport calls —

    def data_received(self, data: bytes) -> None:
        """Hear every whole answer in it."""
        try:
            self._parser.feed(data)
            while not self.ended.done():
                reply = self._parser.gets()
                if reply is False:  # which RESP2 has no way to say
                    return
                if isinstance(reply, Unusable):
                    self.end(reply)
                else:
                    self._heard(reply)
        except Exception as error:  # noqa: BLE001 - whoever waits for the end is told
            self.end(error)

    def eof_received(self) -> None:
        """The server will say no more."""
        self.end(Cut("the server closed the connection"))

    def connection_lost(self, why: Exception | None) -> None:
        """The connection is gone."""
        self.end(why or Cut("the connection was closed"))

    def pause_writing(self) -> None:
        """Nothing: who speaks bounds how much waits to be sent."""

    def resume_writing(self) -> None:
        """Nothing, as above."""


def _nobody(reply: object) -> None:
    """Hear nothing yet."""
