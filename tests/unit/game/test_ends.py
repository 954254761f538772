"""When a game is over, and which end comes before which."""

from dataclasses import replace

import pytest

from app.game import (
    LONGEST_GAME,
    PRESETS,
    Colour,
    Game,
    Mover,
    Outcome,
    Reason,
    advance,
    barred,
    judge_position,
    legal,
    new_game,
    parse_ply,
    parse_position,
    settle,
)
from tests.unit.game.build import DOUQUE, after, at, ruleset, walk

NO_ACTION = ruleset(elimination="no_action_only", chase_limit=None)
SHUTTLE = ("a1-a2", "d8-d7", "a2-a1", "d7-d8")


def shuttled(game: Game, plies: int) -> Game:
    """The game after quiet moves to and fro on two corners."""
    return after(game, *(SHUTTLE[number % 4] for number in range(plies)))


def test_taking_the_last_piece_wins_at_once() -> None:
    game = after(at("4/4/4/4/4/4/4/Rs1? r S 0"), "a1xb1=s")
    assert game.outcome == Outcome(Mover.FIRST, Reason.ELIMINATION)
    assert (legal(game), barred(game)) == ((), ())


def test_the_last_face_up_piece_is_not_the_last_piece() -> None:
    game = after(at("4/4/4/4/4/4/4/Rs1? r s 0"), "a1xb1=s")
    assert game.outcome is None


def test_where_only_inaction_loses_a_side_without_pieces_may_still_flip() -> None:
    game = after(at("4/4/4/4/4/4/4/Rs1? r S 0", NO_ACTION), "a1xb1=s")
    assert game.outcome is None
    assert legal(game) == ("d1",)
    assert after(game, "d1=S", "b1-b2").outcome == Outcome(Mover.FIRST, Reason.NO_LEGAL_MOVE)


def test_a_position_may_have_lost_its_mover_already() -> None:
    assert at("4/4/4/4/4/4/4/R3 b - 0").outcome == Outcome(Mover.SECOND, Reason.ELIMINATION)
    assert at("4/4/4/4/4/4/4/R3 r - 0").outcome == Outcome(Mover.FIRST, Reason.ELIMINATION)
    assert at("4/4/4/4/4/4/4/r3 r - 0").outcome == Outcome(Mover.SECOND, Reason.ELIMINATION)


def test_losing_the_general_does_not_end_the_game() -> None:
    assert after(at("4/4/4/4/4/4/4/Sg1s r - 0"), "a1xb1=g").outcome is None


def test_a_player_boxed_in_with_nothing_to_flip_loses() -> None:
    game = after(at("sE2/1R2/4/4/4/4/4/4 r - 0"), "b7-a7")
    assert game.outcome == Outcome(Mover.FIRST, Reason.NO_LEGAL_MOVE)


def test_own_pieces_box_in_too() -> None:
    game = after(at("sc2/c2R/4/4/4/4/4/4 r - 0"), "d7-c7")
    assert game.outcome is None
    assert at("ss2/sE2/A3/4/4/4/4/4 b - 0").outcome is None
    assert at("ssE1/sE2/A3/4/4/4/4/4 b - 0").outcome == Outcome(Mover.SECOND, Reason.NO_LEGAL_MOVE)


def test_one_face_down_piece_is_enough_to_go_on() -> None:
    assert after(at("sE2/1R2/4/4/4/4/4/3? r s 0"), "b7-a7").outcome is None


@pytest.mark.parametrize("limit", [40, 60, 100, 120])
def test_plies_without_progress_draw_when_they_reach_the_limit(limit: int) -> None:
    game = at("3s/4/4/4/4/4/4/R3 r - 0", ruleset(no_progress_limit=limit))
    before = shuttled(game, limit - 1)
    assert (before.outcome, before.quiet) == (None, limit - 1)
    assert shuttled(game, limit).outcome == Outcome(None, Reason.NO_PROGRESS)


def test_without_a_limit_nobody_counts() -> None:
    game = shuttled(at("3s/4/4/4/4/4/4/R3 r - 0", PRESETS["paofuqi"]), 400)
    assert (game.outcome, game.quiet) == (None, 400)


def test_a_flip_starts_the_count_again() -> None:
    game = shuttled(at("3s/4/4/4/1?2/4/4/R3 r s 0"), 59)
    game = after(game, "b4=s")
    assert (game.quiet, game.outcome) == (0, None)
    assert after(game, "a1-a2").quiet == 1


def test_a_capture_starts_the_count_again() -> None:
    game = after(at("3s/4/4/4/4/4/4/Rs2 r - 59"), "a1xb1=s")
    assert (game.quiet, game.outcome) == (0, None)


def test_a_decisive_end_comes_before_the_draw() -> None:
    game = after(at("sE2/1R2/4/4/4/4/4/4 r - 59"), "b7-a7")
    assert (game.quiet, game.outcome) == (60, Outcome(Mover.FIRST, Reason.NO_LEGAL_MOVE))


def test_a_position_at_or_over_the_limit_is_a_draw() -> None:
    for quiet in (60, 61, 9999):
        assert at(f"3s/4/4/4/4/4/4/R3 r - {quiet}").outcome == Outcome(None, Reason.NO_PROGRESS)


def test_five_thousand_plies_end_without_a_result() -> None:
    game = replace(at("3s/4/4/4/4/4/4/R3 r - 0"), ply=LONGEST_GAME - 1)
    ended = after(game, "a1-a2").outcome
    assert ended == Outcome(None, Reason.TOO_LONG)
    assert ended.is_void
    assert not Outcome(None, Reason.NO_PROGRESS).is_void
    assert not Outcome(Mover.FIRST, Reason.ABANDONMENT).is_void


def test_a_proper_end_on_the_last_possible_ply_counts() -> None:
    game = replace(at("3s/4/4/4/4/4/4/R3 r - 59"), ply=LONGEST_GAME - 1)
    assert after(game, "a1-a2").outcome == Outcome(None, Reason.NO_PROGRESS)


def test_what_is_believed_has_no_outcome_until_it_is_settled() -> None:
    game = at("4/4/4/4/4/4/4/Rs1? r S 0")
    believed = advance(game, parse_ply("a1xb1=s"))
    assert believed.outcome is None
    assert settle(believed) == after(game, "a1xb1=s")
    assert settle(settle(believed)) == settle(believed)


@pytest.mark.parametrize("name", PRESETS)
def test_random_games_end_as_their_rules_allow(name: str) -> None:
    rules = PRESETS[name]
    possible = {Reason.ELIMINATION, Reason.NO_LEGAL_MOVE, Reason.NO_PROGRESS, Reason.REPETITION}
    if rules.elimination == "no_action_only":
        possible -= {Reason.ELIMINATION}
    if rules.no_progress_limit is None:
        possible |= {Reason.TOO_LONG}
    for seed in range(5):
        last = [*walk(seed, rules)][-1]
        assert last.outcome is not None
        assert last.outcome.reason in possible


def test_a_verdict_tells_the_winner_by_colour() -> None:
    verdict = judge_position(parse_position("sE2/R3/4/4/4/4/4/4 b - 3"), DOUQUE)
    assert (verdict.winner, verdict.reason) == (Colour.RED, Reason.NO_LEGAL_MOVE)
    assert (verdict.legal, verdict.captures, verdict.barred) == ((), (), ())


def test_a_verdict_on_the_start_is_thirty_two_flips() -> None:
    verdict = judge_position(new_game(DOUQUE).position, DOUQUE)
    assert (len(verdict.legal), verdict.captures, verdict.reason) == (32, (), None)
    assert verdict.unseen == new_game(DOUQUE).pool
