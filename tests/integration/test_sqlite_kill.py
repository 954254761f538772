"""`kill -9` during play: what was acknowledged is there, once, and play goes on."""

from __future__ import annotations

import asyncio
import secrets
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

from app.room.state import RoomCode
from app.store.port import Recorded
from app.store.sqlite import SqliteStore
from tests.integration.append_forever import now

ROOMS = [RoomCode(f"BCDFG{letter}") for letter in "HJKLM"]
KILLS = 20
ROOT = Path(__file__).parents[2]

Acknowledged = dict[tuple[str, int], str]
"""Room and version to tag."""


async def play_until_killed(path: Path, lines: int) -> Acknowledged:
    """What a process acknowledged before it was killed, after at least `lines` of it."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.integration.append_forever", str(path), *ROOMS),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    said = [await process.stdout.readline() for _ in range(lines)]
    process.send_signal(signal.SIGKILL)
    said += (await process.stdout.read()).splitlines(keepends=True)
    assert await process.wait() == -signal.SIGKILL
    # The last line may have been cut.
    words = [line.decode().split() for line in said if line.endswith(b"\n")]
    return {(room, int(version)): tag for room, version, tag in words}


async def check(path: Path, acknowledged: Mapping[tuple[str, int], str]) -> None:
    store = SqliteStore(path, now)
    await store.open()
    for room in ROOMS:
        kept = await store.load(room)
        log = () if kept is None else kept.log
        stored: dict[int, Recorded] = {each.head.version: each for each in log}
        told = {version: tag for (code, version), tag in acknowledged.items() if code == room}

        assert {version: stored[version].head.tag for version in told} == told, "nothing lost"
        assert [*stored] == [*range(1, len(stored) + 1)], "no gap and nothing twice"
        assert {each.command.id for each in log if each.command} == {
            f"c{version}" for version in stored
        }
    await store.close()


async def test_twenty_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    path, acknowledged = tmp_path / "rooms.sqlite3", Acknowledged()
    for _ in range(KILLS):
        acknowledged |= await play_until_killed(path, 5 + secrets.randbelow(300))
        await check(path, acknowledged)

    assert len(acknowledged) > 5 * KILLS
