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
    ear = await rooms.listen()
    opened = await rooms.open()
    played = await rooms.add(PLY, by_host("x1"))

    assert await ear.heard() == [rang(NOWHERE, opened), rang(opened.head, played)]


@pytest.mark.parametrize("event", [GAME, DrawStarted(TABLE, SEEDS)], ids=["game", "draw"])
async def test_the_bell_of_an_event_with_seeds_carries_no_event(rooms: Rooms, event: Event) -> None:
    opened = await rooms.open()
    ear = await rooms.listen()
    started = await rooms.add(event)

    heard = await ear.heard()
    assert heard == [Rang(CODE, opened.head, started.head, None)]
    assert SEEDS.server.hex() not in repr(heard)


async def test_an_event_with_rules_is_no_secret(rooms: Rooms) -> None:
    opened = await rooms.open()
    ear = await rooms.listen()
    changed = await rooms.add(RulesSet(TABLE.rules, None))

    assert await ear.heard() == [rang(opened.head, changed)]


async def test_bells_of_a_room_come_in_the_order_of_its_versions(rooms: Rooms) -> None:
    opened = await rooms.open()
    ear = await rooms.listen()
    writes = []
    for n in range(100):
        writes.append(rooms.write(PLY, by_host(f"x{n}")))
        rooms.head[CODE] = writes[-1].recorded.head
    await asyncio.gather(*(rooms.store.append(write) for write in writes))

    heads = [opened.head, *(write.recorded.head for write in writes)]
    assert await ear.heard() == [
        rang(after, write.recorded) for after, write in zip(heads, writes, strict=False)
    ]


async def test_what_is_heard_can_be_read(rooms: Rooms) -> None:
    await rooms.open()
    loop = asyncio.get_running_loop()
    reading: asyncio.Future[asyncio.Task[tuple[Recorded, ...]]] = loop.create_future()

    def hear(bell: Bell) -> None:
        reading.set_result(loop.create_task(rooms.log()))

    await rooms.store.listen(CODE, hear)
    played = await rooms.add()

    assert (await (await reading))[-1] == played


async def test_neither_a_conflict_nor_a_repeat_nor_a_late_write_rings(rooms: Rooms) -> None:
    await rooms.open()
    stale = rooms.write()
    await rooms.add(PLY, by_host("x1"))
    late = rooms.write()
    ear = await rooms.listen()

    with pytest.raises(Conflict):
        await rooms.store.append(stale)
    await rooms.store.append(rooms.write(PLY, by_host("x1")))
    rooms.clock.passes(60_000)
    with pytest.raises(Unavailable):
        await rooms.store.append(late)

    assert await ear.heard() == []


async def test_changed_tokens_ring(rooms: Rooms) -> None:
    ear = await rooms.listen()
    opened = await rooms.open(grants=((Seat.HOST, token("a")),))
    assert await ear.heard() == [rang(NOWHERE, opened), TokensRang(CODE)]

    await rooms.store.add_token(CODE, Seat.HOST, token("b"))
    await rooms.store.keep_only_token(CODE, Seat.HOST, token("b"))
    assert await ear.heard() == [TokensRang(CODE)] * 2


# — listening —


async def test_one_hears_only_the_room_one_listens_to(rooms: Rooms) -> None:
    ear = await rooms.listen(OTHER)
    await rooms.open()

    assert await ear.heard() == []


async def test_all_who_listen_hear(rooms: Rooms) -> None:
    first, second = await rooms.listen(), await rooms.listen()
    opened = await rooms.open()

    assert rang(NOWHERE, opened) in await first.heard()
    assert rang(NOWHERE, opened) in await second.heard()


async def test_who_has_stopped_hears_no_more_and_the_others_do(rooms: Rooms) -> None:
    heard: list[Bell] = []
    stop = await rooms.store.listen(CODE, heard.append)
    others = await rooms.listen()
    await stop()
    await stop()
    opened = await rooms.open()

    assert await others.heard() == [rang(NOWHERE, opened)]
    assert heard == []


async def test_the_same_ear_may_listen_twice_and_stop_once(rooms: Rooms) -> None:
    twice: list[Bell] = []
    stop = await rooms.store.listen(CODE, twice.append)
    await rooms.store.listen(CODE, twice.append)
    await stop()
    others = await rooms.listen()
    opened = await rooms.open()

    assert await others.heard() == [rang(NOWHERE, opened)]
    assert twice[:1] == [rang(NOWHERE, opened)]
    assert len(twice) == 2


async def test_who_listens_again_hears_again(rooms: Rooms) -> None:
    first = await rooms.listen()
    await first.stop()
    second = await rooms.listen()
    opened = await rooms.open()

    assert await second.heard() == [rang(NOWHERE, opened)]


# — the whole —


async def test_a_store_that_is_open_is_ready(rooms: Rooms) -> None:
    ear = await rooms.listen()
    await rooms.store.ready()
    await rooms.store.ready()

    assert await ear.heard() == []


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
