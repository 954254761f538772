"""What can lie under a face-down piece: only if one wishes, and only where the host allows it."""

from __future__ import annotations

from tests.e2e.rooms import open_room, sit_down
from tests.e2e.tabs import Tab, Visitors


def wish(tab: Tab) -> None:
    tab.press("more")
    tab.page.check("dialog[open] input[name=odds]")
    tab.page.keyboard.press("Escape")


def test_a_tap_shows_the_odds_and_a_second_one_flips(visitors: Visitors) -> None:
    table = sit_down(visitors)
    wish(table.host)
    wish(table.guest)
    table.host.tap("a1")
    table.host.see(".odds")
    assert table.host.page.locator(".odds li").count() == 14
    assert "16%" in table.host.page.inner_text(".odds")
    table.guest.tap("c4")
    table.guest.see(".odds")
    table.host.tap("a1")
    table.at_ply(1)
    table.host.miss(".odds")


def test_where_the_host_does_not_allow_it_a_tap_flips(visitors: Visitors) -> None:
    table = sit_down(visitors, open_room(visitors.base, odds=False))
    wish(table.host)
    table.host.tap("a1")
    table.at_ply(1)
    table.host.miss(".odds")
