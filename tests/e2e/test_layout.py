"""Everything fits, stays where it is, and is hit where it is seen."""

from __future__ import annotations

import pytest

from tests.e2e.fingers import Fingers, middle
from tests.e2e.programs import programs
from tests.e2e.rooms import Table, offer_draw, open_room, sit_down
from tests.e2e.tabs import CALM, DESKTOP, LOSSES, PHONE, Profile, Tab, Visitors

SMALL = {**PHONE, "viewport": {"width": 320, "height": 568}}

OVERFLOW = "width => document.documentElement.scrollWidth - width"
CUT_OFF = """width => [...document.querySelectorAll('button, a, input, select')]
  .filter(node => node.checkVisibility({ visibilityProperty: true }))
  .filter(node => !node.closest('.skip, .sr, .pane, .log, .scroll-x, .tabs'))
  .map(node => [node, node.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.left < -0.5 || box.right > width + 0.5))
  .map(([node]) => node.outerHTML.slice(0, 120))"""
SMALL_TARGETS = """least => [...document.querySelectorAll('.actions button, .slot button, .square')]
  .filter(node => node.checkVisibility())
  .map(node => [node.dataset.act ?? node.dataset.square, node.getBoundingClientRect()])
  .filter(([, box]) => box.width < least || box.height < least)
  .map(([name, box]) => `${name} ${box.width}×${box.height}`)"""
RECTS = """() => Object.fromEntries([...document.querySelectorAll('.actions button, .square')]
  .filter(node => node.checkVisibility())
  .map(node => [node.dataset.act ?? node.dataset.square, node.getBoundingClientRect().toJSON()]))"""


def fits(tab: Tab) -> None:
    """No sideways scrolling, nothing beyond the edge."""
    size = tab.page.viewport_size
    assert size
    assert tab.page.evaluate(OVERFLOW, size["width"]) <= 0
    assert tab.page.evaluate(CUT_OFF, size["width"]) == []


def empty_slot(tab: Tab) -> None:
    tab.page.wait_for_selector(".slot[data-state=empty]", state="attached")


@pytest.mark.parametrize("path", ["", "rules", "settings"])
def test_pages_fit_a_small_screen(visitors: Visitors, path: str) -> None:
    fits(visitors.arrive(path, SMALL))


def test_sheets_fit_a_small_screen(visitors: Visitors) -> None:
    tab = visitors.arrive("", SMALL)
    for act in ("create", "local", "settings", "help"):
        tab.press(act)
        tab.see("dialog[open]")
        fits(tab)
        tab.press("close")
        tab.miss("dialog")


def test_a_room_fits_a_small_screen_in_every_phase(visitors: Visitors) -> None:
    lobby = visitors.arrive(open_room(visitors.base, seated=False).seat("host"), SMALL)
    fits(lobby)
    fits(visitors.arrive(open_room(visitors.base, seated=False).code, SMALL))
    drawing = visitors.arrive(open_room(visitors.base, first="draw").seat("host"), SMALL)
    drawing.screen("drawing")
    fits(drawing)
    table = sit_down(visitors, guest=SMALL)
    fits(table.guest)
    for act, close in (("moves", "close-panel"), ("pieces", "close-panel"), ("more", "close")):
        table.guest.press(act)
        fits(table.guest)
        table.guest.press(close)
    table.host.tap("a1")
    table.at_ply(1)
    table.host.press("resign")
    table.host.press("slot-confirm")
    table.guest.see(".end")
    fits(table.guest)


SIZES = [(390, 664), (844, 390), (768, 1024), (720, 720), (1440, 900), (1439, 2540)]


def test_the_whole_game_is_on_one_screen(visitors: Visitors) -> None:
    tab = visitors.arrive(open_room(visitors.base).seat("host"))
    tab.screen("game")
    for width, height in SIZES:
        tab.page.set_viewport_size({"width": width, "height": height})
        settled_middle(tab, "a1")
        fits_whole(tab)


PROMISED = {
    (320, 568): ("tall", 44),
    (360, 640): ("tall", 52),
    (375, 667): ("tall", 55),
    (390, 664): ("tall", 55),
    (412, 915): ("tall", 82),
    (568, 320): ("wide", 44),
    (667, 320): ("wide", 55),
    (844, 340): ("wide", 67),
    (768, 1024): ("tall", 104),
    (1280, 720): ("wide", 107),
}
"""How the board lies in a window, and the least side of a square (docs/decisions/0021)."""
LOW = ((320, 460), (320, 256))
"""Too low for eight squares that a finger hits: the page is scrolled, the squares stay."""
BOARD = """() => {
  const [square, grid] = ['.square', '.board-grid'].map(name => document.querySelector(name));
  const { width, height } = grid.getBoundingClientRect();
  return [width > height ? 'wide' : 'tall', square.getBoundingClientRect().width];
}"""


@pytest.mark.parametrize("who", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_board_is_as_large_as_promised_in_every_window(
    visitors: Visitors, who: Profile
) -> None:
    tab = visitors.arrive(open_room(visitors.base).seat("host"), who)
    tab.screen("game")
    for size, (lies, least) in PROMISED.items():
        tab.page.set_viewport_size({"width": size[0], "height": size[1]})
        settled_middle(tab, "a1")
        fits_whole(tab)
        seen, side = tab.page.evaluate(BOARD)
        assert (seen, side >= least) == (lies, True), (size, seen, side)
    for width, height in LOW:
        tab.page.set_viewport_size({"width": width, "height": height})
        settled_middle(tab, "a1")
        fits(tab)
        assert tab.page.evaluate(BOARD) == ["tall", 44]
        assert tab.page.evaluate(SMALL_TARGETS, 44) == []
        tab.page.locator("[data-act=more]").scroll_into_view_if_needed()
        assert tab.page.evaluate("scrollY") > 0


def fits_whole(tab: Tab) -> None:
    """Nothing to scroll, everything large enough, the board most of it."""
    fits(tab)
    script = "document.documentElement.scrollHeight - innerHeight"
    assert tab.page.evaluate(script) <= 0
    assert tab.page.evaluate(SMALL_TARGETS, 44) == []
    share = (
        "Math.max(...['width', 'height'].map(k => document.querySelector('.board-grid')"
        ".getBoundingClientRect()[k])) / Math.min(innerWidth, innerHeight)"
    )
    assert tab.page.evaluate(share) >= 0.6


def test_swipes_do_not_scroll_the_game(visitors: Visitors) -> None:
    tab = visitors.arrive(open_room(visitors.base).seat("host"), PHONE)
    tab.screen("game")
    fingers = Fingers(tab)
    for x, y in ((195, 500), (20, 300), (195, 640), (195, 60)):
        fingers.swipe((x, y), (x, max(5, y - 250)))
        fingers.swipe((x, y), (x, min(660, y + 250)))
        assert tab.page.evaluate("[scrollY, visualViewport.scale]") == [0, 1]
    assert tab.look().board == "?" * 32, "a swipe turns nothing over"


def is_elsewhere(box: dict[str, float], before: dict[str, float]) -> bool:
    """Further off than a pressed button sinks."""
    return any(abs(box[key] - before[key]) > 1 for key in ("x", "y", "width", "height"))


def test_buttons_and_squares_stay_where_they_are(visitors: Visitors) -> None:
    table = sit_down(visitors, forgive=LOSSES)
    phone = table.guest
    rects = phone.page.evaluate(RECTS)
    table.host.tap("a1")
    table.at_ply(1)

    def unmoved() -> None:
        now = phone.page.evaluate(RECTS)
        strayed = {name: box for name, box in now.items() if is_elsewhere(box, rects[name])}
        assert strayed == {}

    unmoved()
    phone.press("resign")
    phone.see(".slot[data-state=resign]")
    unmoved()
    phone.press("slot-keep")
    offer_draw(table.host)
    phone.see(".slot[data-state=offered]")
    unmoved()
    phone.press("slot-decline")
    empty_slot(phone)
    offer_draw(phone)
    phone.see(".slot[data-state=mine]")
    unmoved()
    table.host.page.close()
    phone.see(".strip-away:visible")
    unmoved()
    phone.page.context.set_offline(True)
    phone.see(".slot[data-state=offline]")
    unmoved()
    phone.page.context.set_offline(False)


def test_a_question_is_not_answered_by_a_second_tap_on_its_button(visitors: Visitors) -> None:
    table = sit_down(visitors)
    table.host.tap("a1")
    table.at_ply(1)
    phone = table.guest
    for act in ("resign", "draw"):
        at = middle(phone, f"[data-act={act}]")
        phone.press(act)
        phone.see("[data-act=slot-confirm]")
        x, y = middle(phone, "[data-act=slot-confirm]")
        assert (x - at[0]) ** 2 + (y - at[1]) ** 2 >= 60**2, act
        phone.page.touchscreen.tap(*at)
        table.guest.press("slot-keep")
        empty_slot(phone)
    assert table.host.page.get_attribute("body", "data-phase") == "playing"


def test_a_tap_hits_the_square_it_is_seen_on_after_the_layout_changed(visitors: Visitors) -> None:
    table = sit_down(visitors)
    host = table.host
    for ply, (size, square) in enumerate(
        [((1440, 900), "a1"), ((390, 664), "d8"), ((844, 390), "b3"), ((700, 900), "c6")], start=1
    ):
        host.page.set_viewport_size({"width": size[0], "height": size[1]})
        host.see(".board-grid")
        mover = table.mover
        mover.page.mouse.click(*settled_middle(mover, square))
        table.at_ply(ply)
        assert host.look().last == {square}


def settled_middle(tab: Tab, square: str) -> tuple[float, float]:
    """The middle of a square once the board has its new size."""
    tab.page.evaluate(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    return middle(tab, f"[data-square={square}]")


def test_a_second_finger_cancels_and_the_next_tap_works(visitors: Visitors) -> None:
    table = sit_down(visitors)
    table.host.tap("a1")
    table.at_ply(1)
    phone = table.guest
    fingers = Fingers(phone)
    fingers.send("touchStart", middle(phone, "[data-square=b5]"))
    fingers.send("touchStart", middle(phone, "[data-square=b5]"), middle(phone, "[data-square=c2]"))
    fingers.send("touchEnd")
    assert phone.look().board.count("?") == 31
    phone.tap("c2")
    table.at_ply(2)
    assert phone.look().last == {"c2"}


def test_nothing_moves_by_itself_where_motion_is_not_wanted(visitors: Visitors) -> None:
    room = open_room(visitors.base)
    table: Table = sit_down(visitors, room, host=CALM, guest={**PHONE, **CALM})
    with programs(room) as both:
        for ply, square in enumerate(("a1", "b2", "c3", "d4"), start=1):
            both.play(square)
            table.at_ply(ply)
            for tab in table.both:
                assert tab.page.evaluate("document.getAnimations().length") == 0
    table.guest.press("moves")
    assert table.guest.page.evaluate("document.getAnimations().length") == 0


TIGHT = """() => [...document.querySelectorAll('.actions .btn, .end .btn')]
  .filter(node => node.checkVisibility() && node.textContent)
  .filter(node => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const [text, box] = [range.getBoundingClientRect(), node.getBoundingClientRect()];
    return Math.min(text.left - box.left, box.right - text.right) < 3;
  })
  .map(node => node.textContent)"""
"""The buttons whose words touch their border."""


def is_roomy(tab: Tab) -> None:
    """On a slim and on a usual phone no word touches the border of its button."""
    for width, height in ((390, 844), (360, 640), (320, 568)):
        tab.page.set_viewport_size({"width": width, "height": height})
        assert tab.page.evaluate(TIGHT) == [], width


@pytest.mark.parametrize("locale", ["en-US", "ja", "ko", "vi"])
def test_longer_words_fit_a_small_screen_too(visitors: Visitors, locale: str) -> None:
    who = {**SMALL, "locale": locale}
    fits(visitors.arrive("", who))
    room = open_room(visitors.base)
    tab = visitors.arrive(room.seat("guest"), who)
    tab.screen("game")
    fits(tab)
    assert tab.page.evaluate("document.getElementById('bar').offsetHeight") < 60, "one line"
    is_roomy(tab)
    with programs(room) as both:
        both.play("a1")
        both.host.command("resign", game=1)
    tab.see(".end")
    fits(tab)
    is_roomy(tab)
    tab.press("review")
    tab.see(".controls")
    fits(tab)
    assert tab.untranslated() == []
