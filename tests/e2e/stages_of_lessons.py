"""More stages of the page: lessons, drills, their list and their answers, and the sandbox."""

from __future__ import annotations

from collections.abc import Mapping

from tests.e2e.stages import Stage, page
from tests.e2e.tabs import Profile, Tab, Visitors


def lesson(visitors: Visitors, who: Profile) -> Tab:
    """A task with its board."""
    tab = visitors.arrive("learn#ranks", who)
    tab.page.wait_for_selector("[data-square=b4][data-usable]")
    return tab


def told_wrong(tab: Tab) -> Tab:
    """The answer is given, and is not the right one."""
    tab.press("check")
    tab.see(".answer[data-state=wrong]")
    return tab


def wrong_squares(visitors: Visitors, who: Profile) -> Tab:
    """Squares to be found, and a wrong answer."""
    tab = lesson(visitors, who)
    tab.play("b4b5")
    tab.press("next")
    tab.page.check("[name=square-b5]")
    return told_wrong(tab)


def counting(visitors: Visitors, who: Profile) -> Tab:
    """Numbers to be filled in, beside what was captured; one is left out."""
    tab = visitors.arrive("learn#hidden", who)
    tab.page.wait_for_selector("[name^=number-]")
    tab.press("check")
    tab.see(".error:visible")
    return tab


def reasons(visitors: Visitors, who: Profile) -> Tab:
    """A step, and the rules that could forbid it."""
    tab = visitors.arrive("learn#judging", who)
    tab.see("[data-act=reason-none]")
    return tab


def likely(visitors: Visitors, who: Profile) -> Tab:
    """A chance that was told wrongly."""
    tab = visitors.arrive("learn#chances", who)
    tab.page.fill("[name=number-fit]", "31")
    tab.page.fill("[name=number-all]", "32")
    return told_wrong(tab)


def sandbox(visitors: Visitors, who: Profile) -> Tab:
    """A position that is being set up."""
    tab = visitors.arrive("learn#sandbox", who)
    for square, letter in (("b4", "G"), ("c4", "s"), ("d8", "?")):
        tab.page.check(f"[name=brush][value='{letter}']")
        tab.tap(square)
    tab.see("[data-square=d8][data-content=hidden]")
    return tab


def study(visitors: Visitors, who: Profile) -> Tab:
    """An endgame with its answer."""
    tab = visitors.arrive("learn#endgames", who)
    tab.page.wait_for_selector("[data-square=d1][data-usable]")
    tab.hit(".study summary")
    return tab


LESSON_STAGES: Mapping[str, Stage] = {
    "lessons": page("learn"),
    "lesson": lesson,
    "wrong squares": wrong_squares,
    "counting": counting,
    "reasons": reasons,
    "likely": likely,
    "sandbox": sandbox,
    "study": study,
}
