"""The board: 32 squares, their names, their neighbours and the lines through them.

A board is a string of 32 letters, a1 b1 c1 d1 a2 … d8: a piece, `?` face down, `.` empty.
"""

from collections.abc import Mapping
from typing import Final, NewType

from app.game.outcome import IllegalAction, Rule

Square = NewType("Square", int)

FILES: Final = "abcd"
RANKS: Final = "12345678"
HIDDEN: Final = "?"
EMPTY: Final = "."

SQUARES: Final = tuple(Square(index) for index in range(32))
SQUARE_NAMES: Final = tuple(file + rank for rank in RANKS for file in FILES)
_BY_NAME: Final[Mapping[str, Square]] = {SQUARE_NAMES[square]: square for square in SQUARES}


def square_name(square: Square) -> str:
    """The name of a square, `a1` to `d8`."""
    return SQUARE_NAMES[square]


def parse_square(text: object) -> Square:
    """The square of this name; IllegalAction `off_board` when there is none."""
    square = _BY_NAME.get(text) if isinstance(text, str) else None
    if square is None:
        raise IllegalAction(Rule.OFF_BOARD)
    return square


def _ray(square: Square, files: int, ranks: int) -> tuple[Square, ...]:
    """The squares beyond this one in one direction, nearest first."""
    file, rank = square % 4 + files, square // 4 + ranks
    ray = []
    while 0 <= file < 4 and 0 <= rank < 8:
        ray.append(Square(4 * rank + file))
        file, rank = file + files, rank + ranks
    return tuple(ray)


# Per square, the lines that leave it, in the order left, down, up, right: the order in which
# the names of their first squares sort.
RAYS: Final = tuple(
    tuple(ray for step in ((-1, 0), (0, -1), (0, 1), (1, 0)) if (ray := _ray(square, *step)))
    for square in SQUARES
)
# Per square, the squares beside it, sorted by name.
NEIGHBOURS: Final = tuple(tuple(ray[0] for ray in rays) for rays in RAYS)


def moved(board: str, source: Square, target: Square) -> str:
    """The board after what stands on source went to target; what stood there is gone."""
    piece = board[source]
    if source < target:
        return f"{board[:source]}.{board[source + 1 : target]}{piece}{board[target + 1 :]}"
    return f"{board[:target]}{piece}{board[target + 1 : source]}.{board[source + 1 :]}"


def turned_over(board: str, square: Square, piece: str) -> str:
    """The board after the piece that lay face down on a square was turned over."""
    return f"{board[:square]}{piece}{board[square + 1 :]}"


def screens(board: str, source: Square, target: Square) -> int | None:
    """How many pieces stand between two squares of a line; None when they share no line."""
    for ray in RAYS[source]:
        if target in ray:
            return sum(board[between] != EMPTY for between in ray[: ray.index(target)])
    return None
