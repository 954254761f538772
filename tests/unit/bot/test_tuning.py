"""Tuning begins with the numbers that are played with, and pushes all of a group alike."""

import json
from pathlib import Path

import pytest

from app.bot import mind, weights
from app.bot.evaluate import Weights
from tests.servers import ROOT
from tools.tune_weights import (
    Asked,
    groups,
    kept,
    multiplied,
    push,
    pushed,
    tried,
    tuned,
    weights_of,
)


def test_without_games_the_numbers_stay_what_they_are() -> None:
    factors = tuned(Asked(pairs=0, nodes=1, seed=1))

    assert set(factors.values()) == {1.0}
    numbers = multiplied(factors)
    assert [tuple(row) for row in numbers["MATTER"]] == [*weights.MATTER]
    assert numbers["FACE_DOWN"] == [[weights.FACE_DOWN]]
    same, usual = weights_of(factors), Weights()
    for name in ("matter", "prey", "freedom", "unseen", "hunt"):
        assert [*getattr(same, name)] == [*getattr(usual, name)]
    assert (same.aim, same.tempo) == (usual.aim, usual.tempo)


def test_a_push_multiplies_what_belongs_together() -> None:
    signs = {name: 1 if name == "PREY 6" else -1 for name in groups()}
    factors = pushed(dict.fromkeys(groups(), 1.0), signs)

    assert factors["PREY 6"] == pytest.approx(1 + push("PREY"))
    assert factors["HUNT"] == pytest.approx(1 - push("HUNT"))
    assert multiplied(factors)["PREY"][6] == [round(x * 1.15) for x in weights.PREY[6]]


def test_what_was_found_is_kept_with_the_command_that_finds_it_again() -> None:
    # The sixth pair is won with the larger tables of endings, which only a compiled search opens,
    # and without them.
    asked = Asked(pairs=6, nodes=20, seed=3)
    factors = tuned(asked)
    found = json.loads(kept(asked, factors))

    assert found["command"] == "python -m tools.tune_weights --pairs 6 --nodes 20 --seed 3"
    assert found["compiled"] is (Path(mind.__file__).suffix != ".py")
    assert found["factors"] == {name: round(value, 3) for name, value in tuned(asked).items()}
    assert set(found["factors"].values()) != {1.0}


def test_factors_of_one_win_half_of_the_points() -> None:
    assert tried(Asked(pairs=3, nodes=20, seed=5), dict.fromkeys(groups(), 1.0)) == (0.5, 0.0)


def test_the_document_s_factors_are_of_the_numbers_that_there_are() -> None:
    found = json.loads((ROOT / "docs/tuning.json").read_text())

    assert list(found["factors"]) == list(groups())
    assert found["command"].startswith("python -m tools.tune_weights ")
