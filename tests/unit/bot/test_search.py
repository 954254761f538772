"""What the search makes of the rules: chases that are counted, flips that somebody may wait with."""

import random

import pytest

from app.bot.choose import Choice, choose
from app.bot.sight import Sight
from app.game import PRESETS, Chase, parse_position, parse_square


def seen(position: str, preset: str = "douque", *chases: Chase) -> Sight:
    return Sight(PRESETS[preset], parse_position(position), chases)


def searched(sight: Sight, nodes: int, *, exact: bool = False) -> Choice:
    return choose(sight, nodes, random.Random(1), exact=exact)


@pytest.mark.parametrize("nodes", [1_500, 10_000])
def test_a_general_runs_from_a_chase_that_is_barred_in_the_end(nodes: int) -> None:
    once = Chase(parse_square("a2"), parse_square("a1"), 1)

    choice = searched(seen("e2r/4/4/3A/4/4/s3/G1C1 r - 1", "douque", once), nodes)

    assert choice.action == "a1b1"
    assert choice.score > 0.55
