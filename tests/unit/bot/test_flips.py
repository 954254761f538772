"""What is guessed of a flip: who would stand beside whom, and whether a cannon aims there."""

import pytest

from app.bot.evaluate import Weights
from app.bot.flips import guess
from app.bot.mind import Mind
from app.bot.sight import Sight, board_of
from app.bot.tree import FLIP_HOPE
from app.game import PRESETS, parse_position, parse_square


def guessed(position: str) -> int:
    """What the flip of d1 promises red."""
    mind = Mind(board_of(Sight(PRESETS["douque"], parse_position(position))), 100, Weights())
    start = mind.evaluation.worth(mind.board)
    return int(guess(mind, parse_square("d1"), mind.board.side, start))


def test_a_flip_that_may_threaten_its_neighbour_is_worth_a_look() -> None:
    assert guessed("4/4/4/4/4/4/3a/R2? r G 0") >= FLIP_HOPE


@pytest.mark.parametrize(
    "position",
    ["4/4/4/4/4/4/4/cR1? r A 0", "4/4/4/4/4/4/3h/R2? r S 0", "4/4/4/4/4/4/3H/R2? r g 0"],
    ids=["a cannon aims at it", "it is taken", "it takes"],
)
def test_a_flip_that_loses_something_promises_nothing(position: str) -> None:
    assert guessed(position) < 0


@pytest.mark.parametrize("position", ["4/4/4/4/4/4/4/c2? r A 0", "4/4/4/4/4/4/4/R2? r c 0"])
def test_where_nobody_is_near_or_aims_a_flip_changes_nothing(position: str) -> None:
    assert guessed(position) == 0
