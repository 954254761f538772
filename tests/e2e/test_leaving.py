"""A running game is not left by one slip where that costs something."""

from __future__ import annotations

from playwright.sync_api import Dialog

from tests.e2e.rooms import Room, open_room
from tests.e2e.tabs import LOSSES, PHONE, Tab, Visitors

CLOCK = {"initial": 600, "increment": 0}
SHEET = "dialog[data-sheet=leaving]"


def is_here(tab: Tab, room: Room) -> bool:
    """The game is on the screen, by its address too."""
    return tab.page.url.endswith(room.code) and tab.page.locator(".game").is_visible()


def test_a_clock_that_runs_on_is_asked_about_first(visitors: Visitors) -> None:
    room = open_room(visitors.base, clock=CLOCK)
    tab = visitors.arrive(room.seat("host"), PHONE)
    tab.screen("game")
    tab.play("a1")
    tab.at_ply(1)
    tab.hit("#brand")
    tab.see(f"{SHEET}:has-text('clock')")
    tab.press("leaving-go")
    tab.screen("home")
    tab.press("return")
    tab.at_ply(1)
    tab.page.evaluate("history.back()")
    tab.see(SHEET)
    assert is_here(tab, room)
    tab.page.keyboard.press("Escape")
    tab.miss(SHEET)
    assert is_here(tab, room)
    assert tab.page.get_attribute("body", "data-conn") == "online"
    tab.page.evaluate("history.back()")
    tab.press("leaving-go")
    tab.screen("home")
    assert not tab.page.url.endswith(room.code)


def test_a_move_that_was_not_sent_is_asked_about_first(visitors: Visitors) -> None:
    room = open_room(visitors.base)
    tab = visitors.arrive(room.seat("host"), forgive=LOSSES)
    tab.screen("game")
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    tab.page.on("dialog", stay)
    tab.page.context.set_offline(True)
    tab.see("body[data-conn=offline]")
    tab.tap("b3")
    tab.see("[data-square=b3][data-pending]")
    with tab.page.expect_event("dialog"):
        tab.page.evaluate("location.assign('rules')")
    assert asked == ["beforeunload"]
    tab.hit("#brand")
    tab.see(f"{SHEET}:has-text('not been sent')")
    tab.press("leaving-stay")
    tab.page.context.set_offline(False)
    tab.at_ply(1)
    tab.hit("#brand")
    tab.screen("home")
    assert asked == ["beforeunload"]
