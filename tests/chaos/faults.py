"""The faults: each breaks something of a site under a load and makes it whole again.

A strike returns the instant at which its fault ended where that is earlier than its own end.
"""

from __future__ import annotations

import asyncio
import shutil
import time
from pathlib import Path

from tests.chaos.checker import RECOVERY
from tests.chaos.sites import Site, back_up, database_of, put_back
from tests.chaos.trial import Scene
from tests.redis_servers import RedisServer

SHORT = 1.0
"""Seconds that something stays broken which does not heal by itself."""

NO_SERVER = 1
"""A port on which nobody listens."""

MID_MOVE = 0.004
"""A command is judged, stored and told within so many seconds."""


async def _all(site: Site, *command: str | int) -> None:
    """The same to every server of the store."""
    await asyncio.gather(*(asyncio.to_thread(each.ask, *command) for each in site.redis))


# — workers —


async def kill_worker(site: Site, scene: Scene) -> None:
    """`kill -9` in the middle of a move."""
    shot = await asyncio.to_thread(site.workers.aim, scene.chance)
    await scene.under_way()
    await asyncio.sleep(MID_MOVE * scene.chance.random())
    shot.kill()
    await asyncio.to_thread(shot.bury)


async def restart_workers(site: Site, scene: Scene) -> None:
    """SIGTERM to one after the other; each must end well."""
    await scene.under_way()
    await asyncio.to_thread(site.workers.restart_all)


# — one Redis —


async def kill_store(site: Site, scene: Scene, away: float | None = None) -> None:
    """`kill -9` in the middle of a move, and a start with what is on the disk, soon or later."""
    (redis,) = site.redis
    await scene.under_way()
    await asyncio.sleep(MID_MOVE * scene.chance.random())
    redis.kill()
    await asyncio.sleep(SHORT * scene.chance.random() if away is None else away)
    await asyncio.to_thread(redis.start)


async def freeze_store(site: Site, scene: Scene, seconds: float) -> None:
    """The server stands still with all its connections open."""
    (redis,) = site.redis
    await scene.under_way()
    redis.pause()
    try:
        await asyncio.sleep(seconds)
    finally:
        redis.resume()


async def pause_clients(site: Site, scene: Scene) -> None:
    """CLIENT PAUSE: the server takes commands and does none of them."""
    await _all(site, "CLIENT", "PAUSE", round(1000 * SHORT), "ALL")
    await asyncio.sleep(SHORT)


async def cut_connections(site: Site, scene: Scene) -> None:
    """CLIENT KILL of every connection, those for calls and those for bells."""
    for kind in scene.chance.sample(("normal", "pubsub"), 2):
        await scene.under_way()
        await _all(site, "CLIENT", "KILL", "TYPE", kind)


async def flush_scripts(site: Site, scene: Scene) -> None:
    """SCRIPT FLUSH, some times in a row."""
    for _ in range(3):
        await scene.under_way()
        await _all(site, "SCRIPT", "FLUSH")


async def be_read_only(site: Site, scene: Scene) -> None:
    """The server is made a replica for a while, of nobody: it keeps all and writes nothing."""
    (redis,) = site.redis
    await asyncio.to_thread(redis.ask, "REPLICAOF", "127.0.0.1", NO_SERVER)
    try:
        await asyncio.sleep(SHORT)
    finally:
        await asyncio.to_thread(redis.ask, "REPLICAOF", "NO", "ONE")


async def fill_memory(site: Site, scene: Scene) -> None:
    """No memory left, and nothing may be evicted."""
    await _all(site, "CONFIG", "SET", "maxmemory", 1)
    try:
        await asyncio.sleep(SHORT)
    finally:
        await _all(site, "CONFIG", "SET", "maxmemory", 0)


async def restore_backup(site: Site, scene: Scene) -> None:
    """The server starts again from files that were copied some moves ago."""
    (redis,) = site.redis
    copy = redis.directory.with_name("backup")
    redis.pause()
    await asyncio.to_thread(shutil.copytree, redis.directory, copy, dirs_exist_ok=True)
    redis.resume()
    await asyncio.sleep(SHORT)
    await scene.under_way()
    redis.kill()
    await asyncio.to_thread(_replace, redis.directory, copy)
    await asyncio.to_thread(redis.start)


def _replace(directory: Path, copy: Path) -> None:
    shutil.rmtree(directory)
    copy.rename(directory)


# — a cluster —


async def fail_over(site: Site, scene: Scene) -> float:
    """A planned CLUSTER FAILOVER of one primary."""
    assert site.cluster is not None
    before = await asyncio.to_thread(site.cluster.any_primary, scene.chance)
    after = await asyncio.to_thread(site.cluster.replica_of, before)
    await scene.under_way()
    await asyncio.to_thread(after.ask, "CLUSTER", "FAILOVER")
    await asyncio.to_thread(site.cluster.wait_for_primary, after)
    failed_over = time.monotonic()
    await asyncio.to_thread(site.cluster.wait_for_peace)
    return failed_over


async def crash_primary(site: Site, scene: Scene) -> float:
    """A primary dies, its replica takes its place; later it comes back as a replica."""
    return await _succeed(site, scene, loses=False)


async def crash_primary_alone(site: Site, scene: Scene) -> float:
    """The same while the replica is cut off: what was written last is lost with the primary."""
    return await _succeed(site, scene, loses=True)


async def _succeed(site: Site, scene: Scene, *, loses: bool) -> float:
    cluster = site.cluster
    assert cluster is not None
    dead = await asyncio.to_thread(cluster.any_primary, scene.chance)
    heir = await asyncio.to_thread(cluster.replica_of, dead)
    if loses:
        await asyncio.to_thread(_shut_replicas_out, dead)
        await asyncio.sleep(SHORT)
    await scene.under_way()
    dead.kill()
    try:
        await asyncio.to_thread(cluster.wait_for_primary, heir)
        promoted = time.monotonic()
    finally:
        await asyncio.to_thread(dead.start)
    await asyncio.to_thread(cluster.wait_for_peace)
    return promoted


def _shut_replicas_out(primary: RedisServer) -> None:
    primary.ask("ACL", "SETUSER", "default", "-psync", "-sync")
    primary.ask("CLIENT", "KILL", "TYPE", "replica")


async def cut_off_primary(site: Site, scene: Scene) -> float:
    """A primary loses sight of the others, its replica takes its place; later it is back."""
    cluster = site.cluster
    assert cluster is not None
    old = await asyncio.to_thread(cluster.any_primary, scene.chance)
    heir = await asyncio.to_thread(cluster.replica_of, old)
    await scene.under_way()
    await asyncio.to_thread(cluster.cut_off, old)
    await asyncio.to_thread(cluster.wait_for_primary, heir)
    promoted = time.monotonic()
    # Its rooms are played on while it is still cut off.
    await asyncio.sleep(RECOVERY)
    cluster.join_again(old)
    await asyncio.to_thread(cluster.wait_for_peace)
    return promoted


async def freeze_primary(site: Site, scene: Scene) -> None:
    """A primary stands still, for less time than the others need to miss it."""
    assert site.cluster is not None
    primary = await asyncio.to_thread(site.cluster.any_primary, scene.chance)
    await scene.under_way()
    primary.pause()
    try:
        await asyncio.sleep(SHORT)
    finally:
        primary.resume()


# — SQLite —


async def restore_database(site: Site, scene: Scene) -> None:
    """The server stops, an older file is put in the place of its own, and it starts again."""
    (server,) = site.workers.servers
    database = database_of(server)
    copy = database.with_name("backup.sqlite3")
    await asyncio.to_thread(back_up, database, copy)
    await asyncio.sleep(SHORT)
    await scene.under_way()
    assert await asyncio.to_thread(server.stop) == 0
    await asyncio.to_thread(put_back, database, copy)
    await asyncio.to_thread(server.start)
