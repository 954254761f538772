"""A line comes back, however its connection ended."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest
from redis.asyncio.connection import Connection

from app.store.redis.line import Line


class Ended:
    """A connection whose next write fails as it does when the peer is gone."""

    def __init__(self, failure: Exception) -> None:
        self._failure = failure

    async def send_packed_command(self, packed: bytes, *, check_health: bool) -> None:
        raise self._failure

    async def read_response(self, *, disable_decoding: bool, timeout: float) -> object:  # noqa: ASYNC109 (as redis-py has it)
        return await asyncio.Event().wait()

    async def disconnect(self, *, nowait: bool) -> None:
        pass


class Speaker:
    """Says something on each new connection and writes down how they ended."""

    def __init__(self) -> None:
        self.line: Line | None = None
        self.ends: asyncio.Queue[Exception] = asyncio.Queue()

    def connected(self) -> None:
        assert self.line is not None
        self.line.write(b"PING")

    def heard(self, reply: object) -> None:
        raise AssertionError(reply)

    def broke(self, why: Exception) -> None:
        self.ends.put_nowait(why)


@pytest.mark.parametrize(
    "failure",
    [
        ConnectionResetError("reset by peer"),
        RuntimeError("unable to perform operation on <TCPTransport closed=True>"),
    ],
    ids=["told by the system", "told by uvloop"],
)
async def test_a_connection_that_breaks_while_it_is_written_to_is_made_again(
    failure: Exception,
) -> None:
    speaker = Speaker()

    async def connect() -> Connection:
        return cast("Connection", Ended(failure))

    speaker.line = line = Line(connect, speaker)
    running = asyncio.create_task(line.run())
    try:
        async with asyncio.timeout(5):
            reasons = [str(await speaker.ends.get()) for _ in range(3)]
    finally:
        running.cancel()
    assert reasons == [str(failure)] * 3
