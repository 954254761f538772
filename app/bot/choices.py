"""The actions of the player to move on the search's board, written into a list of numbers.

Captures, plain moves and flips come apart, each in the order of squares. What a chase or the
rule of repetition bars is not among the plain moves.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from app.bot.board import Board
from app.bot.codes import ALL_SQUARES, BESIDE, HIDDEN, NOBODY, PIECE_KEYS, SIDE_KEYS, first_of
from app.bot.reach import chases, most_chases, prey

GOES_ON: Final = 0
LOST: Final = 1
WON: Final = 2
DRAWN: Final = 3


def add_captures(board: Board, out: vec[i64], end: i64) -> i64:
    """Append every capture; the new end of the list."""
    if board.side == NOBODY:
        return end
    own: i64 = board.seen[board.side]
    enemies: i64 = board.seen[1 - board.side]
    while own != 0:
        source = first_of(own)
        own &= own - 1
        found = prey(board.law, board.cell, enemies, source)
        while found != 0:
            out[end] = source | first_of(found) << 5
            end += 1
            found &= found - 1
    return end


def add_moves(board: Board, out: vec[i64], end: i64) -> i64:
    """Append every plain move that is not barred; the new end of the list."""
    if board.side == NOBODY:
        return end
    start: i64 = end
    own: i64 = board.seen[board.side]
    empty: i64 = ALL_SQUARES ^ board.occupied()
    while own != 0:
        source = first_of(own)
        own &= own - 1
        free: i64 = BESIDE[source] & empty
        while free != 0:
            out[end] = source | first_of(free) << 5
            end += 1
            free &= free - 1
    return without_barred(board, out, start, end)


def add_flips(board: Board, out: vec[i64], end: i64) -> i64:
    """Append every flip; the new end of the list."""
    left: i64 = board.place[HIDDEN]
    while left != 0:
        square = first_of(left)
        left &= left - 1
        out[end] = square | square << 5
        end += 1
    return end


def can_act(board: Board, room: vec[i64], at: i64) -> bool:
    """Whether the player to move has any action; `room` is scratch space from `at` on."""
    return (
        board.place[HIDDEN] != 0
        or add_captures(board, room, at) != at
        or add_moves(board, room, at) != at
    )


def end_of(board: Board, room: vec[i64], at: i64) -> i64:
    """How the game stands for the player to move: GOES_ON, LOST, WON or DRAWN."""
    if board.law.elimination and board.side != NOBODY:
        if board.left[board.side] == 0:
            return LOST
        if board.left[1 - board.side] == 0:
            return WON
    if not can_act(board, room, at):
        return LOST
    if board.law.quiet_limit != 0 and board.quiet >= board.law.quiet_limit:
        return DRAWN
    return DRAWN if board.law.threefold and board.times_seen() >= 3 else GOES_ON


def without_barred(board: Board, out: vec[i64], start: i64, end: i64) -> i64:
    """Take the barred moves out of a stretch of the list; its new end."""
    limit = board.law.chase_limit
    chasing = limit != 0 and most_chases(board.chase, board.side) >= limit
    repeating = board.law.vary and board.last - board.first >= 3
    if not chasing and not repeating:
        return end
    kept: i64 = start
    for at in range(start, end):
        action = out[at]
        if not (chasing and chases_too_often(board, action)) and not (
            repeating and repeats(board, action)
        ):
            out[kept] = action
            kept += 1
    return kept


def chases_too_often(board: Board, action: i64) -> bool:
    """Whether a plain move would count a chase beyond the limit."""
    source: i64 = action & 31
    target: i64 = action >> 5
    if board.chase[2 * board.side] & 31 != source:
        return False
    board.cell[target] = board.cell[source]
    board.cell[source] = 0
    found = prey(board.law, board.cell, board.seen[1 - board.side], target)
    board.cell[source] = board.cell[target]
    board.cell[target] = 0
    while found != 0:
        if chases(board.chase, board.side, source, first_of(found)) >= board.law.chase_limit:
            return True
        found &= found - 1
    return False


def repeats(board: Board, action: i64) -> bool:
    """Whether a plain move would bring about a position for the third time."""
    source: i64 = action & 31
    target: i64 = action >> 5
    code: i64 = board.cell[source]
    key: i64 = board.key ^ PIECE_KEYS[code * 32 + source] ^ PIECE_KEYS[code * 32 + target]
    key ^= SIDE_KEYS[board.side] ^ SIDE_KEYS[1 - board.side]
    count: i64 = 0
    for at in range(board.first, board.last):
        if board.keys[at] == key:
            count += 1
    return count >= 2
