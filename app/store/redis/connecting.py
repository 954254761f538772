"""Connections to the servers of an address. They are redis-py's; nothing here tries twice."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, Final, cast

from hiredis import Reader
from redis.asyncio.connection import Connection, SSLConnection
from redis.asyncio.sentinel import MasterNotFoundError
from redis.exceptions import AuthenticationError, InvalidResponse, RedisError

from app.store.redis.address import Address, Kind, Place
from app.store.redis.ends import Ends

CONNECT_SECONDS: Final = 2.0
SENTINEL_SECONDS: Final = 1.0
"""Given to one Sentinel before the next is asked: the first may be gone with the primary."""


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
    """The server that may be written to; asks Sentinel where there is one.

    Raises RedisError, OSError, TimeoutError.
    """
    if address.kind is not Kind.SENTINEL:
        return address.places[0]
    why: Exception = MasterNotFoundError("nobody was asked")
    for sentinel in address.places:
        try:
            async with asyncio.timeout(SENTINEL_SECONDS):
                return await _named_by(sentinel, address)
        except (RedisError, OSError, TimeoutError) as error:
            why = error
    raise why


async def _named_by(sentinel: Place, address: Address) -> Place:
    """The server that this Sentinel names, whether or not it wants the login that the servers do.

    One without a password refuses every login; one with a password answers nobody without.
    """
    try:
        return await _asked(sentinel, address)
    except AuthenticationError as error:
        refused = AuthenticationError(f"Sentinel {sentinel[0]}:{sentinel[1]}: {error}")
    try:
        return await _asked(sentinel, replace(address, username=None, password=None))
    except AuthenticationError:
        raise refused from None


async def _asked(sentinel: Place, address: Address) -> Place:
    # A Sentinel has no databases.
    async with visit(replace(address, database=0), sentinel) as connection:
        command = ("SENTINEL", "GET-MASTER-ADDR-BY-NAME", address.service)
        answer = await said(connection, *command)
    match answer:
        case [bytes() as host, bytes() as port]:
            return host.decode(), int(port)
        case None:
            raise MasterNotFoundError(f"Sentinel knows no service {address.service}")
        case _:
            raise InvalidResponse("Sentinel names a server in no known way")
