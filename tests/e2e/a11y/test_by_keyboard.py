"""What lies around a game, without a pointer: talk, settings, rules, replay, watching (A9).

The way from the invitation to a rematch is walked in tests/e2e/test_acceptance_by_keys.py.
"""

from __future__ import annotations

import pytest

from tests.e2e.by_keys import choose_a_look, close_settings, go_home, hands_off, talk
from tests.e2e.keys import LONGEST_WAY, Keys
from tests.e2e.rooms import open_room, sit_down
from tests.e2e.stages import finished, game, lobby, midgame
from tests.e2e.tabs import DESKTOP, PHONE, Visitors

SLIM = {"viewport": PHONE["viewport"]}


@pytest.mark.parametrize("size", [DESKTOP, SLIM], ids=["desktop", "phone"])
def test_players_talk(visitors: Visitors, size: dict[str, object]) -> None:
    table = sit_down(visitors, host=size)
    keys = hands_off(table.host)
    if size is SLIM:
        keys.act("chat")
        assert keys.tab.focus == "tab-chat"
    else:
        keys.to_tab("chat")
    talk(keys, table.guest)
    if size is SLIM:
        table.host.miss(".panel")
        assert keys.tab.focus == "chat"


def test_settings_are_changed_and_nothing_else(visitors: Visitors) -> None:
    keys = hands_off(game(visitors, DESKTOP))
    before = keys.tab.look()
    choose_a_look(keys)
    keys.tab.page.wait_for_selector(".board[data-pieces=icons]")
    keys.reach("dialog [name=showLast]")
    keys.press("Space")
    close_settings(keys)
    assert keys.tab.look().board == before.board
    assert keys.tab.look().last == frozenset()


def test_the_past_is_walked_through_and_left(visitors: Visitors) -> None:
    keys = hands_off(game(visitors, DESKTOP))
    keys.to_tab("moves")
    keys.reach(".pane:not([hidden]) .move[data-ply='3']")
    keys.press("Enter")
    keys.tab.see(".slot[data-state=past]")
    keys.kept()
    keys.press("ArrowLeft")
    keys.tab.see(".slot-text:has-text('move 2 of 8')")
    keys.act("slot-live")
    keys.tab.page.wait_for_selector(".slot[data-state=empty]", state="attached")
    keys.kept()


def test_a_finished_game_is_replayed(visitors: Visitors) -> None:
    room = finished(visitors)
    keys = hands_off(visitors.arrive(room.seat("host")))
    keys.act("review")
    keys.tab.see(".controls")
    keys.kept()
    for act, ply in (("act-on", 1), ("act-on", 2), ("replay-last", 8), ("act-back", 7)):
        keys.act(act)
        keys.tab.at_ply(ply)
        keys.kept()
    keys.reach(".slider")
    keys.press("Home")
    keys.tab.at_ply(0)
    keys.press("ArrowRight")
    keys.tab.at_ply(1)
    keys.act("reveal")
    keys.tab.see("[data-veiled]")
    keys.reach(".board-grid [data-square]")
    keys.press("ArrowDown")
    keys.tab.at_ply(1)
    go_home(keys)


def test_a_record_is_pasted_and_a_wrong_one_told(visitors: Visitors) -> None:
    record = finished(visitors).record()
    keys = hands_off(visitors.arrive("replay"))
    keys.act("show")
    keys.tab.see("#record-error")
    assert keys.page.evaluate("document.activeElement.name") == "record"
    keys.page.keyboard.insert_text(record)
    keys.act("show")
    keys.tab.see(".controls")
    keys.kept()


def test_the_rules_are_read(visitors: Visitors) -> None:
    keys = hands_off(visitors.arrive(""))
    keys.act("rules")
    keys.tab.screen("rules")
    keys.kept()
    keys.act("to-faq")
    assert keys.page.evaluate("document.activeElement.dataset.t") == "rules.faq"
    keys.reach("summary[data-t='faq.soldier']")
    keys.press("Enter")
    keys.tab.see("details[open] p[data-t='faq.soldier.answer']")
    keys.reach("[name=preset]")
    keys.press("End")
    keys.tab.see("th[data-is-chosen=yes] >> nth=0")
    keys.kept()


def test_a_host_arranges_the_room(visitors: Visitors) -> None:
    keys = hands_off(lobby(visitors, DESKTOP))
    for act, sheet in (("qr", "qr"), ("move-seat", "seat"), ("edit-rules", "edit")):
        keys.act(act)
        keys.tab.see("dialog[open]")
        keys.kept()
        keys.press("Escape")
        keys.tab.miss("dialog")
        assert keys.tab.focus == act, sheet
    keys.act("edit-rules")
    keys.reach("dialog [name=preset]:checked")
    keys.press("ArrowDown")
    keys.act("edit-submit")
    keys.tab.miss("dialog")
    keys.tab.hears("The rules were changed.")
    keys.kept()


def test_the_menu_of_a_game_leads_everywhere(visitors: Visitors) -> None:
    keys = hands_off(game(visitors, SLIM))
    for name in ("rules", "room"):
        keys.act("more")
        keys.act(name)
        keys.tab.miss("dialog")
        assert keys.tab.focus == f"tab-{name}"
        keys.press("Escape")
        keys.tab.miss(".panel")
        keys.kept()
    keys.act("more")
    keys.reach("dialog [data-act=leave]")
    keys.press("Enter")
    keys.tab.see(".slot[data-state=leave]")
    assert keys.tab.focus == "slot-keep"
    keys.press("Escape")
    keys.tab.page.wait_for_selector(".slot[data-state=empty]", state="attached")
    keys.kept()


def test_two_share_one_keyboard(visitors: Visitors) -> None:
    keys = hands_off(visitors.arrive(""))
    keys.act("local")
    keys.act("local-submit")
    keys.tab.screen("game")
    keys.kept()
    for ply, square in enumerate(("b2", "c7", "d1"), start=1):
        keys.play(square)
        keys.tab.at_ply(ply)
        assert keys.tab.focus == square
    keys.act("undo")
    keys.tab.at_ply(2)
    keys.kept()
    keys.act("restart")
    assert keys.tab.focus == "slot-keep"
    keys.act("slot-confirm")
    keys.tab.at_ply(0)
    keys.kept()


def test_somebody_watches(visitors: Visitors) -> None:
    room = midgame(visitors)
    keys = hands_off(visitors.arrive(room.code))
    keys.act("watch")
    keys.tab.at_ply(8)
    keys.kept()
    keys.go_to("b5")
    keys.press("Enter")
    keys.kept()
    assert [frame for frame in keys.tab.sent if '"play"' in frame] == []


def test_focus_goes_round_every_screen_and_is_never_caught(visitors: Visitors) -> None:
    for tab in (
        visitors.arrive(""),
        visitors.arrive("rules"),
        visitors.arrive("settings"),
        visitors.arrive(open_room(visitors.base, seated=False).code),
        game(visitors, DESKTOP),
    ):
        keys = Keys(tab)
        keys.tab_through()
        stops = keys.tab_through()
        assert 5 < len(stops) == len(set(stops)) < LONGEST_WAY, stops
        assert stops[0].endswith("skip")
