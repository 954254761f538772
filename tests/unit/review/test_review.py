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
from app.review.verdict import Judged, gave_away, luck, review, turned_values, worth
from tests.unit.room.scene import rules

MOVES = ("d1=S", "b2-b3", "a1-a2")
LONG = rules(no_progress_limit=None, chase_limit=None)
START = "?3/4/4/4/4/4/1s2/R2? r Ss 0"


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
    deal = "R..S.s......................" + "...s"
    one = record()
    other = replace(one, deal=deal)
    swapped = replace(one, names=BySeat("Mei", "Bo"))

    assert len(deal) == 32
    lines = [[each.line for each in questions(steps(told))] for told in (one, swapped)]
    assert lines[0] == lines[1]
    assert other.deal is not None
    assert not any(other.deal in line for line in lines[0])


def test_the_odds_are_those_of_the_pool() -> None:
    flip = next(steps(record()))

    assert odds(flip.could) == {"S": 0.5, "s": 0.5}


def test_luck_is_zero_on_average_whatever_the_values() -> None:
    flip = next(steps(record(("d1=S",))))
    turned = turned_values(flip, {"S": 0.31, "s": -0.77})
    values = Answer("d1", 0.0, (("d1", 0.0),))

    lucks = []
    for piece, chance in odds(flip.could).items():
        ply = next(steps(record((f"d1={piece}",)))).ply
        lucks.append(chance * luck(Judged(replace(flip, ply=ply), values, turned)))
    assert sum(lucks) == pytest.approx(0)
    assert max(lucks) > 0.1


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
