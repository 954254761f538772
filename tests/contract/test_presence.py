"""Who is here, and since when somebody is not."""

from __future__ import annotations

import pytest

from app.game import BySeat, Seat
from app.room.state import Millis
from app.store.port import ConnectionId, Presence, PresenceRang, SeatPresence
from tests.contract.kit import CODE, HOUR, OTHER, START, Rooms

ONE, TWO, THREE = ConnectionId("one"), ConnectionId("two"), ConnectionId("three")
TTL = Millis(30_000)


def here(since: int = 0, connections: int = 1) -> SeatPresence:
    return SeatPresence(connections, None, Millis(START + since))


def away(since: int) -> SeatPresence:
    return SeatPresence(0, Millis(START + since))


async def host(rooms: Rooms) -> SeatPresence:
    return (await rooms.store.presence(CODE)).seats.host


async def test_a_seat_that_never_connected_is_away_since_the_room_was_first_asked_about(
    rooms: Rooms,
) -> None:
    assert await rooms.store.presence(CODE) == Presence(BySeat(away(0), away(0)), 0)
    rooms.clock.passes(7)

    assert await rooms.store.presence(CODE) == Presence(BySeat(away(0), away(0)), 0)
    assert (await rooms.store.presence(OTHER)).seats.host == away(7)


async def test_somebodys_arrival_asks_about_the_room_too(rooms: Rooms) -> None:
    await rooms.store.arrive(CODE, ONE, Seat.HOST, TTL)
    rooms.clock.passes(7)

    assert await rooms.store.presence(CODE) == Presence(BySeat(here(), away(0)), 0)


async def test_a_connection_counts_until_its_time_to_live_has_passed(rooms: Rooms) -> None:
    await rooms.store.arrive(CODE, ONE, Seat.HOST, TTL)
    rooms.clock.passes(TTL - 1)
    assert await host(rooms) == here()

    rooms.clock.passes(1)
    assert await host(rooms) == away(TTL)


async def test_who_fell_silent_is_away_since_then_whenever_one_asks(rooms: Rooms) -> None:
    await rooms.store.arrive(CODE, ONE, Seat.HOST, TTL)
    rooms.clock.passes(10 * TTL)

    assert await host(rooms) == away(TTL)


async def test_arriving_again_counts_once_and_for_longer(rooms: Rooms) -> None:
    await rooms.store.arrive(CODE, ONE, Seat.HOST, TTL)
    rooms.clock.passes(TTL - 1)
    await rooms.store.arrive(CODE, ONE, Seat.HOST, TTL)
    rooms.clock.passes(TTL - 1)

    assert await host(rooms) == here()


async def test_who_departs_is_away_from_then_on(rooms: Rooms) -> None:
    await rooms.store.arrive(CODE, ONE, Seat.HOST, TTL)
    rooms.clock.passes(50)
    await rooms.store.depart(CODE, ONE)
    rooms.clock.passes(50)

    assert await host(rooms) == away(50)


async def test_a_seat_with_several_connections_is_away_only_when_the_last_is_gone(
    rooms: Rooms,
) -> None:
    await rooms.store.arrive(CODE, ONE, Seat.HOST, TTL)
    await rooms.store.arrive(CODE, TWO, Seat.HOST, TTL)
    assert await host(rooms) == here(connections=2)

    rooms.clock.passes(10)
    await rooms.store.depart(CODE, ONE)
    assert await host(rooms) == here()

    rooms.clock.passes(10)
    await rooms.store.depart(CODE, TWO)
    assert await host(rooms) == away(20)


async def test_the_last_to_fall_silent_counts_not_the_last_to_depart(rooms: Rooms) -> None:
    await rooms.store.arrive(CODE, ONE, Seat.HOST, TTL)
    await rooms.store.arrive(CODE, TWO, Seat.HOST, TTL)
    rooms.clock.passes(10)
    await rooms.store.depart(CODE, TWO)
    rooms.clock.passes(10 * TTL)

    assert await host(rooms) == away(TTL)


async def test_who_comes_back_is_here_and_can_be_away_anew(rooms: Rooms) -> None:
    await rooms.store.arrive(CODE, ONE, Seat.HOST, TTL)
    await rooms.store.depart(CODE, ONE)
    rooms.clock.passes(100)
    await rooms.store.arrive(CODE, TWO, Seat.HOST, TTL)
    assert await host(rooms) == here()

    rooms.clock.passes(100)
    await rooms.store.depart(CODE, TWO)
    assert await host(rooms) == away(200)


@pytest.mark.parametrize("is_told", [True, False])
@pytest.mark.parametrize(("gap", "since"), [(TTL, 0), (TTL + 1, 2 * TTL + 1)])
async def test_who_was_gone_no_longer_than_a_time_to_live_has_been_here_all_along(
    rooms: Rooms, gap: int, since: int, *, is_told: bool
) -> None:
    await rooms.store.arrive(CODE, ONE, Seat.HOST, TTL)
    rooms.clock.passes(TTL)
    if is_told:
        await rooms.store.depart(CODE, ONE)
    rooms.clock.passes(gap)
    await rooms.store.arrive(CODE, TWO, Seat.HOST, TTL)

    assert await host(rooms) == here(since)


async def test_a_seat_is_here_since_its_first_connection_came(rooms: Rooms) -> None:
    await rooms.store.presence(CODE)
    rooms.clock.passes(7)
    await rooms.store.arrive(CODE, ONE, None, TTL)
    rooms.clock.passes(7)
    await rooms.store.arrive(CODE, ONE, Seat.HOST, TTL)
    rooms.clock.passes(7)
    await rooms.store.arrive(CODE, TWO, Seat.HOST, TTL)
    await rooms.store.arrive(CODE, ONE, Seat.GUEST, TTL)
    who = (await rooms.store.presence(CODE)).seats

    assert (who.host, who.guest) == (here(14), here(21))


async def test_a_departure_after_the_silence_changes_nothing(rooms: Rooms) -> None:
    await rooms.store.arrive(CODE, ONE, Seat.HOST, TTL)
    rooms.clock.passes(2 * TTL)
    await rooms.store.depart(CODE, ONE)

    assert await host(rooms) == away(TTL)


async def test_spectators_are_counted_apart(rooms: Rooms) -> None:
    await rooms.store.arrive(CODE, ONE, None, TTL)
    await rooms.store.arrive(CODE, TWO, None, TTL)
    await rooms.store.arrive(CODE, THREE, Seat.GUEST, TTL)
    await rooms.store.arrive(OTHER, THREE, None, TTL)

    assert await rooms.store.presence(CODE) == Presence(BySeat(away(0), here()), 2)


async def test_who_sits_down_is_no_spectator_any_more(rooms: Rooms) -> None:
    await rooms.store.arrive(CODE, ONE, None, TTL)
    await rooms.store.arrive(CODE, ONE, Seat.GUEST, TTL)

    assert await rooms.store.presence(CODE) == Presence(BySeat(away(0), here()), 0)


@pytest.mark.parametrize("seat", [Seat.HOST, Seat.GUEST, None])
async def test_only_what_changes_the_company_rings(rooms: Rooms, seat: Seat | None) -> None:
    await rooms.open()
    ear = await rooms.listen()
    await rooms.store.arrive(CODE, ONE, seat, TTL)
    await rooms.store.arrive(CODE, ONE, seat, TTL)
    assert await ear.heard() == [PresenceRang(CODE)]

    await rooms.store.depart(CODE, ONE)
    await rooms.store.depart(CODE, ONE)
    await rooms.store.depart(CODE, TWO)
    assert await ear.heard() == [PresenceRang(CODE)]


async def test_coming_back_after_a_silence_rings(rooms: Rooms) -> None:
    ear = await rooms.listen()
    await rooms.store.arrive(CODE, ONE, Seat.HOST, TTL)
    rooms.clock.passes(TTL)
    await rooms.store.arrive(CODE, ONE, Seat.HOST, TTL)

    assert await ear.heard() == [PresenceRang(CODE)] * 2


async def test_a_swept_room_has_no_past_company(rooms: Rooms) -> None:
    await rooms.open()
    await rooms.store.presence(CODE)
    rooms.clock.passes(HOUR)
    await rooms.store.sweep(rooms.clock(), 9)

    assert (await rooms.store.presence(CODE)).seats.host == away(HOUR)


async def test_a_new_room_under_an_old_code_has_no_past_company(rooms: Rooms) -> None:
    await rooms.open()
    await rooms.store.presence(CODE)
    rooms.clock.passes(HOUR)
    rooms.head.clear()
    await rooms.open()

    assert (await rooms.store.presence(CODE)).seats.host == away(HOUR)


async def test_connections_before_the_newest_eight_of_a_seat_are_surplus(rooms: Rooms) -> None:
    ids = [ConnectionId(f"{n:02}") for n in range(10)]
    for connection in (*ids[5:], *ids[:5]):
        await rooms.store.arrive(CODE, connection, Seat.GUEST, TTL)
        await rooms.store.arrive(CODE, ConnectionId(f"s{connection}"), None, TTL)
    for connection in ids[:8]:
        await rooms.store.arrive(CODE, ConnectionId(f"h{connection}"), Seat.HOST, TTL)

    who = await rooms.store.presence(CODE)
    assert who.surplus == {"00", "01"}
    assert (who.seats.guest.connections, who.seats.host.connections) == (10, 8)

    await rooms.store.depart(CODE, ids[1])
    assert (await rooms.store.presence(CODE)).surplus == {"00"}
