"""The outbox: bounded, ordered, and never in the way of whoever puts something in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

import pytest

from app.gateway import byes
from app.gateway.frames import Frame
from app.gateway.outbox import ENOUGH, SMALL_FRAMES, Outbox


def frame(text: str) -> Frame:
    return Frame(text.encode())


class Reader:
    """The other end: reads everything, unless told to stop."""

    def __init__(self) -> None:
        self.got: list[str] = []
        self.pieces: list[int] = []
        """How many frames came in one piece."""
        self.reads = asyncio.Event()
        self.reads.set()

    async def send(self, message: Mapping[str, object]) -> None:
        await self.reads.wait()
        self.got.append(str(message.get("text", message.get("code"))))

    def write(self, frames: bytes) -> bool:
        if not self.reads.is_set():
            return False
        count = 0
        while frames:
            self.got.append(frames[2 : 2 + frames[1]].decode())
            frames = frames[2 + frames[1] :]
            count += 1
        self.pieces.append(count)
        return True


MakeOutbox = Callable[[Reader], Outbox]


def plain(reader: Reader) -> Outbox:
    """As over a server that only speaks ASGI."""
    return Outbox(reader.send)


def direct(reader: Reader) -> Outbox:
    """As over a server that takes frames at once."""
    return Outbox(reader.send, reader.write)


both = pytest.mark.parametrize("make", [plain, direct])


async def until_closed(outbox: Outbox) -> None:
    outbox.end(byes.DONE)
    await outbox.finished()


def is_writing(outbox: Outbox) -> bool:
    return outbox.busy_since is not None


async def turns(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


@both
async def test_a_welcome_goes_first_and_the_state_last(make: MakeOutbox) -> None:
    reader = Reader()
    outbox = make(reader)
    outbox.hold()
    outbox.state(frame("old state"))
    outbox.welcome(frame("welcome"))
    outbox.state(frame("state"))
    outbox.small(frame("small"))
    outbox.release()
    await turns(3)
    await until_closed(outbox)
    assert reader.got[:3] == ["welcome", "small", "state"]
    assert reader.got[-1] == "1000"
    assert '"done"' in reader.got[-2]


@both
async def test_only_the_newest_state_waits(make: MakeOutbox) -> None:
    reader = Reader()
    outbox = make(reader)
    outbox.hold()
    for n in range(1000):
        outbox.state(frame(f"state {n}"))
    await until_closed(outbox)
    assert reader.got[:-2] == ["state 999"]


async def test_frames_leave_at_once_or_in_one_piece_when_they_were_held() -> None:
    reader = Reader()
    outbox = direct(reader)
    outbox.small(frame("said"))
    outbox.hold()
    outbox.state(frame("state"))
    outbox.small(frame("ack"))
    assert reader.got == ["said"]
    outbox.release()
    assert reader.got == ["said", "ack", "state"]
    assert reader.pieces == [1, 2]


async def test_what_the_wire_does_not_take_comes_later_and_in_order() -> None:
    reader = Reader()
    outbox = direct(reader)
    reader.reads.clear()
    outbox.small(frame("one"))
    await turns(3)
    assert is_writing(outbox)
    outbox.small(frame("two"))
    outbox.state(frame("old state"))
    await turns(3)
    outbox.state(frame("state"))
    assert reader.got == []
    reader.reads.set()
    await turns(3)
    assert reader.got == ["one", "two", "state"]
    assert not is_writing(outbox)
    outbox.small(frame("three"))
    await turns(3)
    assert reader.pieces == [1]


@both
async def test_too_many_small_frames_end_a_slow_connection(make: MakeOutbox) -> None:
    reader = Reader()
    reader.reads.clear()
    outbox = make(reader)
    for n in range(SMALL_FRAMES + 2):
        outbox.small(frame(str(n)))
        await turns(3)
    assert outbox.closed
    assert outbox.busy_since is not None
    reader.reads.set()
    await outbox.finished()
    assert reader.got[-1] == "4513"
    assert '"too_slow"' in reader.got[-2]


@both
async def test_after_the_end_nothing_is_taken_in_and_the_first_bye_counts(
    make: MakeOutbox,
) -> None:
    reader = Reader()
    outbox = make(reader)
    outbox.end(byes.REMOVED)
    outbox.end(byes.DONE)
    outbox.small(frame("late"))
    outbox.state(frame("late"))
    outbox.welcome(frame("late"))
    await outbox.finished()
    assert reader.got[-1] == "4403"
    assert len(reader.got) == 2


@both
async def test_a_hasty_client_waits_until_its_answers_are_taken(make: MakeOutbox) -> None:
    reader = Reader()
    outbox = make(reader)
    for n in range(ENOUGH):
        outbox.small(frame(str(n)))
    waiting = asyncio.create_task(outbox.taken())
    await asyncio.wait_for(waiting, 1)
    assert len(reader.got) >= ENOUGH - 1
    await until_closed(outbox)


@both
async def test_a_hasty_client_waits_no_longer_once_the_end_has_come(make: MakeOutbox) -> None:
    reader = Reader()
    reader.reads.clear()
    outbox = make(reader)
    for n in range(ENOUGH + 1):
        outbox.small(frame(str(n)))
    waiting = asyncio.create_task(outbox.taken())
    await turns(3)
    assert not waiting.done()
    outbox.end(byes.DONE)
    await asyncio.wait_for(waiting, 1)
    reader.reads.set()
    await outbox.finished()


@both
async def test_a_dropped_outbox_writes_nothing_more(make: MakeOutbox) -> None:
    reader = Reader()
    outbox = make(reader)
    outbox.hold()
    outbox.small(frame("late"))
    outbox.drop()
    outbox.small(frame("later"))
    outbox.release()
    await turns(3)
    assert reader.got == []


@both
async def test_a_peer_that_is_gone_ends_the_writing_quietly(make: MakeOutbox) -> None:
    async def gone(_: Mapping[str, object]) -> None:
        raise OSError

    outbox = Outbox(gone, None if make is plain else lambda _: False)
    outbox.small(frame("one"))
    await turns(3)
    outbox.state(frame("two"))
    await until_closed(outbox)
    assert outbox.closed


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536])
def test_a_frame_is_framed_as_the_rfc_says(size: int) -> None:
    framed = Frame(b"x" * size).framed
    assert framed[0] == 0x81
    length, at = framed[1], 2
    if length == 126:
        length, at = int.from_bytes(framed[2:4], "big"), 4
    elif length == 127:
        length, at = int.from_bytes(framed[2:10], "big"), 10
    assert (length, framed[at:]) == (size, b"x" * size)
