"""Counts that keep strangers from guessing room codes and from filling the store.

Buckets live in the store, so all workers share them. Owns the sizes; knows no HTTP and no
socket: it says how long to wait, and others put that into words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

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
BEHIND_OTHERS = Millis(1_000)
"""When to come back after look-ups of one's own that are still under way."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave to look a room up; `blind` if a failure must not be told from a refusal."""

    wait: Millis
    blind: bool = False


FREE = Pass(Millis(0))


class _UnderWay:
    """The look-ups under way in this process. Each may turn out to be in vain."""

    def __init__(self) -> None:
        self._by: Counter[str] = Counter()
        self.in_all = 0
        """Of one caller only as many as may fail at all: nobody alone spends the total."""

    def of(self, name: str) -> int:
        """How many of a group or site."""
        return self._by[name]

    def add(self, caller: Caller, step: int) -> None:
        """One more, or one less."""
        before, most = self._by[caller.group], int(FAILED_PER_CALLER.burst)
        self.in_all += min(before + step, most) - min(before, most)
        for name in {caller.group, caller.site}:
            self._by[name] += step
            if not self._by[name]:
                del self._by[name]


@dataclass(slots=True)
class Limits:
    """The counts of one server; switched off they let everything through."""

    store: Store
    is_alive: Callable[[RoomCode], Awaitable[bool]]
    enabled: bool = True
    _under_way: _UnderWay = field(default_factory=_UnderWay)

    @contextmanager
    def looking(self, caller: Caller) -> Iterator[None]:
        """While a code is looked up: guesses side by side are as few as one after the other."""
        self._under_way.add(caller, 1)
        try:
            yield
        finally:
            self._under_way.add(caller, -1)

    async def may_look_up(self, caller: Caller) -> Pass:
        """Ask, while `looking`, before anything is told of a code; raises `Unavailable`."""
        if not self.enabled:
            return FREE
        own = await self._own_wait(caller)
        if own:
            return Pass(own)
        if not await self._wait("look:all", FAILED_IN_ALL, self._under_way.in_all):
            return FREE
        return await self._kept_look_up(caller)

    async def _own_wait(self, caller: Caller) -> Millis:
        group, site = caller.group, caller.site
        own = await self._wait(f"look:{group}", FAILED_PER_CALLER, self._under_way.of(group))
        if own or site == group:
            return own
        return await self._wait(f"look:{site}", FAILED_PER_SITE, self._under_way.of(site))

    async def _wait(self, key: str, limit: Limit, under_way: int) -> Millis:
        """How long until all that are under way, this one too, may fail."""
        wait = await self.store.peek(key, limit, max(1, under_way))
        return min(wait, BEHIND_OTHERS) if under_way > 1 else wait

    async def _kept_look_up(self, caller: Caller) -> Pass:
        """Strangers have spent the total: who never failed today still gets a few."""
        blamed = await self.store.peek(f"failed:{caller.group}", FAILED_TODAY)
        wait = blamed or await self.store.take(f"kept:{caller.group}", KEPT_FOR_THE_BLAMELESS)
        return Pass(min(wait, ALIVE_RETRY), blind=True)

    async def looked_up_in_vain(self, caller: Caller) -> Millis:
        """Count a code that was none; raises `Unavailable`.

        0, or how long to wait: at another worker the limit was reached meanwhile, and that is
        what must be told then.
        """
        if not self.enabled:
            return Millis(0)
        waits = [await self.store.take(f"look:{caller.group}", FAILED_PER_CALLER)]
        if caller.site != caller.group:
            waits.append(await self.store.take(f"look:{caller.site}", FAILED_PER_SITE))
        waits.append(await self.store.take("look:all", FAILED_IN_ALL))
        await self.store.take(f"failed:{caller.group}", FAILED_TODAY)
        return max(waits)

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
