"""What hangs on a room: who may act on its seats, and the games that were finished."""

from __future__ import annotations

import pytest

from app.game import Seat
from app.store.port import RECORDS_KEPT, Conflict, FinishedGame, TokenHash, Unavailable
from tests.contract.kit import CODE, GAME, HOUR, OTHER, Rooms, by_host, token

A, B, C = token("a"), token("b"), token("c")


async def tokens(rooms: Rooms, seat: Seat = Seat.HOST) -> set[TokenHash]:
    kept = await rooms.store.load(CODE)
    assert kept is not None
    return set(kept.tokens.of(seat))


# — given and taken by events —


async def test_an_event_gives_a_seat_its_token(rooms: Rooms) -> None:
    await rooms.open(grants=((Seat.HOST, A),))
    await rooms.add(grants=((Seat.GUEST, B),))

    assert await tokens(rooms, Seat.HOST) == {A}
    assert await tokens(rooms, Seat.GUEST) == {B}


async def test_a_granted_token_is_the_only_one(rooms: Rooms) -> None:
    await rooms.open(grants=((Seat.HOST, A),))
    await rooms.store.add_token(CODE, Seat.HOST, B)
    await rooms.add(grants=((Seat.HOST, C),))

    assert await tokens(rooms) == {C}


async def test_an_event_takes_all_tokens_of_a_seat_away(rooms: Rooms) -> None:
    await rooms.open(grants=((Seat.HOST, A), (Seat.GUEST, B)))
    await rooms.store.add_token(CODE, Seat.GUEST, C)
    await rooms.add(grants=((Seat.GUEST, None),))

    assert await tokens(rooms, Seat.GUEST) == set()
    assert await tokens(rooms, Seat.HOST) == {A}


async def test_a_refused_write_gives_and_takes_nothing(rooms: Rooms) -> None:
    await rooms.open(grants=((Seat.HOST, A),))
    stale = rooms.write(grants=((Seat.HOST, B),), finished=FinishedGame(1, b"{}"))
    await rooms.add()

    with pytest.raises(Conflict):
        await rooms.store.append(stale)

    assert await tokens(rooms) == {A}
    assert await rooms.store.record(CODE, 1) is None


async def test_a_repeat_gives_and_takes_nothing(rooms: Rooms) -> None:
    await rooms.open(grants=((Seat.HOST, A),))
    await rooms.add(command=by_host("x1"))
    await rooms.store.append(rooms.write(command=by_host("x1"), grants=((Seat.HOST, None),)))

    assert await tokens(rooms) == {A}


# — added and dropped by their owner —


async def test_a_seat_may_have_four_tokens_and_the_oldest_goes_for_a_fifth(rooms: Rooms) -> None:
    await rooms.open(grants=((Seat.HOST, A),))
    for letter in "bcde":
        await rooms.store.add_token(CODE, Seat.HOST, token(letter))

    assert await tokens(rooms) == {token(letter) for letter in "bcde"}


async def test_whoever_asks_for_a_token_too_many_keeps_their_own(rooms: Rooms) -> None:
    await rooms.open(grants=((Seat.HOST, A),))
    for letter in "bcdef":
        await rooms.store.add_token(CODE, Seat.HOST, token(letter), A)

    assert await tokens(rooms) == {A, *(token(letter) for letter in "def")}

    await rooms.store.add_token(CODE, Seat.HOST, B, token("d"))
    assert await tokens(rooms) == {B, *(token(letter) for letter in "def")}


async def test_a_token_that_is_to_be_kept_but_is_none_gets_no_place(rooms: Rooms) -> None:
    await rooms.open(grants=((Seat.HOST, A),))
    for letter in "bcde":
        await rooms.store.add_token(CODE, Seat.HOST, token(letter), token("f"))

    assert await tokens(rooms) == {token(letter) for letter in "bcde"}


async def test_the_other_seat_has_its_own_four(rooms: Rooms) -> None:
    await rooms.open(grants=((Seat.HOST, A), (Seat.GUEST, A)))
    for letter in "bcde":
        await rooms.store.add_token(CODE, Seat.HOST, token(letter))

    assert await tokens(rooms, Seat.GUEST) == {A}


async def test_a_token_that_is_there_already_counts_once(rooms: Rooms) -> None:
    await rooms.open(grants=((Seat.HOST, A),))
    for letter in "bcd":
        await rooms.store.add_token(CODE, Seat.HOST, token(letter))
    await rooms.store.add_token(CODE, Seat.HOST, B)

    assert await tokens(rooms) == {token(letter) for letter in "abcd"}


async def test_a_room_that_is_gone_gets_no_token(rooms: Rooms) -> None:
    await rooms.open()
    rooms.clock.passes(HOUR)

    for code in (CODE, OTHER):
        with pytest.raises(Unavailable):
            await rooms.store.add_token(code, Seat.HOST, A)


async def test_all_tokens_of_a_seat_but_one_can_be_dropped(rooms: Rooms) -> None:
    await rooms.open(grants=((Seat.HOST, A), (Seat.GUEST, C)))
    await rooms.store.add_token(CODE, Seat.HOST, B)
    await rooms.store.keep_only_token(CODE, Seat.HOST, B)

    assert await tokens(rooms) == {B}
    assert await tokens(rooms, Seat.GUEST) == {C}


# — records —


async def test_a_finished_game_is_kept_with_the_event_that_ended_it(rooms: Rooms) -> None:
    await rooms.open()
    await rooms.add(finished=FinishedGame(1, b'{"moves":[]}'))

    assert await rooms.store.record(CODE, 1) == b'{"moves":[]}'
    assert await rooms.store.record(CODE, 2) is None
    assert await rooms.store.record(OTHER, 1) is None


async def test_a_record_can_be_taken_back_and_written_again(rooms: Rooms) -> None:
    await rooms.open()
    await rooms.add(finished=FinishedGame(1, b"{}"))
    await rooms.add(finished=FinishedGame(1, None))
    assert await rooms.store.record(CODE, 1) is None

    await rooms.add(finished=FinishedGame(1, b"[]"))
    assert await rooms.store.record(CODE, 1) == b"[]"


async def test_records_outlast_the_events_of_their_games(rooms: Rooms) -> None:
    await rooms.open()
    for number in (1, 2, 3, 4):
        await rooms.add(GAME, checkpoint=True)
        await rooms.add(finished=FinishedGame(number, b"%d" % number))

    assert [await rooms.store.record(CODE, n) for n in (1, 2, 3, 4)] == [b"1", b"2", b"3", b"4"]


async def test_a_room_keeps_the_records_of_its_newest_games(rooms: Rooms) -> None:
    await rooms.open()
    for number in (1, 2, 3):
        await rooms.add(finished=FinishedGame(number, b"{}"))
    await rooms.add(finished=FinishedGame(RECORDS_KEPT + 1, b"{}"))
    await rooms.add(finished=FinishedGame(RECORDS_KEPT + 2, b"{}"))
    await rooms.add(finished=FinishedGame(RECORDS_KEPT + 3, None))

    kept = [n for n in range(RECORDS_KEPT + 4) if await rooms.store.record(CODE, n)]
    assert kept == [3, RECORDS_KEPT + 1, RECORDS_KEPT + 2]


async def test_the_records_of_an_expired_room_are_gone(rooms: Rooms) -> None:
    await rooms.open(finished=FinishedGame(1, b"{}"))
    rooms.clock.passes(HOUR)

    assert await rooms.store.record(CODE, 1) is None
