"""Every judged position and every judged sequence of the collection beside the tests."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.game import barred, judge_position, legal, new_game, parse_position
from tests.unit.game.build import DOUQUE, acted, ruleset

CASES = Path(__file__).parents[2] / "cases"


def _load(file: str, key: str) -> list[Any]:
    cases = json.loads((CASES / file).read_text(encoding="utf-8"))[key]
    return [pytest.param(case, id=case["name"]) for case in cases]


@pytest.mark.parametrize("case", _load("positions.json", "positions"))
def test_a_judged_position_is_judged_the_same(case: dict[str, Any]) -> None:
    position = parse_position(case["position"])
    verdict = judge_position(position, ruleset(chase_limit=None))
    result = case["result"] or {"winner": None, "reason": None}
    assert str(position) == case["position"]
    assert list(verdict.legal) == case["legal"]
    assert list(verdict.captures) == case["captures"]
    assert verdict.barred == ()
    assert verdict.unseen == position.pool
    assert (verdict.winner, verdict.reason) == (result["winner"], result["reason"])


@pytest.mark.parametrize("case", _load("chases.json", "sequences"))
def test_a_judged_sequence_of_chases_is_judged_the_same(case: dict[str, Any]) -> None:
    game = acted(new_game(DOUQUE), *case["actions"], deal=case["deal"])
    assert list(legal(game)) == case["legal"]
    assert list(barred(game)) == case["barred"]
