"""The file: who may open it, who may read it, and how an older one is brought up."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from app.room.state import Millis
from app.store import log, schema
from app.store.database import Database
from app.store.lock import AlreadyOpen
from app.store.port import Unavailable
from app.store.sqlite import SqliteStore
from tests.contract.kit import CODE, Clock, Rooms
from tests.unit.store.kit import opened

HOLD = """
import asyncio, sys
from pathlib import Path
from app.store.database import Database
from app.store.lock import AlreadyOpen
from app.store.sqlite import SqliteStore

async def main() -> None:
    try:
        await SqliteStore(Path(sys.argv[1]), lambda: 0).open()
    except AlreadyOpen as error:
        print(error, flush=True)
        return
    print("open", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""
DIARY = b"Dear diary, " * 500


def another_process(path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE, text=True
    )


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().rstrip("\n")


# — one process at a time —


async def test_a_second_process_is_told_in_one_line(rooms: Rooms, path: Path) -> None:
    with another_process(path) as second:
        line = said(second)

    assert line.startswith(f"{path} is already open elsewhere (process {os.getpid()})")
    assert second.returncode == 0


async def test_a_lock_vanishes_with_its_process(path: Path, clock: Clock) -> None:
    with another_process(path) as holder:
        assert said(holder) == "open"
        with pytest.raises(AlreadyOpen, match=f"process {holder.pid}"):
            await SqliteStore(path, clock).open()
        holder.kill()

    async with opened(path, clock) as rooms:
        await rooms.open()


async def test_a_second_store_in_one_process_is_refused_too(rooms: Rooms, path: Path) -> None:
    with pytest.raises(AlreadyOpen):
        await SqliteStore(path, rooms.clock).open()
    await rooms.open()


async def test_a_store_can_be_opened_again_after_it_was_closed(path: Path, clock: Clock) -> None:
    async with opened(path, clock) as rooms:
        await rooms.open()
        await rooms.store.close()
        await rooms.store.open()

        assert len(await rooms.log()) == 1


# — for the owner's eyes only —


async def test_directory_and_files_are_made_for_the_owner_alone(
    tmp_path: Path, clock: Clock
) -> None:
    directory = tmp_path / "share" / "banqi"
    async with opened(directory / "rooms.sqlite3", clock) as rooms:
        await rooms.open()

        assert directory.stat().st_mode & 0o777 == 0o700
        assert {file.name: file.stat().st_mode & 0o777 for file in directory.iterdir()} == {
            "rooms.sqlite3": 0o600,
            "rooms.sqlite3-wal": 0o600,
            "rooms.sqlite3-shm": 0o600,
            "rooms.sqlite3.lock": 0o600,
        }


# — files that cannot be opened —


async def refusal(path: Path) -> str:
    with pytest.raises(Unavailable) as refused:
        await SqliteStore(path, Clock()).open()
    with pytest.raises(Unavailable) as again:
        await SqliteStore(path, Clock()).open()
    assert str(again.value) == str(refused.value), "the lock was let go"
    return str(refused.value)


async def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path) -> None:
    path.write_bytes(DIARY)  # noqa: ASYNC240

    assert await refusal(path) == f"{path} cannot be opened: DatabaseError: file is not a database"
    assert path.read_bytes() == DIARY  # noqa: ASYNC240


async def test_a_database_of_another_program_is_refused_and_left_alone(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()

    assert "another program" in await refusal(path)
    other = sqlite3.connect(path)
    assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]
    assert other.execute("PRAGMA journal_mode").fetchall() == [("delete",)]
    other.close()


async def test_a_database_of_a_later_release_is_refused(path: Path, clock: Clock) -> None:
    async with opened(path, clock):
        pass
    later = sqlite3.connect(path)
    later.execute("PRAGMA user_version = 99")
    later.close()

    assert "later release" in await refusal(path)


async def test_a_directory_in_place_of_the_file_is_refused(path: Path) -> None:
    path.mkdir()  # noqa: ASYNC240

    assert await refusal(path)


async def test_a_place_where_nothing_can_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    assert await refusal(tmp_path / "file" / "rooms.sqlite3")


# — checkpoints —


def test_a_long_log_of_sqlite_is_begun_anew_by_the_writer(path: Path) -> None:
    database = Database(path)
    db, log = database.open(), path.with_name(path.name + "-wal")

    def write() -> int:
        for n in range(50):
            db.execute("INSERT OR REPLACE INTO remembered VALUES ('n', ?, 1)", (str(n),))
        return log.stat().st_size

    before = write()
    database._is_long = True
    database.committed()
    after = write()
    database.close()

    assert after == before
    assert not log.exists(), "closing moves everything into the file"


# — migrations —


def test_a_new_file_has_seen_all_migrations(path: Path) -> None:
    db = schema.connect(path)

    assert db.execute("PRAGMA user_version").fetchone() == (len(schema.MIGRATIONS),)
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    db.close()


async def test_a_file_of_the_first_release_is_brought_up_with_its_rooms(
    path: Path, clock: Clock
) -> None:
    later = (*schema.MIGRATIONS, ["ALTER TABLE rooms ADD COLUMN colour TEXT DEFAULT 'red'"])
    async with opened(path, clock) as rooms:
        await rooms.open()

    db = sqlite3.connect(path, isolation_level=None)
    schema.migrate(db, later)
    schema.migrate(db, later)

    assert db.execute("SELECT code, colour FROM rooms").fetchall() == [(CODE, "red")]
    assert db.execute("PRAGMA user_version").fetchone() == (len(later),)
    db.close()


def test_rooms_of_the_first_release_end_when_they_were_to_end(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "old.sqlite3", isolation_level=None)
    schema.migrate(db, schema.MIGRATIONS[:1])
    ends = {"EARLY1": 1000, "LATER1": 5000, "LATER2": 6000}
    for code, end in ends.items():
        db.execute("INSERT INTO rooms VALUES (?, 1, 'tag', 1, NULL, ?)", (code, end))
    schema.migrate(db)

    swept = [log.sweep(db, Millis(now), 2)[0] for now in (999, 1000, 4999, 5000, 6000)]

    assert swept == [(), ("EARLY1",), (), ("LATER1",), ("LATER2",)]
    db.close()


def test_a_migration_that_fails_leaves_the_file_as_it_was(path: Path) -> None:
    db = schema.connect(path)
    broken = (*schema.MIGRATIONS, ["CREATE TABLE half (a)", "CREATE TABLE half (a)"])

    with pytest.raises(sqlite3.OperationalError):
        schema.migrate(db, broken)

    assert db.execute("PRAGMA user_version").fetchone() == (len(schema.MIGRATIONS),)
    assert db.execute("SELECT name FROM sqlite_master WHERE name = 'half'").fetchall() == []
    db.close()
