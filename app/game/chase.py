"""Perpetual chase: who has been chasing whom, how often in a row, and what that bars.

A chase is a plain move after which the moved piece threatens a face-up enemy. It is counted
per pair of pieces, both followed wherever they go. Source: Banqi rules version 4, "Perpetual
chase".
"""

from dataclasses import dataclass

from app.game.board import Square, moved
from app.game.generate import threats
from app.game.moves import Move

Pairs = tuple[tuple[Square, Square], ...]


@dataclass(frozen=True, slots=True)
class Chase:
    """A running count: the squares where chaser and chased stand now, and chases in a row."""

    piece: Square
    target: Square
    count: int


def chases_after(chases: tuple[Chase, ...], move: Move, board: str, own: str) -> tuple[Chase, ...]:
    """The counts after a plain move by the player with these letters, on the board after it.

    The mover keeps only what the moved piece still chases, one higher; the opponent's counts
    stand, their target followed if it was what moved.
    """
    targets = threats(board, move.target)
    if not chases:
        return tuple([Chase(move.target, target, 1) for target in targets]) if targets else ()
    counted = {chase.target: chase.count for chase in chases if chase.piece == move.source}
    theirs = tuple(
        _followed(chase, move)
        for chase in chases
        if chase.piece != move.source and board[chase.piece] not in own
    )
    return theirs + tuple(
        Chase(move.target, target, counted.get(target, 0) + 1) for target in targets
    )


def exhausted(chases: tuple[Chase, ...], limit: int, board: str, own: str) -> Pairs:
    """The pairs (chaser, chased) of this player that may not be counted once more."""
    return tuple(
        (chase.piece, chase.target)
        for chase in chases
        if chase.count >= limit and board[chase.piece] in own
    )


def chases_again(board: str, move: Move, pairs: Pairs) -> bool:
    """Whether this plain move would chase one of these pairs once more."""
    return any(piece == move.source for piece, _ in pairs) and any(
        (move.source, target) in pairs
        for target in threats(moved(board, move.source, move.target), move.target)
    )


def _followed(chase: Chase, move: Move) -> Chase:
    if chase.target != move.source:
        return chase
    return Chase(chase.piece, move.target, chase.count)
