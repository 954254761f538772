"""The search's own board: one mutable object that plays and takes back actions quickly.

It knows what everybody can see and nothing else. `app.game` is the judge of what it does; tests
play random games on both.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from app.bot.codes import HIDDEN, NOBODY, PIECE_KEYS, POOL_KEYS, SIDE_KEYS, zeros
from app.bot.law import Law
from app.bot.reach import chase_on, follow, prey

DEEPEST: Final = 256
LONGEST_PAST: Final = 8192
FRAME: Final = 10
WAIT: Final = -1


@final
class Board:
    """A position with the counts that bear on play, and the way back to where it was set.

    `cell`: a code for each square. `place`: the squares of each code, of everything face down
    under HIDDEN. `seen`: the squares of each colour's face-up pieces. `pool`: how many of each
    code are face down, `hidden`: how many in all. `alive`: how many of each code are on the
    board, face up or down, `left`: the same by colour. `chase`: two packed words per colour
    (see `chase`). `keys[first … last]`: the keys since the last capture or flip. `waits`: how
    often somebody has waited on the way here.
    """

    law: Law
    cell: vec[i64]
    place: vec[i64]
    seen: vec[i64]
    pool: vec[i64]
    alive: vec[i64]
    left: vec[i64]
    chase: vec[i64]
    keys: vec[i64]
    frames: vec[i64]
    hidden: i64
    side: i64
    quiet: i64
    key: i64
    depth: i64
    first: i64
    last: i64
    waits: i64

    def __init__(self, law: Law) -> None:
        self.law = law
        self.cell = zeros(32)
        self.place = zeros(16)
        self.seen = zeros(2)
        self.pool = zeros(16)
        self.alive = zeros(16)
        self.left = zeros(2)
        self.chase = zeros(4)
        self.keys = zeros(LONGEST_PAST + DEEPEST)
        self.frames = zeros((DEEPEST + 1) * FRAME)
        self.hidden = 0
        self.side = NOBODY
        self.quiet = 0
        self.key = 0
        self.depth = 0
        self.first = 0
        self.last = 0
        self.waits = 0

    def put(self, square: i64, code: i64) -> None:
        """Lay a piece on an empty square."""
        bit: i64 = 1
        bit = bit << square
        self.cell[square] = code
        self.place[code] = self.place[code] | bit
        self.key = self.key ^ PIECE_KEYS[code * 32 + square]
        if code != HIDDEN:
            self.seen[code >> 3] = self.seen[code >> 3] | bit

    def lift(self, square: i64) -> i64:
        """Take up what lies on a square; its code."""
        code = self.cell[square]
        bit: i64 = 1
        bit = bit << square
        self.cell[square] = 0
        self.place[code] = self.place[code] ^ bit
        self.key = self.key ^ PIECE_KEYS[code * 32 + square]
        if code != HIDDEN:
            self.seen[code >> 3] = self.seen[code >> 3] ^ bit
        return code

    def occupied(self) -> i64:
        """The squares where something lies."""
        return self.seen[0] | self.seen[1] | self.place[HIDDEN]

    def turn_over(self, square: i64, code: i64) -> None:
        """The face-down piece of a square comes up as this one."""
        self.lift(square)
        self.put(square, code)
        count = self.pool[code]
        self.pool[code] = count - 1
        self.hidden -= 1
        self.key = self.key ^ POOL_KEYS[code * 8 + count] ^ POOL_KEYS[code * 8 + count - 1]

    def lie_down(self, square: i64) -> None:
        """What lies on a square is face down again."""
        code = self.lift(square)
        self.put(square, HIDDEN)
        self.pool[code] = self.pool[code] + 1
        self.hidden += 1

    def give_move(self, side: i64) -> None:
        """Give the move to a colour."""
        self.key = self.key ^ SIDE_KEYS[self.side] ^ SIDE_KEYS[side]
        self.side = side

    def remember(self, action: i64, taken: i64) -> None:
        """Write down what taking an action back needs."""
        at: i64 = self.depth * FRAME
        self.frames[at] = action
        self.frames[at + 1] = taken
        self.frames[at + 2] = self.side
        self.frames[at + 3] = self.quiet
        self.frames[at + 4] = self.key
        self.frames[at + 5] = self.first
        self.frames[at + 6] = self.chase[0]
        self.frames[at + 7] = self.chase[1]
        self.frames[at + 8] = self.chase[2]
        self.frames[at + 9] = self.chase[3]
        self.depth += 1

    def begin_again(self) -> None:
        """After a capture or flip all counts start anew."""
        self.quiet = 0
        self.chase[0] = 0
        self.chase[1] = 0
        self.chase[2] = 0
        self.chase[3] = 0
        self.first = self.last + 1

    def note_key(self) -> None:
        """The key of the position after an action joins the list."""
        self.last += 1
        self.keys[self.last] = self.key

    def flip(self, square: i64, code: i64) -> None:
        """The player to move turns over a piece, which comes up as this code."""
        self.remember(square + 32 * square, 0)
        self.turn_over(square, code)
        self.give_move(1 - self.side if self.side != NOBODY else 1 - (code >> 3))
        self.begin_again()
        self.note_key()

    def move(self, action: i64) -> None:
        """The player to move steps or takes."""
        target: i64 = action >> 5
        taken = self.cell[target]
        self.remember(action, taken)
        if taken != 0:
            self.lift(target)
            self.alive[taken] = self.alive[taken] - 1
            self.left[taken >> 3] = self.left[taken >> 3] - 1
        self.put(target, self.lift(action & 31))
        if taken != 0:
            self.begin_again()
        else:
            self.quiet += 1
            self.count_chases(action & 31, target)
        self.give_move(1 - self.side)
        self.note_key()

    def count_chases(self, source: i64, target: i64) -> None:
        """After a plain move: what it still chases, and where the chased has gone."""
        if self.law.chase_limit != 0:
            found = prey(self.law, self.cell, self.seen[1 - self.side], target)
            chase_on(self.chase, self.side, source, target, found)
            follow(self.chase, 1 - self.side, source, target)

    def wait(self) -> None:
        """The player to move does nothing: what the search supposes, never an action."""
        self.remember(WAIT, 0)
        self.waits += 1
        self.give_move(1 - self.side)
        self.begin_again()
        self.note_key()

    def undo(self) -> None:
        """Take back the newest action or wait."""
        self.depth -= 1
        self.last -= 1
        at: i64 = self.depth * FRAME
        action = self.frames[at]
        if action == WAIT:
            self.waits -= 1
        else:
            self.put_back(action, self.frames[at + 1])
        self.side = self.frames[at + 2]
        self.quiet = self.frames[at + 3]
        self.key = self.frames[at + 4]
        self.first = self.frames[at + 5]
        self.chase[0] = self.frames[at + 6]
        self.chase[1] = self.frames[at + 7]
        self.chase[2] = self.frames[at + 8]
        self.chase[3] = self.frames[at + 9]

    def put_back(self, action: i64, taken: i64) -> None:
        """The pieces as they lay before an action."""
        source: i64 = action & 31
        target: i64 = action >> 5
        if source == target:
            self.lie_down(source)
            return
        self.put(source, self.lift(target))
        if taken != 0:
            self.put(target, taken)
            self.alive[taken] = self.alive[taken] + 1
            self.left[taken >> 3] = self.left[taken >> 3] + 1

    def times_seen(self) -> i64:
        """How often this position was there since the last capture or flip, now included."""
        count: i64 = 0
        at: i64 = self.last
        while at >= self.first:
            if self.keys[at] == self.key:
                count += 1
            at -= 2
        return count
