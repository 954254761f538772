"""A full disk refuses moves and loses none; with room again, play goes on.

The disk is a small one of its own, in memory, which only the server sees.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from app.room.state import RoomCode
from app.store.sqlite import SqliteStore
from tests.integration.append_forever import now
from tests.integration.clients import Frame, Table, open_table, web
from tests.integration.persistence import next_play, play_on, played_at_last
from tests.servers import QUICK, Server

MEGABYTES = 4
LEFT = 200_000
"""Bytes: enough for a few plies, and for far fewer than end a game."""

MOST_PLIES = 60
MOST_ROOMS = 2_000
MOUNT = f'mount -t tmpfs -o size={MEGABYTES}m disk "$0" && exec "$@"'


class Disk:
    """The disk of a running server, as it is seen from outside."""

    def __init__(self, server: Server, place: Path) -> None:
        self.root = Path(f"/proc/{server.pid}/root{place}")
        self._filler = self.root / "filler"

    def fill(self, left: int = 0) -> None:
        """Leave so many bytes free."""
        with self._filler.open("ab", 0) as filler, suppress(OSError):
            while filler.write(bytes(4096)):
                pass
        assert not shutil.disk_usage(self.root).free
        os.truncate(self._filler, self._filler.stat().st_size - left)

    def clear(self) -> None:
        self._filler.unlink()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Server, Disk]]:
    place = tmp_path / "disk"
    place.mkdir()
    store = {"BANQI_STORE": f"sqlite:///{place / 'banqi.sqlite3'}"}
    wrapper = ("unshare", "--map-root-user", "--mount", "sh", "-c", MOUNT, str(place))
    server = Server(tmp_path, {**QUICK, **store}, wrapper)
    server.start()
    try:
        yield server, Disk(server, place)
    finally:
        code = server.stop()
    assert code == 0, server.complaints()
    assert "Traceback" not in server.complaints(), server.complaints()


async def play_until_refused(table: Table) -> tuple[Frame, list[str]]:
    """The command that was refused at last, and the ids of those that were acknowledged."""
    acked: list[str] = []
    for _ in range(MOST_PLIES):
        command = next_play(table)
        answer = await table.mover.answer_to(command)
        if answer["type"] == "refused":
            assert answer["code"] == "unavailable"
            return command, acked
        acked.append(command["id"])
        await table.settled(answer["version"])
    raise AssertionError("the disk never was full")


async def ids_in(root: Path, copy: Path, code: str) -> list[str]:
    """The ids of a room's commands in a copy of the files as they lie there now."""
    shutil.copytree(root, copy, ignore=shutil.ignore_patterns("filler", "*.lock", "*-shm"))
    store = SqliteStore(copy / "banqi.sqlite3", now)
    await store.open()
    kept = await store.load(RoomCode(code))
    await store.close()
    assert kept is not None
    return [each.command.id for each in kept.log if each.command is not None]


async def open_until_refused(server: Server) -> int:
    """How many rooms could be opened before the disk was full."""
    async with web(server.url) as http:
        for opened in range(MOST_ROOMS):
            answer = await http.post("/api/rooms")
            if answer.status_code == 503:
                assert answer.json()["code"] == "unavailable"
                assert (await http.get("/healthz")).status_code == 200
                return opened
            assert answer.status_code == 201
    raise AssertionError("the disk never was full")


async def test_a_full_disk_refuses_moves_and_loses_none(
    served: tuple[Server, Disk], tmp_path: Path
) -> None:
    server, disk = served
    async with open_table(server) as table:
        await play_on(table, 4)
        disk.fill(LEFT)
        command, acked = await play_until_refused(table)
        before = table.host.game
        disk.fill()
        await open_until_refused(server)
        assert table.host.game == table.guest.game == before

        disk.clear()
        answer = await played_at_last(table.mover, command)
        assert answer["type"] == "ack", answer
        await table.settled(answer["version"])
        await play_on(table)
        found = await ids_in(disk.root, tmp_path / "copy", table.room.code)
        assert len(found) == len(set(found))
        assert acked
        assert [id_ for id_ in found if id_ in {*acked, command["id"]}] == [*acked, command["id"]]
        async with web(server.url) as http:
            assert (await http.post("/api/rooms")).status_code == 201
            assert (await http.get("/readyz")).status_code == 200
