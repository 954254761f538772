"""Lost lines, reloads, second tabs and servers that go away: the game goes on by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.e2e.line import Cut, Line
from tests.e2e.rooms import Room, Table, open_room, sit_down
from tests.e2e.tabs import BACK, LOSSES, LOST, PATIENCE, Tab, Visitors
from tests.servers import Server

CUT_SECONDS = 5


@pytest.fixture
def table(visitors: Visitors, line: Line, server: Server) -> Table:
    """The host comes over a line that can be cut, the guest does not."""
    room = open_room(server.url)
    guest = visitors.arrive(room.seat("guest"))
    host = visitors.arrive(room.seat("host"), base=line.url, forgive=LOSSES)
    for tab in (host, guest):
        tab.screen("game")
    return Table(replace(room, base=line.url), host, guest)


def wait_out(tab: Tab, seconds: int) -> None:
    """Wait until the page itself counts that it has been cut off for so long."""
    script = """seconds => [...document.querySelectorAll('.slot-text')]
        .some(node => (node.textContent.match(/\\d+/g) ?? []).some(n => Number(n) >= seconds))"""
    tab.page.wait_for_function(script, arg=seconds, timeout=2 * PATIENCE)


@pytest.mark.parametrize("what", [Cut.EVERYTHING, Cut.ANSWERS])
def test_a_move_made_while_the_line_goes_is_played_exactly_once(
    table: Table, line: Line, what: Cut
) -> None:
    host, guest = table.both
    line.cut(what)
    host.tap("b3")
    host.see("[data-square=b3][data-pending]")
    host.page.context.set_offline(True)
    host.see(LOST)
    assert host.heard("alert") != []
    wait_out(host, CUT_SECONDS)
    assert host.look().board == "?" * 32, "what was not answered is not played"

    line.mend()
    host.page.context.set_offline(False)
    host.page.wait_for_selector(BACK, timeout=2000 + PATIENCE)
    table.at_ply(1)
    assert host.look() == replace(guest.look(), usable=host.look().usable)
    assert len(set(host.plays("id"))) == 1, "the same command again, not another one"
    assert host.look().board.count("?") == 31
    host.miss("[data-pending]")
    assert len(host.heard("alert")) == 1


@pytest.mark.parametrize("what", [Cut.EVERYTHING, Cut.ANSWERS])
def test_a_move_that_sank_with_a_dead_line_is_sent_again_over_the_next(
    table: Table, line: Line, what: Cut
) -> None:
    host = table.host
    line.cut(what)
    host.tap("b3")
    host.see("[data-square=b3][data-pending]")
    line.mend(tell=False)
    host.page.evaluate("dispatchEvent(new Event('online'))")
    table.at_ply(1)
    host.miss("[data-pending]")
    assert len(set(host.plays("id"))) == 1


def test_a_silent_line_is_noticed_and_left(table: Table, line: Line) -> None:
    line.cut()
    table.host.page.wait_for_selector(LOST, timeout=2 * PATIENCE)
    line.mend()
    table.host.see(BACK)
    table.host.tap("c4")
    table.at_ply(1)


def test_a_line_that_breaks_comes_back_without_a_word_from_the_player(
    table: Table, line: Line
) -> None:
    for ply, tab in enumerate((table.host, table.guest), start=1):
        line.drop()
        tab.tap(f"a{ply}")
        table.at_ply(ply)
    assert table.host.look().board == table.guest.look().board


def test_a_reload_shows_the_same_game(visitors: Visitors) -> None:
    table = sit_down(visitors)
    table.host.play("b2")
    table.at_ply(1)
    before = table.guest.look()
    table.guest.page.reload()
    table.guest.at_ply(1)
    assert table.guest.look() == before
    assert before.last == {"b2"}
    table.guest.tap("c3")
    table.at_ply(2)


def test_two_tabs_of_a_seat_are_both_live(visitors: Visitors) -> None:
    table = sit_down(visitors)
    second = visitors.another(table.host, table.room.code)
    second.screen("game")
    assert second.turn == "me"
    table.host.tap("a1")
    table.at_ply(1)
    second.at_ply(1)
    table.guest.tap("a2")
    second.at_ply(2)
    second.tap("a3")
    table.at_ply(3)
    assert second.look().board == table.host.look().board
    assert len(table.host.plays("id")) == len(second.plays("id")) == 1
    assert table.guest.page.locator(".strip-away:visible").count() == 0


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_both_pages_outlive_the_server(visitors: Visitors, mortal: Server, how: str) -> None:
    room = open_room(mortal.url)
    table = sit_down(visitors, room, forgive=LOSSES)
    table.host.play("b2")
    table.at_ply(1)
    board = table.host.look().board

    getattr(mortal, how)()
    for tab in table.both:
        tab.see(LOST)
        assert tab.look().board == board
    if how == "stop":
        assert table.host.page.get_attribute("body", "data-conn") == "restarting"
    table.guest.tap("c3")
    mortal.start()
    for tab in table.both:
        tab.page.wait_for_selector(BACK, timeout=20_000)
    table.at_ply(2)
    table.host.tap("d4")
    table.at_ply(3)
    assert table.host.look().board == table.guest.look().board
    assert len(set(table.guest.plays("id"))) == 1


def test_a_room_that_is_gone_is_said_once_and_not_knocked_at_again(
    visitors: Visitors, server: Server
) -> None:
    tab = visitors.arrive("ZZZZZ9", forgive=LOSSES)
    tab.screen("gone")
    assert "ZZZ ZZ9" in tab.page.inner_text("h1")
    room = open_room(server.url)
    lost = visitors.arrive(forgive=LOSSES)
    lost.page.clock.install()
    lost.go(Room(server.url, room.code, "A" * 43, "").seat("host"))
    lost.screen("gone")
    lost.page.clock.run_for(60_000)  # longer than between any two attempts
    lost.page.evaluate("dispatchEvent(new Event('online'))")
    assert lost.sockets == [f"{server.url.replace('http', 'ws', 1)}/api/rooms/{room.code}/ws"]
    lost.press("open")
    lost.screen("join")
