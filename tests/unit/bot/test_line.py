"""The line protocol: what is answered, and why something is not."""

import itertools
import random
import re
from pathlib import Path

import pytest

from app.bot.levels import LEVELS, Level
from app.bot.line import Request, answer, read_request, request
from app.game import PRESETS, Chase, parse_square
from tests.unit.bot.playing import random_game, sight_of_game

POSITION = "position 4/4/4/4/1r2/1A2/4/H3 r - 4"
DOCUMENT = Path(__file__).parents[3] / "docs/engine.md"


def answered(line: str) -> str:
    return answer(line, random.Random(1))


def test_a_request_is_answered_with_action_score_nodes_and_depth() -> None:
    said = answered(f"{POSITION} chases - rules douque nodes 500")

    assert re.fullmatch(r"action b3b4 score 1\.0000 nodes \d+ depth \d+", said)


def test_a_level_may_be_asked_for() -> None:
    asked = f"{POSITION} chases - rules douque"

    assert read_request(f"{asked} level 4").level == LEVELS[4]
    assert read_request(f"{asked} level 2 nodes 90").level == Level(90, LEVELS[2].doubt)
    assert read_request(f"{asked} level 1 nodes 90000").level == LEVELS[1]
    assert answered(f"{asked} level 1 nodes 50").startswith("action ")


def test_every_actions_value_may_be_asked_for() -> None:
    said = answered(f"{POSITION} chases - rules douque nodes 500 values").split()

    values = dict(part.split("=") for part in said[-1].split(","))
    assert said[-2] == "values"
    assert len(values) > 5
    assert float(values[said[1]]) == max(map(float, values.values())) == float(said[3])


def test_rules_may_be_json() -> None:
    rules = '{"preset": "douque", "chase_limit": 2}'

    assert answered(f"{POSITION} chases b3b4=2 rules {rules} nodes 50").startswith("action b3b4")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "a request is"),
        ("go", "a request is"),
        (f"{POSITION} chases - rules douque nodes 0", "nodes are from 1"),
        (f"{POSITION} chases - rules douque", "a request is"),
        (f"{POSITION} chases - rules douque nodes many", "a request is"),
        ("position 4/4 r - 0 chases - rules douque nodes 9", "a board has eight ranks"),
        ("position 4/4/4/4/4/4/4/3H r - 0 chases - rules douque nodes 9", "the game is over"),
        (f"{POSITION} chases - rules chess nodes 9", "rules are one of"),
        (f"{POSITION} chases - rules [] nodes 9", "rules are an object"),
        (f'{POSITION} chases - rules {{"chase_limit": 1}} nodes 9', "chase_limit must be"),
        (f"{POSITION} chases b3-b4 rules douque nodes 9", "a chase is written"),
        (f"{POSITION} chases b3a1=1 rules douque nodes 9", "a chase is between"),
        (f"{POSITION} chases b3b4=6 rules douque nodes 9", "a chase is counted further"),
        (f"{POSITION} chases - rules {'[' * 100_000} nodes 9", "rules are one of"),
        (f"{POSITION} chases b3b4=1,a1b4=2 rules douque nodes 9", "of a colour only"),
        (f"{POSITION} chases b3b4=1,b3b4=2 rules douque nodes 9", "a chase is told twice"),
        (f"{POSITION} chases - since b2b3 rules douque nodes 9", "moves since"),
        (f"{POSITION} chases - since b3-b4 rules douque nodes 9", "b3-b4 cannot have led"),
        (f"{POSITION} chases - since d8-b4 rules douque nodes 9", "d8-b4 cannot have led"),
        (f"{POSITION} chases - since b2-b3 rules douque nodes 9", "b2-b3 cannot have led"),
        (
            f"{POSITION} chases - since a1-a2,a2-a1,a1-a2,a2-a1,a1-a2 rules douque nodes 9",
            "there are more moves",
        ),
    ],
)
def test_a_bad_line_is_answered_with_its_reason(line: str, reason: str) -> None:
    assert answered(line).startswith(f"error {reason}")


def test_what_is_requested_is_what_is_read() -> None:
    moments = [*random_game(4, PRESETS["tournament"], 120)]
    games = tuple(game for game, _, _ in moments)
    for index, game in enumerate(games):
        if game.outcome is None:
            sight = sight_of_game(game, games[:index])
            since = tuple(text_of(action) for _, action, _ in moments[index - game.quiet : index])
            assert read_request(request(sight, since, "tournament", 9)) == Request(sight, Level(9))


def text_of(action: int) -> str:
    names = ["abcd"[n % 4] + str(n // 4 + 1) for n in (action % 32, action // 32)]
    return "-".join(names)


def test_chases_are_read_as_they_are_written() -> None:
    sight = read_request(f"{POSITION} chases b3b4=3 rules douque nodes 9").sight

    assert sight.chases == (Chase(parse_square("b3"), parse_square("b4"), 3),)
    assert "chases b3b4=3 " in request(sight, (), "douque", 9)


def test_the_examples_of_the_document_are_answered_as_it_says() -> None:
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    examples = [
        (line[2:], after[2:])
        for line, after in itertools.pairwise(lines)
        if line.startswith("> ") and after.startswith("< ")
    ]
    assert len(examples) >= 3
    for line, expected in examples:
        assert answered(line) == expected
