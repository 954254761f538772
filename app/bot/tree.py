"""The search below the root: decisions with a narrow window, flips as averages.

Where enough is face down, the player may also be thought to turn over something that changes
nothing: `wait`, a bound from below that costs little, once for each piece to spare. The most
promising flips are searched as what they are where the depth allows it, the last one always.
"""

from typing import Final

from mypy_extensions import i64

from app.bot.board import Board
from app.bot.choices import add_captures, add_moves, can_act
from app.bot.codes import NONE, WAIT_KEY
from app.bot.endings import UNKNOWN
from app.bot.flips import best_flips
from app.bot.mind import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    WIDEST,
    WIN,
    Mind,
    action_of,
    depth_of,
    expected,
    kind_of,
    score_of,
)
from app.bot.order import credit, gains_too_little, loses_more, rank, take_best

FLIP_DEPTH: Final = 3
FLIPS: Final = 2
QUIET_MARGIN: Final = 200
FLIP_HOPE: Final = 60
DEEPEST_LINE: Final = 200


def quiesce(mind: Mind, alpha: i64, beta: i64) -> i64:
    """The score once captures are played out, or nothing is done."""
    if not mind.count():
        return 0
    board = mind.board
    ply = board.depth
    if board.law.elimination and board.left[board.side] == 0:
        return ply - WIN
    if is_spent(board):
        return at_the_limit(mind)
    if mind.is_ending():
        known = mind.solved()
        if known != UNKNOWN:
            return known
    odds = mind.odds()
    best = expected(odds)
    start: i64 = ply * WIDEST
    end = add_captures(board, mind.room, start)
    if end == start:
        if board.hidden == 0 and add_moves(board, mind.room, start) == start:
            return ply - WIN
        return best
    if best >= beta or ply >= DEEPEST_LINE:
        return best
    alpha = max(alpha, best)
    rank(mind, start, end, NONE)
    for at in range(start, end):
        action = take_best(mind, at, end)
        if gains_too_little(mind, action, odds, alpha) or loses_more(mind, action):
            continue
        board.move(action)
        score = -quiesce(mind, -beta, -alpha)
        board.undo()
        if mind.stopped:
            return 0
        if score > best:
            best = score
            if score >= beta:
                return score
            alpha = max(alpha, score)
    return best


def search(mind: Mind, depth: i64, alpha: i64, beta: i64, may_wait: bool) -> i64:
    """The score of the position for the player to move, within a window."""
    if depth <= 0:
        return quiesce(mind, alpha, beta)
    if not mind.count():
        return 0
    board = mind.board
    if board.law.elimination and board.left[board.side] == 0:
        return board.depth - WIN
    if is_spent(board):
        return at_the_limit(mind)
    if is_repeated(board):
        return 0
    if mind.is_ending():
        known = mind.solved()
        if known != UNKNOWN:
            return known
    waits = may_wait and can_wait(board, depth)
    key = mind.key() if waits else mind.key() ^ WAIT_KEY[0]
    note = mind.recall(key)
    if note != 0 and depth_of(note) >= depth:
        score = score_of(note, board.depth)
        kind = kind_of(note)
        if kind == EXACT or (kind == AT_LEAST and score >= beta):
            return score
        if kind == AT_MOST and score <= alpha:
            return score
    best: i64 = -2 * WIN
    hopeless = False
    if depth <= 2:
        odds = mind.odds()
        if expected(odds - depth * QUIET_MARGIN) >= beta:
            return expected(odds - depth * QUIET_MARGIN)
        hopeless = expected(odds + depth * QUIET_MARGIN) <= alpha
    if waits:
        best = waiting(mind, depth, alpha, beta)
        if best >= beta or mind.stopped:
            return best
    first = action_of(note) if note != 0 else NONE
    return decide(mind, key, depth, alpha, beta, best, first, hopeless)


def is_spent(board: Board) -> bool:
    """Whether the limit of plies without progress is reached."""
    return board.law.quiet_limit != 0 and board.quiet >= board.law.quiet_limit


def is_repeated(board: Board) -> bool:
    """Whether it was all there before. It was not where a chase is counted: the next is another."""
    if board.quiet < 4 or board.chase[0] | board.chase[2] != 0:
        return False
    return board.times_seen() >= 2


def at_the_limit(mind: Mind) -> i64:
    """A draw, but for a player who cannot act: that comes first and is lost (docs/rules.md)."""
    board = mind.board
    return 0 if can_act(board, mind.room, board.depth * WIDEST) else board.depth - WIN


def can_wait(board: Board, depth: i64) -> bool:
    """Whether something is left to turn over that need not be looked at as what it is."""
    return board.hidden > board.waits and (board.hidden != 1 or depth <= 1)


def waiting(mind: Mind, depth: i64, alpha: i64, beta: i64) -> i64:
    """The score of a flip that changes nothing."""
    if depth <= 1:
        return expected(mind.odds())
    mind.board.wait()
    score = -search(mind, depth - 3, -beta, -alpha, False)
    mind.board.undo()
    return score


def decide(
    mind: Mind,
    key: i64,
    depth: i64,
    alpha: i64,
    beta: i64,
    best: i64,
    first: i64,
    hopeless: bool,
) -> i64:
    """The best of all actions, `best` being had already; noted in the table."""
    board = mind.board
    lowest: i64 = alpha
    alpha = max(alpha, best)
    start: i64 = board.depth * WIDEST
    end = add_moves(board, mind.room, add_captures(board, mind.room, start))
    rank(mind, start, end, first)
    chosen: i64 = NONE
    for at in range(start, end):
        action = take_best(mind, at, end)
        if hopeless and at > start and board.cell[action >> 5] == 0:
            continue
        score = step(mind, action, depth, alpha, beta, at - start)
        if mind.stopped:
            return 0
        if score > best:
            best = score
            chosen = action
            alpha = max(alpha, score)
            if score >= beta:
                credit(mind, action, depth)
                break
    if board.hidden != 0 and best < beta and (depth >= flip_depth(board) or end == start):
        best = with_flips(mind, depth, alpha, beta, best)
    elif end == start and board.hidden == 0:
        return board.depth - WIN
    if not mind.stopped:
        kind = AT_LEAST if best >= beta else EXACT if best > lowest else AT_MOST
        mind.note(key, depth, best, kind, chosen)
    return best


def step(mind: Mind, action: i64, depth: i64, alpha: i64, beta: i64, number: i64) -> i64:
    """The score of one move or capture, the number-th that is tried."""
    board = mind.board
    quiet = board.cell[action >> 5] == 0
    board.move(action)
    deeper: i64 = depth - 1
    score: i64 = 0
    if number == 0:
        score = -search(mind, deeper, -beta, -alpha, True)
    else:
        less: i64 = 0
        if quiet and depth >= 3 and number >= 4:
            less = 1 if number < 10 else 2
        score = -search(mind, deeper - less, -alpha - 1, -alpha, True)
        if less != 0 and score > alpha and not mind.stopped:
            score = -search(mind, deeper, -alpha - 1, -alpha, True)
        if alpha < score < beta and not mind.stopped:
            score = -search(mind, deeper, -beta, -alpha, True)
    board.undo()
    return score


def flip_depth(board: Board) -> i64:
    """From which depth on flips are searched."""
    return FLIP_DEPTH if board.hidden != 1 else FLIP_DEPTH - 1


def with_flips(mind: Mind, depth: i64, alpha: i64, beta: i64, best: i64) -> i64:
    """The best score, the most promising flips included."""
    board = mind.board
    is_last = board.hidden == 1
    less: i64 = 1 if is_last else 2
    start: i64 = board.depth * WIDEST
    end = best_flips(mind, mind.room, start, FLIPS)
    for at in range(start, end):
        if not is_last and best > -WIN and mind.ranks[at] < FLIP_HOPE:
            break
        score = chance(mind, mind.room[at] & 31, depth - less, alpha, beta)
        if mind.stopped:
            return 0
        if score > best:
            best = score
            alpha = max(alpha, score)
            if score >= beta:
                break
    return best


def chance(mind: Mind, square: i64, depth: i64, alpha: i64, beta: i64) -> i64:
    """The average over what may come up on a square, each searched to this depth (Star1).

    Exact between alpha and beta; otherwise a bound on the same side of them.
    """
    board = mind.board
    left: i64 = board.hidden
    total: i64 = board.hidden
    known: i64 = 0
    for code in range(16):
        count = board.pool[code]
        if count == 0:
            continue
        left -= count
        low = max(-WIN, (alpha * total - known - left * WIN) // count)
        high = min(WIN, (beta * total - known + left * WIN) // count + 1)
        board.flip(square, code)
        score = -search(mind, depth, -high, -low, True)
        board.undo()
        if mind.stopped:
            return 0
        known += count * score
        if score <= low and low > -WIN:
            return (known + left * WIN) // total
        if score >= high and high < WIN:
            return (known - left * WIN) // total
    return known // total
