"""A tab that nobody sees calls its player; one that is seen is quiet. Who stays away is claimed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.conftest import LAN, SETTINGS
from tests.e2e.programs import program
from tests.e2e.rooms import open_room, sit_down
from tests.e2e.tabs import PHONE, Tab, Visitors
from tests.servers import Server, running_server

HIDE = """isHidden => {
  const state = isHidden ? 'hidden' : 'visible';
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
RECORD = """
globalThis.notes = [];
globalThis.asked = 0;
globalThis.Notification = class {
  static permission = 'default';
  static async requestPermission() { asked += 1; return this.permission = globalThis.answer; }
  constructor(title, { body }) { notes.push(body); }
  close() { notes.push('closed'); }
};
globalThis.locks = 0;
const request = async () => {
  locks += 1;
  const lock = new EventTarget();
  lock.release = async () => { locks -= 1; };
  return lock;
};
Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
globalThis.felt = [];
navigator.vibrate = ms => felt.push(ms);
"""


def recorded(visitors: Visitors, path: str, answer: str = "granted") -> Tab:
    """A phone whose notes, locks and nudges are written down."""
    tab = visitors.arrive("rules", PHONE)
    tab.page.add_init_script(f"globalThis.answer = '{answer}';{RECORD}")
    tab.go(path)
    return tab


def icon(tab: Tab) -> str:
    href = tab.page.get_attribute("#favicon", "href") or ""
    return href.rsplit("/", 1)[-1]


def wait_for(tab: Tab, script: str) -> None:
    tab.page.wait_for_function(f"() => {script}")


def test_the_turn_calls_by_title_icon_and_note_until_somebody_looks(visitors: Visitors) -> None:
    room = open_room(visitors.base, first="guest")
    tab = recorded(visitors, room.seat("host"))
    tab.screen("game")
    assert tab.page.evaluate("asked") == 0, "nothing is asked before somebody wishes it"
    tab.press("settings")
    tab.hit("dialog [name=notify]")
    wait_for(tab, "asked === 1")
    tab.press("close")
    with program(room, room.guest) as guest:
        tab.page.evaluate(HIDE, True)
        assert icon(tab) == "icon.svg"
        guest.play("a1")
        wait_for(tab, "document.title.startsWith('▶ Your turn')")
        assert icon(tab) == "turn.svg"
        assert tab.page.evaluate("notes") == ["Your turn against \u2068Bao\u2069.".translate(PLAIN)]
        tab.page.evaluate(HIDE, False)
        wait_for(tab, "document.title.startsWith('Your turn')")
        assert icon(tab) == "icon.svg"
        assert tab.page.evaluate("notes").count("closed") == 1


PLAIN = dict.fromkeys((0x2068, 0x2069))


def test_without_leave_nothing_is_shown_and_the_box_says_why(visitors: Visitors) -> None:
    tab = recorded(visitors, "settings", answer="denied")
    tab.hit("[name=notify]")
    tab.see(".checks .hint:has-text('does not allow')")
    assert not tab.page.is_checked("[name=notify]")


def test_the_screen_stays_on_and_the_hand_feels_while_playing_as_wished(
    visitors: Visitors,
) -> None:
    room = open_room(visitors.base)
    tab = recorded(visitors, room.seat("host"))
    tab.screen("game")
    wait_for(tab, "locks === 1")
    with program(room, room.guest) as guest:
        tab.tap("a1")
        tab.at_ply(1)
        guest.follow(3)
        guest.play("a2")
        wait_for(tab, "felt.join() === '20'")
        tab.press("settings")
        tab.hit("dialog [name=awake]")
        wait_for(tab, "locks === 0")
        tab.hit("dialog [name=haptics]")
        tab.press("close")
        tab.tap("a3")
        tab.at_ply(3)
        guest.follow(5)
        guest.play("a4")
        tab.at_ply(4)
        assert tab.page.evaluate("felt") == [20]
        tab.press("settings")
        tab.hit("dialog [name=awake]")
        wait_for(tab, "locks === 1")
        tab.press("close")
        guest.command("resign", game=1)
        tab.see(".end")
        wait_for(tab, "locks === 0")


def test_a_screen_that_nobody_touches_may_go_dark(visitors: Visitors) -> None:
    room = open_room(visitors.base)
    tab = visitors.arrive("rules", PHONE)
    tab.page.add_init_script(RECORD)
    tab.page.clock.install()
    tab.go(room.seat("host"))
    tab.screen("game")
    wait_for(tab, "locks === 1")
    tab.page.clock.fast_forward("02:50")
    tab.page.mouse.move(5, 5)
    assert tab.page.evaluate("locks") == 1
    tab.page.clock.fast_forward("00:15")
    wait_for(tab, "locks === 0")
    tab.tap("a1")
    wait_for(tab, "locks === 1")


def test_on_plain_http_what_the_browser_withholds_is_not_offered(visitors: Visitors) -> None:
    lan = visitors.base.replace("127.0.0.1", LAN)
    tab = visitors.arrive("settings", base=lan)
    assert tab.page.evaluate("isSecureContext") is False
    for name in ("notify", "awake"):
        assert tab.page.locator(f"[name={name}]").count() == 0
    assert tab.page.locator("[name=keys]").count() == 1


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[Server]:
    """A server on which one may be away for three seconds."""
    with running_server(tmp_path, **SETTINGS, BANQI_AWAY_SECONDS="3") as server:
        yield server


def test_who_stays_away_is_counted_down_and_claimed_once(
    visitors: Visitors, impatient: Server
) -> None:
    table = sit_down(visitors, open_room(impatient.url))
    host, guest = table.both
    host.tap("a1")
    table.at_ply(1)
    guest.page.close()
    host.see(".slot[data-state=away]")
    assert host.page.locator(".slot button").count() == 0
    host.see(".slot[data-state=claim]")
    assert host.heard("say")[-1] == "\u2068Bao\u2069 is away. You may end the game."
    host.press("slot-wait")
    host.page.wait_for_selector(".slot[data-state=empty]", state="attached")
    host.press("more")
    host.press("claim")
    assert host.focus == "slot-wait", "a key that is held answers nothing"
    host.press("slot-win")
    host.see(".end[data-result=won]")
    claims = [frame for frame in host.sent if '"claim"' in frame]
    assert len(claims) == 1
    assert not any("early" in text for text in host.heard("say", "alert"))
