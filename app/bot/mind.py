"""What a search carries with it: the board, its tables and its counts. Scores are expectations.

A score is the expected result for the player to move in millionths: 1,000,000 is a win now, a
win some plies ahead is that much less, an evaluation is at most 950,000.
"""

import math
from collections.abc import Callable
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from app.bot.board import DEEPEST, Board
from app.bot.codes import CHASE_KEYS, QUIET_KEYS, numbers, zeros
from app.bot.endings import Endings
from app.bot.evaluate import Evaluation, Weights
from app.bot.shapes import MOST_PIECES

WIN: Final = 1_000_000
SURE: Final = 960_000
WIDEST: Final = 160
_FURTHEST: Final = 20_000
_STEP: Final = 8
EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2
_OPEN_ENDED: Final = 120
_FAINT: Final = 10
_BETWEEN_LOOKS: Final = 1023
"""Of so many nodes, one asks whether the search shall end: a thousandth of a second, compiled."""

IsHurried = Callable[[], bool]
"""Whether the answer is wanted now, with the best that has been found so far."""


def never() -> bool:
    """Nobody is in a hurry."""
    return False


def _expectation(odds: int) -> int:
    return round(900_000 * math.tanh(odds / 2000) + 50_000 * odds / _FURTHEST)


_EXPECTATIONS: Final = numbers(
    [_expectation(odds) for odds in range(-_FURTHEST, _FURTHEST + 1, _STEP)]
)


@final
class Mind:
    """One search's memory. `stopped` once its budget is spent, or somebody is in a hurry."""

    board: Board
    evaluation: Evaluation
    endings: Endings
    room: vec[i64]
    ranks: vec[i64]
    killers: vec[i64]
    history: vec[i64]
    names: vec[i64]
    notes: vec[i64]
    size: i64
    nodes: i64
    budget: i64
    stopped: bool
    is_hurried: IsHurried

    def __init__(
        self, board: Board, budget: int, weights: Weights, is_hurried: IsHurried = never
    ) -> None:
        self.board = board
        self.evaluation = Evaluation(board.law, weights)
        self.endings = Endings(board)
        self.room = zeros((DEEPEST + 2) * WIDEST)
        self.ranks = zeros((DEEPEST + 2) * WIDEST)
        self.killers = zeros((DEEPEST + 2) * 2)
        self.history = zeros(16 * 32 * 32)
        self.size = _table_size(budget)
        self.names = zeros(self.size)
        self.notes = zeros(self.size)
        self.nodes = 0
        self.budget = budget
        self.stopped = False
        self.is_hurried = is_hurried

    def count(self) -> bool:
        """Spend a node; whether there was one left."""
        if self.nodes >= self.budget or self.nodes & _BETWEEN_LOOKS == _BETWEEN_LOOKS:
            self.stopped = self.stopped or self.nodes >= self.budget or self.is_hurried()
            if self.stopped:
                return False
        self.nodes += 1
        return True

    def is_ending(self) -> bool:
        """Whether so little is left that a table may know the result."""
        board = self.board
        return board.hidden == 0 and board.left[0] + board.left[1] <= MOST_PIECES

    def solved(self) -> i64:
        """The score of an ending, UNKNOWN if no table has it; of drawn ones that look better."""
        score = self.endings.result(self.board)
        if score == 0:
            return expected(self.odds()) >> _FAINT
        return score

    def odds(self) -> i64:
        """The evaluation, less the longer nothing was taken or turned over."""
        odds = self.evaluation.judge(self.board)
        limit = self.board.law.quiet_limit
        if limit == 0:
            limit = _OPEN_ENDED
        quiet = min(self.board.quiet, limit)
        if self.is_ending():
            odds += self.endings.hint
        return odds * (2 * limit * limit - quiet * quiet) // (2 * limit * limit)

    def key(self) -> i64:
        """What names this position for the table: chases and quiet plies too, where they count."""
        board = self.board
        key = board.key
        limit = board.law.quiet_limit
        if limit != 0:
            near = limit - board.quiet <= 24
            key ^= QUIET_KEYS[board.quiet & 255 if near else 128 + (board.quiet >> 3 & 127)]
        if board.law.chase_limit != 0:
            key ^= _chase_key(board.chase[0], 0)
            key ^= _chase_key(board.chase[2], 1)
        return key

    def recall(self, key: i64) -> i64:
        """What the table noted about a position, 0 for nothing."""
        place: i64 = key & (self.size - 1)
        if self.names[place] == key:
            return self.notes[place]
        place ^= 1
        return self.notes[place] if self.names[place] == key else 0

    def note(self, key: i64, depth: i64, score: i64, kind: i64, action: i64) -> None:
        """Remember a result. Of two places for it one keeps the deepest, the other the newest."""
        ply = self.board.depth
        if score > SURE:
            score += ply
        elif score < -SURE:
            score -= ply
        place: i64 = key & (self.size - 2)
        if self.names[place] != key:
            if depth >= depth_of(self.notes[place]):
                self.names[place + 1] = self.names[place]
                self.notes[place + 1] = self.notes[place]
            else:
                place += 1
        self.names[place] = key
        self.notes[place] = (
            1 | kind << 1 | (depth + 8) << 3 | action << 10 | (score + 2 * WIN) << 22
        )


def expected(odds: i64) -> i64:
    """The expected result for log-odds in 1000ths, in millionths; never quite flat."""
    near: i64 = max(-_FURTHEST, min(_FURTHEST, odds))
    return _EXPECTATIONS[(near + _FURTHEST) // _STEP]


def depth_of(note: i64) -> i64:
    """How deep a noted result was searched."""
    return (note >> 3 & 127) - 8


def kind_of(note: i64) -> i64:
    """Whether a noted score is EXACT, AT_LEAST or AT_MOST."""
    return note >> 1 & 3


def action_of(note: i64) -> i64:
    """The best action that was noted."""
    return note >> 10 & 4095


def score_of(note: i64, ply: i64) -> i64:
    """The noted score as seen from this many plies below the root."""
    score: i64 = (note >> 22) - 2 * WIN
    if score > SURE:
        return score - ply
    return score + ply if score < -SURE else score


def _chase_key(word: i64, side: i64) -> i64:
    """Part of a key for the chases that a colour has counted."""
    key: i64 = 0
    chaser: i64 = word & 31
    entries: i64 = word >> 5
    while entries != 0:
        count: i64 = entries >> 5 & 15
        key ^= CHASE_KEYS[((side * 32 + chaser) * 32 + (entries & 31)) * 16 + count]
        entries >>= 9
    return key


def _table_size(budget: int) -> int:
    """Places of the table: a power of two, about twice the nodes of a large budget."""
    return 1 << max(10, min(20, int(budget).bit_length()))
