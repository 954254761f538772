"""The law of luck: over many games it comes to nothing, for whoever plays."""

import math
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from app.game import Mover, Piece
from app.review.verdict import Judged, luck
from tests.bench.luck import flipped, game_played, judged_flips

GAMES = 3
NODES = 20


@cache
def judged() -> tuple[Judged, ...]:
    """Every flip of some games of the computer player with itself."""
    games = enumerate(game_played(3, number, NODES) for number in range(GAMES))
    return tuple(flip for number, game in games for flip in judged_flips(game, NODES, number))


def test_luck_sums_to_about_nothing_over_games_of_the_computer_player_with_itself() -> None:
    flips = [flipped(each) for each in judged()]
    assert len(flips) > 25 * GAMES

    for movers in ((Mover.FIRST,), (Mover.SECOND,), tuple(Mover)):
        own = [each for each in flips if each.mover in movers]
        spread = math.sqrt(sum(each.variance for each in own))
        assert spread > 0.1
        assert abs(sum(each.luck for each in own)) < 3 * spread


def luck_of(flip: Judged, piece: str) -> float:
    """The luck that this flip would have had with another piece under the square."""
    ply = replace(flip.step.ply, revealed=Piece(piece))
    return luck(replace(flip, step=replace(flip.step, ply=ply)))


def test_no_flip_has_luck_to_be_expected() -> None:
    """As often as each piece of the pool, of which there are more of some, its luck: nothing."""
    flips = judged()
    pools = [Counter(each.step.before.pool) for each in flips]
    assert sum(len(set(pool.values())) > 1 for pool in pools) > 10
    assert sum(abs(luck_of(flip, flip.step.before.pool[0])) > 0.01 for flip in flips) > 10

    for flip, pool in zip(flips, pools, strict=True):
        expected = sum(count * luck_of(flip, piece) for piece, count in pool.items())
        assert expected == pytest.approx(0, abs=1e-9)
