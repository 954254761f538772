"""Endings that are played alike: what counts is not which pieces there are but who takes whom.

A shape is the pieces of an ending as numbers, side 0 first, with the relation between them. Endings
of the same shape share one table, whatever the colours and kinds.
"""

from dataclasses import dataclass
from itertools import permutations
from typing import Final

from app.bot.codes import CANNON
from app.bot.law import Law

MOST_PIECES: Final = 4


@dataclass(frozen=True)
class Shape:
    """`first` of the pieces belong to side 0, the others to side 1.

    `takes[attacker * MOST_PIECES + target]` is 1 if the one takes the other beside it,
    `jumps[piece]` if it takes over a screen instead.
    """

    first: int
    jumps: tuple[int, ...]
    takes: tuple[int, ...]

    @property
    def count(self) -> int:
        """How many pieces there are."""
        return len(self.jumps)


@dataclass(frozen=True)
class Fitted:
    """The pieces of an ending in the order of their shape; `colour` is the one of side 0."""

    shape: Shape
    codes: tuple[int, ...]
    colour: int


def fit(law: Law, codes: tuple[int, ...]) -> Fitted:
    """The shape of an ending between pieces of these codes, at least one of each colour."""
    sides = [[code for code in codes if code >> 3 == colour] for colour in (0, 1)]
    fits = [
        Fitted(_shape(law, (*one, *other), len(one)), (*one, *other), colour)
        for colour in (0, 1)
        for one in permutations(sides[colour])
        for other in permutations(sides[1 - colour])
        if len(one) >= len(other)
    ]
    return min(fits, key=_rank)


def _rank(fitted: Fitted) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    return fitted.shape.jumps, fitted.shape.takes, fitted.colour


def _shape(law: Law, codes: tuple[int, ...], first: int) -> Shape:
    takes = [0] * (MOST_PIECES * MOST_PIECES)
    for one, code in enumerate(codes):
        for two, other in enumerate(codes):
            if (one < first) != (two < first):
                takes[one * MOST_PIECES + two] = int(law.takes[code * 16 + other])
    jumps = tuple(int(law.jumps and code & 7 == CANNON) for code in codes)
    return Shape(first, jumps, tuple(takes))


def without(shape: Shape, lost: int) -> tuple[Shape, tuple[int, ...], bool]:
    """The shape when a piece is lost, which of ours its pieces are, and whether sides change."""
    left = [piece for piece in range(shape.count) if piece != lost]
    sides = [[p for p in left if p < shape.first], [p for p in left if p >= shape.first]]
    found = [
        (_part(shape, (*one, *other), len(one)), (*one, *other), turned)
        for turned in (False, True)
        for one in permutations(sides[turned])
        for other in permutations(sides[not turned])
        if len(one) >= len(other)
    ]
    return min(found, key=lambda each: (each[0].jumps, each[0].takes, each[2]))


def _part(shape: Shape, pieces: tuple[int, ...], first: int) -> Shape:
    takes = [0] * (MOST_PIECES * MOST_PIECES)
    for one, piece in enumerate(pieces):
        for two, other in enumerate(pieces):
            takes[one * MOST_PIECES + two] = shape.takes[piece * MOST_PIECES + other]
    return Shape(first, tuple(shape.jumps[piece] for piece in pieces), tuple(takes))
