from collections import Counter

from app.game import FULL_SET, Colour, Piece, colour_of
from app.game.pieces import in_set_order, missing


def test_a_set_has_sixteen_pieces_of_each_colour() -> None:
    per_colour = {"G": 1, "A": 2, "E": 2, "R": 2, "H": 2, "C": 2, "S": 5}
    assert Counter(FULL_SET[:16]) == per_colour
    assert FULL_SET[16:] == FULL_SET[:16].lower()


def test_upper_case_is_red_and_lower_case_black() -> None:
    assert colour_of(Piece("R")) is Colour.RED
    assert colour_of(Piece("r")) is Colour.BLACK


def test_any_pile_of_pieces_has_one_order() -> None:
    assert in_set_order("sSgAGa") == "GASgas"


def test_what_a_colour_lacks_is_told_from_general_to_soldier() -> None:
    assert missing("GAEERHHCCSSS" + "gaeerrhhccsssss", Colour.RED) == "ARSS"
    assert missing("GAEERHHCCSSS" + "gaeerrhhccsssss", Colour.BLACK) == "a"
