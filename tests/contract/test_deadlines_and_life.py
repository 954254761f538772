"""When a room is due, how long it lives, and what is swept away afterwards."""

from __future__ import annotations

from app.game import Seat
from app.room.state import Millis, RoomCode
from app.store.port import FinishedGame
from tests.contract.kit import CODE, HOUR, OTHER, START, Rooms, by_host, token

THIRD = RoomCode("222222")


def at(millis: int) -> Millis:
    return Millis(START + millis)


# — deadlines —


async def test_a_room_is_due_from_its_deadline_on(rooms: Rooms) -> None:
    await rooms.open(deadline=at(100))

    assert await rooms.store.due(at(99), 9) == ()
    assert await rooms.store.due(at(100), 9) == (CODE,)
    assert await rooms.store.due(at(5_000), 9) == (CODE,)


async def test_a_room_without_deadline_is_never_due(rooms: Rooms) -> None:
    await rooms.open()

    assert await rooms.store.due(at(HOUR), 9) == ()


async def test_the_most_overdue_comes_first_and_no_more_than_asked_for(rooms: Rooms) -> None:
    await rooms.open(CODE, deadline=at(200))
    await rooms.open(OTHER, deadline=at(100))
    await rooms.open(THIRD, deadline=at(300))

    assert await rooms.store.due(at(300), 9) == (OTHER, CODE, THIRD)
    assert await rooms.store.due(at(300), 2) == (OTHER, CODE)


async def test_the_next_event_replaces_the_deadline(rooms: Rooms) -> None:
    await rooms.open(deadline=at(100))
    await rooms.add(deadline=at(500))

    assert await rooms.store.due(at(499), 9) == ()
    assert await rooms.store.due(at(500), 9) == (CODE,)


async def test_the_next_event_without_deadline_clears_it(rooms: Rooms) -> None:
    await rooms.open(deadline=at(100))
    await rooms.add()

    assert await rooms.store.due(at(HOUR), 9) == ()


async def test_a_repeat_leaves_the_deadline_alone(rooms: Rooms) -> None:
    await rooms.open()
    await rooms.add(command=by_host("x1"), deadline=at(100))
    await rooms.store.append(rooms.write(command=by_host("x1"), deadline=at(900)))

    assert await rooms.store.due(at(100), 9) == (CODE,)


async def test_an_expired_room_is_not_due(rooms: Rooms) -> None:
    await rooms.open(deadline=at(100))
    rooms.clock.passes(HOUR)

    assert await rooms.store.due(at(HOUR), 9) == ()


async def test_dead_rooms_are_in_no_living_ones_way(rooms: Rooms) -> None:
    for n in range(12):
        await rooms.open(RoomCode(f"R{n:05}"), deadline=at(n), expires_at=at(1_000))
    await rooms.open(deadline=at(500))
    rooms.clock.passes(1_000)

    assert await rooms.store.due(at(1_000), 5) == (CODE,)
    assert await rooms.store.due(at(1_000), 5) == (CODE,)


# — life —


async def test_a_room_lives_until_the_very_moment_it_expires(rooms: Rooms) -> None:
    await rooms.open()
    rooms.clock.passes(HOUR - 1)
    assert await rooms.store.load(CODE) is not None

    rooms.clock.passes(1)
    assert await rooms.store.load(CODE) is None


async def test_the_next_event_sets_the_end_anew_even_if_that_is_sooner(rooms: Rooms) -> None:
    await rooms.open()
    await rooms.add(expires_at=at(1_000))
    rooms.clock.passes(1_000)

    assert await rooms.store.load(CODE) is None


async def test_a_room_kept_alive_lives_longer(rooms: Rooms) -> None:
    await rooms.open(CODE, finished=FinishedGame(1, b"{}"), grants=((Seat.HOST, token("a")),))
    await rooms.open(OTHER)
    await rooms.store.keep_alive((CODE,), at(2 * HOUR))
    rooms.clock.passes(2 * HOUR - 1)

    kept = await rooms.store.load(CODE)
    assert kept is not None
    assert kept.tokens.host == {token("a")}
    assert await rooms.store.record(CODE, 1) == b"{}"
    assert await rooms.store.load(OTHER) is None

    rooms.clock.passes(1)
    assert await rooms.store.load(CODE) is None


async def test_keeping_alive_never_shortens_a_life(rooms: Rooms) -> None:
    await rooms.open()
    await rooms.store.keep_alive((CODE,), at(1_000))
    rooms.clock.passes(HOUR - 1)

    assert await rooms.store.load(CODE) is not None


async def test_keeping_alive_does_not_wake_the_dead(rooms: Rooms) -> None:
    await rooms.open()
    rooms.clock.passes(HOUR)
    await rooms.store.keep_alive((CODE, OTHER), at(9 * HOUR))

    assert await rooms.store.heads((CODE, OTHER)) == (None, None)


# — sweeping —


async def test_sweeping_takes_expired_rooms_and_only_those(rooms: Rooms) -> None:
    await rooms.open(CODE)
    await rooms.open(OTHER)
    await rooms.store.keep_alive((OTHER,), at(2 * HOUR))
    rooms.clock.passes(HOUR)

    assert await rooms.store.sweep(rooms.clock(), 9) == 1
    assert await rooms.store.sweep(rooms.clock(), 9) == 0
    assert len(await rooms.log(OTHER)) == 1


async def test_sweeping_takes_no_more_than_it_may(rooms: Rooms) -> None:
    for code in (CODE, OTHER, THIRD):
        await rooms.open(code)
    rooms.clock.passes(HOUR)

    assert await rooms.store.sweep(rooms.clock(), 2) == 2
    assert await rooms.store.sweep(rooms.clock(), 2) == 1


async def test_many_rooms_can_be_swept_at_once(rooms: Rooms) -> None:
    for n in range(50):
        await rooms.open(RoomCode(f"R{n:05}"))
    rooms.clock.passes(HOUR)

    assert await rooms.store.sweep(rooms.clock(), 45) == 45
    assert await rooms.store.sweep(rooms.clock(), 45) == 5


async def test_of_a_swept_room_nothing_is_left(rooms: Rooms) -> None:
    await rooms.open(grants=((Seat.HOST, token("a")),), finished=FinishedGame(1, b"{}"))
    await rooms.store.say(CODE, by_host("x1"), "hello", None)
    rooms.clock.passes(HOUR)
    await rooms.store.sweep(rooms.clock(), 9)
    rooms.clock.passes(-HOUR)

    assert await rooms.store.load(CODE) is None
    assert await rooms.store.record(CODE, 1) is None
    assert await rooms.store.chat(CODE) == ()
