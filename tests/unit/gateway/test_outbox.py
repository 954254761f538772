"""The outbox: bounded, ordered, and never in the way of whoever puts something in."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from app.gateway import byes
from app.gateway.frames import Frame
from app.gateway.outbox import ENOUGH, SMALL_FRAMES, Outbox


def frame(text: str) -> Frame:
    return Frame({"type": "websocket.send", "text": text})


class Reader:
    """The other end: reads everything, unless told to stop."""

    def __init__(self) -> None:
        self.got: list[str] = []
        self.reads = asyncio.Event()
        self.reads.set()

    async def send(self, message: Mapping[str, object]) -> None:
        await self.reads.wait()
        self.got.append(str(message.get("text", message.get("code"))))


async def until_closed(outbox: Outbox) -> None:
    outbox.end(byes.DONE)
    await outbox.run()


async def test_a_welcome_goes_first_and_the_state_last() -> None:
    reader = Reader()
    outbox = Outbox(reader.send)
    outbox.state(frame("old state"))
    outbox.welcome(frame("welcome"))
    outbox.state(frame("state"))
    outbox.small(frame("small"))
    await until_closed(outbox)
    assert reader.got[:3] == ["welcome", "small", "state"]
    assert reader.got[-1] == "1000"
    assert '"done"' in reader.got[-2]


async def test_only_the_newest_state_waits() -> None:
    reader = Reader()
    outbox = Outbox(reader.send)
    for n in range(1000):
        outbox.state(frame(f"state {n}"))
    await until_closed(outbox)
    assert reader.got[:-2] == ["state 999"]


async def test_too_many_small_frames_end_a_slow_connection() -> None:
    reader = Reader()
    reader.reads.clear()
    outbox = Outbox(reader.send)
    writing = asyncio.create_task(outbox.run())
    for n in range(SMALL_FRAMES + 2):
        outbox.small(frame(str(n)))
        await asyncio.sleep(0)
    assert outbox.closed
    assert outbox.busy_since is not None
    reader.reads.set()
    await writing
    assert reader.got[-1] == "4513"
    assert '"too_slow"' in reader.got[-2]


async def test_after_the_end_nothing_is_taken_in_and_the_first_bye_counts() -> None:
    reader = Reader()
    outbox = Outbox(reader.send)
    outbox.end(byes.REMOVED)
    outbox.end(byes.DONE)
    outbox.small(frame("late"))
    outbox.state(frame("late"))
    outbox.welcome(frame("late"))
    await outbox.run()
    assert reader.got[-1] == "4403"
    assert len(reader.got) == 2


async def test_a_hasty_client_waits_until_its_answers_are_taken() -> None:
    reader = Reader()
    outbox = Outbox(reader.send)
    for n in range(ENOUGH):
        outbox.small(frame(str(n)))
    waiting = asyncio.create_task(outbox.taken())
    await asyncio.sleep(0)
    assert not waiting.done()
    writing = asyncio.create_task(outbox.run())
    await asyncio.wait_for(waiting, 1)
    assert len(reader.got) >= ENOUGH - 1
    outbox.end(byes.DONE)
    await writing
