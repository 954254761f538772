"""Two friends meet, play, and play again: what the page is for."""

from __future__ import annotations

import random

import pytest

from tests.e2e.conftest import LAN
from tests.e2e.referee import Referee
from tests.e2e.rooms import Table, sit_down
from tests.e2e.tabs import PHONE, Tab, Visitors
from tests.servers import Server

PROBE = """sources => Object.fromEntries(sources.map(name => {
  const square = document.querySelector(`[data-square=${name}]`);
  square.click();
  const shown = [...document.querySelectorAll('[data-dest]')].map(one => one.dataset.square);
  square.click();
  return [name, shown.sort()];
}))"""
"""Chooses each of these pieces, reads where it may go, and lets go of it."""

CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}


def pasted(tab: Tab) -> str:
    """What the clipboard holds, as a paste shows it."""
    field = "[name=code]"
    tab.page.focus(field)
    tab.page.keyboard.press("Control+V")
    return tab.page.input_value(field)


@pytest.mark.parametrize("name", ["127.0.0.1", LAN])
def test_a_copied_link_brings_a_friend_to_the_first_flip(
    visitors: Visitors, server: Server, name: str
) -> None:
    base = f"http://{name}:{server.port}"
    host = visitors.arrive(profile=CLIPBOARD if name != LAN else {}, base=base)
    host.press("create")
    host.page.fill("dialog [name=name]", "Mei")
    host.press("create-submit")
    host.screen("lobby")
    host.press("copy-link")
    host.see("[data-act=copy-link][data-state=copied]")
    link = pasted(visitors.another(host, ""))
    code = link.removeprefix(f"{base}/")
    assert len(code) == 6

    guest = visitors.arrive(code, PHONE, base=base)
    guest.screen("join")
    assert "Mei" in guest.page.inner_text("main")
    assert guest.page.locator("main li").count() >= 5, "the rules are read before anyone sits"
    assert host.page.locator("[data-seat=empty]").count() == 1, "a look takes no seat"
    guest.page.fill("[name=name]", "Bao")
    guest.press("sit")

    draw_for_first(host, guest)
    table = [host, guest]
    first = next(tab for tab in table if tab.turn == "me")
    first.tap("b5")
    for tab in table:
        tab.at_ply(1)
        assert tab.look().last == {"b5"}
    assert host.look().board == guest.look().board != "?" * 32


def draw_for_first(host: Tab, guest: Tab) -> None:
    """Both pick one of five pieces; both see which; both go on."""
    for tab in (host, guest):
        tab.screen("drawing")
    host.hit("[data-tile='1']")
    guest.see("[data-tile='1'][data-state=taken]")
    host.see("[data-tile='1'][data-state=mine]")
    guest.hit("[data-tile='3']")
    for tab in (host, guest):
        tab.press("continue")
        tab.screen("game")


def agree(table: Table, referee: Referee) -> None:
    """Both pages show what the library of the rules says."""
    for tab in table.both:
        look = tab.look()
        assert look.board == referee.game.board
        assert look.selected == ()
    mover = table.mover
    hidden = {name for name in mover.look().usable if name in referee.flips()}
    assert hidden == referee.flips()


def test_twenty_plies_on_both_pages_are_those_of_the_library(visitors: Visitors) -> None:
    table = sit_down(visitors)
    referee, chance = Referee(), random.Random(7)
    for ply in range(20):
        agree(table, referee)
        mover = table.mover
        shown = mover.page.evaluate(PROBE, sorted(referee.sources()))
        assert shown == {one: sorted(referee.targets(one)) for one in referee.sources()}
        action = referee.choose(chance)
        mover.play(action)
        table.at_ply(ply + 1)
        referee.follow(action, mover.look().board)
        assert table.host.look().last == {action[:2], action[2:] or action[:2]}
    agree(table, referee)
