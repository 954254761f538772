"""The names of everything in the store, and which shard each belongs to.

All that a room has, the indexes it stands in and its channel share a hash tag, so that one
script reaches them wherever a cluster keeps them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple
from zlib import crc32

from app.room.state import RoomCode

SHARDS: Final = 64
"""Written into the store at its first start: rooms would not be found under another number."""

PREFIX: Final = "banqi:"
CACHED: Final = 8192
FEW: Final = 3

_PARTS: Final = ("", ":log", ":ids", ":games", ":said", ":here", ":away")
"""What each room has, in the order in which the scripts take it."""


class RoomKeys(NamedTuple):
    """The keys of a room and of its shard's indexes; the first is its channel as well."""

    shard: int
    keys: tuple[bytes, ...]
    few: tuple[bytes, ...]
    """Those that most events need: the room, its log and the commands in it."""

    @property
    def room(self) -> bytes:
        """The hash with its head and its tokens."""
        return self.keys[0]

    @property
    def log(self) -> bytes:
        """The stream of its events."""
        return self.keys[1]

    @property
    def games(self) -> bytes:
        """The hash of its finished games."""
        return self.keys[3]

    @property
    def said(self) -> bytes:
        """The stream of its chat."""
        return self.keys[4]


class Keys:
    """The names under one prefix."""

    def __init__(self, prefix: str = PREFIX) -> None:
        self._prefix = prefix
        self.shards = self._of(0, ":shards").encode()
        self.room = lru_cache(CACHED)(self._room)

    def _room(self, code: RoomCode) -> RoomKeys:
        shard = shard_of(code)
        room = self._of(shard, code)
        parts = (room + part for part in _PARTS)
        keys = (*parts, self.deadlines(shard), self.ends(shard))
        names = tuple(key.encode() for key in keys)
        return RoomKeys(shard, names, names[:FEW])

    def deadlines(self, shard: int) -> str:
        """The rooms of a shard by when something is due in them."""
        return self._of(shard, ":deadlines")

    def ends(self, shard: int) -> str:
        """The rooms of a shard by when they end, or earlier."""
        return self._of(shard, ":ends")

    def probe(self, shard: int, worker: str) -> bytes:
        """Key and channel in which a worker looks for its own signs of life."""
        return self._of(shard, f":probe:{worker}").encode()

    def mark(self, shard: int) -> bytes:
        """A key written last, before one waits until replicas have everything."""
        return self._of(shard, ":mark").encode()

    def alone(self, kind: str, name: str) -> tuple[int, bytes]:
        """A key that belongs to no room, and its shard."""
        shard = shard_of(name)
        return shard, self._of(shard, f":{kind}:{name}").encode()

    def _of(self, shard: int, name: str) -> str:
        return f"{self._prefix}{{{shard}}}:{name}"


def shard_of(name: str) -> int:
    """The shard of a room code or another name."""
    return crc32(name.encode()) % SHARDS
