"""What no stylesheet tells is measured on the picture: the focus and the marks (A5, A11, A17)."""

from __future__ import annotations

import pytest

from tests.e2e.a11y.looks import PLAIN, SET, THEMES, Look, Theme
from tests.e2e.a11y.pictures import area, contrasts, difference, picture
from tests.e2e.rooms import open_room
from tests.e2e.stages import chosen, game, home
from tests.e2e.stages_of_rooms import EVERY_STAGE
from tests.e2e.tabs import Tab, Visitors

BOTH_COLOURS = "????/????/????/????/????/????/????/Hh?? r GAAEERRHCCSSSSSgaaeerrhccsssss 0"

SHARE_OF_A_RING = 0.7
"""The rest may be rounded corners."""

READABLE = 4.5

ON_HOME = ("[data-act=create]", "[name=code]", "[data-act=help]", "#brand", "[data-act=rules]")
ON_GAME = (
    "[data-square=a1]",
    "[data-square=d8]",
    "[data-act=draw]",
    "[data-act=more]",
    "#tab-moves",
    "#conn",
)


def ring(tab: Tab, selector: str) -> float:
    """What the focus changes around an element, in parts of a ring two pixels thick."""
    tab.page.evaluate("document.activeElement.blur()")
    where = area(tab.page, selector)
    before = picture(tab.page, where)
    tab.page.keyboard.press("Shift")
    tab.page.focus(selector)
    after = picture(tab.page, where)
    box = tab.page.locator(selector).first.bounding_box()
    assert box
    return difference(tab.page, before, after) / (4 * (box["width"] + box["height"]))


@pytest.mark.parametrize("theme", THEMES)
def test_the_focus_is_seen_on_whatever_it_is(visitors: Visitors, theme: Theme) -> None:
    faint: dict[str, float] = {}
    for stage, selectors in ((home, ON_HOME), (game, ON_GAME)):
        tab = stage(visitors, PLAIN)
        Look("en", theme, 1280).dress(tab)
        seen = {selector: ring(tab, selector) for selector in selectors}
        faint |= {name: share for name, share in seen.items() if share < SHARE_OF_A_RING}
    assert faint == {}


def own_picture(tab: Tab, square: str) -> str:
    return picture(tab.page, area(tab.page, f"[data-square={square}]"))


STATES = ("dest=forbidden", "screen=", "planned=", "armed=", "pending=", "stuck= selected=")
"""What is rarely on a board: a barred square, a Cannon's screen, a plan, a question before a flip,
a move on its way, a piece without a way."""

MARK = """([square, state]) => {
  const { dataset } = document.querySelector(`[data-square=${square}]`);
  for (const name of ['selected', 'dest', 'screen', 'planned', 'armed', 'pending', 'stuck'])
    delete dataset[name];
  for (const [name, value] of state.split(' ').filter(Boolean).map((one) => one.split('=')))
    dataset[name] = value;
}"""


def mark(tab: Tab, square: str, state: str) -> str:
    """A square as it looks in a state."""
    tab.page.evaluate(MARK, [square, state])
    return own_picture(tab, square)


@pytest.mark.parametrize("theme", THEMES)
def test_every_mark_on_the_board_is_seen(visitors: Visitors, theme: Theme) -> None:
    tab = chosen(visitors, PLAIN)
    Look("en", theme, 1280).dress(tab)
    look = tab.look()
    (own,) = look.selected
    targets = sorted(look.destinations)
    marked = {name: own_picture(tab, name) for name in (own, *targets, *look.last)}
    tab.page.focus("[data-act=more]")
    tab.hit(f"[data-square={own}]")
    tab.page.focus("[data-act=more]")
    tab.page.evaluate(SET, {"showLast": False})
    tab.page.wait_for_selector("[data-last], [data-selected]", state="detached")
    tab.page.mouse.move(1, 1)
    for name, shown in marked.items():
        assert difference(tab.page, own_picture(tab, name), shown) > 60, name
    tab.hit(f"[data-square={own}]")
    tab.page.focus("[data-act=more]")
    tab.page.mouse.move(1, 1)
    bare = mark(tab, own, "")
    changed = {state: difference(tab.page, bare, mark(tab, own, state)) for state in STATES}
    assert {state: pixels for state, pixels in changed.items() if pixels <= 60} == {}


@pytest.mark.parametrize("name", ["home", "create", "bad code", "game", "more", "over", "replay"])
def test_text_is_read_in_the_systems_few_colours(visitors: Visitors, name: str) -> None:
    tab = EVERY_STAGE[name](visitors, PLAIN)
    Look("en", "forced", 1280).dress(tab)
    seen = contrasts(tab.page)
    assert len(seen) > 5
    assert {words: ratio for words, ratio in seen.items() if ratio < READABLE} == {}


def test_pieces_are_told_apart_without_colours(visitors: Visitors) -> None:
    room = open_room(visitors.base, opponent="local", position=BOTH_COLOURS)
    tab = visitors.arrive(room.seat("host"), PLAIN)
    tab.screen("game")
    contents: dict[str, str] = tab.page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('[data-square]')]"
        ".map(one => [one.dataset.content[0], one.dataset.square]))"
    )
    for theme in ("forced", "contrast"):
        Look("en", theme, 1280).dress(tab)
        pictures = {kind: own_picture(tab, square) for kind, square in contents.items()}
        assert set(pictures) == {"h", "r", "b"}
        for one, other in (("h", "r"), ("h", "b"), ("r", "b")):
            width = area(tab.page, f"[data-square={contents[one]}]")["width"]
            changed = difference(tab.page, pictures[one], pictures[other])
            assert changed > width * width * 0.1, (theme, one, other)


def test_text_that_can_hardly_be_read_is_found(visitors: Visitors) -> None:
    tab = home(visitors, PLAIN)
    Look("en", "forced", 1280).dress(tab)
    tab.page.evaluate(
        "Object.assign(document.querySelector('h1').style,"
        " { forcedColorAdjust: 'none', color: '#777', background: '#555' })"
    )
    faint = {words for words, ratio in contrasts(tab.page).items() if ratio < READABLE}
    assert faint == {tab.page.inner_text("h1").replace("\n", " ")}
