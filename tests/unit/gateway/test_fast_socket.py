"""The fast socket answers every byte as uvicorn's own class does, and finds all it relies on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import GeneratorType
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from app.gateway.fast_socket import MOST_WAITING, FastSocket, is_between_messages
from app.gateway.wire import EXTENSION, wire_of
from tests.unit.gateway.lines import LIMIT, Kind, frame, line

Z = "00000000"
VIOLATIONS = {1002, 1007, 1009}


# — both classes answer alike —


@dataclass(frozen=True)
class Talk:
    """All that comes of some bytes."""

    written: bytes
    is_closed: bool
    heard: list[Mapping[str, Any]]
    end: Mapping[str, Any]


async def talk(kind: Kind, pieces: Sequence[bytes], limit: int) -> Talk:
    opened = await line(kind, limit)
    await opened.feed(*pieces)
    written, is_closed = opened.transport.written, opened.transport.is_closing()
    await opened.lose()
    *heard, end = opened.app.heard
    return Talk(written, is_closed, heard, end)


def assert_same_answers(pieces: Sequence[bytes], limit: int) -> None:
    """The same bytes and the same end; and the same messages but for one thing.

    The stock class forgets the messages that came in one piece with a frame that is broken or
    too big. What is read here is heard in any case, as if it had come a moment earlier.
    """
    stock = asyncio.run(talk(WebSocketsSansIOProtocol, pieces, limit))
    fast = asyncio.run(talk(FastSocket, pieces, limit))
    assert (fast.written, fast.is_closed, fast.end) == (stock.written, stock.is_closed, stock.end)
    if stock.end["code"] in VIOLATIONS:
        assert fast.heard[: len(stock.heard)] == stock.heard
    else:
        assert fast.heard == stock.heard


masks = st.binary(min_size=4, max_size=4) | st.just(b"\x81\x85\x00\x00")
texts = st.text(max_size=40).map(str.encode)
payloads = texts | st.binary(max_size=130) | st.sampled_from([b"x" * 125, b"x" * 126, b"x" * 201])
good = st.builds(frame, texts, st.just(0x81), masks)
odd = st.builds(
    frame,
    payloads,
    st.sampled_from([0x01, 0x00, 0x80, 0x82, 0x88, 0x89, 0x8A, 0xC1, 0x83, 0x09]),
    masks | st.none(),
)
unmasked = st.builds(frame, texts, st.just(0x81), st.none())
broken = st.builds(frame, st.binary(max_size=20), st.just(0x81), masks)


@st.composite
def torn(draw: st.DrawFn) -> list[bytes]:
    """Frames in a row, torn into pieces anywhere."""
    parts = draw(st.lists(good | good | good | odd | broken | unmasked, max_size=8))
    row = b"".join(parts) + draw(st.just(b"") | st.binary(max_size=8))
    cuts = sorted(draw(st.lists(st.integers(0, len(row)), max_size=6)))
    return [row[begin:end] for begin, end in pairwise([0, *cuts, len(row)]) if begin < end]


@settings(max_examples=150, deadline=None)
@given(torn(), st.sampled_from([LIMIT, 20]))
@example([b"\x81\x85", b"\x81\x80\x00\x00\x00\x00" + b"hello"], LIMIT)
@example([frame(b"a", 0x01), frame(b"b"), frame(b"c", 0x80)], LIMIT)
@example([frame(b"x" * 20) + frame(b"x" * 21)], 20)
@example([frame(b"one") + frame(b"two") + frame(b"\x03\xe8", 0x88) + frame(b"late")], LIMIT)
@example([frame(b"one") + frame(b"ping", 0x89) + frame(b"two") + frame(b"\xff\xfe")], LIMIT)
@example([bytes.fromhex(f"81ff0000000000000002{Z}6869")], LIMIT)
@example([frame(b"")], LIMIT)
def test_bytes_get_the_same_answer_as_from_the_stock_class(pieces: list[bytes], limit: int) -> None:
    assert_same_answers(pieces, limit)


@pytest.mark.parametrize("kind", [FastSocket, WebSocketsSansIOProtocol])
async def test_after_a_close_nothing_is_heard_but_the_reply(
    kind: Kind,
) -> None:
    opened = await line(kind)
    await opened.feed(frame(b"close"))
    assert opened.transport.written == b"\x88\x02\x0f\xa0"
    opened.transport.done.clear()
    await opened.feed(frame(b"late") * (2 * MOST_WAITING))
    assert opened.transport.done == []
    await opened.feed(frame(b"late") + frame(b"\x0f\xa0", 0x88))
    assert opened.transport.done == ["close"]
    assert [message.get("text") for message in opened.app.heard] == ["close", None]
    await opened.lose()


@pytest.mark.parametrize("kind", [FastSocket, WebSocketsSansIOProtocol])
async def test_who_answers_no_ping_is_let_go_though_a_frame_is_on_its_way(kind: Kind) -> None:
    opened = await line(kind, ping=0.02)
    await opened.feed(frame(b"heard"), frame(b"never whole")[:-1])
    await asyncio.wait_for(opened.transport.closed.wait(), 5)
    assert b"\x88" + bytes([2 + len("keepalive ping timeout")]) in opened.transport.written
    await opened.lose()


# — reading stops while the application is behind —


async def test_reading_goes_on_while_the_application_keeps_up() -> None:
    opened = await line(FastSocket)
    for n in range(50):
        await opened.feed(frame(b"%d" % n))
    assert [message["text"] for message in opened.app.heard] == [str(n) for n in range(50)]
    assert opened.transport.done == []
    await opened.lose()


async def test_reading_stops_with_enough_messages_waiting_and_goes_on_when_all_are_taken() -> None:
    opened = await line(FastSocket)
    for n in range(MOST_WAITING - 1):
        opened.socket.data_received(frame(b"%d" % n))
    assert opened.transport.done == []
    opened.socket.data_received(frame(b"the last") * 3)
    assert opened.transport.done == ["pause"]
    await opened.settle()
    assert opened.transport.done == ["pause", "resume"]
    assert len(opened.app.heard) == MOST_WAITING + 2
    await opened.lose()


# — writing at once —


async def test_frames_are_written_only_while_the_wire_takes_them() -> None:
    opened = await line(FastSocket)
    write = opened.app.scope["extensions"][EXTENSION]["write"]
    assert write(b"\x81\x00")
    opened.socket.pause_writing()
    assert not write(b"\x81\x01x")
    opened.socket.resume_writing()
    assert write(b"\x81\x01y")
    assert opened.transport.written == b"\x81\x00\x81\x01y"
    await opened.feed(frame(b"\x03\xe8", 0x88))
    assert not write(b"\x81\x01z")
    assert opened.transport.written.endswith(b"\x88\x02\x03\xe8")
    await opened.lose()
    assert not write(b"\x81\x01z")


async def test_the_stock_class_offers_no_such_way() -> None:
    opened = await line(WebSocketsSansIOProtocol)
    assert wire_of(opened.app.scope, opened.socket.receive, _nothing).write is None
    await opened.lose()


async def _nothing(_: Mapping[str, object]) -> None:
    return


# — what it relies on inside uvicorn and websockets —


async def test_all_that_it_uses_of_the_stock_class_is_there() -> None:
    opened = await line(WebSocketsSansIOProtocol)
    socket = opened.socket
    assert isinstance(socket.queue, asyncio.Queue)
    assert socket.read_paused is False
    assert isinstance(socket.writable, asyncio.Event)
    assert socket.transport is opened.transport
    assert socket.config.ws_max_size == LIMIT
    assert socket.scope["extensions"] == {"websocket.http.response": {}}
    assert socket.conn.state is State.OPEN
    assert socket.conn.current_size is None
    assert isinstance(socket.conn.parser, GeneratorType)
    await opened.lose()


def _steps() -> Iterator[tuple[bytes, bool]]:
    """Bytes, and whether the parser stands between two messages after them."""
    yield b"\x81", False
    yield b"\x85", False
    yield bytes(4), False
    yield b"hello", True
    yield frame(b"a", 0x01), False
    yield frame(b"ping", 0x89), False
    yield frame(b"b", 0x80), True
    yield frame(b"c") + b"\x81", False
    yield b"\x80" + bytes(4), True


async def test_it_knows_when_the_stock_parser_is_between_two_messages() -> None:
    opened = await line(WebSocketsSansIOProtocol)
    assert is_between_messages(opened.socket.conn)
    for piece, between in _steps():
        await opened.feed(piece)
        assert is_between_messages(opened.socket.conn) is between
    await opened.lose()
