"""Endings solved exactly: for every placement of a few pieces who wins, and how soon.

A table is made backwards from the positions that are decided at once: by a capture into an ending
that is known, or because the player to move has nothing to do. Distances count plies to the next
capture or to the end, for then the counts of the rules begin anew. Placements that are mirror
images are one.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from app.bot.codes import ALL_SQUARES, BESIDE, BETWEEN, first_of, size_of, zeros
from app.bot.shapes import MOST_PIECES, Shape, without

LOST: Final = 128
"""A value: 0 is undecided, 1 to 126 won in so many plies, LOST and more lost in so many."""

LONGEST: Final = 126
KEPT: Final = 96
"""Tables that are kept in memory: half a megabyte each with four pieces, less with fewer."""

_NEVER: Final = 255


@dataclass(frozen=True)
class Bounds:
    """The rules that bound an ending: plies without progress, chases in a row; 0 is no bound."""

    quiet: int
    chases: int

    def allow(self, distance: int) -> bool:
        """Whether an ending that begins now is surely won within so many plies."""
        if self.quiet != 0 and distance > self.quiet:
            return False
        return self.chases == 0 or (distance + 1) // 2 <= self.chases


@final
class Table:
    """The values of one shape. `whole`: no win was left out for being further than is sure."""

    values: vec[u8]
    whole: bool
    longest: i64

    def __init__(self, size: i64) -> None:
        self.values = vec[u8]([0] * size)
        self.whole = True
        self.longest = 0


@lru_cache(maxsize=KEPT)
def table_of(shape: Shape, bounds: Bounds) -> Table:
    """The table of a shape, made when it is first wanted."""
    return Maker(shape, bounds).make()


def index_of(squares: vec[i64], count: i64, side: i64) -> i64:
    """Where a table tells of these squares: those of the first piece come down to a quarter."""
    first = squares[0]
    mirror: i64 = 0
    if first & 2 != 0:
        mirror = 3
    if first & 16 != 0:
        mirror |= 28
    first ^= mirror
    index: i64 = first & 1 | (first >> 1 & 6)
    for at in range(1, count):
        index = index << 5 | (squares[at] ^ mirror)
    return index << 1 | side


@final
class Maker:
    """Makes the table of one shape from those with a piece less."""

    shape: Shape
    bounds: Bounds
    count: i64
    first: i64
    jumps: vec[i64]
    takes: vec[i64]
    table: Table
    smaller: list[Table | None]
    order: vec[i64]
    turned: vec[i64]
    left: vec[u8]
    queue: vec[i32]
    end: i64
    squares: vec[i64]
    after: vec[i64]
    who: vec[i64]

    def __init__(self, shape: Shape, bounds: Bounds) -> None:
        self.shape = shape
        self.bounds = bounds
        self.count = shape.count
        self.first = shape.first
        self.jumps = vec[i64](shape.jumps)
        self.takes = vec[i64](shape.takes)
        size: i64 = 16
        size = size << (5 * (self.count - 1))
        self.table = Table(size)
        self.smaller = [None] * MOST_PIECES
        self.order = zeros(MOST_PIECES * MOST_PIECES)
        self.turned = zeros(MOST_PIECES)
        self.left = vec[u8]([0] * size)
        self.queue = vec[i32]([0] * size)
        self.end = 0
        self.squares = zeros(MOST_PIECES)
        self.after = zeros(MOST_PIECES)
        self.who = zeros(32)
        for lost in range(shape.count):
            self.prepare(lost)

    def prepare(self, lost: int) -> None:
        """Find the table for when this piece is lost; none if its side then has no more."""
        side = int(lost >= self.shape.first)
        if (self.shape.first, self.shape.count - self.shape.first)[side] == 1:
            return
        shape, pieces, turned = without(self.shape, lost)
        table = table_of(shape, self.bounds)
        self.smaller[lost] = table
        self.turned[lost] = int(turned)
        for place, piece in enumerate(pieces):
            self.order[lost * MOST_PIECES + place] = piece
        if not table.whole or not self.bounds.allow(table.longest):
            self.table.whole = False

    def make(self) -> Table:
        """Decide what is decided at once, then everything that leads there."""
        size: i64 = len(self.left)
        for index in range(0, size, 2):
            occupied = self.lay(index)
            if occupied != 0:
                self.begin(index, 0, occupied)
                self.begin(index + 1, 1, occupied)
        for value in (LOST, LOST + 1, 1):
            self.line_up(size, value)
        at: i64 = 0
        while at < self.end:
            self.spread(i64(self.queue[at]))
            at += 1
        return self.table

    def lay(self, index: i64) -> i64:
        """Put the pieces where an index says; the squares taken, 0 if two share one."""
        rest: i64 = index >> 1
        occupied: i64 = 0
        bit: i64 = 1
        for back in range(1, self.count):
            piece: i64 = self.count - back
            square: i64 = rest & 31
            rest >>= 5
            self.squares[piece] = square
            self.who[square] = piece
            occupied |= bit << square
        low: i64 = (rest & 1) | (rest & 6) << 1
        self.squares[0] = low
        self.who[low] = 0
        occupied |= bit << low
        return occupied if size_of(occupied) == self.count else 0

    def begin(self, index: i64, side: i64, occupied: i64) -> None:
        """Decide a position by its captures, or count the moves that its player has."""
        moves: i64 = 0
        taking: i64 = 0
        open_ended = False
        for piece in range(self.first if side == 1 else 0, self.count if side == 1 else self.first):
            square = self.squares[piece]
            moves += size_of(BESIDE[square] & (ALL_SQUARES ^ occupied))
            prey = self.prey(piece, side, occupied)
            while prey != 0:
                target = self.who[first_of(prey)]
                prey &= prey - 1
                taking += 1
                outcome = self.outcome(piece, target, side)
                if outcome > 0:
                    self.table.values[index] = 1
                    return
                if outcome == 0:
                    open_ended = True
        if open_ended:
            self.left[index] = _NEVER
        elif moves != 0:
            self.left[index] = u8(moves)
        else:
            self.table.values[index] = u8(LOST if taking == 0 else LOST + 1)

    def prey(self, piece: i64, side: i64, occupied: i64) -> i64:
        """The squares of what a piece takes where it stands."""
        found: i64 = 0
        bit: i64 = 1
        square = self.squares[piece]
        for other in range(0 if side == 1 else self.first, self.first if side == 1 else self.count):
            there = self.squares[other]
            if self.jumps[piece] != 0:
                if size_of(BETWEEN[square * 32 + there] & occupied) == 1:
                    found |= bit << there
            elif self.takes[piece * MOST_PIECES + other] != 0 and BESIDE[square] & bit << there:
                found |= bit << there
        return found

    def outcome(self, piece: i64, target: i64, side: i64) -> i64:
        """What a capture leads to for who makes it: 1 won, -1 lost, 0 neither for sure."""
        table = self.smaller[target]
        if table is None:
            return 1
        for place in range(self.count - 1):
            ours = self.order[target * MOST_PIECES + place]
            self.after[place] = self.squares[target if ours == piece else ours]
        to_move: i64 = 1 - side if self.turned[target] == 0 else side
        value = i64(table.values[index_of(self.after, self.count - 1, to_move)])
        if value == 0 or not self.bounds.allow(value & 127):
            return 0
        return 1 if value >= LOST else -1

    def line_up(self, size: i64, value: i64) -> None:
        """Queue the positions of this value."""
        for index in range(size):
            if i64(self.table.values[index]) == value:
                self.queue[self.end] = i32(index)
                self.end += 1

    def spread(self, index: i64) -> None:
        """Tell all positions from which a quiet move leads to this one."""
        value = i64(self.table.values[index])
        distance: i64 = (value & 127) + 1
        self.table.longest = distance - 1
        if distance > LONGEST:
            return
        occupied = self.lay(index)
        side: i64 = 1 - (index & 1)
        for piece in range(self.first if side == 1 else 0, self.count if side == 1 else self.first):
            here = self.squares[piece]
            free: i64 = BESIDE[here] & (ALL_SQUARES ^ occupied)
            while free != 0:
                self.squares[piece] = first_of(free)
                free &= free - 1
                self.hear(index_of(self.squares, self.count, side), value >= LOST, distance)
            self.squares[piece] = here

    def hear(self, index: i64, won: bool, distance: i64) -> None:
        """A move from this position wins or loses, in so many plies from it."""
        if self.table.values[index] != 0:
            return
        if not won:
            left = i64(self.left[index])
            if left == _NEVER:
                return
            self.left[index] = u8(left - 1)
            if left != 1:
                return
        self.table.values[index] = u8(distance if won else LOST + distance)
        self.queue[self.end] = i32(index)
        self.end += 1
