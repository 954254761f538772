"""What was said in a room."""

from __future__ import annotations

import pytest

from app.game import Seat
from app.room.state import Millis
from app.store.port import Said, SaidRang, Unavailable
from tests.contract.adapters import Adapter
from tests.contract.kit import CODE, HOUR, OTHER, START, Clock, Rooms, by_guest, by_host


async def test_a_line_is_kept_with_its_number_and_its_time(rooms: Rooms) -> None:
    await rooms.open()
    first = await rooms.store.say(CODE, by_host("x1"), "你好 🀄", None)
    rooms.clock.passes(10)
    second = await rooms.store.say(CODE, by_guest("x2"), None, "good_game")

    assert first == Said(1, Seat.HOST, "你好 🀄", None, Millis(START))
    assert second == Said(2, Seat.GUEST, None, "good_game", Millis(START + 10))
    assert await rooms.store.chat(CODE) == (first, second)


async def test_chat_is_not_part_of_the_log(rooms: Rooms) -> None:
    opened = await rooms.open()
    await rooms.store.say(CODE, by_host("x1"), "hello", None)

    assert await rooms.log() == (opened,)


async def test_chat_is_still_there_after_a_restart(adapter: Adapter, clock: Clock) -> None:
    first = Rooms(adapter.store(), clock)
    await first.store.open()
    await first.open()
    said = await first.store.say(CODE, by_host("x1"), "hello", None)
    await first.store.close()

    second = adapter.store()
    await second.open()
    assert await second.chat(CODE) == (said,)
    await second.close()


async def test_each_room_counts_for_itself(rooms: Rooms) -> None:
    await rooms.open(CODE)
    await rooms.open(OTHER)
    await rooms.store.say(CODE, by_host("x1"), "here", None)

    assert (await rooms.store.say(OTHER, by_host("x1"), "there", None)).n == 1
    assert (await rooms.store.say(CODE, by_host("x2"), "here", None)).n == 2


async def test_a_repeat_within_a_minute_is_the_first_line_and_rings_no_bell(rooms: Rooms) -> None:
    await rooms.open()
    first = await rooms.store.say(CODE, by_host("x1"), "hello", None)
    ear = await rooms.listen()
    rooms.clock.passes(59_999)

    assert await rooms.store.say(CODE, by_host("x1"), "something else", None) == first
    assert await rooms.store.chat(CODE) == (first,)
    assert await ear.heard() == []


async def test_a_repeat_after_a_minute_is_a_new_line(rooms: Rooms) -> None:
    await rooms.open()
    await rooms.store.say(CODE, by_host("x1"), "hello", None)
    rooms.clock.passes(60_000)

    assert (await rooms.store.say(CODE, by_host("x1"), "hello", None)).n == 2


async def test_the_same_id_from_the_other_seat_is_no_repeat(rooms: Rooms) -> None:
    await rooms.open()
    await rooms.store.say(CODE, by_host("x1"), "hello", None)

    assert (await rooms.store.say(CODE, by_guest("x1"), "hello", None)).n == 2


async def test_the_newest_fifty_lines_are_kept(rooms: Rooms) -> None:
    await rooms.open()
    for n in range(70):
        await rooms.store.say(CODE, by_host(f"x{n}"), f"line {n + 1}", None)
        rooms.clock.passes(10_000)
    lines = await rooms.store.chat(CODE)

    assert [line.n for line in lines] == list(range(21, 71))
    assert [line.text for line in lines] == [f"line {n}" for n in range(21, 71)]


async def test_a_repeat_is_known_even_when_fifty_lines_came_between(rooms: Rooms) -> None:
    await rooms.open()
    first = await rooms.store.say(CODE, by_host("x1"), "hello", None)
    for n in range(60):
        await rooms.store.say(CODE, by_guest(f"x{n}"), "…", None)

    assert await rooms.store.say(CODE, by_host("x1"), "hello", None) == first
    assert len(await rooms.store.chat(CODE)) == 50


async def test_a_line_is_heard(rooms: Rooms) -> None:
    await rooms.open()
    ear = await rooms.listen()
    said = await rooms.store.say(CODE, by_host("x1"), "hello", None)

    assert await ear.heard() == [SaidRang(CODE, said)]


async def test_in_a_room_that_is_not_there_nothing_is_said(rooms: Rooms) -> None:
    await rooms.open()
    await rooms.store.say(CODE, by_host("x1"), "hello", None)
    rooms.clock.passes(HOUR)

    for code in (CODE, OTHER):
        with pytest.raises(Unavailable):
            await rooms.store.say(code, by_host("x2"), "hello", None)
        assert await rooms.store.chat(code) == ()
