"""Pieces, squares and actions as small numbers, and the tables that follow from the board alone.

Everything the search touches is a number of at most 62 bits: the compiled search and the
interpreted one then compute the same.

A piece's code is its kind, 1 (general) to 7 (soldier), plus 8 for black. 0 is an empty square,
8 a face-down piece. A set of squares is a number with bit `n` for square `n` (a1 = 0 … d8 = 31).
An action is `source + 32 * target`; a flip has the same square twice.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from app.game import FULL_SET, Square
from app.game.board import NEIGHBOURS, RAYS, SQUARES

LETTERS: Final = ".GAERHCS?gaerhcs"
HIDDEN: Final = 8
RED: Final = 0
BLACK: Final = 1
NOBODY: Final = 2
END: Final = 1024
NONE: Final = 4095

CANNON: Final = 6

ALL_SQUARES: Final = 0xFFFFFFFF
_DE_BRUIJN: Final = 0x077CB531


def numbers(values: list[int]) -> vec[i64]:
    """A flat array of these numbers."""
    return vec[i64](values)


def zeros(length: int) -> vec[i64]:
    """A flat array of so many zeros."""
    return vec[i64]([0] * length)


def _mask(squares: tuple[Square, ...]) -> int:
    return sum(1 << square for square in squares)


def _noise(seed: int) -> int:
    """A 62-bit number that looks random (SplitMix64)."""
    state = (seed + 1) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    state = (state ^ state >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
    return (state ^ state >> 31) >> 2


def _ray_table() -> list[int]:
    """Per square and line eight entries: the squares along it, nearest first, -1 after the last."""
    table = [-1] * (32 * 4 * 8)
    for square in SQUARES:
        for line, ray in enumerate(RAYS[square]):
            start = (square * 4 + line) * 8
            table[start : start + len(ray)] = ray
    return table


def _between(one: int, other: int) -> int:
    """The squares between two on one line; none if they are on no line."""
    for ray in RAYS[one]:
        if other in ray:
            return sum(1 << square for square in ray[: ray.index(other)])
    return 0


def _bit_places() -> list[int]:
    places = [0] * 32
    for place in range(32):
        places[((1 << place) * _DE_BRUIJN & ALL_SQUARES) >> 27] = place
    return places


def distance_between(one: int, other: int) -> int:
    """Steps from one square to another on an empty board."""
    return abs(one % 4 - other % 4) + abs(one // 4 - other // 4)


BESIDE: Final = numbers([_mask(NEIGHBOURS[square]) for square in SQUARES])
RAY: Final = numbers(_ray_table())
DISTANCE: Final = numbers([distance_between(a, b) for a in SQUARES for b in SQUARES])
BETWEEN: Final = numbers([_between(a, b) for a in SQUARES for b in SQUARES])
SET: Final = numbers([FULL_SET.count(LETTERS[code]) for code in range(16)])
BITS: Final = numbers([part.bit_count() for part in range(65536)])
PLACES: Final = numbers(_bit_places())

# What the key of a position is made of: piece on square, pieces face down, side to move.
PIECE_KEYS: Final = numbers([_noise(n) for n in range(16 * 32)])
POOL_KEYS: Final = numbers([_noise(1000 + n) for n in range(16 * 8)])
SIDE_KEYS: Final = numbers([_noise(2000), _noise(2001), _noise(2002)])
CHASE_KEYS: Final = numbers([_noise(3000 + n) for n in range(2 * 32 * 32 * 16)])
QUIET_KEYS: Final = numbers([_noise(70000 + n) for n in range(256)])
# … and whether the player may wait.
WAIT_KEY: Final = numbers([_noise(71000)])


def first_of(squares: i64) -> i64:
    """The lowest square of a set that is not empty."""
    low: i64 = squares & -squares
    return PLACES[(low * _DE_BRUIJN & ALL_SQUARES) >> 27]


def size_of(squares: i64) -> i64:
    """How many squares are in a set."""
    return BITS[squares & 65535] + BITS[squares >> 16]
