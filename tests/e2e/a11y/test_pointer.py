"""A pointer can change its mind, needs no drag, and finds large enough places (A12, A13, A20)."""

from __future__ import annotations

import pytest

from tests.e2e.a11y.looks import PAINTED
from tests.e2e.fingers import middle
from tests.e2e.rooms import open_room
from tests.e2e.stages import chosen, game
from tests.e2e.tabs import DESKTOP, PHONE, Tab, Visitors

SMALL = """() => [...document.querySelectorAll(
  '.board-grid .square, .btn-primary, .btn-danger, .actions .btn, .slot .btn')]
  .filter(node => node.checkVisibility())
  .map(node => [node, node.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 43.9 || height < 43.9)
  .map(([node, { width, height }]) =>
    `${node.dataset.square ?? node.dataset.act} ${width}x${height}`)"""
SIZES = ((320, 568), (390, 664), (568, 320), (844, 390), (768, 1024), (1280, 800))


def slide_off(tab: Tab, selector: str) -> None:
    """Press something, slide away from it, and let go where nothing is."""
    tab.page.mouse.move(*middle(tab, selector))
    tab.page.mouse.down()
    tab.page.mouse.move(3, 200, steps=4)
    tab.page.mouse.up()


def test_nothing_acts_before_the_pointer_is_let_go_on_it(visitors: Visitors) -> None:
    tab = game(visitors, DESKTOP)
    before = tab.look()
    for selector in (
        "[data-square=d8]",
        "[data-act=resign]",
        "[data-act=draw]",
        "[data-act=more]",
        "[data-act=help]",
        "[data-act=settings]",
        "#tab-moves",
    ):
        slide_off(tab, selector)
    assert tab.look() == before
    assert tab.page.locator("dialog").count() == 0
    assert tab.page.get_attribute(".panel", "data-tab") == "pieces"
    assert tab.page.get_attribute(".slot", "data-state") == "empty"
    assert [frame for frame in tab.sent if '"play"' in frame or '"offer_draw"' in frame] == []
    tab.page.mouse.move(*middle(tab, "[data-square=d8]"))
    tab.page.mouse.down()
    assert tab.look().board == before.board
    tab.page.mouse.up()
    tab.at_ply(9)


@pytest.mark.parametrize("way", ["click", "drag"])
def test_what_is_dragged_can_be_clicked(visitors: Visitors, way: str) -> None:
    tab = chosen(visitors, DESKTOP)
    look = tab.look()
    (own,), (target, *_) = look.selected, sorted(look.destinations)
    if way == "click":
        tab.tap(target)
    else:
        tab.tap(own)
        tab.page.mouse.move(*middle(tab, f"[data-square={own}]"))
        tab.page.mouse.down()
        tab.page.mouse.move(*middle(tab, f"[data-square={target}]"), steps=5)
        tab.page.mouse.up()
    tab.see(f"[data-square={target}][data-last]")
    assert tab.look().last == {own, target}


def test_squares_and_main_buttons_are_as_large_as_a_finger(visitors: Visitors) -> None:
    tab = chosen(visitors, {**PHONE, "is_mobile": False})
    found = {}
    for width, height in SIZES:
        tab.page.set_viewport_size({"width": width, "height": height})
        tab.page.evaluate(PAINTED)
        found[width, height] = tab.page.evaluate(SMALL)
    assert {size: small for size, small in found.items() if small} == {}


def test_a_game_is_played_at_400_percent_with_vertical_scrolling_only(visitors: Visitors) -> None:
    size = {"viewport": {"width": 320, "height": 256}}
    host = visitors.arrive(open_room(visitors.base, opponent="local").seat("host"), size)
    host.screen("game")
    for ply, square in enumerate(("a8", "d1", "a1", "d8", "b4"), start=1):
        host.tap(square)
        host.at_ply(ply)
    sides = "[document.documentElement.scrollWidth, innerWidth]"
    assert host.page.evaluate(sides) == [320, 320]
    box = host.page.locator("[data-square=a1]").bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 43
    host.page.focus("[data-square=a8]")
    for _ in range(8):
        host.page.keyboard.press("ArrowDown")
        host.page.keyboard.press("ArrowRight")
        top, bottom = host.page.evaluate(
            "(({ top, bottom }) => [top, bottom])(document.activeElement.getBoundingClientRect())"
        )
        assert bottom > 0, host.focus
        assert top < 256, host.focus
