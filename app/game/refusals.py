"""Why the bare rules refuse an action: the first broken rule, in one fixed order.

What stands at the start square comes first, then what stands at the target, then the way
there, then ranks. Nothing here depends on what a face-down piece is.
"""

from typing import TypeGuard, assert_never

from app.game.board import EMPTY, HIDDEN, NEIGHBOURS, screens
from app.game.moves import Action, End, Flip, Move
from app.game.outcome import Rule
from app.game.pieces import PREY


def broken_rule(board: str, own: str, action: Action) -> Rule | None:
    """The first bare rule that this action breaks; None when the bare rules allow it.

    `own` are the letters of the player to move, empty before the first flip.
    """
    if not is_on_board(action):
        return Rule.OFF_BOARD
    if isinstance(action, Move):
        return _broken_by_move(board, own, action)
    return _broken_by_flip(board[action.square])


def is_on_board(action: Action) -> TypeGuard[Flip | Move]:
    """Whether an action names squares of the board only; `end` names none at all."""
    match action:
        case Flip(square):
            return 0 <= square < 32
        case Move(source, target):
            return 0 <= source < 32 and 0 <= target < 32
        case End():
            return False
        case _:
            assert_never(action)


def _broken_by_flip(letter: str) -> Rule | None:
    if letter == HIDDEN:
        return None
    return Rule.EMPTY_SQUARE if letter == EMPTY else Rule.ALREADY_FACE_UP


def _broken_by_move(board: str, own: str, move: Move) -> Rule | None:
    if not own:
        return Rule.FIRST_PLY_FLIPS
    return (
        _broken_at_source(board[move.source], own)
        or _broken_at_target(board, own, move)
        or _broken_on_the_way(board, move)
    )


def _broken_at_source(letter: str, own: str) -> Rule | None:
    if letter == EMPTY:
        return Rule.EMPTY_SQUARE
    if letter == HIDDEN:
        return Rule.FACE_DOWN_SOURCE
    return None if letter in own else Rule.NOT_YOUR_PIECE


def _broken_at_target(board: str, own: str, move: Move) -> Rule | None:
    if move.source == move.target:
        return Rule.SAME_SQUARE
    if board[move.target] in own:
        return Rule.OWN_PIECE
    return Rule.FACE_DOWN_TARGET if board[move.target] == HIDDEN else None


def _broken_on_the_way(board: str, move: Move) -> Rule | None:
    """Geometry, then rank. A cannon that attacks has a way of its own."""
    between = screens(board, move.source, move.target)
    if between is None:
        return Rule.NOT_ADJACENT
    is_beside = move.target in NEIGHBOURS[move.source]
    attacker, victim = board[move.source], board[move.target]
    if attacker in "Cc" and victim != EMPTY:
        return _broken_by_cannon(is_beside, between)
    if not is_beside:
        return Rule.TOO_FAR
    return None if victim == EMPTY else _broken_by_rank(attacker, victim)


def _broken_by_cannon(is_beside: bool, between: int) -> Rule | None:
    if is_beside:
        return Rule.CANNON_ADJACENT
    return None if between == 1 else Rule.CANNON_NEEDS_ONE_SCREEN


def _broken_by_rank(attacker: str, victim: str) -> Rule | None:
    if victim in PREY[attacker]:
        return None
    return Rule.GENERAL_VS_SOLDIER if attacker in "Gg" else Rule.LOWER_RANK
