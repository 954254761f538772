"""What eyes and ears complain about elsewhere: silence, concerts, letters upside-down, odd keys."""

from __future__ import annotations

import pytest

from tests.e2e.a11y.looks import SET
from tests.e2e.programs import program, programs
from tests.e2e.rooms import offer_draw, open_room, post
from tests.e2e.stages import finished, game, midgame
from tests.e2e.tabs import DESKTOP, PHONE, Tab, Visitors
from tests.e2e.test_attention import HIDE

LISTEN = """
globalThis.tones = 0;
globalThis.silenced = 0;
for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
  const { start } = kind.prototype;
  kind.prototype.start = function (...args) { tones += 1; start.apply(this, args); };
}
globalThis.AudioContext = class extends AudioContext {
  constructor(...options) {
    super(...options);
    globalThis.audio = this;
  }
};
const { disconnect } = GainNode.prototype;
GainNode.prototype.disconnect = function () { silenced += 1; disconnect.apply(this); };
0;
"""


def listening(visitors: Visitors, path: str, beside: Tab | None = None) -> Tab:
    """A page whose sounds are counted and may be heard: somebody has touched it."""
    tab = visitors.another(beside, path) if beside else visitors.arrive(path)
    tab.page.evaluate(LISTEN)
    tab.page.keyboard.press("Shift")
    tab.page.wait_for_function(
        "() => performance.getEntriesByType('resource').some(({ name }) => /rest|sound/.test(name))"
    )
    tab.page.keyboard.press("Shift")
    tab.page.wait_for_function("() => globalThis.audio?.state === 'running'")
    return tab


def sounds(tab: Tab, before: int) -> int:
    """Wait for a sound; how many tones there are now."""
    tab.page.wait_for_function("n => tones > n", arg=before)
    return int(tab.page.evaluate("tones"))


MARKED = "start => document.title.startsWith(`▶ ${start}`)"


def called(tab: Tab, before: int, title: str) -> int:
    """A sound, a mark in the title and another icon, until somebody looks; then nobody does."""
    tones = sounds(tab, before)
    tab.page.wait_for_function(MARKED, arg=title)
    tab.page.wait_for_selector("#favicon[href$='turn.svg']", state="attached")
    tab.page.evaluate(HIDE, False)
    tab.page.wait_for_function("start => document.title.startsWith(start)", arg=title)
    assert tab.page.locator("#favicon[href$='icon.svg']").count() == 1
    tab.page.evaluate(HIDE, True)
    return tones


def test_what_must_not_be_missed_is_heard_and_seen_in_the_title(visitors: Visitors) -> None:
    room = open_room(visitors.base, seated=False, rules={"preset": "ply_yard"})
    tab = listening(visitors, room.seat("host"))
    tab.screen("lobby")
    tab.page.evaluate(HIDE, True)
    guest = visitors.arrive(room.code)
    guest.press("sit")
    heard = called(tab, 0, "Your turn")
    tab.screen("game")
    tab.tap("a1")
    tab.at_ply(1)
    guest.at_ply(1)
    heard = sounds(tab, heard)
    tab.page.evaluate(HIDE, True)
    guest.tap("b2")
    heard = called(tab, heard, "Your turn")
    offer_draw(guest)
    heard = called(tab, heard, "Your turn")
    tab.press("slot-decline")
    tab.page.evaluate(HIDE, True)
    guest.press("resign")
    guest.press("slot-confirm")
    heard = called(tab, heard, "You win")
    guest.press("rematch")
    heard = called(tab, heard, "You win")
    guest.press("leave")
    guest.press("slot-confirm")
    called(tab, heard, "You win")


def test_who_sits_down_is_told_in_the_title_of_a_tab_that_waits(visitors: Visitors) -> None:
    room = open_room(visitors.base, seated=False, first="guest")
    tab = visitors.arrive(room.seat("host"))
    tab.screen("lobby")
    tab.page.evaluate(HIDE, True)
    with program(room, post(room.base, f"/api/rooms/{room.code}/seats", {"name": "Bao"})["token"]):
        tab.page.wait_for_function(MARKED, arg="Bao to move")
    tab.page.evaluate(HIDE, False)
    assert tab.page.title().startswith("Bao to move")


def test_two_tabs_of_a_seat_make_one_sound(visitors: Visitors) -> None:
    room = midgame(visitors)
    one = listening(visitors, room.seat("host"))
    other = listening(visitors, room.code, one)
    tabs = (one, other)
    for tab in tabs:
        tab.at_ply(8)
    with programs(room) as both:
        both.play(both.host.game["legal"][0])
        for tab in tabs:
            tab.at_ply(9)
            sounds(tab, 0)
    while not any(tab.page.evaluate("silenced") for tab in tabs):
        for tab in tabs:
            tab.page.evaluate("new Promise(requestAnimationFrame)")
    assert sum(tab.page.evaluate("silenced") == 0 for tab in tabs) == 1, "one is heard"


@pytest.mark.parametrize("way", ["tall", "wide"])
def test_pieces_stand_upright_however_the_board_lies(visitors: Visitors, way: str) -> None:
    tab = game(visitors, DESKTOP)
    for rotated in (False, True):
        tab.page.evaluate(SET, {"orientation": way, "rotated": rotated})
        rows = "8" if way == "tall" else "4"
        tab.see(f".board-grid[aria-rowcount='{rows}']")
        turned = tab.page.evaluate("""() => [...document.querySelectorAll('.square .piece')]
          .map(node => new DOMMatrix(getComputedStyle(node).transform))
          .filter(({ a, b, c, d }) => a <= 0 || d <= 0 || b || c).length""")
        assert turned == 0
        first = tab.page.locator(".board-grid [data-square]").first.get_attribute("data-square")
        assert first == {"tall": ("a8", "d1"), "wide": ("a1", "d8")}[way][rotated]


def test_an_address_may_say_which_pieces_and_which_language(visitors: Visitors) -> None:
    room = midgame(visitors)
    visitors_tab = visitors.arrive(f"{room.code}?pieces=letters&lang=ja#seat={room.host}")
    visitors_tab.at_ply(8)
    assert visitors_tab.page.get_attribute(".board", "data-pieces") == "letters"
    assert visitors_tab.page.get_attribute("html", "lang") == "ja"
    other = visitors.arrive(f"{room.code}?pieces=nonsense#seat={room.guest}")
    other.at_ply(8)
    assert other.page.get_attribute(".board", "data-pieces") == "traditional"


def test_the_same_keys_walk_through_every_list_of_moves(visitors: Visitors) -> None:
    room = finished(visitors)
    shown = []
    for path, place in (
        (room.seat("host"), "[data-act=review]"),
        (f"replay#{room.code}.1", "[data-act=act-on]"),
        (room.seat("host"), ""),
        (f"replay#{room.code}.1", ""),
    ):
        tab = visitors.arrive(path)
        if place:
            tab.page.focus(place)
        else:
            tab.see("[data-square]")
            tab.page.evaluate("document.activeElement.blur()")
        boards = []
        for key in ("Home", "ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowLeft"):
            tab.page.keyboard.press(key)
            tab.page.evaluate("new Promise(requestAnimationFrame)")
            boards.append(tab.look().board)
        tab.page.keyboard.press("ArrowUp")
        assert tab.look().board == boards[-1], "up and down belong to the board alone"
        shown.append(boards)
    assert all(boards == shown[0] for boards in shown)


def test_what_happens_to_who_stays_away_is_read_before_anybody_sits(visitors: Visitors) -> None:
    tab = visitors.arrive(open_room(visitors.base, seated=False).code, PHONE)
    text = tab.page.inner_text("main")
    assert "If a player stays away, the other may end the game after a while." in text
    assert tab.page.locator("[data-act=sit]").is_visible()
