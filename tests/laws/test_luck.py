"""The law of luck: over many games it comes to nothing, for whoever plays."""

import math

from app.game import Mover
from tests.bench.luck import flips_of, game_played

GAMES = 3
NODES = 20


def test_luck_sums_to_about_nothing_over_games_of_the_computer_player_with_itself() -> None:
    flips = [
        each
        for number in range(GAMES)
        for each in flips_of(game_played(3, number, NODES), NODES, number)
    ]
    assert len(flips) > 25 * GAMES

    for movers in ((Mover.FIRST,), (Mover.SECOND,), tuple(Mover)):
        own = [each for each in flips if each.mover in movers]
        spread = math.sqrt(sum(each.variance for each in own))
        assert spread > 0.1
        assert abs(sum(each.luck for each in own)) < 3 * spread
