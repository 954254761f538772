"""Rooms that are opened and never joined leave nothing behind."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from app.game import PRESETS
from app.room.decide import Opening
from app.room.state import Millis, Opponent, RoomCode
from app.service import deadlines as module
from app.service.deadlines import Deadlines
from app.service.feed import Feed
from app.service.rooms import Rooms
from app.service.times import Times
from app.service.tokens import hash_of, new_token
from app.store.redis.access import Options
from app.store.redis.address import read_address
from app.store.redis.store import RedisStore
from tests.redis_servers import RedisServer, running_redis

ROOMS = 600
LIFE = 1_000


def now() -> Millis:
    return Millis(time.time_ns() // 1_000_000)


async def open_one(rooms: Rooms) -> None:
    token = hash_of(new_token())
    assert token is not None
    await rooms.open(Opening(RoomCode(""), Opponent.FRIEND, None, PRESETS["douque"]), token)


def keys(redis: RedisServer) -> set[bytes]:
    """All but the notes of who opened which room, which fade by themselves after ten minutes."""
    found = redis.ask("KEYS", "*")
    assert isinstance(found, list)
    return {key for key in found if b"note" not in key}


async def test_of_rooms_that_nobody_joined_no_key_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SWEEP_SECONDS", 0.1)
    monkeypatch.setattr(module, "SWEPT_AT_ONCE", 50)
    with running_redis(tmp_path) as redis:
        store = RedisStore(read_address(redis.url), Options())
        await store.open()
        before = keys(redis)
        rooms = Rooms(store, Feed(store), now, Times(waiting=LIFE))
        await asyncio.gather(*(open_one(rooms) for _ in range(ROOMS)))
        assert len(keys(redis)) > len(before) + ROOMS
        sweeping = asyncio.create_task(Deadlines(store, rooms, now).sweep())
        async with asyncio.timeout(60):
            while keys(redis) != before:
                await asyncio.wait((sweeping,), timeout=0.1)
        sweeping.cancel()
        await store.close()
