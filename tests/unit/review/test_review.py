"""A review judges by what was public, and luck is what came up less what was to be expected."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.computer.question import ENOUGH, Answer
from app.game import (
    BySeat,
    Game,
    Mover,
    Reason,
    Record,
    RecordResult,
    Seat,
    new_game,
    parse_position,
)
from app.review.plan import Step, count_of_questions, odds, questions, steps, threats
from app.review.reviews import judged, name_of
from app.review.verdict import Judged, gave_away, luck, review, worth
from tests.unit.room.scene import rules

MOVES = ("d1=S", "b2-b3", "a1-a2")
LONG = rules(no_progress_limit=None, chase_limit=None)
START = "?3/4/4/4/4/4/1s2/R2? r Ss 0"
UNEVEN = "???1/4/4/4/4/4/1s2/R2? r SSSs 0"
"""Three of one kind and one of another are face down."""


def record(moves: tuple[str, ...] = MOVES, **more: object) -> Record:
    wanted = {"rules": rules(), "first": Seat.HOST, "moves": moves, "start": START, **more}
    return Record(**wanted)  # type: ignore[arg-type]


def answered(all_steps: tuple[Step, ...]) -> dict[tuple[int, str], Answer]:
    """Every question answered: the first action is best, worth 0.5, and each after it less."""
    answers: dict[tuple[int, str], Answer] = {}
    for each in questions(all_steps):
        values = tuple((text, 0.5 - 0.1 * at) for at, text in enumerate(each.allowed))
        piece = "" if each.turned is None else each.turned.piece
        score = 0.3 if piece == "S" else -0.2 if piece else values[0][1]
        answers[each.step.number, piece] = Answer(each.allowed[0], score, values)
    return answers


def all_judged(told: Record) -> tuple[Judged, ...]:
    all_steps = tuple(steps(told))
    return tuple(judged(all_steps, answered(all_steps)))


def test_every_ply_is_asked_about_and_every_piece_that_could_have_come_up() -> None:
    asked = [
        (each.step.number, None if each.turned is None else each.turned.piece)
        for each in questions(steps(record()))
    ]

    assert asked == [(1, None), (1, "S"), (1, "s"), (2, None), (3, None)]
    assert count_of_questions(steps(record())) == len(asked)


def test_no_step_of_a_long_game_copies_the_plies_before_it() -> None:
    to_and_fro = ("b2-b3", "a1-a2", "b3-b2", "a2-a1")
    there = record(to_and_fro * 100, start="4/4/4/4/4/4/1s2/R3 b - 0", rules=LONG)
    all_steps = tuple(steps(there))
    lines = [each.line for each in questions(all_steps)]

    assert all(step.plies is there.moves for step in all_steps)
    assert [len(each.since) for each in all_steps] == [*range(ENOUGH), *[ENOUGH] * 200]
    assert max(map(len, lines)) < 2 * len(lines[0]) + 6 * ENOUGH


def test_what_lies_face_down_changes_no_question() -> None:
    deals = [f"R..S.s..{'.' * 20}{last}" for last in ("SSs.", "sSS.")]
    told = [record(start=UNEVEN, deal=deal, names=BySeat(deal[28:], None)) for deal in deals]

    one, other = ([each.line for each in questions(steps(each))] for each in told)
    assert one == other
    assert len(one) == 5


def test_the_odds_are_those_of_the_pool() -> None:
    flip = next(steps(record(start=UNEVEN)))

    assert odds(flip.could) == {"S": 0.75, "s": 0.25}


def test_luck_is_what_came_up_less_what_was_to_be_expected() -> None:
    """Three soldiers worth 0.4 and one worth -0.8 are worth 0.1."""
    lucks = {}
    for piece in "Ss":
        flip = next(steps(record((f"d1={piece}",), start=UNEVEN)))
        lucks[piece] = luck(Judged(flip, Answer("d1", 0.0), {"S": 0.4, "s": -0.8}))

    assert lucks == pytest.approx({"S": 0.3, "s": -0.9})


def test_the_best_action_gives_nothing_away() -> None:
    flip, soldier, _ = all_judged(record())
    values = dict(flip.root.values)

    assert gave_away(flip) == pytest.approx(max(values.values()) - values["d1"])
    best = replace(soldier, root=Answer("b2b3", 0.9, (("b2b3", 0.9),)))
    assert gave_away(best) == 0
    assert luck(best) == 0


def test_worth_is_seen_from_the_player_who_is_asked_about() -> None:
    game = new_game(rules(), parse_position("?3/4/4/4/4/4/1s2/R3 r S 0"))
    assert worth(game, Mover.FIRST, 0.4) == 0.4
    assert worth(game, Mover.SECOND, 0.4) == -0.4
    over = new_game(rules(), parse_position("4/4/4/4/4/4/4/R3 r - 0"))
    assert worth(over, Mover.FIRST, None) == 1.0
    assert worth(over, Mover.SECOND, None) == -1.0


def test_the_review_adds_up_for_each_player() -> None:
    told = record(result=RecordResult(Seat.GUEST, Reason.RESIGNATION))
    found = review(told, all_judged(told))
    plies = found["plies"]
    players = found["players"]
    assert isinstance(plies, list)
    assert isinstance(players, dict)

    assert [each["by"] for each in plies] == ["host", "guest", "host"]
    assert players["host"]["plies"] == 2
    assert players["host"]["flips"] == 1
    own = [each for each in plies if each["by"] == "host"]
    assert players["host"]["gave_away"] == pytest.approx(sum(e["gave_away"] for e in own), abs=1e-3)
    assert players["host"]["luck"] == pytest.approx(plies[0]["luck"], abs=1e-3)
    assert plies[0]["could"] == {"S": [1, -0.3], "s": [1, 0.2]}
    points = found["turning_points"]
    assert isinstance(points, list)
    assert points == sorted(set(points))
    assert 3 in points


def test_threats_are_what_the_player_would_take_on_their_turn() -> None:
    game: Game = new_game(rules(), parse_position("4/4/4/4/4/4/s3/R3 b - 0"))

    assert threats(game, Mover.FIRST) == ()
    assert threats(game, Mover.SECOND) == ("a1a2",)
    assert threats(new_game(rules()), Mover.FIRST) == ()


def test_a_game_without_plies_has_an_empty_review() -> None:
    told = record((), result=RecordResult(None, Reason.ABANDONMENT))
    found = review(told, all_judged(told))

    assert found["plies"] == []
    assert found["turning_points"] == []


def test_the_same_record_has_the_same_name() -> None:
    assert name_of(b"{}") == name_of(b"{}") != name_of(b"{ }")
