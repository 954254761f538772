"""A finished game is reviewed in the page: asked for, waited for, walked through."""

from __future__ import annotations

from tests.e2e.replays import REVIEW_MS, record_of, replay_tab, short_game
from tests.e2e.stages_of_ends import unreviewable
from tests.e2e.tabs import PHONE, Visitors


def test_a_review_tells_of_every_ply(visitors: Visitors) -> None:
    _, tab = short_game(visitors, PHONE)
    tab.press("review")
    tab.see(".replay .game")
    replay_tab(tab, "review")
    tab.page.dblclick("[data-act=review-ask]")  # the second press does not stop it
    tab.page.wait_for_selector(".review-graph", timeout=REVIEW_MS)

    rows = tab.page.locator(".review-sums tbody tr")
    assert rows.count() == 2
    tab.page.evaluate("document.querySelector('.slider').value = 1")
    tab.page.locator(".slider").dispatch_event("input")
    tab.see(".review-could li[data-came=yes]")
    assert tab.page.locator(".review-could li").count() == 1
    assert "1 × Red Soldier, 100%" in tab.page.inner_text(".review-could")
    threats = tab.page.locator(".review-flip li[data-t='replay.threat']")
    assert threats.all_inner_texts() == ["Black Soldier a2 threatens Red General a1."] * 2
    assert tab.untranslated() == []


def test_a_game_that_the_server_does_not_have_cannot_be_reviewed(visitors: Visitors) -> None:
    tab = visitors.arrive("replay")
    tab.page.fill("textarea", record_of("1. b5=S b6=h"))
    tab.press("show")
    tab.see(".replay .game")
    replay_tab(tab, "review")
    tab.see(".review .hint")
    tab.miss("[data-act=review-ask]")


def test_a_review_that_cannot_be_made_says_so_and_can_be_asked_for_again(
    visitors: Visitors,
) -> None:
    tab = unreviewable(visitors, PHONE)

    tab.see("[data-act=review-ask]")
    tab.miss("[data-act=review-stop]")
    tab.miss(".review progress")
