"""What the computer player chooses: always something legal, always the same, and not nonsense."""

import random

import pytest

from app.bot.choose import Choice, NoAction, choose
from app.bot.levels import LEVELS, choose_at
from app.bot.sight import Sight
from app.game import PRESETS, Chase, legal, parse_position, parse_square
from tests.unit.bot.playing import random_game, sight_of_game
from tests.unit.bot.test_board import RULESETS

DOUQUE = PRESETS["douque"]


def best(position: str, nodes: int = 2_000) -> Choice:
    return choose(Sight(DOUQUE, parse_position(position)), nodes, random.Random(1))


@pytest.mark.parametrize("name", RULESETS)
def test_every_choice_is_legal_all_through_random_games(name: str) -> None:
    moments = [game for game, _, _ in random_game(5, RULESETS[name], 150)]
    for index, game in enumerate(moments[::5]):
        if game.outcome is None:
            sight = sight_of_game(game, tuple(moments[: 5 * index]))
            choice = choose(sight, 150, random.Random(index))
            assert choice.action in legal(game)
            assert {text for text, _ in choice.values} <= {*legal(game)}
            assert choice.nodes <= 150
            assert -1 <= choice.score <= 1


def test_the_same_sight_budget_and_seed_give_the_same_choice() -> None:
    moments = [game for game, _, _ in random_game(3, DOUQUE, 40)]
    choices = [choose(sight_of_game(moments[-1]), 700, random.Random(9)) for _ in range(2)]

    assert choices[0] == choices[1]


def test_the_first_action_is_a_flip_that_chance_picks() -> None:
    start = "????/????/????/????/????/????/????/???? - GAAEERRHHCCSSSSSgaaeerrhhccsssss 0"

    assert len({choose_first(start, seed) for seed in range(20)}) > 5


def choose_first(start: str, seed: int) -> str:
    choice = choose(Sight(DOUQUE, parse_position(start)), 100, random.Random(seed))
    assert len(choice.action) == 2
    return choice.action


def test_it_takes_the_last_piece_and_knows_that_it_has_won() -> None:
    choice = best("4/4/4/4/1r2/1A2/4/H3 r - 4")

    assert (choice.action, choice.score > 0.99) == ("b3b4", True)


def test_a_player_who_cannot_act_has_lost_also_at_the_limit() -> None:
    choice = best("4/4/4/4/4/C3/4/sC2 r - 59")

    assert (choice.action, choice.score > 0.99) == ("a3a2", True)


def test_it_takes_a_general_with_a_soldier_rather_than_a_soldier() -> None:
    assert best("4/E3/3a/4/1g2/1Ss1/4/R2H r - 0").action == "b3b4"


def test_it_does_not_take_what_costs_more_than_it_brings() -> None:
    assert best("4/4/a3/s3/R2h/4/1H2/E2e r - 0").action != "a4a5"


def test_a_barred_move_is_never_chosen_even_if_all_others_lose() -> None:
    chases = (Chase(parse_square("a2"), parse_square("c2"), 5),)
    sight = Sight(DOUQUE, parse_position("4/4/4/4/4/4/R1h1/4 r - 9"), chases)
    looked_at = {text for text, _ in choose(sight, 500, random.Random(1)).values}

    assert looked_at == {"a2a1", "a2a3"}


def test_where_nothing_can_be_done_there_is_no_choice() -> None:
    with pytest.raises(NoAction):
        best("4/4/4/4/4/4/s3/Gs2 r - 0")


def test_exact_values_are_known_for_every_action() -> None:
    game = [game for game, _, _ in random_game(3, DOUQUE, 30)][-1]
    choice = choose(sight_of_game(game), 20_000, random.Random(9), exact=True)

    assert {text for text, _ in choice.values} == {*legal(game)}
    scores = [score for _, score in choice.values]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_easy_levels_choose_something_legal_too(level: int) -> None:
    game = [game for game, _, _ in random_game(6, DOUQUE, 30)][-1]

    assert choose_at(LEVELS[level], sight_of_game(game), random.Random(2)).action in legal(game)
