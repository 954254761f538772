"""What a player may ask for (an action) and what came of it (a ply), and how both are written.

An action knows the squares only. A ply is a fact: it also names the piece that came up or
the piece that was taken, so that a list of plies can be followed without knowing the deal.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, assert_never

from app.game.board import SQUARE_NAMES, SQUARES, Square, parse_square
from app.game.outcome import IllegalAction, PlyInvalid, Rule
from app.game.pieces import FULL_SET, Piece


@dataclass(frozen=True, slots=True)
class Flip:
    """Turn a face-down piece over."""

    square: Square

    def __str__(self) -> str:
        return SQUARE_NAMES[self.square]


@dataclass(frozen=True, slots=True)
class Move:
    """Move an own piece, or capture with it."""

    source: Square
    target: Square

    def __str__(self) -> str:
        return MOVE_TEXTS[self.source][self.target]


@dataclass(frozen=True, slots=True)
class End:
    """End a chain of captures; no rules of today know such chains."""

    def __str__(self) -> str:
        return "end"


Action = Flip | Move | End

# Per source and target the one string that names the move: lists of actions share them.
MOVE_TEXTS: Final = tuple(
    tuple(SQUARE_NAMES[source] + SQUARE_NAMES[target] for target in SQUARES) for source in SQUARES
)
_ACTIONS: Final[Mapping[str, Action]] = {
    **{SQUARE_NAMES[square]: Flip(square) for square in SQUARES},
    **{MOVE_TEXTS[a][b]: Move(a, b) for a in SQUARES for b in SQUARES},
    "end": End(),
}


def parse_action(text: object) -> Action:
    """The action written `a1` (flip), `a1b1` (move or capture) or `end`.

    IllegalAction `off_board` for anything that names no squares of the board. `a1a1` does.
    """
    action = _ACTIONS.get(text) if isinstance(text, str) else None
    if action is None:
        raise IllegalAction(Rule.OFF_BOARD)
    return action


@dataclass(frozen=True, slots=True)
class Ply:
    """One flip, move or capture with what it showed: `a1=G`, `a1-b1`, `a1xb1=s`."""

    action: Action
    revealed: Piece | None
    taken: Piece | None

    def __str__(self) -> str:
        match self.action:
            case Flip(square):
                return f"{SQUARE_NAMES[square]}={self.revealed}"
            case Move(source, target) if self.taken is None:
                return f"{SQUARE_NAMES[source]}-{SQUARE_NAMES[target]}"
            case Move(source, target):
                return f"{SQUARE_NAMES[source]}x{SQUARE_NAMES[target]}={self.taken}"
            case End():
                return "end"
            case _:
                assert_never(self.action)


def parse_ply(text: str) -> Ply:
    """The ply written as `str` writes it; PlyInvalid when it is no such text."""
    try:
        return _parse_ply(text)
    except (IllegalAction, KeyError):
        raise PlyInvalid("a ply is written a1=G, a1-b1 or a1xb1=s") from None


def _parse_ply(text: str) -> Ply:
    if len(text) == 7 and text[2] == "x" and text[5] == "=":
        return Ply(_move(text), None, _piece(text[6]))
    if len(text) == 5 and text[2] == "-":
        return Ply(_move(text), None, None)
    if len(text) == 4 and text[2] == "=":
        return Ply(Flip(parse_square(text[:2])), _piece(text[3]), None)
    raise KeyError(text)


def _move(text: str) -> Move:
    return Move(parse_square(text[:2]), parse_square(text[3:5]))


def _piece(letter: str) -> Piece:
    if letter not in FULL_SET:
        raise KeyError(letter)
    return Piece(letter)
