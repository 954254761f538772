"""What is kept in memory is bounded."""

from __future__ import annotations

from app.game import Seat
from app.room.state import Millis, RoomCode
from app.store.allowance import Buckets, Leases
from app.store.port import ConnectionId, Limit
from app.store.presence import Attendances
from tests.contract.kit import CODE, HOUR, Rooms

SLOW = Limit(per_second=0.001, burst=1)
NOW = Millis(0)


def test_there_are_never_more_buckets_than_allowed_and_the_least_used_goes() -> None:
    buckets = Buckets(most=3)
    for key in ("a", "b", "c"):
        buckets.take(key, SLOW, 1, NOW)
    buckets.take("d", SLOW, 1, NOW)

    assert buckets.peek("a", SLOW, 1, NOW) == 0, "forgotten: full again"
    assert all(buckets.peek(key, SLOW, 1, NOW) for key in ("b", "c", "d"))


def test_buckets_that_are_full_again_are_forgotten() -> None:
    buckets = Buckets()
    for n in range(1_000):
        buckets.take(str(n), SLOW, 1, Millis(n * 1_000_000))

    assert len(buckets._buckets) <= 2


def test_a_bucket_that_never_fills_stays() -> None:
    buckets, once = Buckets(), Limit(per_second=0, burst=1)

    assert buckets.take("k", once, 1, NOW) == 0
    assert buckets.take("k", once, 1, Millis(10**9)) > 0


def test_there_are_never_more_leases_than_allowed() -> None:
    leases = Leases(most=2)
    assert leases.lease("a", "me", NOW, Millis(10))
    assert leases.lease("b", "me", NOW, Millis(20))
    assert not leases.lease("c", "me", NOW, Millis(10))

    assert leases.lease("b", "me", NOW, Millis(20)), "one's own can always be renewed"
    assert leases.lease("c", "me", Millis(10), Millis(10)), "the first has run out"


def test_deserted_rooms_are_named_by_turns() -> None:
    attendances = Attendances()
    codes = [RoomCode(f"R{n:05}") for n in range(4)]
    for code in codes:
        attendances.presence(code, NOW)
    attendances.arrive(codes[1], ConnectionId("one"), Seat.HOST, NOW, Millis(10))

    assert attendances.deserted(2) == (codes[0], codes[2])
    assert attendances.deserted(2) == (codes[3], codes[0])


async def test_sweeping_forgets_who_was_in_rooms_that_never_were(rooms: Rooms) -> None:
    await rooms.open()
    for n in range(5):
        await rooms.store.presence(RoomCode(f"R{n:05}"))
    await rooms.store.presence(CODE)
    rooms.clock.passes(HOUR // 2)
    await rooms.store.sweep(rooms.clock(), 100)

    assert (await rooms.store.presence(CODE)).seats.host.away_since == rooms.clock() - HOUR // 2
    assert (await rooms.store.presence(RoomCode("R00000"))).seats.host.away_since == rooms.clock()
