"""Group commit, time-outs and failures of the thread that owns the database."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from threading import Event as Gate
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from app.room.state import Millis, RoomCode, Version
from app.store.port import Bell, Conflict, Rang, Tag, Unavailable
from app.store.sqlite import SqliteStore
from app.store.writer import REST, SLOW, Writer
from tests.contract.kit import CODE, OPENED, OTHER, PLY, Clock, Rooms, by_host
from tests.unit.store.kit import asked, held_up, impatient, in_thread, opened

CODES = [RoomCode(f"R{n:05}") for n in range(50)]


async def test_what_waits_together_is_committed_together(rooms: Rooms) -> None:
    statements: list[str] = []
    await in_thread(rooms, lambda db: db.set_trace_callback(statements.append))
    loop = asyncio.get_running_loop()

    async with held_up(rooms):
        tasks = [loop.create_task(rooms.open(code)) for code in CODES]
        await asked(*tasks)
        statements.clear()
    await asyncio.gather(*tasks)

    assert statements.count("COMMIT") == 2, "one of what held it up, one of all the others"


async def test_a_failure_strikes_only_the_call_it_belongs_to(rooms: Rooms) -> None:
    loop, heard = asyncio.get_running_loop(), await rooms.listen(OTHER)
    await rooms.open()

    async with held_up(rooms):
        before = loop.create_task(rooms.open(OTHER))
        await asked(before)
        bad = loop.create_task(in_thread(rooms, lambda db: db.execute("SELECT * FROM nowhere")))
        stale = loop.create_task(rooms.store.append(rooms.write(OPENED, room=OTHER)))
        after = loop.create_task(rooms.add(PLY, by_host("x1")))
        await asked(after)

    await before
    await after
    with pytest.raises(Unavailable, match="no such table"):
        await bad
    with pytest.raises(Conflict):
        await stale
    assert len(heard.so_far) == 1
    assert len(await rooms.log()) == 2


async def test_plies_that_wait_together_are_judged_each_for_itself(rooms: Rooms) -> None:
    for code in CODES:
        await rooms.open(code)
    await rooms.add(PLY, by_host("x1"), room=CODES[0])
    heard = [await rooms.listen(code) for code in CODES[:3]]
    loop = asyncio.get_running_loop()

    async with held_up(rooms):
        repeat = loop.create_task(
            rooms.store.append(rooms.write(PLY, by_host("x1"), room=CODES[0]))
        )
        good = loop.create_task(rooms.store.append(rooms.write(room=CODES[1])))
        plies = [loop.create_task(rooms.add(PLY, room=code)) for code in CODES[2:]]
        rooms.head[CODES[1]] = replace(rooms.head[CODES[1]], tag=Tag("0" * 16))
        stale = loop.create_task(rooms.store.append(rooms.write(room=CODES[1])))
        await asked(repeat, good, stale, *plies)

    assert (await repeat).version == 2
    assert (await good).version == 2
    with pytest.raises(Conflict):
        await stale
    assert {ply.head.version for ply in await asyncio.gather(*plies)} == {2}
    assert [len(ear.so_far) for ear in heard] == [0, 1, 1]


async def test_a_fault_of_the_program_is_not_hidden_and_undoes_its_own_work(rooms: Rooms) -> None:
    def faulty(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM rooms")
        raise ZeroDivisionError

    await rooms.open()
    with pytest.raises(ZeroDivisionError):
        await in_thread(rooms, faulty)

    assert len(await rooms.log()) == 1


# — in time —


async def test_who_waits_too_long_is_told_and_nothing_is_written(rooms: Rooms) -> None:
    opening = await rooms.open()
    write = rooms.write()
    async with held_up(rooms):
        with impatient(rooms), pytest.raises(Unavailable, match="in time"):
            await rooms.store.append(write)

    assert await rooms.log() == (opening,)
    assert (await rooms.store.append(write)).version == 2


async def test_each_is_told_at_its_own_time(rooms: Rooms) -> None:
    async with held_up(rooms):
        with impatient(rooms):
            for _ in range(3):
                with pytest.raises(Unavailable, match="in time"):
                    await rooms.store.load(CODE)

    assert await rooms.store.load(CODE) is None


async def test_a_write_whose_caller_has_gone_is_still_heard(path: Path) -> None:
    """It was begun: whether anybody waits for the answer or not, it is in the log."""
    loop, begun, gate = asyncio.get_running_loop(), asyncio.Event(), Gate()
    clock = Clock()

    class Slow(Clock):
        def __call__(self) -> Millis:
            loop.call_soon_threadsafe(begun.set)
            assert gate.wait(30)
            return clock()

    store = SqliteStore(path, Slow())
    await store.open()
    rooms, rung = Rooms(store, clock), loop.create_future()

    def hear(bell: Bell) -> None:
        rung.set_result(bell)

    await store.listen(CODE, hear)
    write = rooms.write(OPENED)
    task = loop.create_task(store.append(write))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    gate.set()

    bell = await rung
    assert isinstance(bell, Rang)
    assert bell.head == write.recorded.head
    assert await store.heads((CODE,)) == (write.recorded.head,)
    await store.close()


async def test_closing_finishes_what_was_begun(path: Path, clock: Clock) -> None:
    store = SqliteStore(path, clock)
    await store.open()
    rooms, loop = Rooms(store, clock), asyncio.get_running_loop()
    async with held_up(rooms):
        tasks = [loop.create_task(rooms.open(code)) for code in CODES]
        await asked(*tasks)
        closing = loop.create_task(store.close())
        await asked(closing)
    await closing

    assert {opened.head.version for opened in await asyncio.gather(*tasks)} == {1}
    async with opened(path, clock) as again:
        assert None not in await again.store.heads(CODES)


async def test_closing_twice_is_closing(path: Path, clock: Clock) -> None:
    async with opened(path, clock) as rooms:
        await rooms.store.close()


# — the disk, and others who have the file open —


async def attempt(rooms: Rooms, n: int) -> str:
    try:
        await rooms.add(PLY, by_host(f"x{n}"))
    except Unavailable as error:
        return str(error)
    return "written"


async def test_a_full_disk_is_unavailable_and_when_there_is_room_again_all_is_well(
    rooms: Rooms,
) -> None:
    await rooms.open()
    (pages,) = await in_thread(rooms, lambda db: db.execute("PRAGMA page_count").fetchone())
    full = f"PRAGMA max_page_count = {pages}"
    await in_thread(rooms, lambda db: db.execute(full).fetchone())

    answers = [await attempt(rooms, n) for n in range(200)]
    kept = 1 + answers.count("written")
    assert any("full" in answer for answer in answers)
    assert len(await rooms.log()) == kept, "reading goes on, and nothing acknowledged is lost"

    await in_thread(rooms, lambda db: db.execute("PRAGMA max_page_count = 100000").fetchone())
    assert (await rooms.add()).head.version == kept + 1
    await rooms.store.ready()


async def test_a_file_that_somebody_else_writes_to_is_unavailable(rooms: Rooms, path: Path) -> None:
    await rooms.open()
    await in_thread(rooms, lambda db: db.execute("PRAGMA busy_timeout = 5").fetchone())
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(Unavailable, match="locked"):
        await rooms.store.append(rooms.write())
    assert len(await rooms.log()) == 1

    other.execute("ROLLBACK")
    other.close()
    assert (await rooms.store.append(rooms.write())).version == Version(2)


async def test_a_backup_can_be_read_while_rooms_are_open(rooms: Rooms, path: Path) -> None:
    await rooms.open()
    backup = sqlite3.connect(path)
    (count,) = backup.execute("SELECT count(*) FROM events").fetchone()
    await rooms.add()
    backup.close()

    assert count == 1


async def test_a_damaged_event_makes_its_own_room_unavailable(rooms: Rooms, path: Path) -> None:
    await rooms.open(CODE)
    await rooms.open(OTHER)
    other = sqlite3.connect(path)
    other.execute("UPDATE events SET body = x'00' WHERE room = ?", (CODE,))
    other.commit()
    other.close()

    with pytest.raises(Unavailable, match="a room cannot be read"):
        await rooms.store.load(CODE)
    assert len(await rooms.log(OTHER)) == 1


# — in the loop —


def writer_of(rooms: Rooms) -> Writer:
    assert isinstance(rooms.store, SqliteStore)
    return rooms.store._writer


@pytest.fixture
def handed_over(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many jobs the thread was given each time from now on."""
    counts: list[int] = []
    writer = writer_of(rooms)
    hand_over = writer._hand_over

    def counting(loop: asyncio.AbstractEventLoop) -> None:
        if writer._gathered:
            counts.append(len(writer._gathered))
        hand_over(loop)

    monkeypatch.setattr(writer, "_hand_over", counting)
    return counts


@pytest.fixture
def crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever comes, comes close after something else."""
    monkeypatch.setattr("app.store.writer.CLOSE", float("inf"))


async def test_a_ply_that_comes_alone_is_written_at_once_while_the_thread_rests(
    rooms: Rooms, handed_over: list[int]
) -> None:
    await rooms.open()
    handed_over.clear()
    write, heard = rooms.write(), await rooms.listen(CODE)

    # Not one turn of the event loop passes.
    with pytest.raises(StopIteration) as finished:
        rooms.store.append(write).send(None)

    assert finished.value.value == write.recorded.head
    assert len(heard.so_far) == 1
    assert [recorded.head for recorded in await rooms.log()][-1] == write.recorded.head


@pytest.mark.usefixtures("crowd")
async def test_plies_of_one_turn_are_written_in_the_loop_while_the_thread_rests(
    rooms: Rooms, handed_over: list[int]
) -> None:
    for code in CODES:
        await rooms.open(code)
    handed_over.clear()
    heard = await rooms.listen(CODES[7])

    plies = await asyncio.gather(*(rooms.add(PLY, room=code) for code in CODES))

    assert handed_over == []
    assert [ply.head.version for ply in plies] == [2] * len(CODES)
    assert len(heard.so_far) == 1
    assert len(await rooms.log(CODES[7])) == 2


async def test_what_comes_while_the_thread_works_is_written_in_the_loop_afterwards(
    rooms: Rooms, handed_over: list[int]
) -> None:
    await rooms.open()
    handed_over.clear()
    heard = await rooms.listen(CODE)
    async with held_up(rooms):
        opening = asyncio.create_task(rooms.open(OTHER))
        await asked(opening)
        ply = asyncio.create_task(rooms.add(PLY))
        await asked(ply)
    await asyncio.gather(opening, ply)
    assert handed_over == [2], "an opening among them goes to the thread, and all with it"

    handed_over.clear()
    async with held_up(rooms):
        ply = asyncio.create_task(rooms.add(PLY))
        await asked(ply)
    assert (await ply).head.version == 3
    assert handed_over == []
    assert [bell.head.version for bell in heard.so_far if isinstance(bell, Rang)] == [2, 3]


@pytest.mark.usefixtures("crowd")
async def test_what_cannot_be_written_in_the_loop_is_judged_by_the_thread(
    rooms: Rooms, handed_over: list[int]
) -> None:
    await rooms.open()
    await rooms.open(OTHER)
    stale = rooms.write()
    await rooms.add()
    handed_over.clear()

    judged = asyncio.gather(
        rooms.store.append(stale), rooms.add(PLY, room=OTHER), return_exceptions=True
    )

    conflict, ply = await judged
    assert isinstance(conflict, Conflict)
    assert not isinstance(ply, BaseException)
    assert ply.head.version == 2
    assert handed_over == [2]


@pytest.mark.usefixtures("crowd")
async def test_a_write_that_is_given_up_in_its_turn_is_never_begun(rooms: Rooms) -> None:
    opening = await rooms.open()
    given_up = asyncio.create_task(rooms.store.append(rooms.write()))
    asyncio.get_running_loop().call_soon(given_up.cancel)
    with pytest.raises(asyncio.CancelledError):
        await given_up
    assert await rooms.log() == (opening,)


async def test_after_a_slow_write_the_thread_writes_for_a_while(
    rooms: Rooms, handed_over: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    await rooms.open()
    handed_over.clear()
    took = 2 * SLOW
    times = iter([1.0, 1.0, 1.0 + took])
    late = 1.0 + REST * took
    monkeypatch.setattr("app.store.writer.monotonic", lambda: next(times, late - 0.1))
    await rooms.add()
    assert handed_over == []
    await rooms.add()
    assert handed_over == [1]

    monkeypatch.setattr("app.store.writer.monotonic", lambda: late + 1)
    await rooms.add()
    assert handed_over == [1]
    assert len(await rooms.log()) == 4


# — threads that must never end —


async def test_a_thread_that_writes_no_more_is_told_of(rooms: Rooms) -> None:
    store = sqlite_store(rooms)
    store._writer._queue.put([None])  # type: ignore[list-item]  # nothing that could be done

    assert isinstance(await failure_of(store), AttributeError)


async def test_a_thread_that_moves_nothing_into_the_file_any_more_is_told_of(
    path: Path, clock: Clock
) -> None:
    with patch("app.store.database.PERIOD", 0), patch("app.store.database._MOVE", "SELECT 1"):
        async with opened(path, clock) as rooms:
            await rooms.open(CODE)

            assert isinstance(await failure_of(sqlite_store(rooms)), ValueError)


async def test_a_thread_that_could_not_even_begin_to_move_is_told_of(
    path: Path, clock: Clock
) -> None:
    with patch("app.store.database.sqlite3", Unconnected()):
        async with opened(path, clock) as rooms:
            assert isinstance(await failure_of(sqlite_store(rooms)), sqlite3.OperationalError)


class Unconnected:
    """The library, on a system that has no file left to give."""

    Error = sqlite3.Error
    Connection = sqlite3.Connection

    def connect(self, *_: object, **__: object) -> sqlite3.Connection:
        raise sqlite3.OperationalError("unable to open database file")


def sqlite_store(rooms: Rooms) -> SqliteStore:
    assert isinstance(rooms.store, SqliteStore)
    return rooms.store


async def failure_of(store: SqliteStore) -> BaseException | None:
    """What ended the work that must never end."""
    with pytest.raises(RuntimeError, match="has failed") as failed:
        async with asyncio.timeout(30):
            await store.run()
    return failed.value.__cause__
