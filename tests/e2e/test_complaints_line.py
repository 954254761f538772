"""What lines do elsewhere: boards differ, moves are played by nobody, seats are lost."""

from __future__ import annotations

import json
import random

from tests.e2e.line import line_to
from tests.e2e.referee import Referee
from tests.e2e.rooms import Table, open_room
from tests.e2e.tabs import LOSSES, Visitors
from tests.servers import Server

PLIES = 14
EDGE = "() => getComputedStyle(document.querySelector('.board')).borderTopColor"


def test_both_boards_agree_after_every_ply_however_often_the_line_is_cut(
    visitors: Visitors, server: Server
) -> None:
    room = open_room(visitors.base)
    referee, chance = Referee(), random.Random(11)
    with line_to(server.port) as line:
        guest = visitors.arrive(room.seat("guest"))
        host = visitors.arrive(room.seat("host"), base=line.url, forgive=LOSSES)
        table = Table(room, host, guest)
        for tab in table.both:
            tab.screen("game")
        for ply in range(1, PLIES + 1):
            action = referee.choose(chance)
            if chance.random() < 0.4:
                line.drop()
            table.mover.play(action)
            if chance.random() < 0.4:
                line.drop()
            table.at_ply(ply)
            assert host.look().board == guest.look().board
            referee.follow(action, guest.look().board)
            assert guest.look().board == referee.game.board


def test_a_move_that_was_not_sent_is_not_played_after_a_reload(
    visitors: Visitors, server: Server
) -> None:
    room = open_room(visitors.base)
    with line_to(server.port) as line:
        host = visitors.arrive(room.seat("host"), base=line.url, forgive=LOSSES)
        guest = visitors.arrive(room.seat("guest"))
        for tab in (host, guest):
            tab.screen("game")
        line.cut()
        line.drop()
        host.tap("b3")
        host.see("[data-square=b3][data-pending]")
        host.page.goto("about:blank")
        line.mend()
        returned = visitors.arrive(room.seat("host"))
        returned.screen("game")
        assert returned.look().board == "?" * 32
        returned.tap("c6")
        guest.page.wait_for_selector("[data-square=c6]:not([data-content=hidden])")
        assert guest.page.get_attribute(".game", "data-ply") == "1"


def test_a_move_is_withdrawn_only_by_who_made_it(visitors: Visitors, server: Server) -> None:
    room = open_room(visitors.base)
    with line_to(server.port) as line:
        host = visitors.arrive(room.seat("host"), base=line.url, forgive=LOSSES)
        host.screen("game")
        line.cut()
        line.drop()
        host.tap("b3")
        host.see(".slot[data-state=unsent]")
        host.press("slot-unsend")
        host.miss("[data-square=b3][data-pending]")
        line.mend()
        host.see("body[data-conn=online]")
        assert host.look().board == "?" * 32
        host.tap("d1")
        host.at_ply(1)
        assert host.look().last == {"d1"}


def test_nothing_that_ends_a_game_waits_for_the_line(visitors: Visitors, server: Server) -> None:
    room = open_room(visitors.base)
    with line_to(server.port) as line:
        host = visitors.arrive(room.seat("host"), base=line.url, forgive=LOSSES)
        host.screen("game")
        host.tap("d1")
        host.at_ply(1)
        plain = host.page.evaluate(EDGE)
        line.cut()
        line.drop()
        host.see(".slot[data-state=reconnecting]")
        assert host.page.evaluate(EDGE) != plain, "the edge of the board is dimmed"
        for act in ("resign", "draw"):
            host.see(f"[data-act={act}][aria-disabled=true]")
        host.press("more")
        host.see("dialog [data-act=leave][aria-disabled=true]")
        host.see("dialog .hint:has-text('needs the connection')")
        host.press("close")
        line.mend()
        host.see("body[data-conn=online]")
        kinds = {json.loads(text)["type"] for text in host.sent}
        assert kinds <= {"hello", "ping", "play", "history"}
