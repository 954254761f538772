"""Fingers on a phone: the page stands still under them, and all of it can be reached."""

from __future__ import annotations

import pytest

from tests.e2e.fingers import Fingers, middle
from tests.e2e.rooms import open_room
from tests.e2e.tabs import PHONE, Profile, Tab, Visitors

LARGE = {**PHONE, "viewport": {"width": 412, "height": 915}}
LYING = {**PHONE, "viewport": {"width": 844, "height": 390}}
STANDING = """() => [scrollX, scrollY, visualViewport.offsetLeft, visualViewport.offsetTop,
  visualViewport.scale, document.documentElement.scrollHeight <= innerHeight,
  getComputedStyle(document.documentElement).overscrollBehaviorY]"""
STILL = [0, 0, 0, 0, 1, True, "none"]
REACH = """() => {
  const places = [...document.querySelectorAll('[data-square] svg, .actions button, .bar button')]
    .filter((node) => node.checkVisibility()).map((node) => node.getBoundingClientRect());
  return [Math.min(...places.map(({ left }) => left)), Math.min(...places.map(({ top }) => top)),
    innerWidth - Math.max(...places.map(({ right }) => right)),
    innerHeight - Math.max(...places.map(({ bottom }) => bottom))];
}"""
EDGE = 5
"""Pixels at a side of the screen that a finger from outside it does not share with a piece."""


def phone(visitors: Visitors, profile: Profile) -> tuple[Tab, Fingers]:
    """A phone with a game on which it is to move."""
    tab = visitors.arrive(open_room(visitors.base).seat("host"), profile)
    tab.screen("game")
    return tab, Fingers(tab)


def swipe(fingers: Fingers, at: tuple[float, float], dx: float, dy: float) -> None:
    """One finger goes down somewhere, moves, and leaves."""
    fingers.swipe(at, (at[0] + dx, at[1] + dy))


@pytest.mark.parametrize("profile", [PHONE, LARGE, LYING], ids=["small", "large", "lying"])
def test_the_game_stands_still_under_fingers(visitors: Visitors, profile: Profile) -> None:
    tab, fingers = phone(visitors, profile)
    for selector in ("[data-square=b5]", ".status", ".strip", ".actions", "#bar"):
        for dx, dy in ((0, -150), (0, 150), (-100, 0), (100, 0)):
            swipe(fingers, middle(tab, selector), dx, dy)
    for _ in range(2):
        swipe(fingers, middle(tab, ".status"), 0, 0)
    assert tab.page.evaluate(STANDING) == STILL
    assert tab.plays("id") == [], "a finger that slid away has flipped nothing"
    for _ in range(2):
        swipe(fingers, middle(tab, "[data-square=b5]"), 0, 0)
    tab.at_ply(1)
    assert tab.page.evaluate(STANDING) == STILL
    assert len(tab.plays("id")) == 1, "a double tap is one flip"


@pytest.mark.parametrize("profile", [PHONE, LARGE, LYING], ids=["small", "large", "lying"])
def test_nothing_to_press_lies_under_a_notch_or_at_the_edge(
    visitors: Visitors, profile: Profile
) -> None:
    tab, fingers = phone(visitors, profile)
    assert min(tab.page.evaluate(REACH)[::2]) >= EDGE
    is_lying = profile is LYING
    insets = {"top": 0 if is_lying else 47, "bottom": 21 if is_lying else 34}
    sides = 47 if is_lying else 0
    fingers.session.send(
        "Emulation.setSafeAreaInsetsOverride",
        {"insets": {**insets, "left": sides, "right": sides}},
    )
    tab.page.wait_for_function(
        "least => document.querySelector('.actions').getBoundingClientRect().bottom"
        " <= innerHeight - least",
        arg=insets["bottom"],
    )
    left, top, right, bottom = tab.page.evaluate(REACH)
    assert left >= sides
    assert right >= sides
    assert top >= insets["top"]
    assert bottom >= insets["bottom"]
    assert tab.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")


def test_the_first_flip_by_a_finger_tells_once_that_two_taps_can_be_asked_for(
    visitors: Visitors,
) -> None:
    tab = visitors.arrive(open_room(visitors.base, opponent="local").seat("host"), PHONE)
    tab.screen("game")
    tab.tap("a1")
    tab.see("#toast:has-text('second tap')")
    tab.hit("#toast")
    tab.miss("#toast")
    tab.tap("b1")
    tab.at_ply(2)
    assert not tab.page.is_visible("#toast")
