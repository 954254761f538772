"""Phones that sleep, wake, and change networks: a line that died meanwhile is found at once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import CDPSession

from tests.e2e.line import Line
from tests.e2e.rooms import Table, open_room
from tests.e2e.tabs import LOSSES, PHONE, Tab, Visitors
from tests.e2e.test_attention import HIDE
from tests.servers import Server

SOON = 5000
"""Milliseconds after waking in which a dead line must be left."""
WATCH = """() => {
  globalThis.left = [];
  new MutationObserver(() => left.push([performance.now(), document.body.dataset.conn]))
    .observe(document.body, { attributeFilter: ['data-conn'] });
}"""
LEFT = "() => left.find(([, conn]) => conn !== 'online')?.[0]"


@pytest.fixture
def table(visitors: Visitors, line: Line, server: Server) -> Table:
    """The host is on a phone and has played; it is the guest's turn."""
    room = open_room(server.url)
    guest = visitors.arrive(room.seat("guest"))
    host = visitors.arrive(room.seat("host"), PHONE, base=line.url, forgive=LOSSES)
    for tab in (host, guest):
        tab.screen("game")
    host.tap("a1")
    table = Table(replace(room, base=line.url), host, guest)
    table.at_ply(1)
    host.page.evaluate(WATCH)
    return table


def lifecycle(tab: Tab) -> CDPSession:
    return tab.page.context.new_cdp_session(tab.page)


def comes_back(table: Table, woke: float) -> None:
    """The line was given up soon, and the phone shows what it missed."""
    host = table.host
    host.at_ply(2)
    left = host.page.evaluate(LEFT)
    assert left is not None
    assert left - woke < SOON
    host.see("body[data-conn=online]")
    assert host.look().board == table.guest.look().board


def test_a_line_that_died_in_sleep_is_found_on_waking(table: Table, line: Line) -> None:
    host, guest = table.both
    phone = lifecycle(host)
    host.page.evaluate(HIDE, True)
    phone.send("Page.setWebLifecycleState", {"state": "frozen"})
    line.cut()
    guest.tap("b2")
    guest.at_ply(2)
    line.mend(tell=False)
    phone.send("Page.setWebLifecycleState", {"state": "active"})
    woke = host.page.evaluate("() => performance.now()")
    host.page.evaluate(HIDE, False)
    comes_back(table, woke)


def test_a_line_that_died_with_another_network_is_found(table: Table, line: Line) -> None:
    host, guest = table.both
    line.cut()
    guest.tap("b2")
    guest.at_ply(2)
    line.mend(tell=False)
    woke = host.page.evaluate("() => performance.now()")
    host.page.evaluate("() => navigator.connection.dispatchEvent(new Event('change'))")
    comes_back(table, woke)


def test_a_phone_that_wakes_with_a_good_line_stays_on_it(table: Table) -> None:
    host, guest = table.both
    for is_hidden in (True, False, True, False):
        host.page.evaluate(HIDE, is_hidden)
    guest.tap("b2")
    host.at_ply(2)
    assert host.page.evaluate(LEFT) is None


OVERLAP = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const toast = box('#toast');
  return ['.status', '.board-grid'].filter((selector) => {
    const other = box(selector);
    return toast.bottom > other.top && toast.top < other.bottom;
  });
}"""


def test_what_is_said_on_return_covers_neither_board_nor_turn(table: Table, line: Line) -> None:
    line.drop()
    table.host.see("#toast:visible")
    assert table.host.page.evaluate(OVERLAP) == []
