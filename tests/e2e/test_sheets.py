"""Sheets open one at a time, however often and however early their button is pressed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Route

from tests.e2e.tabs import Tab, Visitors

RULES = "**/api/rules"
OPEN = "() => [...document.querySelectorAll('dialog[open]')].map(node => node.dataset.sheet)"
PRESS = "names => names.forEach(name => document.querySelector(name).click())"
SETTLED = "() => new Promise(done => setTimeout(done))"
DOUBLE = """() => {
  const all = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  return all.filter((id, i) => all.indexOf(id) !== i);
}"""


@contextmanager
def unanswered(tab: Tab, address: str) -> Iterator[None]:
    """Questions to an address are answered in the end only."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    tab.page.route(address, hold)
    yield
    for route in held:
        route.continue_()
    tab.page.unroute(address)


@pytest.mark.parametrize("way", ["create", "local", "computer"])
def test_a_sheet_opens_once_however_often_its_button_is_pressed(
    visitors: Visitors, way: str
) -> None:
    tab = visitors.arrive("")
    button = f"[data-act={way}]"
    with unanswered(tab, RULES):
        with tab.page.expect_request(RULES):
            tab.page.evaluate(PRESS, [button, button])
        tab.see(f"{button}[aria-busy=true]")
        tab.page.evaluate(PRESS, [button])
    tab.see(f"dialog[data-sheet={way}]")
    tab.see(f"{button}:not([aria-busy])")
    tab.page.evaluate(SETTLED)
    assert tab.page.evaluate(OPEN) == [way]
    assert tab.page.evaluate(DOUBLE) == []


def test_of_sheets_that_were_asked_for_together_one_is_open(visitors: Visitors) -> None:
    tab = visitors.arrive("")
    ways = ["[data-act=create]", "[data-act=local]", "#help"]
    with unanswered(tab, RULES), tab.page.expect_request(RULES):
        tab.page.evaluate(PRESS, ways)
    for way in ways:
        tab.see(f"{way}:not([aria-busy])")
    tab.see("dialog[open]")
    tab.page.evaluate(SETTLED)
    assert len(tab.page.evaluate(OPEN)) == 1
