"""The pieces: their letters, their colours, how many a set has, who takes whom hand to hand.

A piece is one letter of GAERHCS (general, advisor, elephant, chariot, horse, cannon, soldier):
upper case red, lower case black. Where pieces stand is none of this module's business.
"""

from collections.abc import Mapping
from typing import Final, NewType

from app.game.sides import Colour

Piece = NewType("Piece", str)

RED_LETTERS: Final = "GAERHCS"
BLACK_LETTERS: Final = "gaerhcs"
# All pieces of a set; every list of pieces that has no order of its own follows this one.
FULL_SET: Final = "GAAEERRHHCCSSSSSgaaeerrhhccsssss"


def colour_of(piece: Piece) -> Colour:
    """The colour of a piece."""
    return Colour.RED if piece in RED_LETTERS else Colour.BLACK


def letters_of(colour: Colour) -> str:
    """The seven letters of a colour, from general to soldier."""
    return RED_LETTERS if colour is Colour.RED else BLACK_LETTERS


def in_set_order(letters: str) -> str:
    """The same pieces in the order of the full set."""
    return "".join(sorted(letters, key=FULL_SET.index))


def missing(letters: str, colour: Colour) -> str:
    """What a colour's set has beyond these letters, in set order."""
    return "".join(
        kind * (FULL_SET.count(kind) - letters.count(kind)) for kind in letters_of(colour)
    )


def _takes(attacker: str, target: str) -> bool:
    """Whether a kind takes a kind on the square beside it (upper-case letters).

    Equal or lower rank; but a soldier takes a general, a general no soldier, a soldier no
    cannon, and a cannon nothing next to it. Source: Banqi rules version 4, "Capturing".
    """
    match attacker, target:
        case "C", _:
            return False
        case "S", _:
            return target in "SG"
        case "G", "S":
            return False
        case _:
            return RED_LETTERS.index(attacker) <= RED_LETTERS.index(target)


def _prey(attacker: str) -> str:
    victims = "".join(kind for kind in RED_LETTERS if _takes(attacker.upper(), kind))
    return victims.lower() if attacker in RED_LETTERS else victims


# Per piece, the enemy pieces it takes from the square beside it.
PREY: Final[Mapping[str, str]] = {letter: _prey(letter) for letter in RED_LETTERS + BLACK_LETTERS}
