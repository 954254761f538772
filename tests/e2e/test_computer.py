"""Playing the computer in the page: asked from home, from the lobby and after a game."""

from __future__ import annotations

import json

from tests.e2e.rooms import open_room
from tests.e2e.tabs import PHONE, Visitors

ANSWER_MS = 30_000
"""For the first answer an engine has to start, on a machine that does much else."""


def test_a_game_with_the_computer_from_home(visitors: Visitors) -> None:
    tab = visitors.arrive("", PHONE)
    tab.press("computer")
    tab.see("dialog[open] input[name=level]")
    tab.page.check("input[name=level][value='1']")
    tab.page.check("input[name=first][value=host]")
    tab.press("computer-submit")
    tab.screen("game")
    assert "1" in tab.page.inner_text(".strip-far .strip-name")

    tab.tap("b5")
    tab.page.wait_for_selector(".strip-near[data-turn=no]")
    tab.page.wait_for_selector(".strip-near[data-turn=yes]", timeout=ANSWER_MS)
    assert len(tab.page.query_selector_all("[data-square][data-last]")) in {1, 2}

    tab.press("more")
    tab.see("dialog[open] [data-act=restart]")
    tab.page.keyboard.press("Escape")
    tab.press("resign")
    tab.press("slot-confirm")
    tab.see(".end[data-result=lost]")
    tab.press("level")
    tab.page.check("dialog[open] input[name=level][value='2']")
    tab.press("computer-submit")
    tab.screen("drawing")
    tab.page.wait_for_selector("[data-tile][data-state=taken]", timeout=ANSWER_MS)
    tab.hit("[data-tile][data-state=free]")
    tab.press("continue")
    tab.screen("game")
    assert "2" in tab.page.inner_text(".strip-far .strip-name")


def test_a_waiting_host_asks_the_computer_instead(visitors: Visitors) -> None:
    room = open_room(visitors.base, seated=False)
    tab = visitors.arrive(room.seat("host"))
    tab.screen("lobby")
    tab.press("seat-computer")
    tab.page.check("dialog[open] input[name=level][value='1']")
    tab.press("computer-submit")
    tab.screen("game")
    tab.tap("a1")
    tab.page.wait_for_selector(".strip-near[data-turn=no]")
    tab.page.wait_for_selector(".strip-near[data-turn=yes]", timeout=ANSWER_MS)


def test_a_computer_that_thinks_long_is_told_to_move_now(visitors: Visitors) -> None:
    room = open_room(visitors.base, opponent="computer", level=5)
    tab = visitors.arrive(room.seat("host"), PHONE)
    tab.screen("game")
    tab.tap("b5")
    now = tab.page.get_by_role("button", name="Move now")
    now.wait_for()
    now.focus()
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_selector(".strip-near[data-turn=yes]", timeout=ANSWER_MS)
    assert now.count() == 0
    assert tab.page.evaluate("document.activeElement.matches('.board *')")
    asked = [json.loads(frame)["type"] for frame in tab.sent]
    assert [kind for kind in asked if kind in {"play", "move_now"}] == ["play", "move_now"]


def test_the_level_that_was_chosen_last_is_offered_first(visitors: Visitors) -> None:
    tab = visitors.arrive("")
    tab.press("computer")
    tab.page.check("input[name=level][value='4']")
    tab.press("computer-submit")
    tab.page.wait_for_selector("dialog[open]", state="detached")
    tab.go("")
    tab.press("computer")
    assert tab.page.is_checked("input[name=level][value='4']")
