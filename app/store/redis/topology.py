"""Who keeps which shard: found at the start, and asked again whenever a cluster has changed."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Sequence
from typing import Final

from redis.asyncio.connection import Connection
from redis.crc import key_slot
from redis.exceptions import AuthenticationError, NoPermissionError, RedisError

from app.store.port import Unavailable
from app.store.redis.address import Address, Kind, Place
from app.store.redis.connecting import primary, said, visit
from app.store.redis.keys import SHARDS
from app.store.redis.replies import listed, raw, text, whole

OLDEST: Final = 7
"""The first release of Redis with sharded channels and all-or-nothing scripts."""

TO_OPEN: Final = 10.0
"""Seconds given to a server that is starting."""

PAUSE: Final = 0.2
TRANSIENT: Final = (RedisError, OSError, TimeoutError)


async def find(address: Address) -> tuple[Place, ...]:
    """The server of each shard, once one can be reached; raises `Unavailable` with the reason."""
    until = asyncio.get_running_loop().time() + TO_OPEN
    while True:
        try:
            return await _first_contact(address)
        except AuthenticationError as error:
            raise Unavailable(f"the store does not let us in: {error}") from error
        except NoPermissionError as error:
            needed = "docs/operate.md lists what a user must be allowed"
            raise Unavailable(f"the store forbids what we need ({needed}): {error}") from error
        except TRANSIENT as error:
            if (wrong := _wrong(address, str(error))) is not None:
                raise Unavailable(wrong) from error
            if isinstance(error.__context__, ssl.SSLCertVerificationError):
                raise Unavailable(f"the store is not who it should be: {error}") from error
            if asyncio.get_running_loop().time() > until:
                why = str(error) or "no answer in time; rediss:// is for servers that speak TLS"
                raise Unavailable(f"the store cannot be reached: {why}") from error
        await asyncio.sleep(PAUSE)


def _wrong(address: Address, answer: str) -> str | None:
    """What is wrong about the address, if this answer of a server says so."""
    if address.kind is Kind.SENTINEL and "unknown command" in answer:
        return "this server is no Sentinel: redis+sentinel:// names those, redis:// any other"
    if "DB index is out of range" in answer:
        return f"the store has no database {address.database}: leave it out or use a lower one"
    return None


async def _first_contact(address: Address) -> tuple[Place, ...]:
    place, facts = await _first_answer(address)
    if int(facts.get("redis_version", "0").split(".")[0]) < OLDEST:
        raise Unavailable(f"Redis {OLDEST} or newer is needed")
    is_cluster = facts.get("redis_mode", facts.get("server_mode")) == "cluster"
    if is_cluster is not (address.kind is Kind.CLUSTER):
        runs = "this server runs as a cluster" if is_cluster else "this server is no cluster"
        raise Unavailable(f"{runs}: redis+cluster:// is for those that do, redis:// for others")
    if not is_cluster:
        return (place,) * SHARDS
    return await ask(address, ())


async def _first_answer(address: Address) -> tuple[Place, dict[str, str]]:
    """The first server that says something about itself, and what."""
    is_cluster = address.kind is Kind.CLUSTER
    places = address.places if is_cluster else (await primary(address),)
    why: Exception = Unavailable("nobody was asked")
    for place in places:
        try:
            async with visit(address, place) as connection:
                return place, _facts(text(await said(connection, b"INFO", b"server")))
        except TRANSIENT as error:
            why = error
    raise why


def _facts(answer: str) -> dict[str, str]:
    """The answer to INFO."""
    lines = (line.partition(":") for line in answer.splitlines())
    return {name: value for name, colon, value in lines if colon}


async def ask(address: Address, known: Sequence[Place]) -> tuple[Place, ...]:
    """The server of each shard of a cluster, by the first that answers and is in touch.

    One that was cut off from the others goes on telling what it knew: it is believed only where
    nobody knows better.
    """
    why: Exception = Unavailable("nobody was asked")
    doubtful: tuple[Place, ...] | None = None
    for place in dict.fromkeys((*known, *address.places)):
        try:
            async with visit(address, place) as connection:
                found = _by_shard(await said(connection, b"CLUSTER", b"SLOTS"), place)
                if await _is_in_touch(connection):
                    return found
                doubtful = doubtful or found
        except (*TRANSIENT, Unavailable) as error:
            why = error
    if doubtful is None:
        raise Unavailable(f"no server of the cluster tells who keeps what: {why}") from why
    return doubtful


async def _is_in_touch(connection: Connection) -> bool:
    """Whether a server sees enough of its cluster; also where the user may not ask that."""
    try:
        return b"cluster_state:ok" in raw(await said(connection, b"CLUSTER", b"INFO"))
    except NoPermissionError:
        return True


def _by_shard(answer: object, asked: Place) -> tuple[Place, ...]:
    """The primaries of all shards in the answer to CLUSTER SLOTS."""
    ranges = [_range(listed(each), asked) for each in listed(answer)]
    found: list[Place] = []
    for shard in range(SHARDS):
        slot = key_slot(str(shard).encode())
        places = [place for first, last, place in ranges if first <= slot <= last]
        if not places:
            raise Unavailable("a part of the cluster is kept by nobody")
        found.append(places[0])
    return tuple(found)


def _range(written: Sequence[object], asked: Place) -> tuple[int, int, Place]:
    first, last, server = whole(written[0]), whole(written[1]), listed(written[2])
    host = raw(server[0]).decode() if server[0] else asked[0]
    return first, last, (host, whole(server[1]))
