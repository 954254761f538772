"""The rooms of a browser on its first page, and the game after the game."""

from __future__ import annotations

import json

from tests.e2e.programs import programs
from tests.e2e.rooms import open_room, sit_down
from tests.e2e.tabs import LOSSES, PHONE, Tab, Visitors

CARDS = """() => [...document.querySelectorAll('.resume')]
  .map(node => [node.dataset.code, node.querySelector('.resume-status').textContent])"""
TOP = "() => document.querySelector('[data-act=create]').getBoundingClientRect().top"


def cards(tab: Tab) -> list[tuple[str, str]]:
    return [(code, status) for code, status in tab.page.evaluate(CARDS)]


def go_home(tab: Tab) -> None:
    tab.hit("#brand")
    tab.screen("home")


def test_the_first_page_knows_every_room_of_this_browser(visitors: Visitors) -> None:
    mine, theirs, over = (open_room(visitors.base, first=who) for who in ("host", "guest", "host"))
    tab = visitors.arrive(mine.seat("host"), PHONE, forgive=LOSSES)
    for room in (theirs, over):
        tab.go(room.seat("host"))
        tab.screen("game")
    with programs(over) as both:
        both.host.command("resign", game=1)
    kept = json.dumps({"seats": [{"seat": "host", "token": "A" * 43}], "at": 9e15})
    tab.page.evaluate("kept => localStorage.setItem('banqi.seat.ZZZZZ9', kept)", kept)
    go_home(tab)
    tab.page.wait_for_selector(".resume[data-code=ZZZZZ9]", state="detached")
    tab.hit(".resume-rest summary")
    tab.see(f".resume[data-code='{mine.code}'][data-turn=mine]")
    tab.see(f".resume[data-code='{over.code}'][data-phase=over]")
    tab.page.wait_for_function(
        "code => document.querySelector('.resume').dataset.code === code", arg=mine.code
    )
    assert cards(tab) == [
        (mine.code, "Your turn"),
        (theirs.code, "Bao to move"),
        (over.code, "The game is over"),
    ]
    assert tab.page.evaluate("localStorage.getItem('banqi.seat.ZZZZZ9')") is None

    leave = f".resume[data-code='{over.code}'] [data-act=leave]"
    tab.page.focus(leave)
    tab.page.keyboard.press("Enter")
    tab.see(f"{leave}[data-state=confirm]")
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_selector(f".resume[data-code='{over.code}']", state="detached")
    assert tab.focus == "H1", "focus is never lost"
    tab.hit(f".resume[data-code='{theirs.code}'] [data-act=return]")
    tab.screen("game")
    assert tab.page.url.endswith(theirs.code)


def test_the_page_does_not_jump_when_the_rooms_have_answered(visitors: Visitors) -> None:
    tab = visitors.arrive(open_room(visitors.base).seat("host"), PHONE)
    tab.screen("game")
    go_home(tab)
    before = tab.page.evaluate(TOP)
    tab.see(".resume[data-turn=mine]")
    assert tab.page.evaluate(TOP) == before


def test_the_next_game_goes_by_new_rules_once_both_accept_anew(visitors: Visitors) -> None:
    room = open_room(visitors.base)
    table = sit_down(visitors, room)
    host, guest = table.both
    host.press("resign")
    host.press("slot-confirm")
    guest.press("rematch")
    host.see(".rematch[data-state=theirs]")
    host.press("edit-rules")
    host.hit("dialog [name=preset][value=ply_yard]")
    host.press("edit-submit")
    host.miss("dialog")
    for tab in table.both:
        tab.see(".end-rules:has-text('Ply Yard')")
        tab.see(".rematch[data-state=idle]")
        tab.hears("The rules were changed.")
    guest.page.reload()
    guest.see(".end-rules:has-text('Ply Yard')")
    guest.press("rematch")
    host.press("rematch-accept")
    for tab in table.both:
        tab.at_ply(0)
        tab.miss(".end")
    host.press("tab-rules")
    host.see("#pane-rules h3:has-text('Ply Yard')")
    host.press("tab-room")
    assert "game 2" in host.page.inner_text(".panel .series").lower()
