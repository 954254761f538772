"""Limits and leases in the memory of one process: buckets, tallies, and who holds what.

All are bounded. A bucket that has filled up again is forgotten without loss; when there
are too many others, the one that was used longest ago goes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from app.room.state import Millis
from app.store.port import Limit

MOST_BUCKETS: Final = 50_000
MOST_LEASES: Final = 10_000
MOST_TALLIES: Final = 10_000
NEVER: Final = Millis(1 << 53)
"""The wait for what no bucket will ever hold."""
_ROUNDING: Final = 1e-9


@dataclass(frozen=True, slots=True)
class _Bucket:
    level: float
    at: Millis
    full_at: float


class Buckets:
    """Token buckets by key, the one used longest ago first."""

    def __init__(self, most: int = MOST_BUCKETS) -> None:
        self._buckets: dict[str, _Bucket] = {}
        self._most = most

    def take(self, key: str, limit: Limit, cost: float, now: Millis) -> Millis:
        """Take `cost` if it is there: 0; else the milliseconds until it would be."""
        level = self._level(key, limit, now)
        wait = _wait(level, limit, cost)
        if not wait:
            self._keep(key, level - cost, limit, now)
        return wait

    def peek(self, key: str, limit: Limit, cost: float, now: Millis) -> Millis:
        """The milliseconds until `cost` is there."""
        return _wait(self._level(key, limit, now), limit, cost)

    def _level(self, key: str, limit: Limit, now: Millis) -> float:
        bucket = self._buckets.get(key)
        if bucket is None:
            return limit.burst
        passed = max(0, now - bucket.at)
        return min(limit.burst, bucket.level + passed * limit.per_second / 1000)

    def _keep(self, key: str, level: float, limit: Limit, now: Millis) -> None:
        full_in = (limit.burst - level) / limit.per_second * 1000 if limit.per_second else math.inf
        self._buckets.pop(key, None)
        self._buckets[key] = _Bucket(level, now, now + full_in)
        self._tidy(now)

    def _tidy(self, now: Millis) -> None:
        """Forget up to two buckets from the old end: more than ever come in at the other."""
        for _ in range(2):
            oldest = next(iter(self._buckets))
            if len(self._buckets) <= self._most and self._buckets[oldest].full_at > now:
                return
            del self._buckets[oldest]
            if not self._buckets:
                return


class Leases:
    """Who holds which name until when."""

    def __init__(self, most: int = MOST_LEASES) -> None:
        self._held: dict[str, tuple[str, Millis]] = {}
        self._most = most

    def lease(self, name: str, owner: str, now: Millis, ttl: Millis) -> bool:
        """Hold `name` from now on if it is free or one's own already."""
        holder, until = self._held.get(name, (owner, now))
        if holder != owner and until > now:
            return False
        if name not in self._held and len(self._held) >= self._most:
            self._tidy(now)
            if len(self._held) >= self._most:
                return False
        self._held[name] = (owner, Millis(now + ttl))
        return True

    def release(self, name: str, owner: str) -> None:
        """Give `name` back if `owner` holds it."""
        if self._held.get(name, ("", 0))[0] == owner:
            del self._held[name]

    def _tidy(self, now: Millis) -> None:
        self._held = {name: held for name, held in self._held.items() if held[1] > now}


class Tallies:
    """How many each owner has under which name, and until when; the name noted last stays."""

    def __init__(self, most: int = MOST_TALLIES) -> None:
        self._noted: dict[str, dict[str, tuple[int, Millis]]] = {}
        self._most = most

    def note(self, name: str, owner: str, count: int, now: Millis, ttl: Millis) -> None:
        """From now on `owner` has so many, for a while."""
        owners = self._noted.pop(name, {})
        if count:
            owners[owner] = (count, Millis(now + ttl))
        else:
            owners.pop(owner, None)
        if owners:
            self._noted[name] = owners
        if len(self._noted) > self._most:
            del self._noted[next(iter(self._noted))]

    def of(self, name: str, now: Millis) -> dict[str, int]:
        """What each owner has."""
        noted = self._noted.get(name, {})
        for owner in [each for each, (_, until) in noted.items() if until <= now]:
            del noted[owner]
        return {owner: count for owner, (count, _) in noted.items()}


def _wait(level: float, limit: Limit, cost: float) -> Millis:
    if level + _ROUNDING >= cost:
        return Millis(0)
    if cost > limit.burst or not limit.per_second:
        return NEVER
    return Millis(max(1, math.ceil((cost - level) / limit.per_second * 1000)))
