"""A game in a local network, without https: browsers withhold much there, and nothing is missed."""

from __future__ import annotations

from dataclasses import replace

from tests.e2e.conftest import LAN
from tests.e2e.rooms import open_room, sit_down
from tests.e2e.tabs import Visitors
from tests.servers import Server

WITHHELD = """() => Object.entries({
  clipboard: navigator.clipboard, share: navigator.share, wakeLock: navigator.wakeLock,
  locks: navigator.locks, worker: navigator.serviceWorker, caches: globalThis.caches,
  subtle: crypto.subtle, uuid: crypto.randomUUID,
}).filter(([, what]) => what !== undefined).map(([name]) => name)"""


def test_a_whole_game_and_its_replay_need_nothing_that_is_withheld(
    visitors: Visitors, server: Server
) -> None:
    lan = f"http://{LAN}:{server.port}"
    room = replace(open_room(server.url), base=lan)
    table = sit_down(visitors, room)
    for tab in table.both:
        assert tab.page.evaluate("isSecureContext") is False
        assert tab.page.evaluate(WITHHELD) == []
    table.host.tap("a1")
    table.at_ply(1)
    table.guest.tap("b2")
    table.at_ply(2)
    table.host.press("resign")
    table.host.press("slot-confirm")
    table.guest.see(".end[data-result=won]")
    table.guest.press("review")
    table.guest.press("replay-last")
    table.guest.at_ply(2)
    table.host.press("rematch")
    table.host.see(".rematch[data-state=mine]")


def test_an_invitation_is_copied_and_shown_but_not_shared(
    visitors: Visitors, server: Server
) -> None:
    lan = f"http://{LAN}:{server.port}"
    room = open_room(server.url, seated=False)
    tab = visitors.arrive(room.seat("host"), base=lan)
    tab.screen("lobby")
    assert tab.page.locator("[data-act=share]:visible").count() == 0
    tab.press("copy-code")
    tab.see("[data-act=copy-code][data-state=copied]")
    tab.press("qr")
    tab.see("dialog img, dialog svg")
