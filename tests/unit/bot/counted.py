"""Small endings counted out ply by ply from the limit backwards, by the judge's own rules.

Slow and simple, to compare the tables of the computer player with.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from app.game import Chase, Colour, Position, Rules, Square, parse_square
from app.game.board import EMPTY, moved
from app.game.generate import bare_actions, threats
from app.game.pieces import BLACK_LETTERS, RED_LETTERS

Values = NDArray[np.int8]
Links = NDArray[np.int64]
LONG = 200
WIDE = 16


@dataclass(frozen=True, slots=True)
class Node:
    """A placement of the pieces, the colour to move, and how often each colour has chased."""

    board: str
    turn: Colour
    chased: tuple[int, int] = (0, 0)

    @property
    def own(self) -> str:
        """The letters of the player to move."""
        return RED_LETTERS if self.turn is Colour.RED else BLACK_LETTERS

    def chases(self) -> tuple[Chase, ...]:
        """The running counts, where there is one piece of each colour."""
        if not any(self.chased):
            return ()
        red, black = (
            next(square for square, letter in enumerate(self.board) if letter in letters)
            for letters in (RED_LETTERS, BLACK_LETTERS)
        )
        pairs = zip(((red, black), (black, red)), self.chased, strict=True)
        return tuple(
            Chase(Square(one), Square(other), count) for (one, other), count in pairs if count
        )

    def position(self, quiet: int) -> Position:
        """It as a position."""
        return Position(self.board, self.turn, "", quiet)


def nodes(letters: str, limit: int) -> Iterator[Node]:
    """Every placement; with a limit of chases, which only two pieces can have, every count."""
    for squares in {*permutations(range(32), len(letters))}:
        row = [EMPTY] * 32
        for square, letter in zip(squares, letters, strict=True):
            row[square] = letter
        for turn in Colour:
            for red in range(limit + 1):
                for black in range(limit + 1):
                    yield Node("".join(row), turn, (red, black))


class Counted:
    """The result for the player to move in every node, 1, 0 or -1, by the quiet plies."""

    def __init__(self, letters: str, rules: Rules) -> None:
        self.limit = rules.no_progress_limit or LONG
        self.rules = rules
        self.nodes = tuple(dict.fromkeys(nodes(letters, rules.chase_limit or 0)))
        self._at = {node: at for at, node in enumerate(self.nodes)}
        self._smaller: dict[str, Counted] = {}
        count = len(self.nodes)
        self._links: Links = np.full((count, WIDE), count)
        self._taking: Values = np.full(count, -2, dtype=np.int8)
        self._stuck = np.zeros(count, dtype=bool)
        for at, node in enumerate(self.nodes):
            self._look(at, node)
        self.values = self._count_back()

    def value(self, node: Node, quiet: int) -> int:
        """The result from here."""
        return int(self.values[quiet][self._at[node]])

    def _look(self, at: int, node: Node) -> None:
        quiet = []
        for text in bare_actions(node.board, node.own):
            source, target = parse_square(text[:2]), parse_square(text[2:])
            board = moved(node.board, source, target)
            if node.board[target] != EMPTY:
                self._taking[at] = max(self._taking[at], self._after(node, board))
            elif (chased := self._chased(node, board, target)) is not None:
                quiet.append(self._at[Node(board, node.turn.other, chased)])
        self._links[at, : len(quiet)] = quiet
        self._stuck[at] = not quiet and self._taking[at] == -2

    def _chased(self, node: Node, board: str, target: Square) -> tuple[int, int] | None:
        """The counts after a move; None if it is barred."""
        limit = self.rules.chase_limit
        if limit is None:
            return (0, 0)
        me = int(node.turn is Colour.BLACK)
        count = node.chased[me] + 1 if threats(board, target) else 0
        if count > limit:
            return None
        return (count, node.chased[1]) if me == 0 else (node.chased[0], count)

    def _after(self, node: Node, board: str) -> int:
        """What a capture brings."""
        letters = "".join(sorted(board.replace(EMPTY, "")))
        if not any(letter not in node.own for letter in letters):
            return 1
        if letters not in self._smaller:
            self._smaller[letters] = Counted(letters, self.rules)
        return -self._smaller[letters].value(Node(board, node.turn.other), 0)

    def _count_back(self) -> list[Values]:
        value = np.where(self._stuck, -1, 0).astype(np.int8)
        found = [value]
        for _ in range(self.limit):
            after = np.append(value, np.int8(1))
            value = np.maximum(self._taking, (-after[self._links]).max(axis=1)).astype(np.int8)
            value[self._stuck] = -1
            found.append(value)
        return found[::-1]
