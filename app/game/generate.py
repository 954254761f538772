"""What can be done on a board by the bare rules, before chase and repetition are looked at."""

from functools import lru_cache
from typing import Final

from app.game.board import EMPTY, HIDDEN, NEIGHBOURS, RAYS, SQUARE_NAMES, SQUARES, Square
from app.game.moves import MOVE_TEXTS
from app.game.pieces import BLACK_LETTERS, PREY, RED_LETTERS

_CANNONS: Final = "Cc"
# What may lie on the square that a piece steps onto.
_ENTERS: Final = {letter: EMPTY + prey for letter, prey in PREY.items()}
_BY_NAME: Final = tuple(
    (square, SQUARE_NAMES[square]) for square in sorted(SQUARES, key=SQUARE_NAMES.__getitem__)
)
# Per square, the squares beside it with the text of the step there.
_STEPS: Final = tuple(
    tuple((target, MOVE_TEXTS[source][target]) for target in NEIGHBOURS[source])
    for source in SQUARES
)


@lru_cache(maxsize=8192)
def bare_actions(board: str, own: str) -> tuple[str, ...]:
    """The texts of all flips, moves and captures of the player with these letters, sorted.

    `own` is empty before the colours are known. Depends on its arguments only, so the same
    board is gone through once however often it is asked about.
    """
    actions: list[str] = []
    for square, name in _BY_NAME:
        letter = board[square]
        if letter == HIDDEN:
            actions.append(name)
        elif letter in own:
            enters = _ENTERS[letter]
            steps = [text for target, text in _STEPS[square] if board[target] in enters]
            if letter in _CANNONS:
                steps += [MOVE_TEXTS[square][target] for target in jumps(board, square)]
                steps.sort()
            actions += steps
    return tuple(actions)


def threats(board: str, square: Square) -> tuple[Square, ...]:
    """The squares of the face-up enemies that the piece here could capture next."""
    letter = board[square]
    if letter in _CANNONS:
        return jumps(board, square)
    prey = PREY[letter]
    return tuple([target for target in NEIGHBOURS[square] if board[target] in prey])


def jumps(board: str, square: Square) -> tuple[Square, ...]:
    """The squares that the cannon here captures on: the first piece behind one screen.

    Any rank, if it is face up and the enemy's; the screen may be anything. Source: Banqi
    rules version 4, "Cannon".
    """
    enemies = BLACK_LETTERS if board[square] in RED_LETTERS else RED_LETTERS
    found = []
    for ray in RAYS[square]:
        beyond = [target for target in ray if board[target] != EMPTY][1:2]
        if beyond and board[beyond[0]] in enemies:
            found.append(beyond[0])
    return tuple(found)
