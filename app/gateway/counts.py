"""How many sockets there may be: in all, without hello, from one caller, watching one room.

Owns the sizes and the counts of this process. Seats come before spectators.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from app.service.callers import Caller

SOCKETS_PER_CALLER: Final = 100
SPECTATORS_PER_CALLER: Final = SOCKETS_PER_CALLER // 2
SPECTATORS_PER_ROOM: Final = 50
WITHOUT_HELLO: Final = 200


@dataclass(slots=True)
class Counts:
    """The sockets of this process: in all, without hello, by caller, and watching by caller."""

    enabled: bool
    most: int
    total: int = 0
    unknown: int = 0
    by_caller: Counter[str] = field(default_factory=Counter)
    watching: Counter[str] = field(default_factory=Counter)

    def refusal(self, caller: Caller) -> int | None:
        """The HTTP status a new socket is refused with, if it is one too many."""
        if not self.enabled:
            return None
        if self.by_caller[caller.group] >= SOCKETS_PER_CALLER:
            return 429
        return 503 if self.total >= self.most or self.unknown >= WITHOUT_HELLO else None

    def came(self, caller: Caller) -> None:
        """A socket is let in."""
        self.total += 1
        self.unknown += 1
        self.by_caller[caller.group] += 1

    def said_hello(self) -> None:
        """A socket is not unknown any more (or it is gone before it said who it is)."""
        self.unknown -= 1

    def went(self, caller: Caller) -> None:
        """A socket is gone."""
        self.total -= 1
        _less(self.by_caller, caller.group)

    def may_watch(self, caller: Caller, in_room: int) -> bool:
        """Is there room for one more spectator? Seats come first: a tenth is kept for them."""
        if not self.enabled:
            return True
        return (
            in_room < SPECTATORS_PER_ROOM
            and self.watching[caller.group] < SPECTATORS_PER_CALLER
            and self.total <= self.most - self.most // 10
        )

    def watches(self, caller: Caller) -> None:
        """A spectator is let in."""
        self.watching[caller.group] += 1

    def watches_no_more(self, caller: Caller) -> None:
        """A spectator is gone."""
        _less(self.watching, caller.group)


def _less(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]
