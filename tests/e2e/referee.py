"""The same game judged beside the pages by the library of the rules."""

from __future__ import annotations

import random
from collections.abc import Callable

from app.game import (
    PRESETS,
    Game,
    Mover,
    Piece,
    Rules,
    legal,
    new_game,
    parse_action,
    parse_square,
    play,
    ply_of,
)

DOUQUE = PRESETS["douque"]


class Referee:
    """Follows what is played; a flipped piece is believed, everything else is judged."""

    def __init__(self, rules: Rules = DOUQUE) -> None:
        self.game: Game = new_game(rules)

    def follow(self, action: str, board: str) -> None:
        """One action, and the board that a page shows after it."""
        under = Piece(board[parse_square(action)]) if len(action) == 2 else None
        ply = ply_of(self.game, parse_action(action), under)
        self.game = play(self.game, ply)

    @property
    def legal(self) -> tuple[str, ...]:
        return legal(self.game)

    @property
    def mover(self) -> Mover:
        return self.game.mover

    def targets(self, square: str) -> set[str]:
        """Where a piece may go."""
        return {text[2:] for text in self.legal if len(text) == 4 and text[:2] == square}

    def flips(self) -> set[str]:
        return {text for text in self.legal if len(text) == 2}

    def sources(self) -> set[str]:
        return {text[:2] for text in self.legal if len(text) == 4}

    def choose(self, chance: random.Random) -> str:
        """A random legal action, captures and moves rather than flips."""
        moves = [text for text in self.legal if len(text) == 4]
        captures = [text for text in moves if self.is_capture(text)]
        for kind, odds in ((captures, 0.8), (moves, 0.4)):
            if kind and chance.random() < odds:
                return chance.choice(kind)
        return chance.choice(self.legal)

    def is_capture(self, action: str) -> bool:
        return len(action) == 4 and self.game.board[parse_square(action[2:])] != "."

    def ends(self, action: str) -> bool:
        """Would this move (not a flip) end the game?"""
        if len(action) == 2:
            return False
        return play(self.game, ply_of(self.game, parse_action(action), None)).outcome is not None


Chooser = Callable[[Referee], str]
