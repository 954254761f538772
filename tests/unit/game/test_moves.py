import pytest

from app.game import (
    End,
    Flip,
    IllegalAction,
    Move,
    Piece,
    Ply,
    PlyInvalid,
    Rule,
    parse_action,
    parse_ply,
    parse_square,
    ply_of,
)
from tests.unit.game.build import at

A1, B1 = parse_square("a1"), parse_square("b1")


def test_an_action_is_a_flip_a_move_or_the_end_of_a_chain() -> None:
    assert parse_action("a1") == Flip(A1)
    assert parse_action("a1b1") == Move(A1, B1)
    assert parse_action("a1a1") == Move(A1, A1)
    assert parse_action("end") == End()


@pytest.mark.parametrize("text", ["a1", "a1b1", "d8d7", "end"])
def test_an_action_is_written_as_it_is_read(text: str) -> None:
    assert str(parse_action(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a0",
        "e1",
        "a9",
        "z1",
        "A1",
        "ａ１",
        "a1b",
        "a1b1c1",
        "a1-b1",
        "a1 ",
        "End",
        "a" * 10_000,
    ],
)
def test_what_names_no_squares_is_off_the_board(text: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        parse_action(text)
    assert caught.value.rule is Rule.OFF_BOARD


@pytest.mark.parametrize("value", [None, 3, 3.5, True, [], {}])
def test_what_is_no_text_is_no_action(value: object) -> None:
    with pytest.raises(IllegalAction):
        parse_action(value)


@pytest.mark.parametrize(
    ("text", "ply"),
    [
        ("a1=G", Ply(Flip(A1), Piece("G"), None)),
        ("a1-b1", Ply(Move(A1, B1), None, None)),
        ("a1xb1=s", Ply(Move(A1, B1), None, Piece("s"))),
    ],
)
def test_a_ply_is_written_with_what_it_showed(text: str, ply: Ply) -> None:
    assert str(ply) == text
    assert parse_ply(text) == ply


def test_the_end_of_a_chain_is_written_as_a_word() -> None:
    assert str(Ply(End(), None, None)) == "end"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a1",
        "a1b1",
        "a1=X",
        "a1=?",
        "a1=GG",
        "e1=G",
        "a1-e1",
        "a1xb1",
        "a1xb1=.",
        "a1_b1",
        "end",
    ],
)
def test_what_is_no_ply_is_refused(text: str) -> None:
    with pytest.raises(PlyInvalid):
        parse_ply(text)


def test_the_board_tells_what_a_move_takes() -> None:
    game = at("4/4/4/4/4/4/?3/Rs2 r G 0")
    assert str(ply_of(game, parse_action("a1b1"), None)) == "a1xb1=s"
    assert str(ply_of(game, parse_action("b1c1"), None)) == "b1-c1"
    assert str(ply_of(game, parse_action("a1a2"), None)) == "a1-a2"
    assert str(ply_of(game, parse_action("a2"), Piece("G"))) == "a2=G"
    assert ply_of(game, parse_action("end"), None) == Ply(End(), None, None)
