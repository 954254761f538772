"""Connections to the servers of an address. They are redis-py's; nothing here tries twice."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, cast

from hiredis import Reader
from redis.asyncio import Redis
from redis.asyncio.connection import Connection, SSLConnection
from redis.asyncio.sentinel import Sentinel
from redis.exceptions import InvalidResponse

from app.store.redis.address import Address, Kind, Place
from app.store.redis.ends import Ends

CONNECT_SECONDS: Final = 2.0


async def connect(address: Address, place: Place) -> Connection:
    """A new connection to this server; raises RedisError, OSError, TimeoutError."""
    kind = SSLConnection if address.is_secure else Connection
    files: dict[str, Any] = dict(address.files)
    connection = kind(
        host=place[0],
        port=place[1],
        db=address.database,
        username=address.username,
        password=address.password,
        protocol=2,
        socket_timeout=None,
        socket_keepalive=True,
        client_name="banqi",
        **files,
    )
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            await connection.connect()
    except BaseException:
        await connection.disconnect(nowait=True)
        raise
    return connection


@asynccontextmanager
async def visit(address: Address, place: Place) -> AsyncIterator[Connection]:
    """A connection to this server for a few questions; raises what `connect` does."""
    connection = await connect(address, place)
    try:
        yield connection
    finally:
        await connection.disconnect(nowait=True)


async def said(connection: Connection, *command: str | bytes) -> object:
    """What a server says to one command; raises RedisError, OSError, TimeoutError."""
    async with asyncio.timeout(CONNECT_SECONDS):
        await connection.send_command(*command, check_health=False)
        answer: object = await connection.read_response(timeout=math.inf)
    return answer


def ends_of(connection: Connection) -> Ends:
    """The ends of a connection on which every answer so far has been read.

    Uses attributes of redis-py that nobody promises; a test names them all.
    """
    writer = connection._writer  # noqa: SLF001
    if writer is None:
        raise ConnectionResetError("the connection is closed")
    errors = connection._parser.parse_error  # noqa: SLF001
    return Ends(
        cast("asyncio.Transport", writer.transport),
        Reader(protocolError=InvalidResponse, replyError=errors),
    )


async def primary(address: Address) -> Place:
    """The server that may be written to; asks Sentinel where there is one."""
    if address.kind is not Kind.SENTINEL:
        return address.places[0]
    sentinel = Sentinel(
        address.places,
        username=address.username,
        password=address.password,
        ssl=address.is_secure,
        socket_timeout=CONNECT_SECONDS / 2,
        **dict(address.files),
    )
    try:
        host, port = await sentinel.discover_master(address.service)
    finally:
        for each in sentinel.sentinels:
            if isinstance(each, Redis):
                await each.aclose()
    return str(host), int(port)
