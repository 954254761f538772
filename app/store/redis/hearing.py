"""The rooms this process listens to: one subscription each, however many listen.

Whenever a subscription had to be made anew, bells may have been lost before: then everybody
who listens to the room is told to look.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from app.room.state import RoomCode
from app.store.bells import Bells
from app.store.codec import holds_secret
from app.store.port import (
    NOWHERE,
    UNKNOWN,
    Append,
    Bell,
    Head,
    Hear,
    PresenceRang,
    Rang,
    Recorded,
    TokensRang,
    Unavailable,
)
from app.store.redis.ear import Ear
from app.store.redis.entries import read_bell, tag_of
from app.store.redis.fleet import Fleet
from app.store.redis.keys import Keys
from app.store.shapes import Damaged

log = logging.getLogger(__name__)

LOOKED_AT_ONCE: Final = 200
LOOK_PAUSE: Final = 0.05

Heads = Callable[[Sequence[RoomCode]], Awaitable[tuple[Head | None, ...]]]


@dataclass(slots=True, eq=False)
class _Subscription:
    room: RoomCode
    channel: bytes
    shard: int
    ear: Ear
    confirmed: asyncio.Future[None]
    count: int = 0
    own: Recorded | None = field(default=None)
    """What this process wrote last: its bell need not be read."""


class Hearing:
    """Who listens to what, over all servers. A listener of every ear."""

    def __init__(self, fleet: Fleet, keys: Keys, heads: Heads, timeout: float) -> None:
        self._fleet = fleet
        self._keys = keys
        self._heads = heads
        self._timeout = timeout
        self._bells = Bells()
        self._by_channel: dict[bytes, _Subscription] = {}
        self._to_look: dict[RoomCode, None] = {}
        self._looking: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Hear nothing any more."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
        for subscription in self._by_channel.values():
            if not subscription.confirmed.done():
                subscription.confirmed.set_exception(Unavailable("the store is closed"))
        self._by_channel.clear()

    # — listening —

    async def listen(self, room: RoomCode, hear: Hear) -> Callable[[], Awaitable[None]]:
        """Hear the bells of a room until the result is called."""
        subscription = self._subscribed(room)
        hush = self._bells.listen(room, hear)
        is_over = False

        async def stop() -> None:
            nonlocal is_over
            if not is_over:
                is_over = True
                await hush()
                self._leave(subscription)

        failure = await self._failure(subscription)
        if failure is not None:
            await stop()
            raise failure
        return stop

    async def _failure(self, subscription: _Subscription) -> BaseException | None:
        """Why this subscription is not confirmed; None once it is."""
        try:
            await asyncio.wait_for(asyncio.shield(subscription.confirmed), self._timeout)
        except TimeoutError:
            return Unavailable("the store does not confirm a subscription")
        except BaseException as why:  # noqa: BLE001 - for the caller to raise
            return why
        return None

    def _subscribed(self, room: RoomCode) -> _Subscription:
        names = self._keys.room(room)
        found = self._by_channel.get(names.room)
        if found is None:
            ear = self._fleet.ear(names.shard)
            confirmed = asyncio.get_running_loop().create_future()
            found = _Subscription(room, names.room, names.shard, ear, confirmed)
            self._by_channel[names.room] = found
            ear.want(names.room)
        found.count += 1
        return found

    def _leave(self, subscription: _Subscription) -> None:
        subscription.count -= 1
        if not subscription.count and self._by_channel.get(subscription.channel) is subscription:
            del self._by_channel[subscription.channel]
            subscription.ear.forget(subscription.channel)

    # — what this process writes itself —

    def writes(self, channel: bytes, recorded: Recorded) -> bytes:
        """This event is being written: its bell need not be read.

        The mark of the connection that would hear it, empty if none would. With a mark the room
        goes on being heard until `wrote` is called.
        """
        subscription = self._by_channel.get(channel)
        if subscription is None:
            return b""
        subscription.own = recorded
        mark = subscription.ear.mark(channel)
        if mark:
            subscription.count += 1
        return mark

    def wrote(self, channel: bytes) -> None:
        """What `writes` gave a mark for is written, or will not be."""
        subscription = self._by_channel.get(channel)
        if subscription is not None:
            self._leave(subscription)

    def ring(self, write: Append) -> None:
        """Tell whoever listens here what was written here, and was told nobody else."""
        recorded = write.recorded
        shown = None if holds_secret(recorded.event) else recorded
        self._bells.ring((Rang(write.room, write.after, recorded.head, shown),))

    def look_soon(self, room: RoomCode) -> None:
        """Something may have been written, and nobody been told: look, if anybody listens."""
        if self._keys.room(room).room in self._by_channel:
            self._look_soon(room)

    # — what an ear tells —

    def message(self, channel: bytes, message: bytes) -> None:
        """Ring the bell that came over a channel."""
        subscription = self._by_channel.get(channel)
        if subscription is None:
            return
        try:
            bell = self._read(subscription, message)
        except (Damaged, ValueError) as error:
            log.warning("a bell that cannot be read: %s", error)
            self._look_soon(subscription.room)
            return
        self._bells.ring((bell,))

    def _read(self, subscription: _Subscription, message: bytes) -> Bell:
        own, known = subscription.own, None
        if own is not None and tag_of(message) == own.head.tag:
            subscription.own, known = None, own
        return read_bell(subscription.room, message, known)

    def confirmed(self, channel: bytes) -> None:
        """From now on this room is heard; if it was before, something may have been missed."""
        subscription = self._by_channel.get(channel)
        if subscription is None:
            return
        if subscription.confirmed.done():
            self._look_soon(subscription.room)
        else:
            subscription.confirmed.set_result(None)

    def misplaced(self) -> None:
        """Some shard may be kept elsewhere."""
        self._fleet.refresh_soon()

    def moved(self) -> None:
        """Shards may be kept elsewhere now: listen where they are."""
        for subscription in self._by_channel.values():
            ear = self._fleet.ear(subscription.shard)
            if ear is not subscription.ear:
                subscription.ear.forget(subscription.channel)
                subscription.ear = ear
                ear.want(subscription.channel)

    # — looking for what was missed —

    def _look_soon(self, room: RoomCode) -> None:
        self._to_look[room] = None
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())

    async def _look(self) -> None:
        """Let everybody look at the rooms that may have been missed, some at a time."""
        while self._to_look:
            await asyncio.sleep(LOOK_PAUSE)
            rooms = tuple(self._to_look)[:LOOKED_AT_ONCE]
            try:
                heads = await self._heads(rooms)
            except Unavailable:
                continue
            for room, head in zip(rooms, heads, strict=True):
                self._to_look.pop(room, None)
                if head == UNKNOWN:
                    self._to_look[room] = None
                else:
                    self._bells.ring(_missed(room, head))


def _missed(room: RoomCode, head: Head | None) -> tuple[Bell, ...]:
    """The bells that may not have been heard."""
    around = (PresenceRang(room), TokensRang(room))
    return around if head is None else (Rang(room, NOWHERE, head, None), *around)
