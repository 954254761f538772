"""What hands complain about elsewhere: taps that are lost, slips that count, pieces that stick."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.e2e.a11y.looks import SET
from tests.e2e.fingers import Fingers, middle
from tests.e2e.programs import programs
from tests.e2e.rooms import open_room
from tests.e2e.stages import chosen, finished
from tests.e2e.tabs import DESKTOP, PHONE, Tab, Visitors

JITTER = 6
SLIP = 14


ACTS = "[...document.querySelectorAll('dialog [data-act]')].map(({ dataset }) => dataset.act)"
SETTINGS = "[...document.querySelectorAll('dialog [name]')].map(({ name }) => name)"
BOARD_SETTINGS = (
    *("pieces", "orientation", "coordinates", "rotated", "showDestinations", "showLast", "ranks"),
    *("distinct", "confirmFlip", "odds", "confirmMove", "sound"),
)


def drop(tab: Tab, source: str, target: str) -> None:
    """Drag by mouse from one square to another, or back to itself."""
    tab.page.mouse.move(*middle(tab, f"[data-square={source}]"))
    tab.page.mouse.down()
    tab.page.mouse.move(*middle(tab, f"[data-square={target}]"), steps=6)
    if source == target:
        x, y = middle(tab, f"[data-square={source}]")
        tab.page.mouse.move(x + 12, y + 12, steps=4)
        tab.page.mouse.move(x, y, steps=4)
    tab.page.mouse.up()


@pytest.mark.parametrize("way", ["both", "tap", "drag"])
def test_a_piece_that_is_put_back_is_neither_played_nor_stuck(visitors: Visitors, way: str) -> None:
    tab = chosen(visitors, DESKTOP)
    look = tab.look()
    (own,), (target, *_) = look.selected, sorted(look.destinations)
    tab.page.keyboard.press("Escape")
    tab.tap(own)
    tab.page.evaluate(SET, {"input": way})
    if tab.look().selected:
        tab.tap(own)
    assert tab.look().selected == ()
    drop(tab, own, own)
    assert tab.look().selected == (() if way == "drag" else (own,))
    if way != "drag":
        tab.tap(own)
    assert tab.look().selected == ()
    assert [frame for frame in tab.sent if '"play"' in frame] == []
    if way == "tap":
        tab.play(own + target)
    else:
        drop(tab, own, target)
    tab.see(f"[data-square={target}][data-last]")


def test_a_finger_that_trembles_taps_and_one_that_slips_does_not(visitors: Visitors) -> None:
    tab = visitors.arrive(open_room(visitors.base).seat("host"), PHONE)
    tab.screen("game")
    fingers = Fingers(tab)
    x, y = middle(tab, "[data-square=b4]")
    fingers.swipe((x, y), (x + SLIP, y + SLIP + 40))
    fingers.swipe((x, y), (x + 60, y))
    assert tab.look().board == "?" * 32
    fingers.swipe((x, y), (x + JITTER, y))
    tab.at_ply(1)
    assert tab.look().last == {"b4"}


def test_ten_quick_taps_are_ten_steps_and_nothing_zooms(visitors: Visitors) -> None:
    room = open_room(visitors.base)
    with programs(room) as both:
        for rank in range(1, 7):
            both.play(f"a{rank}")
            both.play(f"c{rank}")
        both.guest.command("resign", game=1)
    tab = visitors.arrive(f"replay#{room.code}.1", PHONE)
    tab.at_ply(0)
    for act, ply in (("act-on", 10), ("act-back", 0)):
        at = middle(tab, f"[data-act={act}]")
        for _ in range(10):
            tab.page.touchscreen.tap(*at)
        tab.at_ply(ply)
    assert tab.page.evaluate("[visualViewport.scale, scrollX, scrollY]") == [1, 0, 0]


def test_buttons_of_a_replay_are_large_apart_and_far_from_resigning(visitors: Visitors) -> None:
    tab = visitors.arrive(f"replay#{finished(visitors).code}.1", PHONE)
    tab.at_ply(0)
    boxes = tab.page.evaluate("""() => [...document.querySelectorAll(
      '.controls-row:has([data-act=act-on]) .btn')].map(node => node.getBoundingClientRect())
      .map(({ left, right, width, height }) => [left, right, width, height])""")
    assert len(boxes) == 5
    assert all(width >= 44 and height >= 44 for _, _, width, height in boxes)
    gaps = [after[0] - before[1] for before, after in pairwise(boxes)]
    assert min(gaps) >= 8, gaps
    assert tab.page.locator("[data-act=resign]").count() == 0


@pytest.mark.parametrize("who", ["host", "spectator"])
def test_every_option_is_within_reach_on_the_smallest_phone(visitors: Visitors, who: str) -> None:
    room = open_room(visitors.base)
    small = {**PHONE, "viewport": {"width": 320, "height": 568}}
    tab = visitors.arrive(room.code if who == "spectator" else room.seat("host"), small)
    if who == "spectator":
        tab.press("watch")
    tab.screen("game")
    tab.press("more")
    entries = ["rules", "room", "home", "close"]
    entries += [] if who == "spectator" else ["rename", "move-seat", "leave"]
    assert set(entries) <= set(tab.page.evaluate(ACTS))
    for name in tab.page.evaluate(ACTS):
        tab.page.locator(f"dialog [data-act={name}]").scroll_into_view_if_needed()
        x, y = middle(tab, f"dialog [data-act={name}]")
        hit = "([x, y]) => document.elementFromPoint(x, y).closest('button').dataset.act"
        assert tab.page.evaluate(hit, [x, y]) == name
    assert set(BOARD_SETTINGS) <= set(tab.page.evaluate(SETTINGS))
    for name in tab.page.evaluate(SETTINGS):
        tab.page.locator(f"dialog [name={name}]").scroll_into_view_if_needed()
        x, y = middle(tab, f"dialog [name={name}]")
        hit = "([x, y, name]) => document.elementFromPoint(x, y).name === name"
        assert tab.page.evaluate(hit, [x, y, name]), name
    tab.press("close")
    for act in ("moves", "pieces", "chat"):
        tab.press(act)
        tab.see(".panel")
        tab.press("close-panel")
