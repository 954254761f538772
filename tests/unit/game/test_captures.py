"""Who takes whom, and how: the chart, the cannon, and what can never be taken."""

import pytest

from app.game import Rule, legal
from tests.unit.game import reference
from tests.unit.game.build import at, line, refusal

KINDS = "GAERHCS"


@pytest.mark.parametrize("attacker", KINDS)
@pytest.mark.parametrize("target", KINDS)
def test_hand_to_hand_captures_follow_the_chart(attacker: str, target: str) -> None:
    game = line(f"{attacker}{target.lower()}......")
    assert ("a1a2" in legal(game)) == (target in reference.CHART[attacker])


@pytest.mark.parametrize("attacker", KINDS)
@pytest.mark.parametrize("target", KINDS)
def test_the_chart_is_the_same_for_black(attacker: str, target: str) -> None:
    game = line(f"{attacker.lower()}{target}......", turn="b")
    assert ("a1a2" in legal(game)) == (target in reference.CHART[attacker])


def test_a_soldier_takes_a_general_but_a_general_no_soldier() -> None:
    assert refusal(line("Sg......"), "a1a2") is None
    assert refusal(line("Gs......"), "a1a2") is Rule.GENERAL_VS_SOLDIER


def test_a_generals_danger_never_restricts_its_moves() -> None:
    assert refusal(at("4/4/4/4/4/4/1s2/G2s r - 0"), "a1b1") is None


def test_a_soldier_takes_no_cannon_a_horse_does_and_a_cannon_nothing_beside_it() -> None:
    assert refusal(line("Sc......"), "a1a2") is Rule.LOWER_RANK
    assert refusal(line("Hc......"), "a1a2") is None
    assert refusal(line("Cs......"), "a1a2") is Rule.CANNON_ADJACENT


@pytest.mark.parametrize("screen", ["?", "S", "s", "G", "c"])
def test_a_cannons_screen_may_be_anything(screen: str) -> None:
    pool = "g" if screen == "?" else ""
    assert refusal(line(f"C{screen}r.....", pool=pool), "a1a3") is None


@pytest.mark.parametrize("target", KINDS.lower())
def test_a_cannon_takes_any_rank_over_one_screen(target: str) -> None:
    assert refusal(line(f"C?{target}.....", pool="S"), "a1a3") is None


def test_gaps_before_and_behind_the_screen_do_not_matter() -> None:
    assert refusal(line("C...?..g", pool="S"), "a1a8") is None
    assert refusal(line("C?.....g", pool="S"), "a1a8") is None
    assert refusal(line("C.....?g", pool="S"), "a1a8") is None


def test_a_cannon_captures_only_over_exactly_one_screen() -> None:
    assert refusal(line("C..g...."), "a1a4") is Rule.CANNON_NEEDS_ONE_SCREEN
    assert refusal(line("C?Sg....", pool="S"), "a1a4") is Rule.CANNON_NEEDS_ONE_SCREEN


def test_the_first_piece_behind_the_screen_stops_the_scan() -> None:
    assert [text for text in legal(line("C?S.g...", pool="S")) if text[:2] == "a1"] == ["a1b1"]
    assert [text for text in legal(line("C??.g...", pool="SS")) if text[:2] == "a1"] == ["a1b1"]


def test_a_cannon_does_not_take_its_own_piece_or_a_hidden_one() -> None:
    assert refusal(line("C?S.....", pool="s"), "a1a3") is Rule.OWN_PIECE
    assert refusal(line("CS?.....", pool="s"), "a1a3") is Rule.FACE_DOWN_TARGET


def test_a_cannon_jumps_onto_no_empty_square_and_no_hidden_neighbour() -> None:
    assert refusal(line("C?......", pool="s"), "a1a3") is Rule.TOO_FAR
    assert refusal(line("C?......", pool="s"), "a1a2") is Rule.FACE_DOWN_TARGET
    assert refusal(line("C.?.?...", pool="sS"), "a1a5") is Rule.FACE_DOWN_TARGET


def test_a_cannon_jumps_along_ranks_and_files_in_all_four_directions() -> None:
    game = at("4/1g2/4/1S2/?C?r/1s2/1h2/4 r Ss 0")
    found = [text for text in legal(game) if text[:2] == "b4"]
    assert found == ["b4b2", "b4b7", "b4d4"]


def test_nobody_takes_around_the_edge_of_the_board() -> None:
    game = at("4/4/4/4/4/4/s3/3R r - 0")
    assert [text for text in legal(game) if text[:2] == "d1"] == ["d1c1", "d1d2"]
    assert refusal(game, "d1a2") is Rule.NOT_ADJACENT


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_steps_to_the_four_empty_squares_beside_it(kind: str) -> None:
    game = at(f"3s/4/4/4/1{kind}2/4/4/4 r - 0")
    assert legal(game) == ("b4a4", "b4b3", "b4b5", "b4c4")
