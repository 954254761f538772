"""A wire whose server says nothing is given up, and whoever listens there is told."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from app.store.redis.address import read_address
from app.store.redis.connecting import connect
from app.store.redis.wire import SILENT, Lost, Wire

READ = 65_536


async def mute(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A server that answers until it is asked anything that matters."""
    while (data := await reader.read(READ)) and not data.startswith(b"PING"):
        writer.write(b"+OK\r\n" * data.count(b"*"))
    await reader.read()
    writer.close()


async def test_silence_ends_the_calls_under_way_and_is_told() -> None:
    told: list[str] = []
    server = await asyncio.start_server(mute, "127.0.0.1", 0)
    place = server.sockets[0].getsockname()[:2]

    wire = Wire(
        partial(connect, read_address("redis://127.0.0.1"), place), lambda: told.append("silent")
    )
    running = asyncio.create_task(wire.line.run())
    loop = asyncio.get_running_loop()
    began = loop.time()
    try:
        with pytest.raises(Lost):
            await wire.call(b"PING\r\n", began + 10 * SILENT)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        wire.close()
        server.close()

    assert told == ["silent"]
    assert SILENT <= loop.time() - began < 2 * SILENT
