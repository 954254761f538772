"""Laws of records: what was played is what is read back, and no text breaks the reader."""

import json
import random
from contextlib import suppress
from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from app.game import (
    PRESETS,
    START,
    BySeat,
    Flip,
    Game,
    Piece,
    Record,
    RecordInvalid,
    RecordResult,
    Seat,
    legal,
    new_game,
    parse_action,
    parse_position,
    play,
    ply_of,
    points_for,
    read_record,
    record_to_json,
    record_to_text,
    replay,
)
from app.game.record import colours_of_seats, seat_of
from tests.unit.game.build import ruleset, walk

RULESETS = st.sampled_from([*PRESETS.values(), ruleset(undo="local", chase_limit=3)])
NAMES = st.none() | st.text(
    st.characters(exclude_categories=["C", "Z"], include_characters=' \\"[]{}\u200d'),
    min_size=1,
    max_size=24,
)
TEXTS = st.sampled_from(["", "2026-10-09", "K7Q2MX"])


@st.composite
def records(draw: st.DrawFn) -> tuple[Record, tuple[Game, ...]]:
    """The record of a random game, from the start or from within one, and its moments."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    rules = draw(RULESETS)
    start = START if draw(st.booleans()) else [*walk(chance.randrange(99), rules, 80)][-1].position
    deal, moves, moments = _played(chance, new_game(rules, start), draw(st.integers(0, 300)))
    first = draw(st.sampled_from(Seat))
    colour = moments[-1].first_colour
    record = Record(
        rules=rules,
        first=first,
        moves=moves,
        names=BySeat(draw(NAMES), draw(NAMES)),
        colors=None if colour is None else colours_of_seats(first, colour),
        start=str(start),
        result=_result(moments[-1], first),
        deal=deal if draw(st.booleans()) else None,
        date=draw(TEXTS),
        room=draw(TEXTS),
        number=draw(st.integers(1, 999)),
        fairness=draw(st.none() | st.dictionaries(TEXTS, NAMES)),
    )
    return record, moments


def _played(
    chance: random.Random, game: Game, longest: int
) -> tuple[str, tuple[str, ...], tuple[Game, ...]]:
    """A deal over the start, the plies of a random game on it, and its moments."""
    pool = chance.sample(game.pool, len(game.pool))
    deal = "".join(pool.pop() if letter == "?" else letter for letter in game.board)
    moves: list[str] = []
    moments = [game]
    while moments[-1].outcome is None and len(moves) < longest:
        action = parse_action(chance.choice(legal(moments[-1])))
        under = Piece(deal[action.square]) if isinstance(action, Flip) else None
        ply = ply_of(moments[-1], action, under)
        moves.append(str(ply))
        moments.append(play(moments[-1], ply))
    return deal, tuple(moves), tuple(moments)


def _result(last: Game, first: Seat) -> RecordResult | None:
    if last.outcome is None:
        return None
    winner = last.outcome.winner
    if winner is None:
        return RecordResult(None, last.outcome.reason)
    points = points_for(last.rules, len(last.captured.of(winner.other)))
    return RecordResult(seat_of(first, winner), last.outcome.reason, points)


@given(records())
def test_a_record_replays_to_the_game_that_was_played(
    recorded: tuple[Record, tuple[Game, ...]],
) -> None:
    record, moments = recorded
    assert replay(record) == moments


@given(records())
def test_a_record_comes_back_from_text_and_from_json(
    recorded: tuple[Record, tuple[Game, ...]],
) -> None:
    record, _ = recorded
    assert read_record(record_to_text(record)) == record
    assert read_record(json.dumps(record_to_json(record))) == record
    assert read_record(json.dumps(record_to_json(record), ensure_ascii=False)) == record


@given(records(), st.data())
def test_a_ply_left_out_is_noticed_or_leads_to_another_board(
    recorded: tuple[Record, tuple[Game, ...]], data: st.DataObject
) -> None:
    record, moments = recorded
    assume(record.moves)
    gap = data.draw(st.integers(0, len(record.moves) - 1))
    shorter = replace(record, moves=record.moves[:gap] + record.moves[gap + 1 :])
    with suppress(RecordInvalid):
        assert replay(shorter)[-1].board != moments[-1].board


@given(records(), st.data())
def test_a_damaged_text_is_a_record_or_refused(
    recorded: tuple[Record, tuple[Game, ...]], data: st.DataObject
) -> None:
    text = data.draw(st.sampled_from([record_to_text, _json_text]))(recorded[0])
    place = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 3))
    damaged = text[:place] + data.draw(st.text(max_size=3)) + text[place + cut :]
    with suppress(RecordInvalid):
        assert replay(read_record(damaged))[0].ply == 0


def _json_text(record: Record) -> str:
    return json.dumps(record_to_json(record))


@given(st.text() | st.text(alphabet='{}[]":,1 abGame\n'))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    with suppress(RecordInvalid):
        record = read_record(text)
        assert str(parse_position(record.start)) == record.start
