"""A line comes back, however its connection ended; and what it uses of redis-py is there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import pytest
from hiredis import Reader
from redis.asyncio.connection import Connection
from redis.exceptions import NoScriptError

from app.store.redis import line as lines
from app.store.redis.address import read_address
from app.store.redis.connecting import connect, ends_of
from app.store.redis.ends import Cut, Ends
from app.store.redis.line import Line

READ = 65_536


class Speaker:
    """Says PING on each new connection, and writes down what came and how they ended."""

    def __init__(self, open_: Callable[[], Awaitable[Connection]]) -> None:
        self.line = Line(open_, self)
        self.replies: list[object] = []
        self.ends: asyncio.Queue[Exception] = asyncio.Queue()

    def connected(self) -> None:
        self.line.write(b"PING\r\n")

    def heard(self, reply: object) -> None:
        self.replies.append(reply)

    def broke(self, why: Exception) -> None:
        self.ends.put_nowait(why)


async def told(answer: bytes, times: int = 1) -> tuple[Speaker, list[Exception]]:
    """A speaker whose server answers PING so and hangs up, and why it gave up its lines."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while (data := await reader.read(READ)) and not data.startswith(b"PING"):
            writer.write(b"+OK\r\n" * data.count(b"*"))
        writer.write(answer)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    place = server.sockets[0].getsockname()[:2]
    speaker = Speaker(partial(connect, read_address("redis://127.0.0.1"), place))
    running = asyncio.create_task(speaker.line.run())
    try:
        async with asyncio.timeout(5):
            return speaker, [await speaker.ends.get() for _ in range(times)]
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        server.close()


async def test_all_that_came_is_heard_before_the_end() -> None:
    speaker, (why,) = await told(b":1\r\n-NOSCRIPT none\r\n$2\r\nhi\r\n*1\r\n:2\r\n:")

    one, refusal, *rest = speaker.replies
    assert one == 1
    assert isinstance(refusal, NoScriptError)
    assert rest == [b"hi", [2]]
    assert str(why) == "the server closed the connection"


@pytest.mark.parametrize(
    ("answer", "reason"), [(b"-LOADING wait\r\n", "wait"), (b"nonsense\r\n", "Protocol error")]
)
async def test_a_server_that_cannot_be_spoken_to_is_left(answer: bytes, reason: str) -> None:
    speaker, reasons = await told(answer, 2)

    assert all(reason in str(why) for why in reasons)
    assert speaker.replies == []


class Failing(asyncio.Transport):
    """The way out of a connection whose peer is gone."""

    def __init__(self, failure: Exception) -> None:
        super().__init__()
        self._failure = failure

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        pass

    def write(self, data: object) -> None:
        raise self._failure


@pytest.mark.parametrize(
    "failure",
    [
        ConnectionResetError("reset by peer"),
        RuntimeError("unable to perform operation on <TCPTransport closed=True>"),
    ],
    ids=["told by the system", "told by uvloop"],
)
async def test_a_connection_that_breaks_while_it_is_written_to_is_made_again(
    failure: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "ends_of", lambda _: Ends(Failing(failure), Reader()))
    _, reasons = await told(b"", 3)

    assert [str(why) for why in reasons] == [str(failure)] * 3


async def test_what_a_speaker_cannot_bear_ends_the_line() -> None:
    def fail(reply: object) -> None:
        raise KeyError(reply)

    ends = Ends(Failing(OSError()), Reader())
    ends.begin(fail)
    ends.data_received(b"+first\r\n+second\r\n")

    with pytest.raises(KeyError, match="first"):
        await ends.ended


async def test_nothing_is_heard_after_the_end() -> None:
    heard: list[object] = []
    ends = Ends(Failing(OSError()), Reader())
    ends.begin(heard.append)
    ends.data_received(b"+first\r\n+sec")
    ends.end(Cut("enough"))
    ends.data_received(b"ond\r\n")
    ends.connection_lost(None)

    assert heard == [b"first"]
    with pytest.raises(Cut, match="enough"):
        await ends.ended


async def test_a_connection_that_is_closed_has_no_ends() -> None:
    with pytest.raises(ConnectionResetError):
        ends_of(Connection())
