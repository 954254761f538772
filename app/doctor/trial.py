"""Everything that a server asks of a Redis, done once on scratch keys, by the store itself.

Shows whether the user has the rights it needs, and whether the servers can do what they must.
What is made goes away by itself within minutes; the caller removes the number of shards.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from app.doctor.findings import About, Finding
from app.game import PRESETS, Seat
from app.room.decide import Given, Opening, open_room
from app.room.state import Millis, Opponent, RoomCode, Version
from app.service.drawn import draw_code, draw_seeds
from app.settings import Settings
from app.store.port import (
    NOWHERE,
    Append,
    Bell,
    CommandKey,
    ConnectionId,
    Head,
    Limit,
    Recorded,
    Tag,
    TokenHash,
    Unavailable,
)
from app.store.redis.access import Options
from app.store.redis.address import Address
from app.store.redis.keys import PREFIX
from app.store.redis.store import RedisStore

about: Final = About("store")

TIMEOUT: Final = 3.0
LIFE: Final = Millis(60_000)
RIGHTS: Final = "give the user the rights that docs/operate.md lists"

Step = tuple[str, Callable[[], Awaitable[object]]]


def scratch_prefix() -> str:
    """A prefix of names that nobody else has, within those that a user must have rights for."""
    return f"{PREFIX}doctor:{secrets.token_hex(4)}:"


async def try_out(settings: Settings, address: Address, prefix: str) -> list[Finding]:
    """Do everything once; the first thing that does not work is a problem."""
    store = RedisStore(address, Options(prefix, TIMEOUT, settings.redis_wait))
    doing = "open"
    try:
        await store.open()
        for name, step in _steps(store):
            doing = name
            await step()
    except Unavailable as why:
        return [about.problem(f"the store does not do what is needed ({doing}): {why}", cure(why))]
    finally:
        with suppress(Unavailable):
            await store.close()
    return [about.ok("the store does everything that is asked of it, and its bells are heard")]


def cure(why: Unavailable) -> str:
    """What to do about a refusal of the store."""
    text = str(why)
    for sign, remedy in (
        ("no permission", RIGHTS),
        ("NoPermission", RIGHTS),
        ("no bell", f"{RIGHTS}: &banqi:* and +@pubsub"),
        ("subscription", f"{RIGHTS}: &banqi:* and +@pubsub"),
        ("OutOfMemory", "raise maxmemory, or free memory"),
        ("OOM", "raise maxmemory, or free memory"),
        ("ReadOnly", "name the primary in BANQI_STORE, or use Sentinel or a cluster"),
        ("MISCONF", "free the disk of the server: it cannot save"),
        ("replicas", "connect more replicas, or lower BANQI_REDIS_WAIT"),
    ):
        if sign in text:
            return remedy
    return "look into the log of that server"


def _steps(store: RedisStore) -> tuple[Step, ...]:
    """Each call of the port, by its name."""
    room, name = RoomCode(draw_code(8)), secrets.token_hex(4)
    head, someone = Head(Version(1), Tag(secrets.token_hex(8))), ConnectionId("doctor")
    key, token = CommandKey(Seat.HOST, "doctor"), TokenHash("0" * 64)
    once = Limit(1.0, 1.0)
    bells: list[Bell] = []

    async def listened() -> None:
        stop = await store.listen(room, bells.append)
        await store.say(room, key, "hello", None)
        await stop()

    return (
        ("append", lambda: store.append(_opening(store, room, head))),
        ("confirm", lambda: store.confirm(room)),
        ("listen", listened),
        ("load", lambda: store.load(room)),
        ("since", lambda: store.since(room, head)),
        ("heads", lambda: store.heads((room,))),
        ("keep_alive", lambda: store.keep_alive((room,), Millis(store.now() + LIFE))),
        ("due", lambda: store.due(store.now(), 1)),
        ("add_token", lambda: store.add_token(room, Seat.HOST, token)),
        ("keep_only_token", lambda: store.keep_only_token(room, Seat.HOST, token)),
        ("arrive", lambda: store.arrive(room, someone, Seat.HOST, Millis(1_000))),
        ("presence", lambda: store.presence(room)),
        ("depart", lambda: store.depart(room, someone)),
        ("chat", lambda: store.chat(room)),
        ("record", lambda: store.record(room, 1)),
        ("take", lambda: store.take(name, once)),
        ("peek", lambda: store.peek(name, once)),
        ("tally", lambda: store.tally(name, "doctor", 1, LIFE)),
        ("tallied", lambda: store.tallied(name)),
        ("remember", lambda: store.remember(name, "doctor", LIFE)),
        ("put", lambda: store.put(name, "doctor", LIFE)),
        ("recall", lambda: store.recall(name)),
        ("lease", lambda: store.lease(name, "doctor", LIFE)),
        ("release", lambda: store.release(name, "doctor")),
        ("sweep", lambda: store.sweep(Millis(store.now() + 10 * LIFE), 10)),
    )


def _opening(store: RedisStore, room: RoomCode, head: Head) -> Append:
    """A room of nobody's that ends in a minute."""
    now = store.now()
    opening = Opening(room, Opponent.FRIEND, None, PRESETS["douque"])
    event = open_room(opening, Given(now, draw_seeds))
    return Append(
        room=room,
        after=NOWHERE,
        recorded=Recorded(head, now, None, event),
        deadline=now,
        expires_at=Millis(now + LIFE),
        not_after=Millis(now + int(1000 * TIMEOUT)),
        checkpoint=True,
    )
