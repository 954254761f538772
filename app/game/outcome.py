"""How a game ends, and why an action is refused: the two closed lists of reasons."""

from dataclasses import dataclass
from enum import StrEnum

from app.game.sides import Mover


class Reason(StrEnum):
    """Why a game is over."""

    ELIMINATION = "elimination"
    NO_LEGAL_MOVE = "no_legal_move"
    NO_PROGRESS = "no_progress"
    REPETITION = "repetition"
    AGREEMENT = "agreement"
    RESIGNATION = "resignation"
    TIME = "time"
    ABANDONMENT = "abandonment"
    TOO_LONG = "too_long"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game; without a winner it is a draw, or no result (`is_void`)."""

    winner: Mover | None
    reason: Reason

    @property
    def is_void(self) -> bool:
        """Whether the game ended without any result: neither won nor drawn."""
        return self.winner is None and self.reason in VOID_REASONS


VOID_REASONS = frozenset({Reason.ABANDONMENT, Reason.TOO_LONG})
"""Reasons that leave a game without winner unscored (record result `*`)."""


class Rule(StrEnum):
    """The rule that an action breaks; one per rule, so that a page can teach it."""

    EMPTY_SQUARE = "empty_square"
    FACE_DOWN_SOURCE = "face_down_source"
    SAME_SQUARE = "same_square"
    NOT_YOUR_PIECE = "not_your_piece"
    OWN_PIECE = "own_piece"
    NOT_ADJACENT = "not_adjacent"
    TOO_FAR = "too_far"
    LOWER_RANK = "lower_rank"
    GENERAL_VS_SOLDIER = "general_vs_soldier"
    CANNON_NEEDS_ONE_SCREEN = "cannon_needs_one_screen"
    CANNON_ADJACENT = "cannon_adjacent"
    FACE_DOWN_TARGET = "face_down_target"
    ALREADY_FACE_UP = "already_face_up"
    CHASE_LIMIT = "chase_limit"
    REPETITION = "repetition"
    FIRST_PLY_FLIPS = "first_ply_flips"
    OFF_BOARD = "off_board"


class IllegalAction(Exception):
    """An action that the rules forbid, with the first rule it breaks."""

    def __init__(self, rule: Rule) -> None:
        super().__init__(rule.value)
        self.rule = rule


class PlyInvalid(Exception):
    """A ply that cannot belong to this game: it is over, or what it tells is not so."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
