import pytest

from app.game import IllegalAction, Rule, Square, parse_square, square_name
from app.game.board import NEIGHBOURS, RAYS, SQUARES, moved, screens, turned_over


def names(squares: tuple[Square, ...]) -> list[str]:
    return [square_name(square) for square in squares]


def test_squares_are_counted_along_the_ranks_from_a1() -> None:
    assert [square_name(Square(index)) for index in (0, 1, 2, 3, 4, 31)] == [
        "a1", "b1", "c1", "d1", "a2", "d8",
    ]  # fmt: skip
    assert [parse_square(square_name(square)) for square in SQUARES] == list(SQUARES)


@pytest.mark.parametrize("text", ["", "a", "a0", "a9", "e1", "A1", "a1 ", "ａ１", "1a", "a10"])
def test_what_names_no_square_is_off_the_board(text: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        parse_square(text)
    assert caught.value.rule is Rule.OFF_BOARD


@pytest.mark.parametrize("value", [None, 3.5, 7, [], {}])
def test_what_is_no_text_is_off_the_board(value: object) -> None:
    with pytest.raises(IllegalAction):
        parse_square(value)


def test_neighbours_do_not_wrap_from_one_rank_to_the_next() -> None:
    assert names(NEIGHBOURS[parse_square("d1")]) == ["c1", "d2"]
    assert names(NEIGHBOURS[parse_square("a2")]) == ["a1", "a3", "b2"]
    assert names(NEIGHBOURS[parse_square("b5")]) == ["a5", "b4", "b6", "c5"]


def test_rays_run_to_the_edge() -> None:
    assert [names(ray) for ray in RAYS[parse_square("b7")]] == [
        ["a7"],
        ["b6", "b5", "b4", "b3", "b2", "b1"],
        ["b8"],
        ["c7", "d7"],
    ]


def test_neighbourhood_is_mutual() -> None:
    assert all(a in NEIGHBOURS[b] for a in SQUARES for b in NEIGHBOURS[a])


def test_moving_leaves_an_empty_square_in_either_direction() -> None:
    board = "R...r..." + "." * 24
    assert moved(board, Square(0), Square(4)) == "....R..." + "." * 24
    assert moved(board, Square(4), Square(0)) == "r......." + "." * 24


def test_turning_over_changes_one_square() -> None:
    assert turned_over("?" * 32, Square(3), "G") == "???G" + "?" * 28


def test_screens_are_counted_between_two_squares_of_a_line_only() -> None:
    board = "C?.g" + "." * 28
    assert screens(board, parse_square("a1"), parse_square("d1")) == 1
    assert screens(board, parse_square("d1"), parse_square("a1")) == 1
    assert screens(board, parse_square("a1"), parse_square("a8")) == 0
    assert screens(board, parse_square("a1"), parse_square("b2")) is None
