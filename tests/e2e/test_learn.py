"""Lessons ask what the server can answer, name the rule that was broken, and are played by keys."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from tests.e2e.rooms import post
from tests.e2e.tabs import LOSSES, PHONE, Tab, Visitors
from tests.e2e.test_layout import SMALL, fits
from tests.servers import ROOT

REFUSED: Final = {
    ("flip", 2): "not_your_piece",
    ("flip", 3): None,
    ("step", 2): "too_far",
    ("step", 3): "not_adjacent",
    ("step", 4): "face_down_target",
    ("ranks", 4): None,
    ("equal", 2): None,
    ("equal", 4): None,
    ("general", 1): "general_vs_soldier",
    ("cannon", 2): "cannon_needs_one_screen",
    ("cannon", 3): "cannon_adjacent",
    ("cannon", 4): "cannon_needs_one_screen",
    ("cannon", 6): "face_down_target",
    ("safe", 1): "face_down_target",
    ("safe", 2): "own_piece",
    ("safe", 3): "lower_rank",
    ("safe", 4): "lower_rank",
}
"""What each question is about, as its sentences explain it."""
FOUND: Final = {
    ("ranks", 2): {"b3", "c4"},
    ("equal", 3): {"b5", "c4"},
    ("general", 3): {"b5", "b3"},
    ("cannon", 7): {"b7", "d4", "b2"},
    ("safe", 5): {"c4", "b3"},
}
COUNTED: Final = {
    ("unseen", 1): [1, 1],
    ("unseen", 2): [0, 1, 0],
    ("unseen", 3): [3, 4],
    ("unseen", 4): [2, 4],
    ("reveal", 1): [1, 4],
}
"""The numbers that are right, and of how many where a chance is asked for."""
ENDED: Final = {
    ("ends", 1): "red",
    ("ends", 2): "on",
    ("ends", 3): "red",
    ("ends", 4): "on",
    ("counts", 1): "draw",
}
"""How the positions of these questions have ended, as their right answers say."""
DRAWN: Final = """
import { DRILLS, REASONS } from './web/js/core/drills.js';
let seed = 7;
const chance = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
const drawn = Object.entries(DRILLS).map(([name, { draw }]) =>
  [name, Array.from({ length: 16 }, () => draw(chance))]);
console.log(JSON.stringify({ ...Object.fromEntries(drawn), reasons: REASONS }));
"""
ASKED: Final = """
import { ENDGAMES, LESSONS } from './web/js/learn/lessons.js';
console.log(JSON.stringify([...LESSONS, ENDGAMES]));
"""


@pytest.fixture(scope="module")
def lessons() -> list[dict[str, Any]]:
    """The lessons as they stand in the page."""
    found: list[dict[str, Any]] = json.loads(told_by(ASKED))
    return found


def told_by(script: str) -> str:
    """What a script of the page's own modules prints."""
    node = Path(sys.executable).with_name("node")
    command = [str(node), "--input-type=module", "-e", script]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return answer.stdout


def asked_for(stage: dict[str, Any], judged: dict[str, Any]) -> list[int]:
    """The numbers that a stage asks for."""
    unseen: str = judged["unseen"]
    if stage["kind"] == "numbers":
        return [unseen.count(letter) for letter in stage["of"]]
    fits = {"red": str.isupper, "black": str.islower}.get(stage["of"], stage["of"].__eq__)
    return [sum(map(fits, unseen)), len(unseen)]


def captures(judged: dict[str, Any], source: str) -> set[str]:
    return {action[2:] for action in judged["captures"] if action[:2] == source}


def wanted(stage: dict[str, Any], judged: dict[str, Any]) -> set[str]:
    """The actions that a stage takes for right."""
    legal = set(judged["legal"])
    match stage["want"]:
        case "flip":
            return {action for action in legal if len(action) == 2}
        case "capture":
            return set(judged["captures"])
        case "move":
            return {action for action in legal if len(action) == 4} - set(judged["captures"])
        case actions:
            return set(actions)


def ended(result: dict[str, Any] | None) -> str:
    """A result as the answers call it."""
    return "on" if result is None else result["winner"] or "draw"


def test_every_stage_is_what_the_server_says(
    visitors: Visitors, lessons: list[dict[str, Any]]
) -> None:
    refused: dict[tuple[str, int], str | None] = {}
    found: dict[tuple[str, int], set[str]] = {}
    counted: dict[tuple[str, int], list[int]] = {}
    for lesson in lessons:
        assert 1 <= len(lesson["stages"]) <= 8
        for number, stage in enumerate(lesson["stages"], 1):
            body = {"position": stage["position"]}
            if stage["kind"] == "verdict":
                body["action"] = stage["action"]
            judged = post(visitors.base, "/api/positions", body)
            where = (lesson["name"], number)
            if stage["kind"] in {"numbers", "odds"}:
                counted[where] = asked_for(stage, judged)
                continue
            if stage["kind"] == "choice":
                chosen = stage["answers"][stage["right"]]["key"].removeprefix("learn.answer.")
                assert where not in ENDED or chosen == ENDED[where] == ended(judged["result"])
                continue
            assert judged["result"] is None
            if stage["kind"] == "verdict":
                refused[where] = judged["refused"]
            elif stage["kind"] == "squares":
                found[where] = captures(judged, stage["from"])
                assert found[where] < set(stage["of"])
            else:
                assert wanted(stage, judged) <= set(judged["legal"])
                assert wanted(stage, judged), where
    assert refused == REFUSED
    assert found == FOUND
    assert counted == COUNTED


def test_a_lesson_is_played_by_keys_alone(visitors: Visitors) -> None:
    tab = visitors.arrive("learn")
    tab.page.focus("[data-act=lesson-step]")
    tab.page.keyboard.press("Enter")
    tab.see(".lesson[data-stage='1']")
    tab.page.wait_for_selector("[data-square=b4][data-usable]")
    tab.page.focus("[data-square=b4]")
    tab.page.keyboard.press("Enter")
    tab.page.keyboard.press("ArrowRight")
    tab.page.keyboard.press("Enter")
    tab.see(".answer[data-state=right]")
    assert tab.focus == "next"
    tab.page.keyboard.press("Enter")
    tab.see(".lesson[data-stage='2']")
    tab.page.focus("[data-act=yes]")
    tab.page.keyboard.press("Enter")
    tab.see(".answer[data-state=wrong]:has-text('That is too far')")
    tab.hears("That is too far: pieces move one square.")
    assert tab.focus == "again"
    tab.page.keyboard.press("Enter")
    for stage in (2, 3, 4):
        tab.see(f".lesson[data-stage='{stage}']")
        tab.page.press("[data-act=no]", "Enter")
        tab.see(".answer[data-state=right]")
        tab.page.keyboard.press("Enter")
    tab.page.wait_for_selector("[data-square=b4][data-usable]")
    tab.play("b4b5")
    tab.press("next")
    tab.see(".lesson[data-stage='2']")
    tab.press("no")
    tab.press("next")
    tab.see(".answer[data-state=complete]:has-text('4 of 5')")
    tab.press("next-lesson")
    tab.see(".lesson[data-lesson=ranks]")
    assert tab.page.url.endswith("/learn#ranks")
    tab.page.go_back()
    tab.press("all-lessons")
    tab.see("[data-act=lesson-step][data-state=done]:has-text('4 of 5 at once')")
    tab.press("learn-reset")
    tab.press("learn-reset")
    tab.miss("[data-state=done]")


def first_stage(visitors: Visitors, lesson: str, **profile: object) -> Tab:
    tab = visitors.arrive(f"learn#{lesson}", profile)
    tab.page.wait_for_selector("[data-square][data-usable]")
    return tab


def test_a_wrong_move_names_its_rule_and_an_unasked_one_says_so(visitors: Visitors) -> None:
    tab = first_stage(visitors, "ranks", **PHONE)
    tab.play("b4c4")
    tab.see(".answer[data-state=wrong]:has-text('A lower piece cannot capture a higher one.')")
    tab.press("again")
    tab.play("b4b3")
    tab.see(".answer[data-state=wrong]:has-text('not what is asked')")
    tab.press("again")
    tab.play("b4b5")
    tab.see(".answer[data-state=right]")
    assert tab.page.get_attribute("[data-square=b5]", "data-content") == "rA"
    tab.press("next")
    for square, sentence in (("b5", "A lower piece"), ("a4", "face-down piece cannot")):
        tab.page.check(f"[name=square-{square}]")
        tab.press("check")
        tab.see(f".answer[data-state=wrong]:has-text('{sentence}')")
        tab.press("again")
    tab.page.check("[name=square-b3]")
    tab.press("check")
    tab.see(".answer:has-text('One more can be captured.')")
    tab.press("again")
    for square in ("b3", "c4"):
        tab.page.check(f"[name=square-{square}]")
    tab.press("check")
    tab.see(".answer[data-state=right]")


def test_an_answer_is_chosen_and_a_wrong_one_may_be_corrected(visitors: Visitors) -> None:
    tab = visitors.arrive("learn#ends", PHONE)
    tab.press("answer-3")
    tab.see(".answer[data-state=wrong]")
    tab.press("again")
    tab.press("answer-1")
    tab.see(".answer[data-state=right]")
    tab.press("next")
    tab.see(".lesson[data-stage='2']")


def test_a_flipped_piece_comes_up_and_a_small_screen_is_enough(visitors: Visitors) -> None:
    tab = first_stage(visitors, "flip", **SMALL)
    fits(tab)
    tab.tap("c7")
    tab.see(".answer[data-state=right]")
    assert tab.page.get_attribute("[data-square=c7]", "data-content") == "rR"
    fits(tab)
    tab.press("next")
    tab.press("yes")
    tab.see(".answer[data-state=wrong]:has-text('not your piece')")
    fits(tab)


def test_what_a_drill_draws_is_a_position_that_the_server_judges(visitors: Visitors) -> None:
    drawn: dict[str, list[Any]] = json.loads(told_by(DRAWN))
    reasons = set(drawn.pop("reasons"))
    found: set[str | None] = set()
    taken: list[set[str]] = []
    for stages in drawn.values():
        for stage in stages:
            body = {"position": stage["position"], "action": stage.get("action", "a1")}
            judged = post(visitors.base, "/api/positions", body)
            assert judged["result"] is None
            match stage["kind"]:
                case "squares":
                    taken.append(captures(judged, stage["from"]))
                    assert taken[-1] <= set(stage["of"])
                case "reason":
                    found.add(judged["refused"])
                case _:
                    assert asked_for(stage, judged)
    assert 2 * len(taken) / 3 < sum(map(bool, taken)), "most cannons can capture something"
    assert {None, "own_piece", "face_down_target"} <= found <= {None, *reasons}


def test_a_drill_is_answered_by_keys_and_draws_new_tasks(visitors: Visitors) -> None:
    tab = visitors.arrive("learn")
    tab.page.focus("[data-act=lesson-chances]")
    tab.page.keyboard.press("Enter")
    tab.see(".lesson[data-lesson=chances]")
    for number in range(1, 6):
        tab.see(f".lesson[data-stage='{number}']")
        answer_chance(tab)
        tab.see(".answer[data-state=right]")
        assert tab.focus == "next"
        tab.page.keyboard.press("Enter")
    tab.see(".answer[data-state=complete]:has-text('5 of 5')")
    assert tab.focus == "next-lesson"
    tab.page.keyboard.press("Enter")
    tab.see(".lesson[data-stage='1'][data-standing=trying]")
    tab.press("all-lessons")
    tab.see("[data-act=lesson-chances][data-state=done]:has-text('5 of 5')")


def answer_chance(tab: Tab) -> None:
    """Fill in both numbers by what the list of face-down pieces says, with the Enter key."""
    told = tab.page.evaluate("""() => [...document.querySelectorAll('.piece-list li')].map(one =>
        [one.querySelector('[role=img]').getAttribute('aria-label'), Number(one.innerText)])""")
    task = tab.page.inner_text(".task").split("this: ")[1].rstrip("?")
    fit = sum(n for name, n in told if name == task or name.split()[0] == task)
    tab.page.fill("[name=number-fit]", str(fit))
    tab.page.fill("[name=number-all]", str(sum(n for _, n in told)))
    tab.page.press("[name=number-all]", "Enter")


def test_a_missing_number_is_asked_for_and_a_wrong_one_named(visitors: Visitors) -> None:
    tab = visitors.arrive("learn#unseen", PHONE)
    tab.page.fill("[name=number-R]", "1")
    tab.press("check")
    tab.see(".error:has-text('every number')")
    assert tab.page.evaluate("document.activeElement.name") == "number-h"
    tab.page.fill("[name=number-h]", "2")
    tab.press("check")
    tab.see(".answer[data-state=wrong]:has-text('Count again: Black Horse.')")
    tab.press("again")
    for name in ("R", "h"):
        tab.page.fill(f"[name=number-{name}]", "1")
    tab.press("check")
    tab.see(".answer[data-state=right]")


def test_a_reason_is_asked_for_with_every_verdict(visitors: Visitors) -> None:
    tab = visitors.arrive("learn#judging", PHONE)
    tab.see("[data-act=reason-none]")
    acts = tab.page.eval_on_selector_all(".reason-row button", "all => all.map(b => b.dataset.act)")
    assert len(acts) in {4, 5}
    for act in acts:
        tab.press(act)
        tab.see(".answer:is([data-state=right], [data-state=wrong])")
        if tab.page.query_selector(".answer[data-state=right]"):
            break
        tab.press("again")
        tab.see(f".lesson[data-standing=trying] [data-act={act}]")
    tab.press("next")
    tab.see(".lesson[data-stage='2'] [data-act=reason-none]")


def test_a_position_is_set_up_by_keys_and_played_on_by_both_sides(visitors: Visitors) -> None:
    tab = visitors.arrive("learn#sandbox")
    brush = "[name=brush][value='{}']"
    for square, letter in (("b4", "G"), ("c4", "s"), ("d8", "?")):
        tab.page.focus(brush.format(letter))
        tab.page.keyboard.press("Space")
        tab.page.focus(f"[data-square={square}]")
        tab.page.keyboard.press("Enter")
    tab.hears("c4, Black Soldier")
    tab.page.focus("[data-act=setup-back]")
    tab.page.keyboard.press("Enter")
    tab.see("[data-square=d8][data-content=empty]")
    tab.page.check("[name=turn][value=b]")
    tab.press("setup-both")
    tab.screen("game")
    assert tab.look().board[13:15] == "Gs"
    tab.play("c4b4")
    tab.see(".end")
    tab.press("undo")
    tab.see("[data-square=c4][data-content=bS]")


def test_a_set_has_no_second_general_and_an_empty_side_cannot_play(visitors: Visitors) -> None:
    tab = visitors.arrive("learn#sandbox", PHONE, forgive=LOSSES)
    assert tab.page.get_attribute("[data-act=setup-both]", "aria-disabled") == "true"
    tab.tap("a1")
    tab.tap("b1")
    tab.hears("A set has no more of these.")
    assert tab.look().board[:2] == "G."
    tab.press("setup-both")
    tab.see(".error:has-text('Nobody can play on')")
    tab.page.check("[name=brush][value='s']")
    tab.tap("d8")
    tab.miss(".error")
    tab.press("setup-computer")
    tab.screen("game")
    assert tab.turn == "me"


def moved(position: str, action: str) -> str:
    """The position after a step or capture that is legal."""
    board, turn, pool, quiet = position.split()
    ranks = [list(re.sub(r"\d", lambda run: "." * int(run[0]), rank)) for rank in board.split("/")]
    (file, rank), (to_file, to_rank) = (
        ("abcd".index(square[0]), 8 - int(square[1])) for square in (action[:2], action[2:])
    )
    ranks[to_rank][to_file], ranks[rank][file] = ranks[rank][file], "."
    rows = (re.sub(r"\.+", lambda run: str(len(run[0])), "".join(rank)) for rank in ranks)
    return f"{'/'.join(rows)} {'b' if turn == 'r' else 'r'} {pool} {int(quiet) + 1}"


def test_an_endgames_answers_win_by_force_and_nothing_else_does(
    visitors: Visitors, lessons: list[dict[str, Any]]
) -> None:
    def judged(position: str) -> dict[str, Any]:
        return post(visitors.base, "/api/positions", {"position": position})

    def is_lost(position: str) -> bool:
        """Whether every answer lets the other side capture the last piece."""
        answers = judged(position)["legal"]
        return all(len(each) == 4 and judged(moved(position, each))["captures"] for each in answers)

    for stage in lessons[-1]["stages"]:
        start = stage["position"]
        forces = {each for each in judged(start)["legal"] if len(each) == 4}
        winning = {each for each in forces if is_lost(moved(start, each))}
        assert winning == set(stage.get("want", ()))


def test_an_endgame_is_studied_and_played_against_the_computer(visitors: Visitors) -> None:
    tab = visitors.arrive("learn#endgames")
    tab.page.focus(".study summary")
    tab.page.keyboard.press("Enter")
    tab.see(".study p:has-text('Wait with the Soldier')")
    tab.play("d1c1")
    tab.see(".answer[data-state=right]")
    tab.press("study-play")
    tab.screen("game")
    assert tab.turn == "me"
    assert tab.look().board[3] == "S"
