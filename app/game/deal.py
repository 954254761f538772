"""The fair deal, version 1: what lies face down follows from three secrets and a game's name.

The stream is HMAC-SHA256 under the server's secret over the game's name and both players'
contributions; every choice is drawn from it without bias, so whoever is told the secrets at
the end can check the deal. The package `app.game` never imports this module: who has no
secret cannot even ask.
"""

import hmac
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from app.game.board import HIDDEN
from app.game.position import START, Position

TAG: Final = b"banqi-fair-v1"
FIRST_TILES: Final = "GAERH"


@dataclass(frozen=True, slots=True, repr=False)
class Seeds:
    """The secrets of a game (32 bytes each) and its public name. Never shown when printed."""

    server: bytes
    host: bytes
    guest: bytes
    game_id: str

    def __repr__(self) -> str:
        return "Seeds(<hidden>)"


@lru_cache(maxsize=1024)
def deal(seeds: Seeds, start: Position = START) -> str:
    """The 32 letters of a game, a1 b1 … d8, `.` where the start is empty.

    The pool in set order is shuffled and laid over the face-down squares; what the start
    shows face up stays where it is.
    """
    hidden = iter(_shuffled(start.pool, _words(seeds, b"stream")))
    return "".join(next(hidden) if letter == HIDDEN else letter for letter in start.board)


def first_tiles(seeds: Seeds) -> str:
    """The five pieces of the draw for the first move, by place: an order of GAERH."""
    return _shuffled(FIRST_TILES, _words(seeds, b"first"))


def coin(seeds: Seeds) -> int:
    """0 or 1, for rules under which chance says who moves first."""
    return _below(2, _words(seeds, b"coin"))


def _lengths_first(*parts: bytes) -> bytes:
    """The parts joined, each after its length in four bytes: no two lists look the same."""
    return b"".join(struct.pack(">I", len(part)) + part for part in parts)


def _words(seeds: Seeds, label: bytes) -> Iterator[int]:
    """The endless stream of 32-bit words for one purpose."""
    block = 0
    while True:
        message = _lengths_first(
            TAG,
            label,
            seeds.game_id.encode(),
            seeds.host,
            seeds.guest,
            struct.pack(">I", block),
        )
        yield from struct.unpack(">8I", hmac.digest(seeds.server, message, "sha256"))
        block += 1


def _below(bound: int, words: Iterator[int]) -> int:
    """A number below the bound, each equally likely: words beyond the last full run are skipped."""
    limit = (1 << 32) - (1 << 32) % bound
    return next(word for word in words if word < limit) % bound


def _shuffled(letters: str, words: Iterator[int]) -> str:
    """The letters in random order (Fisher-Yates, from the last place down)."""
    order = list(letters)
    for last in range(len(order) - 1, 0, -1):
        chosen = _below(last + 1, words)
        order[last], order[chosen] = order[chosen], order[last]
    return "".join(order)
