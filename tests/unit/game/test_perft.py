"""Numbers of lines of play over fixed deals.

Each was counted twice: by the library, and to its full depth by the slow judge, which the
last test asks again for a part.
"""

import pytest

from app.game import Colour, Game, legal, new_game
from tests.unit.game import reference
from tests.unit.game.build import BARE, acted, shuffled, walk

# (seed of the walk, plies of it, depth, lines of play)
MIDDLE_GAMES = [
    (3, 30, 4, 101_418),
    (4, 60, 4, 80_973),
    (5, 90, 5, 1_067_472),
    (6, 120, 5, 283_927),
    (7, 150, 6, 367_445),
]


def perft(game: Game, deal: str, depth: int) -> int:
    if depth == 1:
        return len(legal(game))
    return sum(perft(acted(game, text, deal=deal), deal, depth - 1) for text in legal(game))


def middle_game(seed: int, plies: int) -> Game:
    return [*walk(seed, BARE, plies)][-1]


@pytest.mark.parametrize(("seed", "count"), [(1, 867_960), (2, 866_880)])
def test_openings_have_as_many_lines_as_were_counted(seed: int, count: int) -> None:
    assert perft(new_game(BARE), shuffled(seed), 4) == count


@pytest.mark.parametrize(("seed", "plies", "depth", "count"), MIDDLE_GAMES)
def test_middle_games_have_as_many_lines_as_were_counted(
    seed: int, plies: int, depth: int, count: int
) -> None:
    game = middle_game(seed, plies)
    assert perft(game, shuffled(seed), depth) == count


@pytest.mark.parametrize(("seed", "plies"), [(1, 0), (2, 0), (3, 40), (4, 80), (5, 120)])
def test_the_slow_judge_counts_the_same(seed: int, plies: int) -> None:
    game = middle_game(seed, plies)
    deal = reference.board_of(shuffled(seed))
    red = None if game.turn is None else game.turn is Colour.RED
    counted = reference.perft(reference.board_of(game.board), deal, red, 2)
    assert perft(game, shuffled(seed), 2) == counted
