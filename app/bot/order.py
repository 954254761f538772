"""In which order actions are tried, and which captures are not worth a try."""

from typing import Final

from mypy_extensions import i64

from app.bot.codes import BESIDE, first_of
from app.bot.mind import Mind, expected

_CAPTURE: Final = 1 << 40
_FIRST: Final = 1 << 50
_KILLER: Final = 1 << 39
CAPTURE_MARGIN: Final = 150


def gains_too_little(mind: Mind, action: i64, odds: i64, alpha: i64) -> bool:
    """Whether a capture cannot lift the score so far that it matters."""
    board = mind.board
    worth = mind.evaluation.worths[mind.evaluation.worth(board) + board.cell[action >> 5]]
    return expected(odds + worth + worth // 2 + CAPTURE_MARGIN) <= alpha


def loses_more(mind: Mind, action: i64) -> bool:
    """Whether a capture gives a dearer piece for a cheaper one that is guarded beside it."""
    board = mind.board
    target: i64 = action >> 5
    piece = board.cell[action & 31]
    start = mind.evaluation.worth(board)
    worths = mind.evaluation.worths
    if worths[start + piece] <= worths[start + board.cell[target]]:
        return False
    near: i64 = BESIDE[target] & board.seen[1 - board.side]
    while near != 0:
        if board.law.takes[board.cell[first_of(near)] * 16 + piece] != 0:
            return True
        near &= near - 1
    return False


def rank(mind: Mind, start: i64, end: i64, first: i64) -> None:
    """Say how early each action of a stretch should be tried."""
    board = mind.board
    base = mind.evaluation.worth(board)
    worths = mind.evaluation.worths
    killer: i64 = board.depth * 2
    for at in range(start, end):
        action = mind.room[at]
        piece = board.cell[action & 31]
        taken = board.cell[action >> 5]
        if action == first:
            mind.ranks[at] = _FIRST
        elif taken != 0:
            mind.ranks[at] = _CAPTURE + worths[base + taken] * 16 - worths[base + piece]
        elif mind.killers[killer] == action or mind.killers[killer + 1] == action:
            mind.ranks[at] = _KILLER
        else:
            mind.ranks[at] = mind.history[piece * 1024 + action]


def take_best(mind: Mind, at: i64, end: i64) -> i64:
    """Bring the best action of a stretch to its front."""
    best: i64 = at
    for place in range(at + 1, end):
        if mind.ranks[place] > mind.ranks[best]:
            best = place
    action = mind.room[best]
    value = mind.ranks[best]
    mind.room[best] = mind.room[at]
    mind.ranks[best] = mind.ranks[at]
    mind.room[at] = action
    mind.ranks[at] = value
    return action


def credit(mind: Mind, action: i64, depth: i64) -> None:
    """An action that refuted the one before it is tried early elsewhere too."""
    board = mind.board
    if board.cell[action >> 5] != 0:
        return
    place: i64 = board.depth * 2
    if mind.killers[place] != action:
        mind.killers[place + 1] = mind.killers[place]
        mind.killers[place] = action
    at: i64 = board.cell[action & 31] * 1024 + action
    mind.history[at] = min(mind.history[at] + depth * depth, 1 << 30)
