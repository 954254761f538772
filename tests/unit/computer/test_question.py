"""An engine is asked for what everybody sees, in one line, and only a good answer counts."""

from __future__ import annotations

import orjson
import pytest

from app.computer.question import ENOUGH, Answer, NoAnswer, answer, at_level, question
from app.game import Repetition, new_game, parse_position, rules_from_json
from app.room.commands import Restart
from app.room.state import Playing, Room
from tests.unit.room.scene import GUEST, HOST, Scene, against_computer, rules


def asked(room: Room, wish: str = "level 2") -> str:
    assert isinstance(room, Playing)
    return question(room.running.game, room.running.moves, wish)


def field(line: str, name: str) -> str:
    words = line.split(" ")
    return words[words.index(name) + 1]


def from_position(text: str) -> Scene:
    return against_computer(start=parse_position(text))


def test_the_line_is_made_of_what_everybody_sees() -> None:
    scene = against_computer()
    line = asked(scene.room)

    assert line.startswith("position ????/????/????/????/????/????/????/???? - GAAEE")
    assert field(line, "level") == "2"
    assert "nodes" not in line
    assert asked(scene.room, at_level(3, 500)).endswith("} level 3 nodes 500")


def test_the_rules_are_one_word_that_reads_back() -> None:
    scene = against_computer(rules("paofuqi", chase_limit=4, repetition=Repetition.VARY))

    assert (
        rules_from_json(orjson.loads(field(asked(scene.room), "rules"))) == scene.room.table.rules
    )


def test_chases_are_told_by_the_squares_of_both() -> None:
    scene = from_position("4/4/4/4/4/2s1/4/2R1 r - 0")
    assert field(asked(scene.room), "chases") == "-"
    scene.play("c1c2")

    assert field(asked(scene.room), "chases") == "c2c3=1"


def test_the_moves_since_the_last_capture_or_flip_are_told() -> None:
    scene = from_position("s3/4/4/4/4/4/4/R3 r - 3")
    assert "since" not in asked(scene.room)
    scene.play("a1b1")
    scene.play("a8a7")

    assert field(asked(scene.room), "since") == "a1-b1,a8-a7"


def test_a_capture_begins_anew() -> None:
    scene = from_position("4/4/4/4/4/4/4/Rs1s r - 0")
    scene.play("a1b1")

    assert "since" not in asked(scene.room)


def test_nothing_face_down_is_in_the_line() -> None:
    """Two rooms with the same past and different deals ask the same."""
    one, other = against_computer(), against_computer()
    other.deals = 7
    for scene in (one, other):
        scene.do(HOST, Restart())
    assert one.playing.running.seeds != other.playing.running.seeds
    assert asked(one.room) == asked(other.room)


def test_a_good_answer() -> None:
    assert answer("action a1b1 score -0.25 nodes 12 depth 3", ("a1", "a1b1")) == Answer(
        "a1b1", -0.25
    )


def test_an_answer_with_the_values_of_all_actions() -> None:
    found = answer("action a1 score 0.5 nodes 1 depth 1 values a1=0.5,b1c1=-0.1", ("a1", "b1c1"))

    assert found.values == (("a1", 0.5), ("b1c1", -0.1))


@pytest.mark.parametrize(
    "line",
    [
        "",
        "error I do not understand",
        "action a1",
        "action a1b1 score 0.1 nodes 1 depth 1",
        "action a1 score much nodes 1 depth 1",
        "action a1 score 0 values a1",
    ],
)
def test_any_other_answer_is_none(line: str) -> None:
    with pytest.raises(NoAnswer):
        answer(line, ("a1",))


def test_the_guest_asks_for_its_own_side() -> None:
    scene = against_computer(start=parse_position("?3/4/4/4/4/4/4/2?G b Ss 7"), start_seat=GUEST)

    assert asked(scene.room).split(" ")[2] == "b"


@pytest.mark.parametrize(
    ("repetition", "told"),
    [(Repetition.NONE, ENOUGH), (Repetition.DRAW3, 500), (Repetition.VARY, 500)],
)
def test_only_a_rule_that_counts_positions_needs_moves_of_long_ago(
    repetition: Repetition, told: int
) -> None:
    wanted = rules(no_progress_limit=None, repetition=repetition)
    game = new_game(wanted, parse_position("4/4/4/4/4/4/1s2/R3 b - 500"))
    moves = [f"b2-b{number % 5 + 3}" for number in range(600)]

    assert field(question(game, moves, "level 2"), "since").split(",") == moves[-told:]
