"""One reason per broken rule, and which comes first when several are broken."""

import pytest

from app.game import (
    End,
    Flip,
    IllegalAction,
    Move,
    PlyInvalid,
    Rule,
    Square,
    check,
    new_game,
    parse_action,
    parse_ply,
    play,
)
from tests.unit.game.build import DOUQUE, after, at, line, refusal

BUSY = "3s/2?1/4/R3/rS2/?1G1/1h2/C2h r aS 0"


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        # the start square
        ("b8", Rule.EMPTY_SQUARE),
        ("a1", Rule.ALREADY_FACE_UP),
        ("d8", Rule.ALREADY_FACE_UP),
        ("b8c8", Rule.EMPTY_SQUARE),
        ("b8b8", Rule.EMPTY_SQUARE),
        ("a3a2", Rule.FACE_DOWN_SOURCE),
        ("a3a3", Rule.FACE_DOWN_SOURCE),
        ("d8d7", Rule.NOT_YOUR_PIECE),
        ("d8d8", Rule.NOT_YOUR_PIECE),
        ("a4a5", Rule.NOT_YOUR_PIECE),
        # the target
        ("a1a1", Rule.SAME_SQUARE),
        ("a5b4", Rule.OWN_PIECE),
        ("a1c3", Rule.OWN_PIECE),
        ("a5c7", Rule.FACE_DOWN_TARGET),
        ("c3c7", Rule.FACE_DOWN_TARGET),
        ("c3a3", Rule.FACE_DOWN_TARGET),
        # the way
        ("c3d4", Rule.NOT_ADJACENT),
        ("c3d1", Rule.NOT_ADJACENT),
        ("c3b2", Rule.NOT_ADJACENT),
        ("a1b2", Rule.NOT_ADJACENT),
        ("c3c1", Rule.TOO_FAR),
        ("a5d5", Rule.TOO_FAR),
        ("a1c1", Rule.TOO_FAR),
        ("a1d1", Rule.CANNON_NEEDS_ONE_SCREEN),
        # rank
        ("b4a4", Rule.LOWER_RANK),
        # nothing
        ("a5a4", None),
        ("a3", None),
    ],
)
def test_the_first_broken_rule_is_named(action: str, rule: Rule | None) -> None:
    assert refusal(at(BUSY), action) is rule


def test_distance_is_named_before_rank() -> None:
    assert refusal(line("S.r....."), "a1a3") is Rule.TOO_FAR


@pytest.mark.parametrize("action", ["a1b1", "a1a1", "d8a1"])
def test_whatever_moves_on_the_first_ply_is_told_to_flip(action: str) -> None:
    assert refusal(new_game(DOUQUE), action) is Rule.FIRST_PLY_FLIPS


def test_the_second_player_may_move_nothing_of_the_firsts() -> None:
    game = after(new_game(DOUQUE), "a1=g")
    assert refusal(game, "a1a2") is Rule.NOT_YOUR_PIECE


def test_an_attack_on_a_hidden_piece_is_refused_the_same_whatever_lies_there() -> None:
    for pool in ("S", "s", "g", "G"):
        for attacker in ("R", "C", "S"):
            game = line(f"{attacker}?......", pool=pool)
            assert refusal(game, "a1a2") is Rule.FACE_DOWN_TARGET


def test_no_chain_of_captures_can_be_ended() -> None:
    assert refusal(at(BUSY), "end") is Rule.OFF_BOARD


@pytest.mark.parametrize(
    "action",
    [
        Flip(Square(32)),
        Flip(Square(-1)),
        Move(Square(0), Square(32)),
        Move(Square(-4), Square(0)),
        End(),
    ],
)
def test_squares_beyond_the_board_are_refused_however_they_were_made(
    action: Flip | Move | End,
) -> None:
    with pytest.raises(IllegalAction) as caught:
        check(at(BUSY), action)
    assert caught.value.rule is Rule.OFF_BOARD


def test_a_refusal_is_told_by_its_code() -> None:
    assert str(IllegalAction(Rule.TOO_FAR)) == "too_far"


def test_after_the_end_nothing_is_judged() -> None:
    over = at("4/4/4/4/4/4/4/2SG b - 0")
    assert over.outcome is not None
    with pytest.raises(PlyInvalid, match="over"):
        check(over, parse_action("a1a2"))
    with pytest.raises(PlyInvalid, match="over"):
        play(over, parse_ply("c1-b1"))


def test_a_ply_that_names_a_piece_that_cannot_have_come_up_is_refused() -> None:
    game = at("?2s/4/4/4/4/4/4/R3 r G 0")
    with pytest.raises(PlyInvalid, match="no such piece"):
        play(game, parse_ply("a8=A"))


@pytest.mark.parametrize("text", ["a1-a2", "a1xa2=h", "a1xb1=s"])
def test_a_ply_that_names_what_does_not_stand_there_is_refused(text: str) -> None:
    with pytest.raises(PlyInvalid, match="what stands"):
        play(line("Rs......"), parse_ply(text))
