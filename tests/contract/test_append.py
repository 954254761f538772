"""Compare and append: who may extend a log, and what comes along in the same write."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from app.game import BySeat, Seat
from app.room.state import Millis, Version
from app.store.port import NOWHERE, Conflict, Head, Recorded, Tag, Unavailable
from tests.contract.adapters import Adapter
from tests.contract.kit import (
    CODE,
    HOUR,
    OPENED,
    OTHER,
    PLY,
    Clock,
    Rooms,
    by_guest,
    by_host,
    token,
)


async def test_an_event_is_read_back_as_it_was_written(rooms: Rooms) -> None:
    opened = await rooms.open()
    played = await rooms.add(PLY, by_host("x1"))

    assert await rooms.log() == (opened, played)


async def test_an_event_is_still_there_after_a_restart(adapter: Adapter, clock: Clock) -> None:
    first = Rooms(adapter.store(), clock)
    await first.store.open()
    opened = await first.open(grants=((Seat.HOST, token("a")),))
    await first.store.close()

    second = Rooms(adapter.store(), clock)
    await second.store.open()
    kept = await second.store.load(CODE)
    await second.store.close()

    assert kept is not None
    assert kept.log == (opened,)
    assert kept.tokens == BySeat(frozenset({token("a")}), frozenset())


async def test_the_answer_is_the_version_of_the_event(rooms: Rooms) -> None:
    assert (await rooms.store.append(rooms.write(OPENED))).version == 1


@pytest.mark.parametrize(
    "after",
    [Head(Version(1), Tag("0" * 16)), Head(Version(7), Tag("0" * 16)), NOWHERE],
    ids=["another tag", "another version", "nowhere"],
)
async def test_a_write_after_another_head_conflicts(rooms: Rooms, after: Head) -> None:
    opened = await rooms.open()
    head = Head(Version(after.version + 1), Tag("f" * 16))
    stray = replace(rooms.write(), after=after, recorded=Recorded(head, rooms.clock(), None, PLY))

    with pytest.raises(Conflict):
        await rooms.store.append(stray)

    assert await rooms.log() == (opened,)
    assert await rooms.store.heads((CODE,)) == (opened.head,)


async def test_a_write_after_an_older_event_conflicts(rooms: Rooms) -> None:
    await rooms.open()
    late = rooms.write()
    await rooms.add()

    with pytest.raises(Conflict):
        await rooms.store.append(late)

    assert len(await rooms.log()) == 2


async def test_a_write_to_a_room_that_is_not_there_conflicts(rooms: Rooms) -> None:
    await rooms.open()

    with pytest.raises(Conflict):
        await rooms.store.append(replace(rooms.write(), room=OTHER))

    assert await rooms.store.load(OTHER) is None


async def test_of_fifty_writes_after_the_same_head_exactly_one_wins(rooms: Rooms) -> None:
    opened = await rooms.open()
    writes = [rooms.write(PLY, by_host(f"x{n}")) for n in range(50)]

    answers = await asyncio.gather(
        *(rooms.store.append(write) for write in writes), return_exceptions=True
    )

    (written,) = [answer for answer in answers if not isinstance(answer, Conflict)]
    winner = writes[answers.index(written)].recorded
    assert winner.head == written
    assert await rooms.log() == (opened, winner)


async def test_of_fifty_openings_of_one_code_exactly_one_wins(rooms: Rooms) -> None:
    writes = [rooms.write(OPENED) for _ in range(50)]

    answers = await asyncio.gather(
        *(rooms.store.append(write) for write in writes), return_exceptions=True
    )

    (written,) = [answer for answer in answers if not isinstance(answer, Conflict)]
    winner = writes[answers.index(written)].recorded
    assert winner.head == written
    assert await rooms.log() == (winner,)


async def test_the_code_of_an_expired_room_is_free_and_nothing_of_it_is_left(rooms: Rooms) -> None:
    await rooms.open(grants=((Seat.HOST, token("a")),), deadline=Millis(rooms.clock() + 5))
    await rooms.add(PLY, by_host("x1"))
    await rooms.store.say(CODE, by_host("x2"), "hello", None)
    rooms.clock.passes(HOUR)
    rooms.head.clear()

    opened = await rooms.open()
    kept = await rooms.store.load(CODE)

    assert kept is not None
    assert kept.log == (opened,)
    assert kept.tokens == BySeat(frozenset(), frozenset())
    assert await rooms.store.chat(CODE) == ()
    assert await rooms.store.due(rooms.clock(), 9) == ()
    assert (await rooms.add(PLY, by_host("x1"))).head.version == 2


async def test_an_expired_room_cannot_be_written_to(rooms: Rooms) -> None:
    await rooms.open()
    rooms.clock.passes(HOUR)

    with pytest.raises(Conflict):
        await rooms.store.append(rooms.write())


# — repeats —


async def test_a_repeated_command_gets_its_first_version_and_writes_nothing(rooms: Rooms) -> None:
    await rooms.open()
    first = await rooms.add(PLY, by_host("x1"))
    await rooms.add(PLY, by_guest("x2"))
    log = await rooms.log()

    assert await rooms.store.append(rooms.write(PLY, by_host("x1"))) == first.head
    assert await rooms.log() == log


async def test_a_repeat_is_recognised_wherever_its_writer_thought_to_be(rooms: Rooms) -> None:
    await rooms.open()
    same = rooms.write(PLY, by_host("x1"))
    await rooms.store.append(same)

    assert (await rooms.store.append(same)).version == 2
    assert (await rooms.store.append(replace(same, after=NOWHERE))).version == 2


async def test_a_repeat_is_recognised_even_when_it_comes_too_late(rooms: Rooms) -> None:
    await rooms.open()
    same = rooms.write(PLY, by_host("x1"))
    await rooms.store.append(same)
    rooms.clock.passes(60_000)

    assert (await rooms.store.append(same)).version == 2


async def test_the_same_id_from_the_other_seat_or_in_another_room_is_no_repeat(
    rooms: Rooms,
) -> None:
    await rooms.open()
    await rooms.open(OTHER)
    await rooms.add(PLY, by_host("x1"))

    assert (await rooms.add(PLY, by_guest("x1"))).head.version == 3
    assert (await rooms.add(PLY, by_host("x1"), room=OTHER)).head.version == 2


async def test_of_fifty_repeats_at_once_one_is_written_and_all_get_its_version(
    rooms: Rooms,
) -> None:
    await rooms.open()
    same = rooms.write(PLY, by_host("x1"))

    answers = await asyncio.gather(*(rooms.store.append(same) for _ in range(50)))

    assert {answer.version for answer in answers} == {2}
    assert len(await rooms.log()) == 2


async def test_a_command_is_remembered_for_the_running_and_the_previous_game(
    rooms: Rooms,
) -> None:
    await rooms.open()
    for number in (1, 2, 3):
        await rooms.start()
        await rooms.add(PLY, by_host(f"game{number}"))

    assert (await rooms.store.append(rooms.write(PLY, by_host("game3")))).version == 7
    assert (await rooms.store.append(rooms.write(PLY, by_host("game2")))).version == 5
    assert (await rooms.add(PLY, by_host("game1"))).head.version == 8


# — in time or not at all —


async def test_nothing_is_written_after_the_last_moment(rooms: Rooms) -> None:
    opened = await rooms.open()
    write = rooms.write()
    rooms.clock.passes(5_001)

    with pytest.raises(Unavailable):
        await rooms.store.append(write)

    assert await rooms.log() == (opened,)


async def test_the_last_moment_itself_is_early_enough(rooms: Rooms) -> None:
    await rooms.open()
    write = rooms.write()
    rooms.clock.passes(5_000)

    assert (await rooms.store.append(write)).version == 2


async def test_a_room_is_not_opened_after_the_last_moment(rooms: Rooms) -> None:
    write = rooms.write(OPENED)
    rooms.clock.passes(5_001)

    with pytest.raises(Unavailable):
        await rooms.store.append(write)

    assert await rooms.store.load(CODE) is None
