"""A copy made while games go on, put back later: rooms, seats and boards are those of then."""

from __future__ import annotations

import asyncio
import errno
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest

from app.backup import NoBackup, back_up
from tests.integration.clients import open_table
from tests.integration.persistence import play_on
from tests.servers import QUICK, ROOT, Server, running_server


def banqi(server: Server, *words: str) -> subprocess.CompletedProcess[str]:
    """What a command says that has the settings of this server."""
    return subprocess.run(
        [sys.executable, "-m", "app", *words],
        cwd=ROOT,
        env=server.environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def put_back(server: Server, copy: Path, store: Path) -> None:
    """As docs/operate.md tells it: stop, take everything away, put the copy there, start."""
    assert server.stop() == 0
    for file in store.parent.glob(f"{store.name}*"):
        file.unlink()
    copy.rename(store)
    server.start()


async def test_a_backup_of_a_running_server_can_be_put_back(tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    with running_server(tmp_path, **QUICK) as server:
        async with open_table(server) as table:
            await play_on(table, 6)
            meanwhile = asyncio.create_task(play_on(table, 40))
            done = await asyncio.to_thread(banqi, server, "backup", str(copy))
            assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
            await meanwhile
            moves = (await table.host.ask("history", game=1))["moves"]
        await asyncio.to_thread(put_back, server, copy, tmp_path / "banqi.sqlite3")
        async with (
            table.room.connected(table.room.host) as host,
            table.room.connected(table.room.guest) as guest,
        ):
            kept = host.state["moves"]
            assert 6 <= len(kept) == host.game["ply"]
            assert kept == moves[: len(kept)]
            assert host.game == guest.game
            answer = await (host if host.game["turn"] == "host" else guest).play(
                host.game["legal"][0]
            )
            assert answer["type"] == "ack"


def test_a_backup_never_overwrites_and_says_what_is_wrong(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        taken = tmp_path / "taken"
        taken.write_text("mine")
        refused = banqi(server, "backup", str(taken))
        assert refused.returncode == 1
        assert refused.stderr == f"banqi: {taken} is there already; name a new file\n"
        assert taken.read_text() == "mine"
        nowhere = banqi(server, "backup", str(tmp_path / "no" / "where"))
        assert nowhere.returncode == 1
        assert nowhere.stderr.startswith("banqi: ")
        assert nowhere.stderr.count("\n") == 1
        unnamed = banqi(server, "backup")
        assert unnamed.returncode == 2
        server.environment["BANQI_STORE"] = "redis://127.0.0.1"
        other = banqi(server, "backup", str(tmp_path / "new"))
        assert (other.returncode, other.stderr.count("\n")) == (2, 1)
        assert "docs/operate.md" in other.stderr
    assert sorted(path.name for path in tmp_path.glob("*.part")) == []


def test_a_copy_is_one_whole_file(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        assert banqi(server, "backup", str(tmp_path / "copy")).returncode == 0
    assert [path.name for path in tmp_path.glob("copy*")] == ["copy"]
    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o600
    with sqlite3.connect(f"file:{tmp_path / 'copy'}?mode=ro", uri=True) as found:
        tables = found.execute("SELECT count(*) FROM sqlite_master").fetchone()
        assert tables[0] > 3


def without_links(*_: object) -> None:
    """In place of a hard link, as exFAT and many shares of a network answer."""
    raise PermissionError(errno.EPERM, "Operation not permitted")


def test_a_copy_needs_no_hard_links_and_overwrites_nothing_without_them(tmp_path: Path) -> None:
    database, copy = tmp_path / "banqi.sqlite3", tmp_path / "copy"
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("CREATE TABLE rooms (code TEXT)")
    with patch("os.link", without_links):
        back_up(database, copy)
        with closing(sqlite3.connect(copy)) as found:
            assert found.execute("SELECT name FROM sqlite_master").fetchall() == [("rooms",)]
        copy.write_text("mine")
        # Somebody else may name the same file while the copy is made.
        with (
            patch.object(Path, "exists", lambda _: False),
            pytest.raises(NoBackup, match="already"),
        ):
            back_up(database, copy)
    assert copy.read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["banqi.sqlite3", "copy"]


def write_until(done: threading.Event, database: Path) -> None:
    """One short transaction after the other, as a server does whose games are played fast."""
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = off")
        while not done.is_set():
            db.execute("UPDATE plies SET played = played + 1 WHERE room = 1")


def test_a_copy_ends_though_the_database_is_written_all_the_time(tmp_path: Path) -> None:
    database, done = tmp_path / "banqi.sqlite3", threading.Event()
    with closing(sqlite3.connect(database)) as db, db:
        db.executescript(
            "PRAGMA page_size = 512; PRAGMA journal_mode = wal;"
            "CREATE TABLE plies (room INTEGER PRIMARY KEY, played INTEGER, moves BLOB);"
            "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19999) "
            "INSERT INTO plies SELECT i, 0, zeroblob(400) FROM n;"
        )
    writing = threading.Thread(target=write_until, args=(done, database))
    copying = threading.Thread(target=back_up, args=(database, tmp_path / "copy"), daemon=True)
    writing.start()
    copying.start()
    copying.join(20)
    ended = not copying.is_alive()
    done.set()
    writing.join()
    copying.join()
    assert ended
    with closing(sqlite3.connect(tmp_path / "copy")) as copy:
        assert copy.execute("SELECT count(*) FROM plies").fetchone() == (20000,)
