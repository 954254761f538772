"""The same board with the same player to move for the third time: nothing, a draw, or barred."""

from app.game import Mover, Outcome, Reason, Rule, barred, barred_by, legal
from tests.unit.game.build import after, at, refusal, ruleset

QUIET = "3s/4/4/4/4/4/4/R3 r - 0"
SHUTTLE = ("a1-a2", "d8-d7", "a2-a1", "d7-d8")
DRAW3 = ruleset(repetition="draw3")
VARY = ruleset(repetition="vary")


def test_without_the_rule_nothing_is_remembered() -> None:
    game = after(at(QUIET), *SHUTTLE * 3)
    assert (game.outcome, game.seen) == (None, ())


def test_the_third_appearance_draws() -> None:
    game = after(at(QUIET, DRAW3), *SHUTTLE, *SHUTTLE[:3])
    assert game.outcome is None
    assert after(game, SHUTTLE[3]).outcome == Outcome(None, Reason.REPETITION)


def test_the_position_after_a_capture_counts_as_the_first() -> None:
    game = after(at("3s/4/4/4/4/4/4/Rs2 r - 0", DRAW3), "a1xb1=s")
    steps = ("d8-d7", "b1-b2", "d7-d8", "b2-b1")
    game = after(game, *steps, *steps[:3])
    assert game.outcome is None
    assert after(game, steps[3]).outcome == Outcome(None, Reason.REPETITION)


def test_a_flip_begins_the_count_again() -> None:
    game = after(at("3s/4/4/4/4/?3/4/R3 r S 0", DRAW3), *SHUTTLE, "a3=S")
    assert len(game.seen) == 1
    assert after(game, "d8-d7", "a1-a2", "d7-d8").outcome is None


def test_boards_are_compared_by_letters() -> None:
    # the two soldiers change places: the letters are the same again
    start = "3s/4/4/4/4/4/S3/S3 r - 0"
    steps = ("a1-b1", "d8-d7", "a2-a1", "d7-d8", "b1-b2", "d8-d7", "b2-a2", "d7-d8")
    game = after(at(start, DRAW3), *steps, *steps[:7])
    assert game.outcome is None
    assert after(game, steps[7]).outcome == Outcome(None, Reason.REPETITION)


def test_a_board_is_remembered_with_who_is_to_move() -> None:
    game = after(at(QUIET, DRAW3), "a1-a2")
    assert [key[32:] for key in game.seen] == ["first", "second"]


def test_no_progress_comes_before_repetition() -> None:
    game = at("3s/4/4/4/4/4/4/R3 r - 52", DRAW3)
    assert after(game, *SHUTTLE * 2).outcome == Outcome(None, Reason.NO_PROGRESS)


def test_the_move_that_would_repeat_twice_is_barred() -> None:
    game = after(at(QUIET, VARY), *SHUTTLE, *SHUTTLE[:3])
    assert barred(game) == ("d7d8",)
    assert barred_by(game) == (Rule.REPETITION,)
    assert refusal(game, "d7d8") is Rule.REPETITION
    assert legal(game) == ("d7c7", "d7d6")


def test_varying_sets_everybody_free_again() -> None:
    game = after(at(QUIET, VARY), *SHUTTLE, *SHUTTLE[:3], "d7-c7")
    assert barred(game) == ()


def test_captures_and_flips_are_never_barred_for_repeating() -> None:
    game = after(at("3s/4/4/4/4/?3/4/R3 r S 0", VARY), *SHUTTLE, *SHUTTLE[:3])
    assert "a3" in legal(game)


def test_chase_is_named_before_repetition() -> None:
    rules = ruleset(repetition="vary", chase_limit=4, no_progress_limit=None)
    steps = ("a3-a4", "a5-b5", "a4-b4", "b5-a5", "b4-a4", "a5-b5", "a4-b4", "b5-a5")
    game = after(at("3s/4/4/h3/4/R3/4/3S r - 0", rules), *steps)
    assert "b4a4" in barred(game)
    assert refusal(game, "b4a4") is Rule.CHASE_LIMIT


def test_who_may_only_repeat_has_no_legal_action_and_loses() -> None:
    # the black soldier has a7 and a8 to itself, and nothing else
    game = at("sE2/1R2/A3/4/4/4/4/3G r - 0", VARY)
    steps = ("d1-c1", "a8-a7", "c1-d1", "a7-a8")
    game = after(game, *steps, *steps[:3])
    assert game.outcome == Outcome(Mover.FIRST, Reason.NO_LEGAL_MOVE)
