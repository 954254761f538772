"""A move planned in the other's turn: played when its turn comes, and never after a doubt."""

from __future__ import annotations

import pytest

from tests.e2e.line import Line
from tests.e2e.rooms import Room, Table, open_room, sit_down
from tests.e2e.tabs import BACK, LOSSES, PHONE, Tab, Visitors
from tests.e2e.test_settings_hold import prefer
from tests.servers import Server

PLANNED = "[data-planned]"


@pytest.fixture
def table(visitors: Visitors) -> Table:
    """The host, who plans, has flipped once; the guest is to move."""
    found = sit_down(visitors)
    return begun(found)


def begun(table: Table) -> Table:
    prefer(table.host, premove=True)
    table.host.screen("game")
    table.host.tap("a1")
    table.at_ply(1)
    return table


def hears(tab: Tab, words: str) -> None:
    """Wait until a live region has said this, with or without something else."""
    script = "words => heard.some(([, text]) => text.includes(words))"
    tab.page.wait_for_function(script, arg=words)


def test_a_planned_flip_is_played_when_the_turn_has_come(table: Table) -> None:
    host, guest = table.both
    host.tap("d8")
    host.see(f"[data-square=d8]{PLANNED} .mark-plan:not(.halo)")
    assert host.page.get_by_label("d8, face-down, planned").count() == 1
    hears(host, "Planned: flip d8")
    assert host.plays("action") == ["a1"]
    guest.tap("b1")
    table.at_ply(3)
    host.miss(PLANNED)
    assert host.plays("action") == ["a1", "d8"]


def test_what_became_impossible_is_dropped_and_told(table: Table) -> None:
    host, guest = table.both
    host.tap("d8")
    host.see(PLANNED)
    guest.tap("d8")
    table.at_ply(2)
    host.miss(PLANNED)
    hears(host, "What was planned is not possible now.")
    assert host.plays("action") == ["a1"]


@pytest.mark.parametrize("how", ["key", "elsewhere", "itself", "button"])
def test_a_plan_is_cancelled_by_key_or_hand(table: Table, how: str) -> None:
    host, guest = table.both
    host.page.focus("[data-square=d8]")
    host.page.keyboard.press("Enter")
    host.see(PLANNED)
    match how:
        case "key":
            host.page.keyboard.press("Escape")
        case "button":
            host.press("slot-unplan")
        case _:
            host.tap("d8" if how == "itself" else "c5")
    host.miss(PLANNED)
    host.hears("Nothing is planned any more.")
    guest.tap("b1")
    table.at_ply(2)
    assert host.turn == "me"
    assert host.plays("action") == ["a1"]


@pytest.mark.parametrize("how", ["socket", "reload", "look back"])
def test_no_plan_outlives_a_doubt_about_the_board(
    visitors: Visitors, line: Line, server: Server, how: str
) -> None:
    room = open_room(server.url)
    guest = visitors.arrive(room.seat("guest"), PHONE)
    host = visitors.arrive(room.seat("host"), base=line.url, forgive=LOSSES)
    table = begun(Table(Room(line.url, room.code, room.host, room.guest), host, guest))
    host.tap("d8")
    host.see(PLANNED)
    match how:
        case "socket":
            line.cut()
            line.mend(tell=True)
            host.page.wait_for_function("() => heard.some(([region]) => region === 'alert')")
            host.page.wait_for_selector(BACK)
        case "reload":
            host.page.reload()
            host.screen("game")
        case _:
            host.page.focus("[data-act=more]")
            host.page.keyboard.press("Home")
            host.see(".slot[data-state=past]")
            host.page.keyboard.press("End")
    host.miss(PLANNED)
    guest.tap("b1")
    table.at_ply(2)
    host.page.wait_for_selector("body[data-turn=me]")
    assert "d8" not in host.plays("action")
    assert host.look().board[-1] == "?"


def test_nobody_plans_without_the_wish(visitors: Visitors) -> None:
    table = sit_down(visitors)
    table.host.tap("a1")
    table.at_ply(1)
    table.host.tap("d8")
    table.guest.tap("b1")
    table.at_ply(2)
    assert table.host.page.query_selector(PLANNED) is None
    assert table.host.plays("action") == ["a1"]
