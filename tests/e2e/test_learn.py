"""Lessons ask what the server can answer, name the rule that was broken, and are played by keys."""

from __future__ import annotations

import json
import subprocess
from typing import Any, Final

import pytest

from tests.e2e.rooms import post
from tests.e2e.tabs import PHONE, Tab, Visitors
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
ENDED: Final = {
    ("ends", 1): "red",
    ("ends", 2): "on",
    ("ends", 3): "red",
    ("ends", 4): "on",
    ("counts", 1): "draw",
}
"""How the positions of these questions have ended, as their right answers say."""
ASKED: Final = """
import { LESSONS } from './web/js/learn/lessons.js';
console.log(JSON.stringify(LESSONS));
"""


@pytest.fixture(scope="module")
def lessons() -> list[dict[str, Any]]:
    """The lessons as they stand in the page."""
    node = ROOT / ".venv" / "bin" / "node"
    command = [str(node), "--input-type=module", "-e", ASKED]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found: list[dict[str, Any]] = json.loads(answer.stdout)
    return found


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
    for lesson in lessons:
        assert 1 <= len(lesson["stages"]) <= 8
        for number, stage in enumerate(lesson["stages"], 1):
            body = {"position": stage["position"]}
            if stage["kind"] == "verdict":
                body["action"] = stage["action"]
            judged = post(visitors.base, "/api/positions", body)
            where = (lesson["name"], number)
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
