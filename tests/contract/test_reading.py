"""What a log gives back: whole, since a head, the heads alone; and what it may forget."""

from __future__ import annotations

from app.game import BySeat, Seat
from app.room.state import RoomCode, Version
from app.store.port import NOWHERE, Head, Tag
from tests.contract.kit import CODE, HOUR, OTHER, PLY, Rooms, by_host, token


async def test_there_is_nothing_to_load_of_an_unknown_room(rooms: Rooms) -> None:
    assert await rooms.store.load(CODE) is None


async def test_an_expired_room_is_unknown_before_it_is_swept(rooms: Rooms) -> None:
    opened = await rooms.open()
    rooms.clock.passes(HOUR)

    assert await rooms.store.load(CODE) is None
    assert await rooms.store.since(CODE, opened.head) is None
    assert await rooms.store.heads((CODE,)) == (None,)


# — folding starts at the newest checkpoint —


async def test_a_new_room_is_folded_from_its_first_event(rooms: Rooms) -> None:
    await rooms.open()
    await rooms.add()
    kept = await rooms.store.load(CODE)

    assert kept is not None
    assert kept.checkpoint == 0
    assert [each.head.version for each in kept.log] == [1, 2]


async def test_the_first_game_keeps_what_led_to_it(rooms: Rooms) -> None:
    await rooms.open()
    await rooms.start()
    await rooms.add()
    kept = await rooms.store.load(CODE)

    assert kept is not None
    assert kept.checkpoint == 1
    assert [each.head.version for each in kept.log] == [1, 2, 3]


async def test_a_game_drops_what_lies_before_the_previous_one(rooms: Rooms) -> None:
    await rooms.open()
    for _ in range(3):
        await rooms.start()
        await rooms.add()
    kept = await rooms.store.load(CODE)

    assert kept is not None
    assert [each.head.version for each in kept.log] == [4, 5, 6, 7]
    assert kept.checkpoint == 2


async def test_a_room_that_opens_with_a_game_is_folded_from_it(rooms: Rooms) -> None:
    await rooms.start()
    await rooms.start()
    kept = await rooms.store.load(CODE)

    assert kept is not None
    assert [each.head.version for each in kept.log] == [1, 2]
    assert kept.checkpoint == 1


# — since —


async def test_since_gives_the_events_after_a_head(rooms: Rooms) -> None:
    opened = await rooms.open()
    second = await rooms.add(PLY, by_host("x1"))
    third = await rooms.add(PLY, by_host("x2"))

    assert await rooms.since(opened.head) == (second, third)
    assert await rooms.since(second.head) == (third,)
    assert await rooms.since(third.head) == ()


async def test_since_gives_the_tokens_as_they_are_now(rooms: Rooms) -> None:
    opened = await rooms.open(grants=((Seat.HOST, token("a")),))
    await rooms.add(grants=((Seat.GUEST, token("b")),))
    newest = await rooms.add()
    await rooms.store.add_token(CODE, Seat.HOST, token("c"))

    for head in (opened.head, newest.head):
        newer = await rooms.store.since(CODE, head)
        assert newer is not None
        assert newer.tokens == BySeat(frozenset({token("a"), token("c")}), frozenset({token("b")}))


async def test_since_a_head_that_the_log_does_not_hold_there_is_no_answer(rooms: Rooms) -> None:
    opened = await rooms.open()
    await rooms.add()

    assert await rooms.store.since(CODE, Head(opened.head.version, Tag("0" * 16))) is None
    assert await rooms.store.since(CODE, Head(Version(9), opened.head.tag)) is None
    assert await rooms.store.since(CODE, NOWHERE) is None
    assert await rooms.store.since(OTHER, opened.head) is None


async def test_since_a_head_that_was_dropped_there_is_no_answer(rooms: Rooms) -> None:
    opened = await rooms.open()
    first = await rooms.start()
    second = await rooms.start()

    assert await rooms.store.since(CODE, opened.head) is None
    assert await rooms.since(first.head) == (second,)


# — heads —


async def test_heads_come_in_the_order_asked_for(rooms: Rooms) -> None:
    here = await rooms.open()
    there = await rooms.open(OTHER)
    none = RoomCode("222222")

    assert await rooms.store.heads((OTHER, none, CODE)) == (there.head, None, here.head)
    assert await rooms.store.heads(()) == ()


async def test_a_thousand_heads_can_be_asked_for_at_once(rooms: Rooms) -> None:
    here = await rooms.open()
    asked = (*(RoomCode(f"R{n:05}") for n in range(1_000)), CODE)

    assert await rooms.store.heads(asked) == (*([None] * 1_000), here.head)


async def test_the_head_is_that_of_the_newest_event(rooms: Rooms) -> None:
    await rooms.open()
    newest = await rooms.add()

    assert await rooms.store.heads((CODE,)) == (newest.head,)
