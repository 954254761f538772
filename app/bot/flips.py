"""Which face-down pieces are worth turning over: what may come up, and what lies beside it.

A quick guess in log-odds, for the search to try the best squares first and leave the rest.
"""

from librt.vecs import vec
from mypy_extensions import i64

from app.bot.codes import BESIDE, CANNON, HIDDEN, RAY, first_of
from app.bot.mind import Mind


def guess(mind: Mind, square: i64, side: i64, start: i64) -> i64:
    """What turning over this square may gain the player of a side, by its neighbours alone."""
    board = mind.board
    if BESIDE[square] & (board.seen[0] | board.seen[1]) == 0 and not aimed_at(
        mind, square, 1 - side
    ):
        return 0
    total: i64 = 0
    count: i64 = 0
    for code in range(16):
        if board.pool[code] != 0:
            count += board.pool[code]
            if code >> 3 == side:
                total += board.pool[code] * of_own(mind, square, code, start)
            else:
                total += board.pool[code] * of_enemy(mind, square, code, start)
    return total // count if count != 0 else 0


def of_own(mind: Mind, square: i64, code: i64, start: i64) -> i64:
    """What it brings if this own piece comes up: a threat, or its loss."""
    board = mind.board
    worths = mind.evaluation.worths
    near: i64 = BESIDE[square] & board.seen[1 - (code >> 3)]
    prize: i64 = 0
    while near != 0:
        other = board.cell[first_of(near)]
        near &= near - 1
        if board.law.takes[other * 16 + code] != 0:
            return -worths[start + code]
        if board.law.takes[code * 16 + other] != 0:
            prize = max(prize, worths[start + other])
    if aimed_at(mind, square, 1 - (code >> 3)):
        return -worths[start + code]
    return prize >> 2


def of_enemy(mind: Mind, square: i64, code: i64, start: i64) -> i64:
    """What it brings if this enemy comes up: it takes at once, or must run."""
    board = mind.board
    worths = mind.evaluation.worths
    near: i64 = BESIDE[square] & board.seen[1 - (code >> 3)]
    loss: i64 = 0
    is_prey = False
    while near != 0:
        other = board.cell[first_of(near)]
        near &= near - 1
        if board.law.takes[code * 16 + other] != 0:
            loss = max(loss, worths[start + other])
        if board.law.takes[other * 16 + code] != 0:
            is_prey = True
    if loss != 0:
        return -loss
    return worths[start + code] >> 2 if is_prey else 0


def aimed_at(mind: Mind, square: i64, side: i64) -> bool:
    """Whether a cannon of this side stands behind one screen from the square."""
    board = mind.board
    cannon: i64 = side * 8 + CANNON
    if board.place[cannon] == 0 or not board.law.jumps:
        return False
    for line in range(4):
        at: i64 = (square * 4 + line) * 8
        screens: i64 = 0
        while RAY[at] >= 0:
            there = board.cell[RAY[at]]
            if there != 0:
                screens += 1
                if screens == 2:
                    if there == cannon:
                        return True
                    break
            at += 1
    return False


def best_flips(mind: Mind, out: vec[i64], end: i64, most: i64) -> i64:
    """Append the flips that promise most, at most so many, best first; the new end."""
    board = mind.board
    start = mind.evaluation.worth(board)
    kept: i64 = 0
    left: i64 = board.place[HIDDEN]
    while left != 0:
        square = first_of(left)
        left &= left - 1
        rank = guess(mind, square, board.side, start)
        place: i64 = end + kept
        while place > end and mind.ranks[place - 1] < rank:
            if place < end + most:
                out[place] = out[place - 1]
                mind.ranks[place] = mind.ranks[place - 1]
            place -= 1
        if place < end + most:
            out[place] = square | square << 5
            mind.ranks[place] = rank
            kept = min(kept + 1, most)
    return end + kept
