"""What the programs that play whole games share: their arguments, and what a flip finds."""

import sys
from collections.abc import Sequence

from app.game import Flip, Piece, parse_action


def numbers(*usual: int) -> Sequence[int]:
    """The numbers on the command line, and the usual ones for those that were left out."""
    given = [int(word) for word in sys.argv[1:]]
    return [*given, *usual[len(given) :]]


def found_by(text: str, deal: str) -> Piece | None:
    """The piece that an action turns up on this deal."""
    action = parse_action(text)
    return Piece(deal[action.square]) if isinstance(action, Flip) else None
