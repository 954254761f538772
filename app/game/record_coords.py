"""Squares as a wide board counts them, a-h by 1-4, beside the canonical a-d by 1-8.

The wide board is the tall one turned by a quarter: a1 is a4 there, and d8 is h1.
"""

import re
from enum import StrEnum
from typing import Final

from app.game.record import RecordInvalid


class Coords(StrEnum):
    """How the squares of a text record are counted; what its tag of that name says."""

    TALL = "a1d8"
    WIDE = "a1h4"


_FILES: Final = "abcdefgh"
_SQUARE: Final = re.compile(r"[a-z][0-9]")
_WIDE_SQUARE: Final = re.compile(r"[a-h][1-4]")


def written(move: str, coords: Coords) -> str:
    """A canonical ply in these coordinates: `b3xc3=s` is `c3xc2=s` on a wide board."""
    return move if coords is Coords.TALL else _SQUARE.sub(_widened, move)


def read(move: str, coords: Coords) -> str:
    """The canonical ply; RecordInvalid for a square that a wide board does not have."""
    return move if coords is Coords.TALL else _SQUARE.sub(_narrowed, move)


def _widened(square: re.Match[str]) -> str:
    file, rank = square[0][0], int(square[0][1])
    return f"{_FILES[rank - 1]}{4 - _FILES.index(file)}"


def _narrowed(square: re.Match[str]) -> str:
    if not _WIDE_SQUARE.fullmatch(square[0]):
        raise RecordInvalid(f"a wide board has no square {square[0]}")
    file, rank = square[0][0], int(square[0][1])
    return f"{_FILES[4 - rank]}{_FILES.index(file) + 1}"
