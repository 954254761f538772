"""Records: both written forms, and what a record may not claim."""

import json
import time
from dataclasses import replace
from typing import Any

import pytest

from app.game import (
    BySeat,
    Colour,
    Mover,
    Reason,
    Record,
    RecordInvalid,
    RecordResult,
    Seat,
    parse_ply,
    play,
    read_record,
    record_from_json,
    record_from_text,
    record_to_json,
    record_to_text,
    replay,
)
from app.game.board import SQUARE_NAMES
from tests.unit.game.build import DOUQUE, at, ruleset

SHORT = "4/4/4/4/4/4/?3/Rs1h r S 3"
RECORD = Record(
    rules=ruleset(preset="ply_yard", undo="local", chase_limit=5, no_progress_limit=None),
    first=Seat.GUEST,
    moves=("a1xb1=s", "d1-d2", "a2=S", "d2-d1", "b1-c1", "d1-d2", "c1-d1", "d2-d3"),
    names=BySeat("Mei", 'Bo "the \\ wall"'),
    colors=BySeat(Colour.BLACK, Colour.RED),
    start=SHORT,
    result=RecordResult(Seat.GUEST, Reason.RESIGNATION, 0),
    deal="R" + "s.hS" + "." * 27,
    date="2026-10-09",
    room="K7Q2MX",
    number=3,
    fairness={"scheme": "banqi-fair-v1", "c0": 'a"b'},
)
EMPTY = Record(rules=DOUQUE, first=Seat.HOST, moves=())
TEXT = """[Game "Banqi"]
[Format "1"]
[Coords "a1d8"]
[Letters "GAERHCS"]
[Ruleset "custom"]
[Rules "no_progress_limit=off undo=local first_mover=host next_first_mover=alternate scoring=result"]
[First "Bo \\"the \\\\ wall\\""]
[Second "Mei"]
[FirstSeat "guest"]
[FirstColour "red"]
[Start "4/4/4/4/4/4/?3/Rs1h r S 3"]
[Room "K7Q2MX"]
[Number "3"]
[Date "2026-10-09"]
[Result "1-0"]
[Termination "resignation"]
[Points "0"]
[Deal "Rs.hS..........................."]
[Fairness "{\\"scheme\\": \\"banqi-fair-v1\\", \\"c0\\": \\"a\\\\\\"b\\"}"]

1. a1xb1=s d1-d2 2. a2=S d2-d1 3. b1-c1 d1-d2 4. c1-d1 d2-d3 1-0
"""  # noqa: E501
HEAD = '[Game "Banqi"]\n[Format "1"]\n[Coords "a1d8"]\n[Letters "GAERHCS"]\n'


def refused(text: str) -> RecordInvalid:
    with pytest.raises(RecordInvalid) as caught:
        replay(read_record(text))
    return caught.value


def altered(**fields: object) -> str:
    """The JSON text of the record with other fields."""
    return json.dumps(record_to_json(RECORD) | fields)


def test_a_record_is_written_as_text() -> None:
    assert record_to_text(RECORD) == TEXT


def test_a_record_is_written_as_json() -> None:
    written = record_to_json(RECORD)
    assert list(written) == [
        "format", "room", "number", "rules", "first", "names", "colors", "start", "moves",
        "result", "deal", "date", "fairness",
    ]  # fmt: skip
    assert written["names"] == {"host": "Mei", "guest": 'Bo "the \\ wall"'}
    assert written["colors"] == {"host": "black", "guest": "red"}
    assert written["result"] == {"winner": "guest", "reason": "resignation", "points": 0}


@pytest.mark.parametrize("record", [RECORD, EMPTY, replace(RECORD, first=Seat.GUEST)])
def test_what_is_written_is_read_back(record: Record) -> None:
    assert read_record(record_to_text(record)) == record
    assert read_record(json.dumps(record_to_json(record))) == record
    assert record_from_json(record_to_json(record)) == record
    assert record_from_text(record_to_text(record)) == record


@pytest.mark.parametrize(
    ("result", "written"),
    [
        (None, "*"),
        (RecordResult(Seat.GUEST, Reason.TIME, 3), "1-0"),
        (RecordResult(Seat.HOST, Reason.ABANDONMENT, 5), "0-1"),
        (RecordResult(None, Reason.AGREEMENT), "1/2-1/2"),
        (RecordResult(None, Reason.ABANDONMENT), "*"),
    ],
)
def test_the_result_is_told_from_the_first_players_side(
    result: RecordResult | None, written: str
) -> None:
    record = replace(RECORD, result=result)
    text = record_to_text(record)
    assert f'[Result "{written}"]' in text
    assert text.endswith(f" {written}\n")
    assert read_record(text) == record
    assert len(replay(record)) == 9


def test_a_record_is_followed_ply_by_ply() -> None:
    games = replay(RECORD)
    assert [game.ply for game in games] == [*range(9)]
    assert games[0] == at(SHORT, RECORD.rules)
    assert games[1] == play(games[0], parse_ply("a1xb1=s"))


def test_after_a_black_first_flip_the_first_ply_is_blacks() -> None:
    record = replace(EMPTY, moves=("a1=g", "b1=S"), colors=BySeat(Colour.BLACK, Colour.RED))
    _, flipped, _ = replay(record)
    assert flipped.colour_of(Mover.FIRST) is Colour.BLACK
    assert '[FirstColour "black"]' in record_to_text(record)
    guest_first = replace(record, first=Seat.GUEST, colors=BySeat(Colour.RED, Colour.BLACK))
    assert len(replay(guest_first)) == 3


def test_the_end_on_the_board_must_be_the_result() -> None:
    start = "4/4/4/4/4/4/4/Rs2 r - 0"
    record = replace(EMPTY, start=start, moves=("a1xb1=s",))
    won = replace(record, result=RecordResult(Seat.HOST, Reason.ELIMINATION, 5))
    assert replay(won)[-1].outcome is not None
    for result in (
        None,
        RecordResult(Seat.GUEST, Reason.ELIMINATION, 5),
        RecordResult(Seat.HOST, Reason.RESIGNATION, 5),
    ):
        with pytest.raises(RecordInvalid):
            replay(replace(record, result=result))


def test_the_winner_is_told_by_seat_whoever_moved_first() -> None:
    record = replace(
        EMPTY,
        start="4/4/4/4/4/4/4/Rs2 r - 0",
        moves=("a1xb1=s",),
        first=Seat.GUEST,
        result=RecordResult(Seat.GUEST, Reason.ELIMINATION, 5),
    )
    assert len(replay(record)) == 2
    with pytest.raises(RecordInvalid, match="result"):
        replay(replace(record, first=Seat.HOST))


def test_a_draw_on_the_board_has_no_winner() -> None:
    record = replace(EMPTY, start="3s/4/4/4/4/4/4/R3 r - 59", moves=("a1-a2",))
    drawn = replace(record, result=RecordResult(None, Reason.NO_PROGRESS))
    assert replay(drawn)[-1].outcome is not None


@pytest.mark.parametrize(
    "result",
    [
        RecordResult(Seat.HOST, Reason.ELIMINATION),
        RecordResult(None, Reason.NO_PROGRESS),
        RecordResult(Seat.HOST, Reason.AGREEMENT),
        RecordResult(None, Reason.RESIGNATION),
        RecordResult(None, Reason.TIME),
        RecordResult(None, Reason.TOO_LONG),
    ],
)
def test_a_result_that_the_moves_do_not_lead_to_is_refused(result: RecordResult) -> None:
    with pytest.raises(RecordInvalid, match="result"):
        replay(replace(RECORD, result=result))


def test_the_first_illegal_ply_is_named_with_its_rule() -> None:
    error = refused(altered(moves=["a1xb1=s", "d1-d3", "zz"][:2]))
    assert (error.ply, error.rule) == (2, "too_far")


def test_a_ply_that_tells_what_was_not_there_is_named_without_a_rule() -> None:
    error = refused(altered(moves=["a1xb1=h"]))
    assert (error.ply, error.rule, error.reason) == (
        1,
        None,
        "that is not what stands on the square",
    )


def test_a_ply_after_the_end_is_named() -> None:
    record = replace(EMPTY, start="4/4/4/4/4/4/4/Rs2 r - 0", moves=("a1xb1=s", "b1-b2"))
    with pytest.raises(RecordInvalid) as caught:
        replay(record)
    assert (caught.value.ply, caught.value.reason) == (2, "the game is over")


def test_what_is_no_ply_is_named_by_its_number() -> None:
    assert refused(altered(moves=["a1xb1=s", "zz"])).ply == 2
    assert refused(altered(moves=["a1xb1=s", 7])).ply == 2
    assert refused(TEXT.replace("d1-d2 2.", "d1d2 2.")).ply == 2


def test_a_flip_must_find_what_the_deal_has() -> None:
    start = "?2?/4/4/4/4/4/4/R2s r Sh 0"
    record = replace(EMPTY, start=start, moves=("a8=S",), deal="R..s" + "." * 24 + "h..S")
    with pytest.raises(RecordInvalid) as caught:
        replay(record)
    assert (caught.value.ply, caught.value.reason) == (1, "the deal has another piece there")
    assert len(replay(replace(record, deal="R..s" + "." * 24 + "S..h"))) == 2


@pytest.mark.parametrize(
    "deal",
    [
        "Rs.hG" + "." * 27,
        "Rs.h." + "." * 27,
        "R..hS" + "." * 27,
        "Rs.hS",
        "?" * 32,
    ],
)
def test_a_deal_that_does_not_fit_the_start_is_refused(deal: str) -> None:
    with pytest.raises(RecordInvalid, match="deal"):
        replay(replace(RECORD, deal=deal))


def test_colours_that_the_first_flip_did_not_give_are_refused() -> None:
    with pytest.raises(RecordInvalid, match="colours"):
        replay(replace(RECORD, colors=BySeat(Colour.RED, Colour.BLACK)))
    with pytest.raises(RecordInvalid, match="colours"):
        replay(replace(EMPTY, colors=BySeat(Colour.RED, Colour.BLACK)))


def test_a_start_that_cannot_exist_is_refused() -> None:
    with pytest.raises(RecordInvalid, match="start: rank 8"):
        replay(replace(EMPTY, start="K3/4/4/4/4/4/4/r3 r - 0"))


@pytest.mark.parametrize(
    "fields",
    [
        {"format": 2},
        {"format": True},
        {"format": None},
        {"room": 7},
        {"room": "x" * 101},
        {"room": "a\nb"},
        {"number": 0},
        {"number": 1.0},
        {"number": True},
        {"number": 10**9},
        {"rules": "douque"},
        {"rules": {"preset": "house"}},
        {"rules": None},
        {"first": "red"},
        {"first": None},
        {"names": "Mei"},
        {"names": {"host": 7}},
        {"names": {"host": "a\u2028b"}},
        {"colors": {"host": "red", "guest": "red"}},
        {"colors": {"host": "red"}},
        {"colors": {"host": "green", "guest": "red"}},
        {"colors": "red"},
        {"start": 7},
        {"start": "R3"},
        {"moves": None},
        {"moves": "a1=G"},
        {"result": "1-0"},
        {"result": {"winner": "red", "reason": "time", "points": 0}},
        {"result": {"winner": "host", "reason": "luck", "points": 0}},
        {"result": {"winner": "host", "reason": "time", "points": -1}},
        {"result": {"winner": "host", "reason": "time", "points": "5"}},
        {"deal": "R"},
        {"deal": 7},
        {"date": None},
        {"fairness": "yes"},
    ],
)
def test_a_json_record_with_a_wrong_field_is_refused(fields: dict[str, object]) -> None:
    assert refused(altered(**fields)).ply is None


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "{}",
        '{"format": 1, "format": 1}',
        '{"format": NaN}',
        '{"format": 1, "room": "\\ud800"}',
        '{"format": ' + "9" * 5000 + "}",
        '{"a":' + "[" * 100_000,
        "{} {}",
    ],
)
def test_what_is_no_sound_json_is_refused(text: str) -> None:
    refused(text)


def test_a_json_record_may_leave_out_what_is_not_known() -> None:
    text = json.dumps({"format": 1, "rules": {}, "first": "host", "moves": [], "later": [1]})
    assert read_record("\ufeff \n" + text) == EMPTY


def test_a_text_record_may_leave_out_what_is_not_known() -> None:
    assert read_record(HEAD + "\n*\n") == EMPTY
    assert read_record("\ufeff\n" + HEAD + "*") == EMPTY


def test_comments_and_numbers_in_any_style_are_read_over() -> None:
    text = HEAD + "{a good start}\n1.a1=G {hm\nhm} 1... b1=s 2. c1=S *"
    assert read_record(text).moves == ("a1=G", "b1=s", "c1=S")


@pytest.mark.parametrize("word", ["1" * 65_000, "1" * 65_000 + "a", "1." * 32_000])
def test_a_long_word_of_digits_is_soon_read(word: str) -> None:
    began = time.thread_time()
    refused(HEAD + word)
    assert time.thread_time() - began < 5


@pytest.mark.parametrize("missing", ["Game", "Format", "Coords", "Letters"])
def test_a_text_that_does_not_say_how_it_is_written_is_not_guessed_at(missing: str) -> None:
    lines = [line for line in TEXT.splitlines() if not line.startswith(f"[{missing} ")]
    assert missing in refused("\n".join(lines)).reason


@pytest.mark.parametrize(
    ("tag", "other"),
    [
        ('Letters "GAERHCS"', 'Letters "KGMRNCP"'),
        ('Coords "a1d8"', 'Coords "a8d1"'),
        ('Coords "a1d8"', 'Coords "a1h4"'),
        ('Format "1"', 'Format "2"'),
        ('Number "3"', 'Number "three"'),
        ('Number "3"', 'Number "99999999"'),
        ('FirstSeat "guest"', 'FirstSeat "left"'),
        ('FirstColour "red"', 'FirstColour "green"'),
        ('Result "1-0"', 'Result "0-1"'),
        ('Termination "resignation"', 'Termination "luck"'),
        ('Termination "resignation"', 'Termination "agreement"'),
        ('Points "0"', 'Points "many"'),
        ('Ruleset "custom"', 'Ruleset "mine"'),
        ("undo=local", "undo"),
        ("undo=local", "undo=7"),
        ("undo=local", "resignation=yes"),
        ("undo=local", "chase_limit=many"),
        ("undo=local", "chase_limit=7777"),
        ("undo=local", "speed=7"),
        ('Room "K7Q2MX"', 'Room "a\tb"'),
        ('[Room "K7Q2MX"]', '[Number "3"]'),
        ('{\\"scheme\\"', '[\\"scheme\\"'),
        ("d2-d3 1-0", "d2-d3"),
        ("d2-d3 1-0", "d2-d3 *"),
        ("d2-d3 1-0", "d2-d3 {open 1-0"),
    ],
)
def test_a_text_record_with_a_wrong_part_is_refused(tag: str, other: str) -> None:
    assert tag in TEXT
    refused(TEXT.replace(tag, other))


@pytest.mark.parametrize("text", ["", "hello", "[", HEAD, HEAD + "{"])
def test_what_is_no_record_at_all_is_refused(text: str) -> None:
    refused(text)


def test_a_decisive_score_needs_its_reason() -> None:
    refused(HEAD + "1-0")


def test_every_option_is_written_in_a_text_record() -> None:
    rules = ruleset(
        preset="paofuqi", draw_offers=True, resignation=True, chase_limit=3, repetition="vary",
        scoring="stake", stake_base=250, first_mover="guest",
    )  # fmt: skip
    record = replace(EMPTY, rules=rules)
    assert read_record(record_to_text(record)).rules == rules
    off = replace(EMPTY, rules=ruleset(draw_offers=False, resignation=False))
    assert "draw_offers=off resignation=off" in record_to_text(off)
    assert read_record(record_to_text(off)) == off


def test_a_long_game_is_written_in_lines_of_readable_length() -> None:
    record = replace(EMPTY, moves=tuple(f"{square}=S" for square in SQUARE_NAMES))
    lines = record_to_text(record).split("\n\n")[1].splitlines()
    assert len(lines) == 3
    assert max(map(len, lines)) <= 80


def test_an_unknown_field_is_not_kept() -> None:
    written: dict[str, Any] = record_to_json(EMPTY) | {"later": True}
    assert record_from_json(written) == EMPTY
