"""What the search makes of the rules: chases that are counted, and waiting with a flip."""

import random

import pytest

from app.bot.choose import Choice, choose
from app.bot.codes import WAIT_KEY, numbers
from app.bot.evaluate import Weights
from app.bot.mind import WIN, Mind
from app.bot.root import FLIPS_AT_FIRST, Root, is_flip
from app.bot.sight import Sight, board_of
from app.bot.tree import can_wait, search
from app.game import PRESETS, Chase, parse_position, parse_square
from tests.unit.bot.playing import random_game, sight_of_game


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


def test_nobody_waits_where_the_last_piece_is_known() -> None:
    sight = seen("3?/4/4/4/4/4/2R1/h3 r S 0", "ply_yard")

    values = dict(searched(sight, 3_000, exact=True).values)

    assert values["c2b2"] > 0.97


def test_who_waits_uses_up_what_could_be_turned_over() -> None:
    board = board_of(seen("?2?/4/4/4/4/4/2R1/h3 r SS 0", "ply_yard"))
    assert can_wait(board, 5)

    board.wait()
    board.wait()
    assert not can_wait(board, 5)

    board.undo()
    assert can_wait(board, 5)


def test_with_and_without_the_right_to_wait_a_position_has_two_notes() -> None:
    mind = Mind(board_of(seen("?2?/4/4/4/4/4/2R1/h3 r SS 0", "ply_yard")), 10_000, Weights())
    search(mind, 4, -WIN, WIN, may_wait=True)
    search(mind, 4, -WIN, WIN, may_wait=False)

    assert mind.recall(mind.key()) != 0
    assert mind.recall(mind.key() ^ WAIT_KEY[0]) != 0


def test_of_the_flips_those_stay_whose_exact_score_is_best() -> None:
    game = [game for game, _, _ in random_game(3, PRESETS["douque"], 12)][-1]
    root = Root(Mind(board_of(sight_of_game(game)), 1_000_000, Weights()), exact=False)
    root.add_flips(numbers(list(range(32))))
    flips = flips_of(root)
    root.deepen(1)
    root.narrow(1)
    means = sorted((root.means[square] for square in flips), reverse=True)

    assert len(flips) == FLIPS_AT_FIRST
    assert {root.means[square] for square in flips_of(root)} >= {*means[: FLIPS_AT_FIRST - 3]}
    assert len(flips_of(root)) < len(flips)


def flips_of(root: Root) -> list[int]:
    return [root.actions[at] & 31 for at in range(root.count) if is_flip(root.actions[at])]
