"""Every screen in every language, pairwise in every theme and width: nothing is in anybody's way.

axe's rules and what it leaves open (A1 to A7, A12, A14, A20, A26, A27), the language of the page
and its parts, reflow, targets, edges of fields, names, motion and the permanent live regions, and a
walk of the focus over all that takes it (A8, A10, A11); letters twice as large, or wider apart, cut
nothing off. `make a11y` does it for all combinations.
"""

from __future__ import annotations

from itertools import product

import pytest

from tests.e2e.a11y.inspection import flaws
from tests.e2e.a11y.looks import LANGUAGES, PLAIN, THEMES, WIDTHS, Look, some_looks
from tests.e2e.stages_of_rooms import EVERY_STAGE
from tests.e2e.tabs import Tab, Visitors

BREAK = """() => {
  const [help, main] = ['[data-act=help]', 'main'].map(name => document.querySelector(name));
  help.removeAttribute('aria-label');
  help.removeAttribute('title');
  help.style.cssText = 'min-inline-size: 0; inline-size: 20px; outline: none; box-shadow: none';
  document.querySelector('h1').setAttribute('title', 'home.title');
  const wide = document.createElement('p');
  wide.textContent = '暗棋';
  wide.style.cssText = 'inline-size: 2000px';
  const cut = document.createElement('p');
  cut.textContent = 'This is longer than its box.';
  cut.style.cssText = 'inline-size: 40px; block-size: 20px; overflow: hidden';
  const field = document.createElement('input');
  field.setAttribute('aria-label', 'field');
  field.style.cssText = 'border: 1px solid transparent; background: transparent';
  main.append(wide, cut, field);
  wide.animate({ translate: ['0', '1px'] }, 60000);
}"""


@pytest.mark.parametrize(("number", "name"), list(enumerate(EVERY_STAGE)), ids=list(EVERY_STAGE))
def test_a_screen_in_every_language(visitors: Visitors, number: int, name: str) -> None:
    tab = EVERY_STAGE[name](visitors, PLAIN)
    found: dict[str, list[str]] = {}
    for look in some_looks(number):
        look.dress(tab)
        if wrong := flaws(tab, look):
            found[str(look)] = wrong
    assert found == {}


def test_every_pair_of_language_theme_and_width_is_tried() -> None:
    tried = {
        (number, look.language, look.theme, look.width)
        for number in range(len(EVERY_STAGE))
        for look in some_looks(number)
    }
    axes = (range(len(EVERY_STAGE)), LANGUAGES, THEMES, WIDTHS)
    for one, other in ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)):
        pairs = {(combination[one], combination[other]) for combination in tried}
        assert pairs == set(product(axes[one], axes[other]))


def test_what_is_wrong_is_found(visitors: Visitors) -> None:
    tab: Tab = visitors.arrive("", PLAIN)
    tab.page.evaluate(BREAK)
    look = Look("en", "light", 1280)
    found = sorted({line.split(":")[0] for line in flaws(tab, look)})
    assert found == [
        "1.4.10 720 px too wide",
        "1.4.11 a field without an edge",
        "1.4.4 text is cut off",
        "2.3.3 moves",
        "2.4.7 focus is not seen",
        "2.5.8 small target",
        "3.1.2 Han in en",
        "3.1.2 not translated",
        "axe button-name",
    ]
