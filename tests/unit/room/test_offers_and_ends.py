"""Draw offers, resignation, claims, rematches and who starts the next game."""

import pytest

from app.game import NextFirstMover, Reason, Seat, parse_position
from app.room.commands import (
    AcceptDraw,
    Claim,
    DeclineDraw,
    Leave,
    OfferDraw,
    Rematch,
    Resign,
    SetRules,
)
from app.room.events import DrawDeclined, DrawOffered, GameEnded, RematchAsked, RulesSet
from app.room.state import ClockRules, Drawing, Waiting
from tests.unit.room.scene import GUEST, HOST, Scene, at_one_device, drawing, rules, seated, waiting


def offered(by: Seat = HOST) -> Scene:
    scene = seated()
    scene.plies(1)
    scene.do(by, OfferDraw())
    return scene


def ended() -> Scene:
    scene = seated()
    scene.plies(2)
    scene.do(GUEST, Resign())
    return scene


def test_an_offer_stands_and_offering_again_changes_nothing() -> None:
    scene = offered()
    assert scene.past[-1] == DrawOffered(HOST)
    assert scene.do(HOST, OfferDraw()) is None
    assert scene.playing.running.offer is not None
    assert scene.playing.running.offer.ply == 1


def test_accepting_ends_the_game_in_a_draw_with_half_a_point_each() -> None:
    scene = offered()
    scene.do(GUEST, AcceptDraw(ply=1))
    assert scene.over.result.reason is Reason.AGREEMENT
    assert (scene.over.table.series.score.host, scene.over.table.series.score.guest) == (0.5, 0.5)
    assert scene.over.running.offer is None


def test_offering_against_the_others_offer_accepts_it() -> None:
    scene = offered()
    assert isinstance(scene.do(GUEST, OfferDraw()), GameEnded)


def test_ones_own_offer_cannot_be_accepted_and_no_offer_neither() -> None:
    assert offered().refusal(HOST, AcceptDraw(ply=1)) == "no_offer"
    assert seated().refusal(HOST, AcceptDraw(ply=0)) == "no_offer"
    assert seated().refusal(HOST, DeclineDraw()) == "no_offer"


def test_an_offer_made_at_another_ply_is_not_the_one_meant() -> None:
    assert offered().refusal(GUEST, AcceptDraw(ply=0)) == "stale"


def test_the_opponents_next_ply_ends_an_offer_and_ones_own_does_not() -> None:
    scene = offered(by=GUEST)
    scene.play()  # the guest's own ply
    assert "offer=DrawOffer" in repr(scene.room)
    scene.play()  # the host plays on
    assert "offer=None" in repr(scene.room)
    assert scene.refusal(HOST, AcceptDraw(ply=1)) == "no_offer"


@pytest.mark.parametrize("declines", [HOST, GUEST])
def test_a_declined_or_withdrawn_offer_rests_for_three_own_plies(declines: Seat) -> None:
    scene = offered(by=HOST)
    assert scene.do(declines, DeclineDraw()) == DrawDeclined(declines)
    for _ in range(3):
        assert scene.refusal(HOST, OfferDraw()) == "too_early"
        scene.plies(2)
    assert scene.do(HOST, OfferDraw()) == DrawOffered(HOST)


def test_a_lapsed_offer_rests_and_the_other_player_may_still_offer() -> None:
    scene = offered(by=HOST)
    scene.play()
    assert scene.refusal(HOST, OfferDraw()) == "too_early"
    assert scene.do(GUEST, OfferDraw()) == DrawOffered(GUEST)


def test_no_offer_before_the_first_ply_nor_where_the_rules_have_none() -> None:
    assert seated().refusal(HOST, OfferDraw()) == "too_early"
    scene = seated(rules("paofuqi"))
    scene.plies(1)
    for command in (OfferDraw(), AcceptDraw(ply=1), DeclineDraw()):
        assert scene.refusal(HOST, command) == "not_allowed_by_rules"
    assert waiting().refusal(HOST, OfferDraw()) == "not_playing"


def test_resigning_loses_with_the_points_of_the_captures_so_far() -> None:
    scene = ended()
    assert scene.over.result.winner is HOST
    assert scene.over.result.points == 5
    assert scene.over.table.series.points.guest == -5


def test_resigning_needs_rules_that_know_it() -> None:
    assert seated(rules("paofuqi")).refusal(HOST, Resign()) == "not_allowed_by_rules"


# — claims —


def test_an_absent_player_can_be_claimed_against_on_their_move_once_the_time_has_come() -> None:
    scene = seated()
    scene.plies(1)
    scene.claim_at = scene.now + 1
    assert scene.refusal(HOST, Claim(win=True)) == "too_early"
    scene.now += 1
    scene.do(HOST, Claim(win=True))
    assert (scene.over.result.winner, scene.over.result.reason) == (HOST, Reason.ABANDONMENT)


def test_nobody_is_claimed_against_while_it_is_ones_own_move_or_they_are_here() -> None:
    scene = seated()
    scene.claim_at = scene.now
    assert scene.refusal(HOST, Claim(win=True)) == "too_early"
    scene.plies(1)
    scene.claim_at = None
    assert scene.refusal(HOST, Claim(win=True)) == "too_early"


def test_a_claim_without_result_scores_nothing() -> None:
    scene = seated()
    scene.plies(1)
    scene.claim_at = scene.now
    scene.do(HOST, Claim(win=False))
    assert scene.over.result.winner is None
    assert scene.over.table.series.score.host == 0


def test_without_resignation_in_the_rules_only_no_result_can_be_claimed() -> None:
    scene = seated(rules("paofuqi"))
    scene.plies(1)
    scene.claim_at = scene.now
    assert scene.refusal(HOST, Claim(win=True)) == "not_allowed_by_rules"
    scene.do(HOST, Claim(win=False))
    assert scene.over.result.reason is Reason.ABANDONMENT


def test_nothing_can_be_claimed_where_no_game_is_on() -> None:
    assert waiting().refusal(HOST, Claim(win=False)) == "not_playing"


# — rematch —


def test_two_wishes_make_a_rematch() -> None:
    scene = seated(rules(next_first_mover=NextFirstMover.ALTERNATE))
    scene.do(GUEST, Resign())
    assert scene.do(GUEST, Rematch(accept=True)) == RematchAsked(GUEST)
    assert scene.over.rematch == (GUEST,)
    assert scene.do(GUEST, Rematch(accept=True)) is None
    scene.do(HOST, Rematch(accept=True))
    assert scene.playing.running.number == 2


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        (NextFirstMover.ALTERNATE, GUEST),
        (NextFirstMover.LOSER, GUEST),
        (NextFirstMover.WINNER, HOST),
    ],
)
def test_who_moves_first_next_follows_the_rules(option: NextFirstMover, expected: Seat) -> None:
    scene = seated(rules(next_first_mover=option))
    scene.plies(2)
    scene.do(GUEST, Resign())  # the host moved first and wins
    _both_want_more(scene)
    assert scene.playing.running.first is expected


@pytest.mark.parametrize("option", [NextFirstMover.LOSER, NextFirstMover.WINNER])
def test_after_a_draw_loser_and_winner_mean_the_same_player_as_before(
    option: NextFirstMover,
) -> None:
    scene = seated(rules(next_first_mover=option))
    scene.plies(1)
    scene.do(HOST, OfferDraw())
    scene.do(GUEST, AcceptDraw(ply=1))
    _both_want_more(scene)
    assert scene.playing.running.first is HOST


def test_the_next_first_player_may_be_drawn_for_again() -> None:
    scene = seated(rules(next_first_mover=NextFirstMover.DRAW))
    scene.plies(1)
    scene.do(HOST, Resign())
    _both_want_more(scene)
    assert isinstance(scene.room, Drawing)
    assert scene.room.table.series.game == 2


def test_a_draw_for_the_first_move_that_was_called_off_is_drawn_again() -> None:
    scene = drawing()
    scene.claim_at = scene.now
    scene.do(HOST, Claim(win=False))
    _both_want_more(scene)
    assert isinstance(scene.room, Drawing)


def test_a_game_given_up_before_its_first_ply_counts_as_one_for_who_moves_first_next() -> None:
    scene = seated(rules(next_first_mover=NextFirstMover.ALTERNATE))
    scene.do(GUEST, Resign())
    _both_want_more(scene)
    assert scene.playing.running.first is GUEST


def _both_want_more(scene: Scene) -> None:
    scene.do(HOST, Rematch(accept=True))
    scene.do(GUEST, Rematch(accept=True))


def test_a_wish_can_be_withdrawn_and_declined() -> None:
    scene = ended()
    assert scene.refusal(HOST, Rematch(accept=False)) == "no_offer"
    for seat in (HOST, GUEST):
        scene.do(HOST, Rematch(accept=True))
        scene.do(seat, Rematch(accept=False))
        assert scene.over.rematch == ()


def test_a_rematch_comes_after_the_end_and_needs_an_opponent() -> None:
    assert seated().refusal(HOST, Rematch(accept=True)) == "too_early"
    scene = ended()
    scene.do(GUEST, Leave())
    assert scene.refusal(HOST, Rematch(accept=True)) == "not_playing"


# — rules of the next game —


def test_the_host_sets_the_rules_while_waiting_and_nobody_during_a_game() -> None:
    scene = waiting()
    scene.do(HOST, SetRules(rules("tournament"), ClockRules(60, 1), has_clock=True))
    assert scene.room.table.rules == rules("tournament")
    assert scene.room.table.clock == ClockRules(60, 1)
    assert scene.refusal(GUEST, SetRules(rules())) == "forbidden"
    for busy in (seated(), drawing()):
        assert busy.refusal(HOST, SetRules(rules("tournament"))) == "not_playing"


def test_a_guest_who_waits_alone_sets_no_rules() -> None:
    scene = drawing()
    scene.do(HOST, Leave())
    assert scene.refusal(GUEST, SetRules(rules("tournament"))) == "forbidden"


def test_after_the_end_either_sets_the_rules_and_both_must_want_them() -> None:
    scene = seated(rules(next_first_mover=NextFirstMover.ALTERNATE))
    scene.plies(2)
    scene.do(GUEST, Resign())
    scene.do(HOST, Rematch(accept=True))
    assert scene.do(GUEST, SetRules(rules("paofuqi"))) == RulesSet(rules("paofuqi"), None)
    assert scene.over.rematch == ()
    assert scene.over.running.game.rules.draw_offers
    _both_want_more(scene)
    assert scene.playing.running.game.rules == rules("paofuqi")


def test_rules_by_which_the_start_would_be_the_end_are_refused() -> None:
    scene = at_one_device(rules(), parse_position("3s/4/4/4/4/4/4/R3 r - 50"))
    scene.do(HOST, Resign())
    assert scene.refusal(HOST, SetRules(rules(no_progress_limit=40))) == "rules_invalid"
    assert scene.do(HOST, SetRules(rules(no_progress_limit=100))) is not None


def test_the_clock_is_left_alone_unless_it_is_named() -> None:
    scene = waiting(clock=ClockRules(60, 1))
    scene.do(HOST, SetRules(rules("paofuqi")))
    assert scene.room.table.clock == ClockRules(60, 1)
    scene.do(HOST, SetRules(rules("paofuqi"), None, has_clock=True))
    assert isinstance(scene.room, Waiting)
    assert scene.room.table.clock is None


def test_at_one_device_each_seat_offers_and_the_other_accepts() -> None:
    scene = at_one_device(rules())
    scene.plies(1)
    scene.do(HOST, OfferDraw())
    scene.do(GUEST, AcceptDraw(ply=1))
    assert scene.over.result.reason is Reason.AGREEMENT
