"""The Redis that the settings name: found, let in, asked about itself, and tried out."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from redis.asyncio.connection import Connection
from redis.exceptions import AuthenticationError, NoPermissionError, RedisError, ResponseError

from app.doctor.facts import Facts, look_at_clocks, look_at_facts
from app.doctor.findings import About, Finding
from app.doctor.trial import scratch_prefix, try_out
from app.settings import Settings
from app.store.port import Unavailable
from app.store.redis import topology
from app.store.redis.address import Address, Kind, Place, read_address
from app.store.redis.connecting import primary, said, visit
from app.store.redis.keys import SHARDS, Keys

about: Final = About("store")

SECTIONS: Final = ("server", "memory", "persistence", "replication")
ASKED_SETTINGS: Final = ("appendfsync", "cluster-require-full-coverage")


async def look_at_servers(settings: Settings) -> list[Finding]:
    """Everything about the servers behind this address."""
    address = read_address(settings.store).with_password(settings.redis_password)
    try:
        place = await primary(address)
        async with visit(address, place) as connection:
            await said(connection, "PING")
    except (RedisError, OSError, TimeoutError) as error:
        return [_not_let_in(address, error)]
    try:
        places = tuple(dict.fromkeys(await topology.find(address)))
    except Unavailable as why:
        return [about.problem(str(why), _remedy(str(why)))]
    every: list[Facts] = []
    for each in places:
        try:
            every.append(await _facts(address, each))
        except (RedisError, OSError, TimeoutError) as error:
            return [_not_let_in(replace(address, places=(each,)), error)]
    found = [about.ok(f"{_named(places)} let us in")]
    for facts in every:
        found += look_at_facts(facts, replicas_wanted=settings.redis_wait)
    found += look_at_clocks(every)
    found += await _shards(address, places[0])
    prefix = scratch_prefix()
    found += await try_out(settings, address, prefix)
    with suppress(RedisError, OSError, TimeoutError):
        async with visit(address, places[0]) as connection:
            await said(connection, "DEL", Keys(prefix).shards.decode())
    return found


def _named(places: Sequence[Place]) -> str:
    return ", ".join(f"{host}:{port}" for host, port in places)


def _not_let_in(address: Address, error: Exception) -> Finding:
    """Why there is no way in, as one problem."""
    where = _named(address.places)
    match error:
        case AuthenticationError():
            return about.problem(
                f"{where} does not know the user or the password",
                "set them in BANQI_STORE, or the password in BANQI_REDIS_PASSWORD",
            )
        case NoPermissionError():
            return about.problem(f"{where}: {error}", _remedy("NoPermission"))
        case _ if isinstance(error.__context__ or error, ssl.SSLError):
            return about.problem(
                f"{where}: TLS fails: {error}",
                "name the authority in the address (?ssl_ca_certs=…), "
                "or redis:// if the server speaks no TLS",
            )
        case _ if isinstance(error.__context__ or error, socket.gaierror):
            return about.problem(f"{where}: no such host", "correct the host in BANQI_STORE")
        case TimeoutError() if address.is_secure:
            return about.problem(
                f"{where} does not answer to TLS in time",
                "redis:// if the server speaks no TLS; else start it, or correct BANQI_STORE",
            )
        case ResponseError():
            return about.problem(f"{where}: {error}", _remedy(str(error)))
        case _:
            reason = str(error) or "no answer in time"
            return about.problem(
                f"{where} cannot be reached: {reason}",
                "start it, or correct BANQI_STORE; is a firewall between?",
            )


def _remedy(why: str) -> str:
    """What to do about what a server or the store's adapter said."""
    for sign, remedy in (
        ("NoPermission", "give the user the rights that docs/operate.md lists"),
        ("newer is needed", "upgrade it to Redis 7 or newer, or any Valkey"),
        ("redis+cluster://", "use redis+cluster:// for a cluster and redis:// for a single server"),
        ("kept by nobody", "bring back the missing servers, or give their slots to others"),
    ):
        if sign in why:
            return remedy
    return "look into the log of that server"


# — one server —


async def _facts(address: Address, place: Place) -> Facts:
    """What this server says about itself, as far as it lets us ask."""
    async with visit(address, place) as connection:
        info: dict[str, str] = {}
        for section in SECTIONS:
            info |= await _fields(connection, "INFO", section)
        is_cluster = address.kind is Kind.CLUSTER
        cluster = await _fields(connection, "CLUSTER", "INFO") if is_cluster else {}
        settings = await _settings(connection)
        ahead = await _ahead(connection)
    return Facts(_named((place,)), info, settings, cluster, ahead)


async def _fields(connection: Connection, *command: str) -> dict[str, str]:
    """An answer of lines `name:value`; nothing where the user may not ask."""
    try:
        answer = await said(connection, *command)
    except ResponseError:
        return {}
    text = answer.decode() if isinstance(answer, bytes) else str(answer)
    lines = (line.partition(":") for line in text.splitlines())
    return {name: value for name, colon, value in lines if colon}


async def _settings(connection: Connection) -> dict[str, str]:
    """Settings worth a look; nothing where the user may not ask."""
    found: dict[str, str] = {}
    for name in ASKED_SETTINGS:
        try:
            answer = await said(connection, "CONFIG", "GET", name)
        except ResponseError:
            return {}
        if isinstance(answer, list) and len(answer) == 2:
            found[name] = _text(answer[1])
    return found


async def _ahead(connection: Connection) -> float:
    """By how many seconds the server's clock is ahead of ours."""
    asked = time.time()
    answer = await said(connection, "TIME")
    answered = time.time()
    if not isinstance(answer, list):
        return 0.0
    seconds, micros = (int(_text(part)) for part in answer)
    return seconds + micros / 1e6 - (asked + answered) / 2


async def _shards(address: Address, place: Place) -> list[Finding]:
    """Whether the store was made for as many shards as we use."""
    # Asked of whoever keeps the first shard; another server of a cluster says that it is not its.
    async with visit(address, place) as connection:
        try:
            answer = await said(connection, "GET", Keys().shards.decode())
        except ResponseError:
            return []
    if answer is None:
        return [about.ok("the store is new; the first start writes into it")]
    if _text(answer) != str(SHARDS):
        return [
            about.problem(
                f"the store was made for {_text(answer)} shards, this release uses {SHARDS}",
                "use the release that made it, or an empty store",
            )
        ]
    return [about.ok(f"the store was made for {SHARDS} shards")]


def _text(answer: object) -> str:
    return answer.decode() if isinstance(answer, bytes) else str(answer)
