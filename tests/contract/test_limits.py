"""What all workers share for a while: buckets, memories and leases."""

from __future__ import annotations

import asyncio

from app.room.state import Millis
from app.store.port import Limit
from tests.contract.kit import Rooms

FIVE_A_SECOND = Limit(per_second=5, burst=20)


# — buckets —


async def test_a_burst_is_granted_at_once_and_then_no_more(rooms: Rooms) -> None:
    taken = [await rooms.store.take("k", FIVE_A_SECOND) for _ in range(21)]

    assert taken == [0] * 20 + [200]


async def test_a_refusal_takes_nothing(rooms: Rooms) -> None:
    for _ in range(20):
        await rooms.store.take("k", FIVE_A_SECOND)
    for _ in range(10):
        assert await rooms.store.take("k", FIVE_A_SECOND) == 200


async def test_after_the_time_told_it_is_granted_and_not_before(rooms: Rooms) -> None:
    limit = Limit(per_second=0.7, burst=3)
    for _ in range(3):
        await rooms.store.take("k", limit)
    wait = await rooms.store.take("k", limit)
    rooms.clock.passes(wait - 1)
    assert await rooms.store.take("k", limit) == 1

    rooms.clock.passes(1)
    assert await rooms.store.take("k", limit) == 0


async def test_a_bucket_never_holds_more_than_its_burst(rooms: Rooms) -> None:
    await rooms.store.take("k", FIVE_A_SECOND)
    rooms.clock.passes(3_600_000)

    assert [await rooms.store.take("k", FIVE_A_SECOND) for _ in range(21)] == [0] * 20 + [200]


async def test_a_dear_request_costs_more(rooms: Rooms) -> None:
    assert await rooms.store.take("k", FIVE_A_SECOND, 15) == 0
    assert await rooms.store.take("k", FIVE_A_SECOND, 10) == 1_000
    assert await rooms.store.take("k", FIVE_A_SECOND, 5) == 0


async def test_what_no_bucket_ever_holds_is_never_granted(rooms: Rooms) -> None:
    assert await rooms.store.take("k", FIVE_A_SECOND, 21) > 0
    assert await rooms.store.take("k", FIVE_A_SECOND, 20) == 0


async def test_peeking_takes_nothing(rooms: Rooms) -> None:
    for _ in range(50):
        assert await rooms.store.peek("k", FIVE_A_SECOND) == 0
    assert await rooms.store.take("k", FIVE_A_SECOND, 20) == 0
    assert await rooms.store.peek("k", FIVE_A_SECOND) == 200


async def test_each_key_has_its_own_bucket(rooms: Rooms) -> None:
    await rooms.store.take("k", FIVE_A_SECOND, 20)

    assert await rooms.store.take("l", FIVE_A_SECOND, 20) == 0


async def test_a_clock_that_is_set_back_gives_and_takes_nothing(rooms: Rooms) -> None:
    await rooms.store.take("k", FIVE_A_SECOND, 20)
    rooms.clock.passes(-60_000)

    assert await rooms.store.take("k", FIVE_A_SECOND) == 200


# — memories —


async def test_the_first_value_stands(rooms: Rooms) -> None:
    assert await rooms.store.remember("n", "first", Millis(1_000)) == "first"
    assert await rooms.store.remember("n", "second", Millis(9_000)) == "first"
    assert await rooms.store.remember("m", "third", Millis(1_000)) == "third"


async def test_what_is_remembered_can_be_recalled_until_it_fades(rooms: Rooms) -> None:
    assert await rooms.store.recall("n") is None
    await rooms.store.remember("n", "first", Millis(1_000))
    assert await rooms.store.recall("n") == "first"
    assert await rooms.store.recall("m") is None
    rooms.clock.passes(1_000)
    assert await rooms.store.recall("n") is None


async def test_what_is_put_takes_the_place_of_what_stood_there(rooms: Rooms) -> None:
    await rooms.store.remember("n", "first", Millis(1_000))
    await rooms.store.put("n", "second", Millis(2_000))
    rooms.clock.passes(1_999)
    assert await rooms.store.recall("n") == "second"
    rooms.clock.passes(1)
    assert await rooms.store.recall("n") is None


async def test_a_memory_fades(rooms: Rooms) -> None:
    await rooms.store.remember("n", "first", Millis(1_000))
    rooms.clock.passes(999)
    assert await rooms.store.remember("n", "second", Millis(1_000)) == "first"

    rooms.clock.passes(1)
    assert await rooms.store.remember("n", "second", Millis(1_000)) == "second"


async def test_of_fifty_values_at_once_all_get_the_same(rooms: Rooms) -> None:
    answers = await asyncio.gather(
        *(rooms.store.remember("n", str(n), Millis(1_000)) for n in range(50))
    )

    assert len(set(answers)) == 1


async def test_sweeping_leaves_what_is_still_remembered(rooms: Rooms) -> None:
    await rooms.store.remember("n", "first", Millis(1_000))
    rooms.clock.passes(999)
    await rooms.store.sweep(rooms.clock(), 9)

    assert await rooms.store.remember("n", "second", Millis(1_000)) == "first"


# — tallies —


async def test_the_owners_of_a_tally_come_in_the_order_in_which_they_came(rooms: Rooms) -> None:
    owners = [f"K7Q2MX/{n}" for n in range(99, -1, -1)]
    for owner in (*owners, owners[0], owners[50]):
        await rooms.store.tally("n", owner, 1, Millis(300_000))
    assert list(await rooms.store.tallied("n")) == owners

    await rooms.store.tally("n", owners[0], 0, Millis(300_000))
    await rooms.store.tally("n", owners[0], 1, Millis(300_000))
    assert list(await rooms.store.tallied("n")) == [*owners[1:], owners[0]]


async def test_a_tally_tells_what_every_owner_has(rooms: Rooms) -> None:
    assert await rooms.store.tallied("n") == {}
    assert await rooms.store.tally("n", "a", 3, Millis(1_000)) == {"a": 3}
    assert await rooms.store.tally("n", "b", 4, Millis(1_000)) == {"a": 3, "b": 4}
    assert await rooms.store.tally("n", "a", 1, Millis(1_000)) == {"a": 1, "b": 4}
    assert await rooms.store.tallied("n") == {"a": 1, "b": 4}
    assert await rooms.store.tallied("m") == {}


async def test_an_owner_with_none_is_not_told(rooms: Rooms) -> None:
    await rooms.store.tally("n", "a", 3, Millis(1_000))
    await rooms.store.tally("n", "b", 4, Millis(1_000))

    assert await rooms.store.tally("n", "a", 0, Millis(1_000)) == {"b": 4}
    assert await rooms.store.tally("n", "b", 0, Millis(1_000)) == {}


async def test_each_owner_is_forgotten_in_its_own_time(rooms: Rooms) -> None:
    await rooms.store.tally("n", "long", 1, Millis(5_000))
    await rooms.store.tally("n", "short", 2, Millis(1_000))
    rooms.clock.passes(999)
    assert await rooms.store.tallied("n") == {"long": 1, "short": 2}

    rooms.clock.passes(1)
    assert await rooms.store.tallied("n") == {"long": 1}
    await rooms.store.tally("n", "long", 1, Millis(5_000))
    rooms.clock.passes(4_999)
    assert await rooms.store.tallied("n") == {"long": 1}


# — leases —


async def test_a_lease_has_one_owner(rooms: Rooms) -> None:
    assert await rooms.store.lease("n", "a", Millis(1_000)) is True
    assert await rooms.store.lease("n", "b", Millis(1_000)) is False
    assert await rooms.store.lease("m", "b", Millis(1_000)) is True


async def test_a_lease_can_be_renewed_by_its_owner(rooms: Rooms) -> None:
    await rooms.store.lease("n", "a", Millis(1_000))
    rooms.clock.passes(999)
    assert await rooms.store.lease("n", "a", Millis(1_000)) is True

    rooms.clock.passes(999)
    assert await rooms.store.lease("n", "b", Millis(1_000)) is False


async def test_a_lease_runs_out(rooms: Rooms) -> None:
    await rooms.store.lease("n", "a", Millis(1_000))
    rooms.clock.passes(1_000)

    assert await rooms.store.lease("n", "b", Millis(1_000)) is True
    assert await rooms.store.lease("n", "a", Millis(1_000)) is False


async def test_only_the_owner_can_give_a_lease_back(rooms: Rooms) -> None:
    await rooms.store.lease("n", "a", Millis(1_000))
    await rooms.store.release("n", "b")
    await rooms.store.release("m", "b")
    assert await rooms.store.lease("n", "b", Millis(1_000)) is False

    await rooms.store.release("n", "a")
    assert await rooms.store.lease("n", "b", Millis(1_000)) is True
