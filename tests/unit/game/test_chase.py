"""Perpetual chase: what counts as one, for whom, how long, and what it bars."""

import pytest

from app.game import (
    Chase,
    Game,
    Mover,
    Outcome,
    Reason,
    Rule,
    barred,
    barred_by,
    legal,
    parse_square,
)
from tests.unit.game.build import after, at, refusal, ruleset


def chases(game: Game) -> dict[str, int]:
    """Running counts as `chaser>chased: count`."""
    names = "abcd"
    return {
        f"{names[c.piece % 4]}{c.piece // 4 + 1}>{names[c.target % 4]}{c.target // 4 + 1}": c.count
        for c in game.chases
    }


def hunted(times: int, reply: str = "", **options: object) -> Game:
    """A red chariot has chased the same horse this often in a row; red is to move.

    They go to and fro, a4 below a5 and b4 below b5; the last reply of black may be another.
    """
    rules = ruleset(no_progress_limit=None, **options)
    red = ["a3-a4", *["a4-b4", "b4-a4"] * times]
    black = ["a5-b5", "b5-a5"] * times
    plies = [ply for pair in zip(red, black, strict=False) for ply in pair][: 2 * times]
    plies[-1] = reply or plies[-1]
    return after(at("3s/4/4/h3/4/R3/4/3S r - 0", rules), *plies)


def test_a_move_after_which_the_moved_piece_could_capture_is_a_chase() -> None:
    game = at("3s/4/4/h3/4/R3/4/3S r - 0")
    assert chases(game) == {}
    assert after(game, "a3-a4").chases == (Chase(parse_square("a4"), parse_square("a5"), 1),)


def test_a_chase_is_followed_as_the_target_runs_and_the_chaser_pursues() -> None:
    game = after(at("3s/4/4/h3/4/R3/4/3S r - 0"), "a3-a4", "a5-a6")
    assert chases(game) == {"a4>a6": 1}
    assert chases(after(game, "a4-a5")) == {"a5>a6": 2}


def test_the_sixth_chase_is_barred_and_not_before() -> None:
    for times in range(1, 5):
        assert barred(hunted(times)) == ()
    game = hunted(5)
    assert chases(game) == {"a4>b5": 5}
    assert barred(game) == ("a4a5", "a4b4")
    assert barred_by(game) == (Rule.CHASE_LIMIT, Rule.CHASE_LIMIT)
    assert refusal(game, "a4b4") is Rule.CHASE_LIMIT
    assert legal(game) == ("a4a3", "d1c1", "d1d2")


@pytest.mark.parametrize("limit", [2, 3, 9])
def test_the_limit_is_an_option(limit: int) -> None:
    assert barred(hunted(limit - 1, chase_limit=limit)) == ()
    assert len(barred(hunted(limit, chase_limit=limit))) == 2


def test_without_the_rule_nothing_is_counted() -> None:
    game = hunted(12, chase_limit=None)
    assert (game.chases, barred(game)) == ((), ())


def test_a_capture_of_the_chased_is_never_barred() -> None:
    game = hunted(5, reply="d8-d7")
    assert chases(game) == {"a4>a5": 5}
    assert barred(game) == ()
    assert after(game, "a4xa5=h").chases == ()


def test_a_capture_is_not_barred_even_if_it_leads_to_a_used_up_chase() -> None:
    rules = ruleset(chase_limit=2)
    game = at("3s/4/s3/h3/4/R3/4/3S r - 0", rules)
    game = after(game, "a3-a4", "a5-b5", "a4-a5", "b5-b6")
    assert chases(game) == {"a5>a6": 1, "a5>b6": 2}
    assert barred(game) == ("a5b5",)
    assert after(game, "a5xa6=s").chases == ()


def test_the_count_goes_up_whatever_the_chased_did() -> None:
    ran = after(hunted(1, reply="a5-b5"), "a4-a5")
    assert chases(ran) == {"a5>b5": 2}
    # a cannon that chases over a screen may go on although nobody moved out of its line
    game = at("h2s/4/?3/4/4/4/C3/3S r S 0")
    stayed = after(game, "a2-a3", "d8-d7", "a3-a4")
    assert chases(stayed) == {"a4>a8": 2}


def test_moving_another_piece_drops_the_count() -> None:
    assert after(hunted(3), "d1-d2").chases == ()


def test_moving_on_without_chasing_drops_the_count() -> None:
    assert after(hunted(3), "a4-a3").chases == ()


def test_after_changing_moves_the_count_begins_at_one() -> None:
    game = after(hunted(5), "d1-d2", "d8-d7", "a4-b4")
    assert chases(game) == {"b4>b5": 1}


def test_any_capture_or_flip_clears_the_counts_of_both() -> None:
    start = at("?2s/4/4/h3/4/R3/4/?1hS r Ss 0")
    chased = after(start, "a3-a4")
    assert chases(chased) == {"a4>a5": 1}
    assert after(chased, "a8=s").chases == ()
    capturing = after(at("3s/4/4/h3/4/R3/2s1/2R1 r - 0"), "a3-a4", "d8-d7", "c1xc2=s")
    assert capturing.chases == ()


def test_one_move_may_chase_several_each_counted_apart() -> None:
    game = after(at("3s/4/4/h1s1/4/1R2/4/3S r - 0"), "b3-b4", "d8-d7", "b4-b5")
    assert chases(game) == {"b5>a5": 1, "b5>c5": 1}


def test_protection_and_sense_do_not_matter() -> None:
    game = after(at("3s/4/4/hg2/4/R3/4/3S r - 0"), "a3-a4")
    assert chases(game) == {"a4>a5": 1}


def test_a_soldier_that_chases_a_general_is_counted() -> None:
    assert chases(after(at("3s/4/4/g3/4/S3/4/3S r - 0"), "a3-a4")) == {"a4>a5": 1}


def test_following_what_one_cannot_take_is_no_chase() -> None:
    assert after(at("3s/4/4/g3/4/R3/4/3S r - 0"), "a3-a4").chases == ()
    assert after(at("3s/4/4/s3/4/G3/4/3S r - 0"), "a3-a4").chases == ()
    assert after(at("3s/4/4/c3/4/S3/4/3S r - 0"), "a3-a4").chases == ()
    assert after(at("3s/4/4/c3/4/C3/4/3S r - 0"), "a3-a4").chases == ()


def test_a_cannons_threat_over_a_screen_is_a_chase() -> None:
    game = after(at("g2s/4/?3/4/4/4/4/1C1S r s 0"), "b1-a1")
    assert chases(game) == {"a1>a8": 1}


def test_only_the_moved_pieces_own_threats_count() -> None:
    uncovering = at("g2s/4/?3/4/S3/4/4/C2S r s 0")
    assert after(uncovering, "a4-b4").chases == ()


def test_the_chases_of_both_players_run_side_by_side() -> None:
    game = after(at("3s/4/4/h2S/4/R2r/4/4 r - 0"), "a3-a4", "d3-d4")
    assert chases(game) == {"a4>a5": 1, "d4>d5": 1}


def test_the_chaser_is_followed_when_it_is_chased_itself() -> None:
    game = after(at("3s/4/4/4/H3/4/r3/E2S b - 0"), "a2-a3", "a1-a2")
    assert chases(game) == {"a3>a4": 1, "a2>a3": 1}
    game = after(game, "a3-b3")
    assert chases(game) == {"a2>b3": 1}
    assert chases(after(game, "a2-b2")) == {"b2>b3": 2}


def test_equal_kinds_are_followed_as_individuals() -> None:
    game = after(at("3s/4/4/hh2/4/R3/4/3S r - 0"), "a3-a4", "d8-d7", "a4-b4")
    assert chases(game) == {"b4>b5": 1}


def test_one_used_up_chase_bars_a_move_that_also_chases_anew() -> None:
    rules = ruleset(chase_limit=2, no_progress_limit=None)
    game = at("4/4/4/h1s1/4/R3/4/3S r - 0", rules)
    game = after(game, "a3-a4", "a5-b5", "a4-b4", "b5-a5")
    assert chases(game) == {"b4>a5": 2}
    # on b5 the chariot would chase the horse a third time, and the soldier for the first
    assert barred(game) == ("b4a4", "b4b5")


def test_another_piece_may_go_on_chasing_the_same_target() -> None:
    rules = ruleset(chase_limit=2, no_progress_limit=None)
    game = at("3s/4/4/h3/2E1/R3/4/4 r - 0", rules)
    game = after(game, "a3-a4", "a5-b5", "a4-b4", "b5-a5", "c4-c5", "a5-b5")
    assert chases(game) == {}
    game = after(game, "b4-a4", "d8-d7", "c5-c4", "d7-d8", "c4-c5")
    assert chases(game) == {"c5>b5": 1}


def test_who_has_only_barred_moves_has_no_legal_action_and_loses() -> None:
    start = "4/4/4/4/4/4/1h2/2R1 r - 0"
    plies = ("c1-b1", "b2-a2", "b1-a1", "a2-b2")
    game = after(at(start, ruleset(chase_limit=2)), *plies)
    assert game.outcome == Outcome(Mover.SECOND, Reason.NO_LEGAL_MOVE)
    assert legal(after(at(start, ruleset(chase_limit=3)), *plies)) == ("a1a2", "a1b1")
