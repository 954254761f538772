"""What a screen reader is told of a game: each event once."""

from __future__ import annotations

import json
import random
import re
from itertools import pairwise

from tests.e2e.a11y.looks import SET
from tests.e2e.referee import Referee
from tests.e2e.rooms import offer_draw, open_room, sit_down
from tests.e2e.tabs import Tab, Visitors


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
    offer_draw(table.host)
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


def test_digits_pick_only_while_single_keys_are_wished(visitors: Visitors) -> None:
    tab = visitors.arrive(open_room(visitors.base, first="draw").seat("host"))
    tab.screen("drawing")
    tab.page.evaluate(SET, {"keys": False})
    tab.page.keyboard.press("2")
    tab.page.evaluate(SET, {"keys": True})
    tab.page.keyboard.press("4")
    tab.see("[data-tile='3'][data-state=mine]")
    assert [json.loads(text)["tile"] for text in tab.sent if '"pick"' in text] == [3]
