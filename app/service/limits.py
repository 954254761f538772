"""Counts that keep strangers from guessing room codes and from filling the store.

Buckets live in the store, so all workers share them. Owns the sizes; knows no HTTP and no
socket: it says how long to wait, and others put that into words.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from app.room.commands import Refused
from app.room.state import Millis, RoomCode
from app.service.callers import Caller
from app.store.port import Limit, Store, TokenHash

FAILED_PER_CALLER = Limit(10 / 60, 10)
FAILED_PER_SITE = Limit(30 / 60, 30)
FAILED_IN_ALL = Limit(60 / 60, 60)
FAILED_TODAY = Limit(1 / 86_400, 1)
KEPT_FOR_THE_BLAMELESS = Limit(3 / 60, 3)
ROOMS_OPENED = Limit(5 / 60, 5)
OPENED_AGAIN = Limit(1 / 540, 1)
"""Refills a little sooner than the room of a token is forgotten."""
ROOMS_ALIVE = 20
OPENED_REMEMBERED = Millis(7 * 86_400_000)
ALIVE_RETRY = Millis(60_000)


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave to look a room up; `blind` if a failure must not be told from a refusal."""

    wait: Millis
    blind: bool = False


FREE = Pass(Millis(0))


@dataclass(slots=True)
class Limits:
    """The counts of one server; switched off they let everything through."""

    store: Store
    is_alive: Callable[[RoomCode], Awaitable[bool]]
    enabled: bool = True

    async def may_look_up(self, caller: Caller) -> Pass:
        """Ask before looking a code up; raises `Unavailable`."""
        if not self.enabled:
            return FREE
        own = await self._own_wait(caller)
        if own:
            return Pass(own)
        if not await self.store.peek("look:all", FAILED_IN_ALL):
            return FREE
        return await self._kept_look_up(caller)

    async def _own_wait(self, caller: Caller) -> Millis:
        own = await self.store.peek(f"look:{caller.group}", FAILED_PER_CALLER)
        if own or caller.site == caller.group:
            return own
        return await self.store.peek(f"look:{caller.site}", FAILED_PER_SITE)

    async def _kept_look_up(self, caller: Caller) -> Pass:
        """Strangers have spent the total: who never failed today still gets a few."""
        blamed = await self.store.peek(f"failed:{caller.group}", FAILED_TODAY)
        wait = blamed or await self.store.take(f"kept:{caller.group}", KEPT_FOR_THE_BLAMELESS)
        return Pass(min(wait, ALIVE_RETRY), blind=True)

    async def looked_up_in_vain(self, caller: Caller) -> None:
        """Count a code that was none; raises `Unavailable`."""
        if not self.enabled:
            return
        await self.store.take(f"look:{caller.group}", FAILED_PER_CALLER)
        if caller.site != caller.group:
            await self.store.take(f"look:{caller.site}", FAILED_PER_SITE)
        await self.store.take("look:all", FAILED_IN_ALL)
        await self.store.take(f"failed:{caller.group}", FAILED_TODAY)

    async def may_open(self, caller: Caller, token: TokenHash) -> Millis:
        """Take leave to open one more room: 0, or how long to wait; raises `Unavailable`.

        The same token again is the same room again: it is not counted twice.
        """
        if not self.enabled or await self.store.peek(f"opened:{token}", OPENED_AGAIN):
            return Millis(0)
        if await self._alive(caller) >= ROOMS_ALIVE:
            return ALIVE_RETRY
        wait = await self.store.take(f"open:{caller.group}", ROOMS_OPENED)
        if not wait:
            await self.store.take(f"opened:{token}", OPENED_AGAIN)
        return wait

    async def opened(self, caller: Caller, code: RoomCode) -> None:
        """Remember whose room this is; raises `Unavailable`."""
        if self.enabled:
            await self.store.tally(f"rooms:{caller.group}", code, 1, OPENED_REMEMBERED)

    async def _alive(self, caller: Caller) -> int:
        """How many rooms of this caller still live; the dead are forgotten on the way."""
        name = f"rooms:{caller.group}"
        opened = await self.store.tallied(name)
        if len(opened) < ROOMS_ALIVE:
            return len(opened)
        dead = [code for code in opened if not await self._lives(RoomCode(code))]
        for code in dead:
            await self.store.tally(name, code, 0, Millis(0))
        return len(opened) - len(dead)

    async def _lives(self, code: RoomCode) -> bool:
        try:
            return await self.is_alive(code)
        except Refused:
            return True
