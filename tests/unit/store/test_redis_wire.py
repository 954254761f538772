"""A wire whose server says nothing is given up, and whoever listens there is told."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest
from redis.asyncio.connection import Connection

from app.store.redis.wire import SILENT, Lost, Wire


class Mute:
    """A connection that takes everything and never answers."""

    async def send_packed_command(self, packed: bytes, *, check_health: bool) -> None:
        pass

    async def read_response(self, **_: object) -> object:
        return await asyncio.Event().wait()

    async def disconnect(self, *, nowait: bool) -> None:
        pass


async def test_silence_ends_the_calls_under_way_and_is_told() -> None:
    told: list[str] = []

    async def connect() -> Connection:
        return cast("Connection", Mute())

    wire = Wire(connect, lambda: told.append("silent"))
    running = asyncio.create_task(wire.line.run())
    loop = asyncio.get_running_loop()
    began = loop.time()
    try:
        with pytest.raises(Lost):
            await wire.call(b"PING", began + 10 * SILENT)
    finally:
        running.cancel()
        wire.close()

    assert told == ["silent"]
    assert SILENT <= loop.time() - began < 2 * SILENT
