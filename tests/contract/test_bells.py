"""What is heard of a room, when, and what must never be heard."""

from __future__ import annotations

import asyncio

import pytest

from app.game import Seat
from app.room.events import DrawStarted, Event, RulesSet
from app.store.port import (
    NOWHERE,
    Bell,
    Conflict,
    Head,
    PresenceRang,
    Rang,
    Recorded,
    TokensRang,
    Unavailable,
)
from tests.contract.adapters import Adapter
from tests.contract.kit import CODE, GAME, OTHER, PLY, SEEDS, TABLE, Rooms, by_host, token


def rang(after: Head, recorded: Recorded) -> Rang:
    return Rang(CODE, after, recorded.head, recorded)


async def test_an_append_rings_with_its_event(rooms: Rooms) -> None:
    heard = await rooms.listen()
    opened = await rooms.open()
    played = await rooms.add(PLY, by_host("x1"))

    assert heard == [rang(NOWHERE, opened), rang(opened.head, played)]


@pytest.mark.parametrize("event", [GAME, DrawStarted(TABLE, SEEDS)], ids=["game", "draw"])
async def test_the_bell_of_an_event_with_seeds_carries_no_event(rooms: Rooms, event: Event) -> None:
    opened = await rooms.open()
    heard = await rooms.listen()
    started = await rooms.add(event)

    assert heard == [Rang(CODE, opened.head, started.head, None)]
    assert SEEDS.server.hex() not in repr(heard)


async def test_an_event_with_rules_is_no_secret(rooms: Rooms) -> None:
    opened = await rooms.open()
    heard = await rooms.listen()
    changed = await rooms.add(RulesSet(TABLE.rules, None))

    assert heard == [rang(opened.head, changed)]


async def test_bells_of_a_room_come_in_the_order_of_its_versions(rooms: Rooms) -> None:
    opened = await rooms.open()
    heard = await rooms.listen()
    writes = []
    for n in range(100):
        writes.append(rooms.write(PLY, by_host(f"x{n}")))
        rooms.head[CODE] = writes[-1].recorded.head
    await asyncio.gather(*(rooms.store.append(write) for write in writes))

    heads = [opened.head, *(write.recorded.head for write in writes)]
    assert heard == [
        rang(after, write.recorded) for after, write in zip(heads, writes, strict=False)
    ]


async def test_what_is_heard_can_be_read(rooms: Rooms) -> None:
    await rooms.open()
    readings: list[asyncio.Task[tuple[Recorded, ...]]] = []

    def hear(bell: Bell) -> None:
        readings.append(asyncio.get_running_loop().create_task(rooms.log()))

    await rooms.store.listen(CODE, hear)
    played = await rooms.add()

    assert (await readings[0])[-1] == played


async def test_neither_a_conflict_nor_a_repeat_nor_a_late_write_rings(rooms: Rooms) -> None:
    await rooms.open()
    stale = rooms.write()
    await rooms.add(PLY, by_host("x1"))
    late = rooms.write()
    heard = await rooms.listen()

    with pytest.raises(Conflict):
        await rooms.store.append(stale)
    await rooms.store.append(rooms.write(PLY, by_host("x1")))
    rooms.clock.passes(60_000)
    with pytest.raises(Unavailable):
        await rooms.store.append(late)

    assert heard == []


async def test_changed_tokens_ring(rooms: Rooms) -> None:
    heard = await rooms.listen()
    opened = await rooms.open(grants=((Seat.HOST, token("a")),))
    assert heard == [rang(NOWHERE, opened), TokensRang(CODE)]

    await rooms.store.add_token(CODE, Seat.HOST, token("b"))
    await rooms.store.keep_only_token(CODE, Seat.HOST, token("b"))
    assert heard[2:] == [TokensRang(CODE)] * 2


# — listening —


async def test_one_hears_only_the_room_one_listens_to(rooms: Rooms) -> None:
    heard = await rooms.listen(OTHER)
    await rooms.open()

    assert heard == []


async def test_all_who_listen_hear(rooms: Rooms) -> None:
    first, second = await rooms.listen(), await rooms.listen()
    await rooms.open()

    assert len(first) == 1
    assert first == second


async def test_who_has_stopped_hears_no_more_and_the_others_do(rooms: Rooms) -> None:
    heard: list[Bell] = []
    stop = await rooms.store.listen(CODE, heard.append)
    others = await rooms.listen()
    await stop()
    await stop()
    await rooms.open()

    assert heard == []
    assert len(others) == 1


async def test_the_same_ear_may_listen_twice_and_stop_once(rooms: Rooms) -> None:
    heard: list[Bell] = []
    stop = await rooms.store.listen(CODE, heard.append)
    await rooms.store.listen(CODE, heard.append)
    await stop()
    await rooms.open()

    assert len(heard) == 1


# — the whole —


async def test_a_store_that_is_open_is_ready(rooms: Rooms) -> None:
    heard = await rooms.listen()
    await rooms.store.ready()
    await rooms.store.ready()

    assert PresenceRang(CODE) not in heard


async def test_a_closed_store_is_unavailable(adapter: Adapter) -> None:
    store = adapter.store()
    with pytest.raises(Unavailable):
        await store.load(CODE)

    await store.open()
    await store.close()
    with pytest.raises(Unavailable):
        await store.load(CODE)
    with pytest.raises(Unavailable):
        await store.ready()
