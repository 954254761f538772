"""A position: what everybody at the board can see, and the one line that writes it down.

`ranks 8 to 1 joined by / · side to move r, b or - · face-down pieces in set order or - ·
plies since the last capture or flip`. It holds public facts only.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from app.game.board import EMPTY, HIDDEN
from app.game.pieces import FULL_SET, in_set_order
from app.game.sides import Colour


class PositionInvalid(Exception):
    """A position that cannot exist or is not written as one, with the reason as a sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Position:
    """A board (32 letters, a1 b1 … d8), the colour to move (None: no colours yet), the pool.

    The pool holds the face-down pieces in set order; `quiet` counts the plies since the last
    capture or flip. `str` gives the position string.
    """

    board: str
    turn: Colour | None
    pool: str
    quiet: int

    def __str__(self) -> str:
        ranks = (self.board[start : start + 4] for start in range(28, -1, -4))
        placement = "/".join(_EMPTY_RUN.sub(_run_length, rank) for rank in ranks)
        side = "-" if self.turn is None else self.turn.value[0]
        return f"{placement} {side} {self.pool or '-'} {self.quiet}"


START: Final = Position(HIDDEN * 32, None, FULL_SET, 0)

_EMPTY_RUN: Final = re.compile(r"\.+")
_COUNT: Final = re.compile(r"0|[1-9][0-9]{0,3}")
_SIDES: Final[Mapping[str, Colour | None]] = {"r": Colour.RED, "b": Colour.BLACK, "-": None}
# The longest position string is that of the start.
_LONGEST: Final = 90


def parse_position(text: str) -> Position:
    """The position that a string writes down; PositionInvalid tells what is wrong with it.

    The pool is taken in any order.
    """
    if len(text) > _LONGEST:
        raise PositionInvalid("a position is one line of at most 90 characters")
    parts = text.split(" ")
    if len(parts) != 4:
        raise PositionInvalid("a position has four parts: board, side, face-down pieces, count")
    board = _parse_board(parts[0])
    if parts[1] not in _SIDES:
        raise PositionInvalid("the side to move is r, b or -")
    if not _COUNT.fullmatch(parts[3]):
        raise PositionInvalid("the plies without capture or flip are a number from 0 to 9999")
    position = Position(board, _SIDES[parts[1]], _parse_pool(parts[2]), int(parts[3]))
    _check(position)
    return position


def _run_length(run: re.Match[str]) -> str:
    return str(len(run[0]))


def _parse_board(text: str) -> str:
    ranks = text.split("/")
    if len(ranks) != 8:
        raise PositionInvalid("a board has eight ranks, from 8 down to 1, parted by /")
    return "".join(_parse_rank(8 - index, rank) for index, rank in reversed([*enumerate(ranks)]))


def _parse_rank(number: int, text: str) -> str:
    if any(letter not in "1234?" and letter not in FULL_SET for letter in text):
        raise PositionInvalid(f"rank {number} has a letter that is no piece, ? or number 1 to 4")
    if re.search("[1-4]{2}", text):
        raise PositionInvalid(f"rank {number} counts empty squares that lie together twice")
    rank = re.sub("[1-4]", lambda run: EMPTY * int(run[0]), text)
    if len(rank) != 4:
        raise PositionInvalid(f"rank {number} does not have four squares")
    return rank


def _parse_pool(text: str) -> str:
    if text == "-":
        return ""
    if not text or any(letter not in FULL_SET for letter in text):
        raise PositionInvalid("the face-down pieces are letters of GAERHCSgaerhcs, or -")
    return in_set_order(text)


def _check(position: Position) -> None:
    """Raise PositionInvalid for what no game can lead to."""
    board, pool = position.board, position.pool
    if board.count(HIDDEN) != len(pool):
        raise PositionInvalid("there must be as many letters of face-down pieces as ? on the board")
    for kind in dict.fromkeys(FULL_SET):
        if (board + pool).count(kind) > FULL_SET.count(kind):
            raise PositionInvalid(f"there are more {kind} than in a set")
    if board == EMPTY * 32:
        raise PositionInvalid("there is no piece on the board")
    untouched = board == START.board
    if position.turn is None and not (untouched and position.quiet == 0):
        raise PositionInvalid("only the untouched start has no side to move")
    if position.turn is not None and untouched:
        raise PositionInvalid("before the first flip nobody has a colour: the side is -")
