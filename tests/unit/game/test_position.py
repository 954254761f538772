import pytest

from app.game import FULL_SET, START, Colour, Position, PositionInvalid, parse_position

START_TEXT = "????/????/????/????/????/????/????/???? - GAAEERRHHCCSSSSSgaaeerrhhccsssss 0"


def test_the_start_is_written_as_everybody_writes_it() -> None:
    assert str(START) == START_TEXT
    assert parse_position(START_TEXT) == START


def test_a_position_is_read_from_rank_8_down() -> None:
    position = parse_position("s2?/4/4/4/4/4/4/1R2 b G 12")
    assert position == Position(".R.." + "." * 24 + "s..?", Colour.BLACK, "G", 12)
    assert str(position) == "s2?/4/4/4/4/4/4/1R2 b G 12"


def test_the_pool_is_taken_in_any_order_and_written_in_one() -> None:
    assert str(parse_position("???R/4/4/4/4/4/4/4 r sGa 0")) == "???R/4/4/4/4/4/4/4 r Gas 0"


def test_no_face_down_piece_is_written_as_a_dash() -> None:
    assert str(parse_position("r3/4/4/4/4/4/4/R3 r - 9999")) == "r3/4/4/4/4/4/4/R3 r - 9999"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "four parts"),
        ("x" * 91, "at most 90"),
        ("R3/4/4/4/4/4/4/r3 r -", "four parts"),
        ("R3/4/4/4/4/4/4/r3  r - 0", "four parts"),
        ("R3/4/4/4/4/4/4/r3 r - 0 ", "four parts"),
        ("R3/4/4/4/4/4/r3 r - 0", "eight ranks"),
        ("R3/4/4/4/4/4/4/4/r3 r - 0", "eight ranks"),
        ("R3/4/4/4/4/4/4/r2 r - 0", "rank 1 does not have four squares"),
        ("R3/4/4/4/4/4/4/r4 r - 0", "rank 1 does not have four squares"),
        ("R3/4/4/4//4/4/r3 r - 0", "rank 4 does not have four squares"),
        ("R21/4/4/4/4/4/4/r3 r - 0", "rank 8 counts empty squares"),
        ("K3/4/4/4/4/4/4/r3 r - 0", "rank 8 has a letter"),
        ("R.../4/4/4/4/4/4/r3 r - 0", "rank 8 has a letter"),
        ("R5/4/4/4/4/4/4/r3 r - 0", "rank 8 has a letter"),
        ("R٣/4/4/4/4/4/4/r3 r - 0", "rank 8 has a letter"),
        ("R3/4/4/4/4/4/4/r3 w - 0", "side to move"),
        ("R3/4/4/4/4/4/4/r3 red - 0", "side to move"),
        ("R3/4/4/4/4/4/4/r3 r - -1", "from 0 to 9999"),
        ("R3/4/4/4/4/4/4/r3 r - 10000", "from 0 to 9999"),
        ("R3/4/4/4/4/4/4/r3 r - 01", "from 0 to 9999"),
        ("R3/4/4/4/4/4/4/r3 r - 1.0", "from 0 to 9999"),
        ("R3/4/4/4/4/4/4/r3 r - ٣", "from 0 to 9999"),
        ("R3/4/4/4/4/4/4/r3 r - x", "from 0 to 9999"),
        ("R2?/4/4/4/4/4/4/r3 r - 0", "as many letters"),
        ("R3/4/4/4/4/4/4/r3 r G 0", "as many letters"),
        ("R2?/4/4/4/4/4/4/r3 r GG 0", "as many letters"),
        ("R2?/4/4/4/4/4/4/r3 r  0", "letters of GAERHCSgaerhcs"),
        ("R2?/4/4/4/4/4/4/r3 r X 0", "letters of GAERHCSgaerhcs"),
        ("R2?/4/4/4/4/4/4/r3 r ? 0", "letters of GAERHCSgaerhcs"),
        ("GG2/4/4/4/4/4/4/r3 r - 0", "more G than in a set"),
        ("G2?/4/4/4/4/4/4/r3 r G 0", "more G than in a set"),
        ("s3/ssss/s3/4/4/4/4/R3 r - 0", "more s than in a set"),
        ("4/4/4/4/4/4/4/4 r - 0", "no piece"),
        ("R3/4/4/4/4/4/4/r3 - - 0", "only the untouched start"),
        ("4/4/4/4/4/4/4/4 - - 0", "no piece"),
        (START_TEXT.replace(" 0", " 1"), "only the untouched start"),
        (START_TEXT.replace("-", "r"), "before the first flip"),
        (f"G???/????/????/????/????/????/????/???? - {FULL_SET[1:]} 0", "only the untouched"),
    ],
)
def test_what_cannot_be_a_position_is_refused_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(PositionInvalid) as caught:
        parse_position(text)
    assert reason in caught.value.reason
