import pytest

from app.game import ByMover, BySeat, Colour, Mover, Seat


@pytest.mark.parametrize("kind", [Colour, Mover, Seat])
def test_there_are_two_of_each_and_each_is_the_others_other(
    kind: type[Colour] | type[Mover] | type[Seat],
) -> None:
    one, two = kind
    assert (one.other, two.other) == (two, one)


def test_a_pair_by_mover_holds_one_value_each() -> None:
    pair = ByMover("a", "b")
    assert (pair.of(Mover.FIRST), pair.of(Mover.SECOND)) == ("a", "b")
    assert pair.with_(Mover.FIRST, "c") == ByMover("c", "b")
    assert pair.with_(Mover.SECOND, "c") == ByMover("a", "c")


def test_a_pair_by_seat_holds_one_value_each() -> None:
    pair = BySeat(1, 2)
    assert (pair.of(Seat.HOST), pair.of(Seat.GUEST)) == (1, 2)
    assert pair.with_(Seat.HOST, 3) == BySeat(3, 2)
    assert pair.with_(Seat.GUEST, 3) == BySeat(1, 3)
