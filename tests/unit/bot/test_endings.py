"""Small endings are known exactly: compared with all games from there, counted out ply by ply."""

import random

import pytest

from app.bot.choose import choose
from app.bot.codes import LETTERS
from app.bot.endings import UNKNOWN, Endings
from app.bot.law import Law
from app.bot.shapes import fit
from app.bot.sight import Sight, board_of
from app.game import (
    PRESETS,
    Mover,
    Rules,
    legal,
    new_game,
    parse_action,
    parse_position,
    play,
    ply_of,
)
from tests.unit.bot.counted import Counted, Node
from tests.unit.bot.playing import sight_of_game
from tests.unit.game.build import ruleset

DOUQUE = PRESETS["douque"]
WITHOUT_CHASES = {
    "ply_yard": PRESETS["ply_yard"],
    "paofuqi": PRESETS["paofuqi"],
    "tournament": PRESETS["tournament"],
    "forty plies": ruleset(chase_limit=None, no_progress_limit=40),
}


def told(node: Node, rules: Rules, quiet: int = 0) -> int | None:
    """What the tables say: who wins, or nothing."""
    board = board_of(Sight(rules, node.position(quiet), node.chases()))
    score = Endings(board).result(board)
    return None if score == UNKNOWN else (score > 0) - (score < 0)


def quiets(rules: Rules) -> tuple[int, ...]:
    """Plies without progress, few and many."""
    limit = rules.no_progress_limit
    return (0,) if limit is None else (0, limit // 2, limit - 4, limit - 1)


@pytest.mark.parametrize("name", WITHOUT_CHASES)
@pytest.mark.parametrize("letters", ["Gs", "Cr", "Cc", "Sg"])
def test_two_pieces_are_known_under_every_limit(name: str, letters: str) -> None:
    rules = WITHOUT_CHASES[name]
    counted = Counted(letters, rules)
    for node in counted.nodes[::5]:
        for quiet in quiets(rules):
            assert told(node, rules, quiet) == counted.value(node, quiet), (node, quiet)


@pytest.mark.parametrize(
    ("letters", "results"),
    [("HHs", {(0, 1), (0, -1), (37, 0)}), ("CGs", {(0, 1), (0, 0)})],
)
def test_three_pieces_are_known_and_that_a_win_may_come_too_late(
    letters: str, results: set[tuple[int, int]]
) -> None:
    rules = WITHOUT_CHASES["forty plies"]
    counted = Counted(letters, rules)
    found = set()
    for node in counted.nodes[::41]:
        for quiet in (0, 30, 37):
            found.add((quiet, counted.value(node, quiet)))
            assert told(node, rules, quiet) == counted.value(node, quiet), (node, quiet)
    assert results <= found


@pytest.mark.parametrize("letters", ["Gs", "Cr", "Hh"])
def test_where_chases_are_limited_what_is_told_is_true(letters: str) -> None:
    rules = ruleset(chase_limit=2)
    counted = Counted(letters, rules)
    known = 0
    for node in counted.nodes[::3]:
        for quiet in (0, 55):
            said = told(node, rules, quiet)
            known += said is not None
            assert said in {None, counted.value(node, quiet)}, (node, quiet)
    assert known > 0


def shape(letters: str, law: Law) -> object:
    """The shape of an ending between these pieces."""
    return fit(law, tuple(LETTERS.index(letter) for letter in letters)).shape


def test_endings_that_are_played_alike_share_a_table() -> None:
    law = Law(DOUQUE)

    assert shape("Rh", law) == shape("Es", law) == shape("hA", law)
    assert shape("RRh", law) == shape("EAs", law) == shape("hhS", law)
    assert shape("Gs", law) == shape("Hr", law)
    assert shape("Ch", law) != shape("Rh", law)


def test_a_won_ending_is_won_in_time_against_any_defence() -> None:
    for number in range(3):
        chance = random.Random(number)
        game = new_game(PRESETS["tournament"], parse_position("4/s3/4/4/4/4/2H1/3H r - 0"))
        past = [game]
        while game.outcome is None:
            sight = sight_of_game(game, tuple(past[:-1]))
            choice = choose(sight, 60, chance)
            assert (choice.score > 0.97) is (game.mover is Mover.FIRST)
            text = choice.action if game.mover is Mover.FIRST else chance.choice(legal(game))
            game = play(game, ply_of(game, parse_action(text), None))
            past.append(game)
        assert game.outcome.winner is Mover.FIRST
        assert game.ply <= 19
