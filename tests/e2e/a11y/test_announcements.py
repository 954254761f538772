"""What a screen reader is told: each event in one live region, once, in the right words (A15).

Plies, offers, the end and the rematch are in tests/e2e/test_keyboard.py, claims in
tests/e2e/test_attention.py, the steps of a replay in tests/e2e/test_replay.py.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import httpx

from tests.e2e.a11y.looks import SET
from tests.e2e.keys import Keys
from tests.e2e.line import line_to
from tests.e2e.programs import programs
from tests.e2e.rooms import open_room, sit_down
from tests.e2e.stages import game
from tests.e2e.tabs import LOSSES, PHONE, Tab, Visitors
from tests.servers import Server


class Ear:
    """Listens to one page, event after event."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.count = len(self.all())

    def all(self) -> list[str]:
        """Every event so far; whose turn it is has a place of its own."""
        said = self.tab.heard("say", "alert")
        return [re.sub("[\u00a0\u2068\u2069]", "", text) for text in said]

    def hears(self, pattern: str) -> None:
        """Exactly one more sentence has been said, or is said now, and it is this."""
        script = "n => heard.filter(([region]) => region !== 'turn').length > n"
        self.tab.page.wait_for_function(script, arg=self.count)
        new = self.all()[self.count :]
        assert len(new) == 1, new
        assert re.fullmatch(pattern, new[0]), new[0]
        self.count += 1

    def heard_nothing(self) -> None:
        assert self.all()[self.count :] == []


def ears(*tabs: Tab) -> Sequence[Ear]:
    return [Ear(tab) for tab in tabs]


def test_who_comes_joins_who_goes_is_away_and_who_returns_is_back(visitors: Visitors) -> None:
    room = open_room(visitors.base, seated=False)
    host_tab = visitors.arrive(room.seat("host"))
    host_tab.screen("lobby")
    host = Ear(host_tab)
    guest_tab = visitors.arrive(room.code, PHONE)
    guest_tab.page.fill("[name=name]", "Bao")
    guest_tab.press("sit")
    host.hears("Bao has joined. Game 1. Mei moves first.")
    guest_tab.screen("game")
    guest = Ear(guest_tab)
    host_tab.tap("a1")
    host.hears("You flip a1: .*")
    guest.hears("(Red|Black) flips a1: .*")
    address = guest_tab.page.url
    guest_tab.page.goto("about:blank")
    host.hears("Bao is away.")
    guest_tab.go(address.rsplit("/", 1)[1])
    guest_tab.at_ply(1)
    host.hears("Bao is back.")
    assert Ear(guest_tab).count == 0, "who comes is told nothing that is on the page"
    guest_tab.tap("b2")
    host.hears("(Red|Black) flips b2: .*")
    guest_tab.press("more")
    guest_tab.hit("dialog [data-act=leave]")
    guest_tab.press("slot-confirm")
    guest_tab.screen("home")
    host.hears("Bao has left. You win.*")
    assert len(host_tab.heard("alert")) == 1
    host_tab.page.wait_for_selector(".rematch[data-state=left]")
    host.heard_nothing()


def test_the_draw_for_the_first_move_is_told_pick_by_pick(visitors: Visitors) -> None:
    room = open_room(visitors.base, seated=False, first="draw")
    tab = visitors.arrive(room.seat("host"))
    tab.screen("lobby")
    watcher = visitors.arrive(room.code)
    watcher.press("watch")
    watcher.screen("lobby")
    host, other = ears(tab, watcher)
    token = httpx.post(f"{room.base}/api/rooms/{room.code}/seats", json={"name": "Bao"}).json()
    for ear in (host, other):
        ear.hears("Bao has joined. Draw for the first move: pick one of five pieces.")
    tab.screen("drawing")
    tab.hit("[data-tile='1']")
    host.hears("You pick number 2.")
    other.hears("Mei picks number 2.")
    guest = visitors.arrive(f"{room.code}#seat={token['token']}")
    guest.hit("[data-tile='4']")
    for ear in (host, other):
        ear.hears(r"Mei: \w+. Bao: \w+. (Mei|Bao) moves first.")


def test_words_names_and_rules_are_told_once(visitors: Visitors) -> None:
    room = open_room(visitors.base)
    table = sit_down(visitors, room)
    both = ears(*table.both)
    with programs(room) as players:
        players.guest.command("say", text="Good day!")
        for ear, name in zip(both, ("Bao", "You"), strict=True):
            ear.hears(f"{name}: Good day!")
        players.guest.command("say", phrase="good_luck")
        for ear, name in zip(both, ("Bao", "You"), strict=True):
            ear.hears(f"{name}: Good luck!")
        players.guest.command("rename", name="Bai")
        both[0].hears("Bao is now called Bai.")
        both[1].heard_nothing()
        players.host.play("a1")
        for ear in both:
            ear.hears(".* a1: .*")
        players.host.command("resign", game=1)
        both[0].hears("You lose.*")
        both[1].hears("You win.*")
        players.guest.command("set_rules", rules={"preset": "ply_yard"})
        for ear in both:
            ear.hears("The rules were changed.")
        players.guest.command("rematch", game=1, accept=True)
        both[0].hears("Bai wants a rematch.")
        players.guest.command("rematch", game=1, accept=False)
        both[0].hears("Bai does not want a rematch now.")


def test_a_lost_line_is_an_alert_and_its_return_tells_what_was_missed(
    visitors: Visitors, server: Server
) -> None:
    room = open_room(visitors.base)
    with line_to(server.port) as line:
        tab = visitors.arrive(room.seat("host"), base=line.url, forgive=LOSSES)
        tab.screen("game")
        host = Ear(tab)
        line.cut()
        line.drop()
        host.hears("Connection lost. Reconnecting….*")
        assert len(tab.heard("alert")) == 1
        with programs(room) as players:
            players.host.play("a1")
        line.mend()
        tab.at_ply(1)
        host.hears("Back online. While you were away: Flipped a1: .*")
        assert len(tab.heard("alert")) == 1
        tab.page.wait_for_selector("#alert:empty", state="attached")


def test_on_one_device_a_move_that_is_taken_back_is_told(visitors: Visitors) -> None:
    rules = {"preset": "paofuqi"}
    tab = visitors.arrive(open_room(visitors.base, opponent="local", rules=rules).seat("host"))
    tab.screen("game")
    ear = Ear(tab)
    tab.tap("a1")
    ear.hears(".* a1: .*")
    tab.press("undo")
    ear.hears("Taken back. What the flip showed is known: .*")
    tab.tap("a1")
    ear.hears(".* a1: .*")


def test_the_regions_are_always_there(visitors: Visitors) -> None:
    markup = httpx.get(visitors.base).text
    for name in ("turn", "say", "alert"):
        assert re.search(rf'<div class="sr" id="{name}"[^>]*></div>', markup), name
    tab = game(visitors, {})
    tab.page.evaluate(
        "globalThis.was = ['turn', 'say', 'alert'].map(id => document.getElementById(id))"
    )
    tab.page.evaluate(SET, {"language": "ja"})
    tab.page.wait_for_selector("html[lang=ja]")
    assert tab.page.evaluate("was.every(node => node.isConnected && document.contains(node))")


def test_an_answer_that_is_given_again_changes_the_region(visitors: Visitors) -> None:
    tab = game(visitors, {})
    tab.page.evaluate("""
      globalThis.raw = [];
      new MutationObserver(() => raw.push(document.getElementById('say').textContent))
        .observe(document.getElementById('say'), { childList: true, characterData: true });
    """)
    keys = Keys(tab)
    keys.go_to("b5")
    for _ in range(3):
        keys.press("o")
    tab.page.wait_for_function("() => raw.length === 3")
    first, second, third = tab.page.evaluate("raw")
    assert first != second != third
    assert first.strip("\u00a0") == second.strip("\u00a0") == third.strip("\u00a0")


def test_what_was_said_does_not_stand_in_another_language(visitors: Visitors) -> None:
    room = open_room(visitors.base)
    tab = visitors.arrive(room.seat("host"))
    tab.screen("game")
    tab.tap("a1")
    tab.page.wait_for_function("() => document.querySelector('#say').textContent !== ''")
    tab.page.evaluate(SET, {"language": "vi"})
    tab.see("html[lang=vi]")
    tab.page.wait_for_function("() => document.querySelector('#say').textContent === ''")
