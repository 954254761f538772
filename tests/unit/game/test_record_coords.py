"""Records may count their squares as a wide board does, a-h by 1-4."""

from __future__ import annotations

import pytest

from app.game import (
    Coords,
    Record,
    RecordInvalid,
    Seat,
    record_from_text,
    record_to_text,
    rules_from_json,
)
from app.game.record_coords import read, written

NAMES = [f"{file}{rank}" for file in "abcd" for rank in range(1, 9)]
RULES = rules_from_json({"preset": "douque"})
MOVES = ("b3=R", "c3=s", "b3xc3=s", "a1-a2")
RECORD = Record(rules=RULES, first=Seat.HOST, moves=MOVES)


def test_every_square_has_one_name_on_a_wide_board() -> None:
    wide = [written(name, Coords.WIDE) for name in NAMES]
    assert set(wide) == {f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 5)}
    assert [read(name, Coords.WIDE) for name in wide] == NAMES
    corners = {name: written(name, Coords.WIDE) for name in ("a1", "d1", "a8", "d8")}
    assert corners == {"a1": "a4", "d1": "a1", "a8": "h4", "d8": "h1"}


def test_a_record_is_written_and_read_in_either_way() -> None:
    text = record_to_text(RECORD, Coords.WIDE)
    assert '[Coords "a1h4"]' in text
    assert "1. c3=R c2=s 2. c3xc2=s a4-b4 *" in text
    assert record_from_text(text) == record_from_text(record_to_text(RECORD)) == RECORD


@pytest.mark.parametrize("ply", ["a8=R", "i1=R", "a0=R", "c3xd5=s"])
def test_a_square_that_a_wide_board_does_not_have_is_refused(ply: str) -> None:
    text = record_to_text(RECORD, Coords.WIDE).replace("c3=R", ply)
    with pytest.raises(RecordInvalid, match="no square"):
        record_from_text(text)
