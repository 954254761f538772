"""One skill to keep in mind: picked after a lesson or a game, shown in the next one."""

from __future__ import annotations

from tests.e2e.rooms import open_room
from tests.e2e.tabs import PHONE, Tab, Visitors

CHIP = "[data-act=skill]"


def resigned(tab: Tab) -> None:
    tab.tap("a1")
    tab.page.wait_for_selector(".game:not([data-ply='0'])")
    tab.press("resign")
    tab.press("slot-confirm")
    tab.see(".end")


def test_a_picked_skill_is_shown_in_the_next_game_with_the_computer(visitors: Visitors) -> None:
    room = open_room(visitors.base, opponent="computer", level=1)
    tab = visitors.arrive(room.seat("host"), PHONE)
    tab.screen("game")
    tab.miss(CHIP)
    resigned(tab)
    tab.press("pick-skill")
    tab.page.check("dialog[open] input[value=screens]")
    tab.press("skill-submit")
    tab.hears("Your next game with the computer will remind you: Look along the Cannons.")

    next_room = open_room(visitors.base, opponent="computer", level=1)
    tab.go(next_room.seat("host"))
    tab.screen("game")
    tab.see(CHIP)
    assert tab.page.get_attribute(CHIP, "aria-label") == "Reminder: Look along the Cannons"
    tab.press("skill")
    tab.see("[data-sheet=reminder]")
    tab.press("keep-skill")
    tab.page.reload()
    tab.see(CHIP)
    tab.press("skill")
    tab.press("drop-skill")
    tab.miss(CHIP)
    tab.page.reload()
    tab.screen("game")
    tab.miss(CHIP)
