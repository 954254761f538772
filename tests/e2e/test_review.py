"""A finished game is reviewed in the page: asked for, waited for, walked through."""

from __future__ import annotations

from tests.e2e.rooms import open_room
from tests.e2e.tabs import PHONE, Visitors

REVIEW_MS = 90_000
"""Engines are not compiled everywhere, and the machine has much else to do."""

POSITION = "?3/4/4/4/4/4/1s2/R3 r S 0"


def test_a_review_tells_of_every_ply(visitors: Visitors) -> None:
    room = open_room(visitors.base, opponent="local", position=POSITION, first="host")
    tab = visitors.arrive(f"{room.code}#seat={room.host}", PHONE)
    tab.screen("game")
    for action in ("a8", "b2b3", "a1a2"):
        tab.play(action)
    tab.press("more")
    tab.press("resign")
    tab.press("slot-confirm")
    tab.press("review")
    tab.see(".replay .game")
    tab.press("open-review")
    tab.press("review-ask")
    tab.page.wait_for_selector(".review-graph", timeout=REVIEW_MS)

    rows = tab.page.locator(".review-sums tbody tr")
    assert rows.count() == 2
    tab.page.evaluate("document.querySelector('.slider').value = 1")
    tab.page.locator(".slider").dispatch_event("input")
    tab.see(".review-could li[data-came=yes]")
    assert tab.page.locator(".review-could li").count() == 1
    assert tab.untranslated() == []


def test_a_game_that_the_server_does_not_have_cannot_be_reviewed(visitors: Visitors) -> None:
    tab = visitors.arrive("replay")
    tab.page.fill("textarea", RECORD)
    tab.press("show")
    tab.see(".replay .game")
    tab.hit("#tab-review")
    tab.see(".review .hint")
    tab.miss("[data-act=review-ask]")


RECORD = """[Game "Banqi"]
[Format "1"]
[Coords "a1d8"]
[Letters "GAERHCS"]
[Ruleset "douque"]
[First "Mei"]
[Second "Bao"]

1. b5=S b6=h *
"""
