"""The whole way by keyboard, and what a screen reader is told of it: each event once."""

from __future__ import annotations

import random
import re
from itertools import pairwise

from tests.e2e.keys import Keys
from tests.e2e.referee import Referee
from tests.e2e.rooms import open_room, sit_down
from tests.e2e.tabs import DESKTOP, Tab, Visitors

NO_POINTER = """
for (const kind of ['pointerdown', 'mousedown', 'touchstart']) {
  addEventListener(kind, () => { throw new Error(`a ${kind}`); }, true);
}"""


def events(tab: Tab) -> list[str]:
    """What was said of events, without the answers to what this player did to the page itself."""
    return [text.replace("\u00a0", "") for text in tab.heard("say", "alert")]


def expect(tab: Tab, start: int, pattern: str) -> int:
    """Exactly one more event was said, and it matches; how many there are now."""
    tab.page.wait_for_function(
        "n => heard.filter(([region]) => region !== 'turn').length > n", arg=start
    )
    said = events(tab)
    assert len(said) == start + 1, said[start:]
    assert re.search(pattern, said[start], re.IGNORECASE), said[start]
    return start + 1


def test_the_whole_way_by_keyboard(visitors: Visitors) -> None:
    host_tab = visitors.arrive("", {**DESKTOP, "permissions": ["clipboard-write"]})
    host_tab.page.evaluate(NO_POINTER)
    host = Keys(host_tab)
    host.act("create")
    host.write("dialog [name=name]", "Mei")
    host.act("create-submit")
    host_tab.screen("lobby")
    host.kept()
    host.act("copy-link")
    host_tab.see("[data-act=copy-link][data-state=copied]")

    guest_tab = visitors.arrive("")
    guest_tab.page.evaluate(NO_POINTER)
    guest = Keys(guest_tab)
    guest.write("[name=code]", host_tab.page.url.rsplit("/", 1)[1].lower())
    guest.press("Enter")
    guest_tab.screen("join")
    guest.kept()
    guest.write("[name=name]", "Bao")
    guest.press("Enter")

    for tab in (host_tab, guest_tab):
        tab.screen("drawing")
    for keys, key in ((host, "2"), (guest, "4")):
        keys.kept()
        keys.press(key)
        keys.tab.see(f"[data-tile='{int(key) - 1}'][data-state=mine]")
    for keys in (host, guest):
        keys.act("continue")
        keys.tab.screen("game")
        keys.kept()
    play_until_a_capture((host, guest))
    end_and_begin_again((host, guest))


def play_until_a_capture(both: tuple[Keys, Keys]) -> None:
    """Flips, moves and at last a capture, each with Enter alone."""
    referee, chance, ply = Referee(), random.Random(5), 0
    has_moved = has_captured = False
    while not (has_moved and has_captured):
        mover = next(keys for keys in both if keys.tab.turn == "me")
        action = referee.choose(chance)
        has_captured |= referee.is_capture(action)
        has_moved |= len(action) == 4 and not referee.is_capture(action)
        mover.play(action)
        ply += 1
        for keys in both:
            keys.tab.at_ply(ply)
            keys.kept()
        assert mover.tab.focus == (action[2:] or action)
        referee.follow(action, mover.tab.look().board)
        assert ply < 60


def end_and_begin_again(both: tuple[Keys, Keys]) -> None:
    """An offer, a resignation, a rematch."""
    host, guest = both
    host.act("draw")
    guest.tab.see(".slot[data-state=offered]")
    guest.act("slot-decline")
    host.tab.page.wait_for_selector(".slot[data-state=empty]", state="attached")
    host.act("resign")
    host.kept()
    host.act("slot-confirm")
    for keys in both:
        keys.tab.see(".end")
        keys.kept()
        keys.act("rematch" if keys is host else "rematch-accept")
    for keys in both:
        keys.tab.screen("drawing")
        keys.kept()


def test_every_event_is_said_exactly_once_on_both_pages(visitors: Visitors) -> None:
    table = sit_down(visitors, open_room(visitors.base, rules={"preset": "ply_yard"}))
    count = {id(tab): len(events(tab)) for tab in table.both}

    def both_hear(host: str, guest: str) -> None:
        for tab, pattern in zip(table.both, (host, guest), strict=True):
            count[id(tab)] = expect(tab, count[id(tab)], pattern)

    referee, chance = Referee(), random.Random(2)
    for ply in range(1, 13):
        action = referee.choose(chance)
        table.mover.play(action)
        table.at_ply(ply)
        referee.follow(action, table.host.look().board)
        square = action[2:] or action
        both_hear(square, square)
    table.host.press("draw")
    both_hear("draw", "draw")
    table.guest.press("slot-decline")
    both_hear("draw|offer", "draw|offer")
    table.guest.press("resign")
    table.guest.press("slot-confirm")
    both_hear("you win", "you lose")
    assert len(table.host.heard("alert")) == len(table.guest.heard("alert")) == 1
    table.host.press("rematch")
    table.guest.see("[data-act=rematch-accept]")
    count[id(table.guest)] = expect(table.guest, count[id(table.guest)], "Mei.*(again|rematch)")
    table.guest.press("rematch-accept")
    both_hear("game 2", "game 2")


def test_the_turn_is_told_in_its_own_place(visitors: Visitors) -> None:
    table = sit_down(visitors)
    for ply in range(1, 5):
        mover, waiter = table.mover, (table.guest if table.mover is table.host else table.host)
        mover.tap(f"a{ply}")
        table.at_ply(ply)
        assert "your turn" in waiter.page.inner_text("#turn").lower()
        assert "your turn" not in mover.page.inner_text("#turn").lower()
        assert waiter.page.title() != mover.page.title()
    for tab in table.both:
        turns = tab.heard("turn")
        assert all(one != other for one, other in pairwise(turns))
