"""A process that plays in several rooms at once and says what was acknowledged, until killed.

Run as `python -m tests.integration.append_forever <database> <room>…`. Each line it prints
is `room version tag`, only after the store has answered.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
import time
from pathlib import Path

from app.game import PRESETS, BySeat, Seat
from app.room.events import Event, PlyPlayed, RoomOpened
from app.room.state import Millis, Opponent, Player, RoomCode, Table, Version
from app.store import database
from app.store.port import NOWHERE, Append, CommandKey, Head, Recorded, Store, Tag
from app.store.sqlite import SqliteStore


def now() -> Millis:
    return Millis(time.time_ns() // 1_000_000)


def next_write(room: RoomCode, after: Head, event: Event) -> Append:
    head = Head(Version(after.version + 1), Tag(secrets.token_hex(8)))
    key = CommandKey(Seat.HOST, f"c{head.version}")
    return Append(
        room=room,
        after=after,
        recorded=Recorded(head, now(), key, event),
        deadline=Millis(now() + 60_000),
        expires_at=Millis(now() + 86_400_000),
        not_after=Millis(now() + 5_000),
    )


async def play(store: Store, room: RoomCode) -> None:
    (head,) = await store.heads((room,))
    table = Table(
        room, Opponent.LOCAL, BySeat(Player("A"), Player("B")), PRESETS["douque"], None, True
    )
    event: Event = PlyPlayed("a1-b1", None, None) if head else RoomOpened(table)
    head = head or NOWHERE
    while True:
        write = next_write(room, head, event)
        await store.append(write)
        head = write.recorded.head
        sys.stdout.write(f"{room} {head.version} {head.tag}\n")
        sys.stdout.flush()
        event = PlyPlayed("a1-b1", None, None)


async def main(path: Path, rooms: list[RoomCode]) -> None:
    database.PERIOD = 0.005  # type: ignore[misc]  # killed during checkpoints as well
    store = SqliteStore(path, now)
    await store.open()
    await asyncio.gather(*(play(store, room) for room in rooms))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), [RoomCode(code) for code in sys.argv[2:]]))
