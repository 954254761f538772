"""The search at the root: deeper and deeper, every action with its score."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from app.bot.choices import add_captures, add_moves
from app.bot.codes import BESIDE, HIDDEN, zeros
from app.bot.flips import aimed_at, guess
from app.bot.mind import WIDEST, WIN, Mind
from app.bot.tree import chance, search

DEEPEST_SEARCH: Final = 64
FLIPS_AT_FIRST: Final = 10
FLIPS_SURVEYED: Final = 2
_ENOUGH_OF: Final = 95


@final
class Root:
    """The actions of the root, best first, with the score of each at the newest depth.

    A score that is not the best one's is a bound from above, unless `exact`. `means`: the newest
    exact score of each square's flip, for a bound says little about which flips to keep.
    """

    mind: Mind
    actions: vec[i64]
    scores: vec[i64]
    means: vec[i64]
    count: i64
    depth: i64
    exact: bool

    def __init__(self, mind: Mind, exact: bool) -> None:
        self.mind = mind
        self.actions = zeros(WIDEST)
        self.scores = zeros(WIDEST)
        self.means = zeros(32)
        self.count = add_captures(mind.board, self.actions, 0)
        self.count = add_moves(mind.board, self.actions, self.count)
        self.depth = 0
        self.exact = exact

    def add_flips(self, order: vec[i64]) -> None:
        """Take in the flips worth a look, of equal ones those that come first in this order."""
        board = self.mind.board
        start = self.mind.evaluation.worth(board)
        first: i64 = self.count
        plain: i64 = 0
        for square in order:
            if board.cell[square] == HIDDEN:
                rank = guess(self.mind, square, board.side, start)
                if rank == 0 and self.is_lonely(square):
                    plain += 1
                    if plain > 2 and not self.exact:
                        continue
                self.insert(square | square << 5, rank, first)
        if not self.exact:
            self.count = min(self.count, first + FLIPS_AT_FIRST)

    def insert(self, action: i64, rank: i64, first: i64) -> None:
        """Put an action behind those of at least its rank, from `first` on."""
        place: i64 = self.count
        while place > first and self.scores[place - 1] < rank:
            self.actions[place] = self.actions[place - 1]
            self.scores[place] = self.scores[place - 1]
            place -= 1
        self.actions[place] = action
        self.scores[place] = rank
        self.count += 1

    def is_lonely(self, square: i64) -> bool:
        """Whether nothing that is face up has to do with a square."""
        board = self.mind.board
        if BESIDE[square] & (board.seen[0] | board.seen[1]) != 0:
            return False
        return not aimed_at(self.mind, square, 0) and not aimed_at(self.mind, square, 1)

    def think(self) -> None:
        """Search deeper and deeper; stop when the next depth would not be finished."""
        mind = self.mind
        depth: i64 = 1
        while depth <= DEEPEST_SEARCH and self.count > 0:
            self.deepen(depth)
            if mind.stopped:
                break
            self.depth = depth
            self.narrow(depth)
            if mind.nodes * 100 >= mind.budget * _ENOUGH_OF or self.is_settled():
                break
            depth += 1

    def is_settled(self) -> bool:
        """Whether more depth can change nothing."""
        return self.count == 1 and not self.exact

    def deepen(self, depth: i64) -> None:
        """Score every action at this depth, and sort them.

        Cut short, the scores stay those of the depth before, but for an action that has already
        turned out to be better; at the first depth only what was looked at stays.
        """
        best: i64 = -2 * WIN
        actions_before: vec[i64] = self.actions[:]
        scores_before: vec[i64] = self.scores[:]
        for at in range(self.count):
            action = self.actions[at]
            floor: i64 = -2 * WIN if self.is_open(action, depth) else best
            score = self.score(action, depth, floor)
            if self.mind.stopped:
                if depth == 1:
                    self.count = max(at, 1)
                break
            self.scores[at] = score
            if score > floor:
                self.means[action & 31] = score
            if score > best:
                best = score
                self.lead(at)
        if not self.mind.stopped:
            self.sort()
        elif self.exact and depth > 1:
            self.actions = actions_before
            self.scores = scores_before

    def is_open(self, action: i64, depth: i64) -> bool:
        """Whether an action's score is wanted even if it is not the best one."""
        return self.exact or (depth <= FLIPS_SURVEYED and is_flip(action))

    def score(self, action: i64, depth: i64, best: i64) -> i64:
        """What an action is worth, given what the best one so far is."""
        mind = self.mind
        source: i64 = action & 31
        if source == action >> 5:
            return chance(mind, source, depth - 1, max(best, -WIN), WIN)
        mind.board.move(action)
        score: i64 = 0
        if best > -WIN:
            score = -search(mind, depth - 1, -best - 1, -best, True)
        if best <= -WIN or (score > best and not mind.stopped):
            score = -search(mind, depth - 1, -WIN, -best if best > -WIN else WIN, True)
        mind.board.undo()
        return score

    def lead(self, at: i64) -> None:
        """The action here is the best so far: put it in front, the others one back."""
        action = self.actions[at]
        score = self.scores[at]
        place: i64 = at
        while place > 0:
            self.actions[place] = self.actions[place - 1]
            self.scores[place] = self.scores[place - 1]
            place -= 1
        self.actions[0] = action
        self.scores[0] = score

    def sort(self) -> None:
        """Best first; equal ones stay in order."""
        for at in range(1, self.count):
            action = self.actions[at]
            score = self.scores[at]
            place: i64 = at
            while place > 0 and self.scores[place - 1] < score:
                self.actions[place] = self.actions[place - 1]
                self.scores[place] = self.scores[place - 1]
                place -= 1
            self.actions[place] = action
            self.scores[place] = score

    def narrow(self, depth: i64) -> None:
        """Of the flips keep fewer, the deeper the search."""
        if self.exact:
            return
        most: i64 = max(2, FLIPS_AT_FIRST - 2 * depth)
        kept: i64 = 0
        for at in range(self.count):
            if self.is_worth_keeping(at, most):
                self.actions[kept] = self.actions[at]
                self.scores[kept] = self.scores[at]
                kept += 1
        self.count = kept

    def is_worth_keeping(self, at: i64, most: i64) -> bool:
        """Whether it is no flip, or the best action, or fewer flips than this are better."""
        action = self.actions[at]
        if at == 0 or not is_flip(action):
            return True
        better: i64 = 0
        for other in range(self.count):
            if (
                is_flip(self.actions[other])
                and self.means[self.actions[other] & 31] > self.means[action & 31]
            ):
                better += 1
        return better < most


def is_flip(action: i64) -> bool:
    """Whether an action turns a piece over."""
    return action & 31 == action >> 5
