"""More stages of the page: lessons, their list and their answers."""

from __future__ import annotations

from collections.abc import Mapping

from tests.e2e.stages import Stage, page
from tests.e2e.tabs import Profile, Tab, Visitors


def lesson(visitors: Visitors, who: Profile) -> Tab:
    """A task with its board."""
    tab = visitors.arrive("learn#ranks", who)
    tab.page.wait_for_selector("[data-square=b4][data-usable]")
    return tab


def wrong_squares(visitors: Visitors, who: Profile) -> Tab:
    """Squares to be found, and a wrong answer."""
    tab = lesson(visitors, who)
    tab.play("b4b5")
    tab.press("next")
    tab.page.check("[name=square-b5]")
    tab.press("check")
    tab.see(".answer[data-state=wrong]")
    return tab


LESSON_STAGES: Mapping[str, Stage] = {
    "lessons": page("learn"),
    "lesson": lesson,
    "wrong squares": wrong_squares,
}
