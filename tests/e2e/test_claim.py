"""The three answers to a player who stays away leave the board alone."""

from __future__ import annotations

from tests.e2e.a11y.looks import IS_SET, LANGUAGES, PAINTED, SET, know_every_language
from tests.e2e.stages_of_ends import long_gone, overheard
from tests.e2e.tabs import PHONE, Tab, Visitors

NAME = "Wolfeschlegelsteinhausen"
"""As long as a name may be."""
SIZES = ((320, 568), (390, 664), (390, 844), (844, 390))
FAULTS = """() => {
  const box = (node) => node.getBoundingClientRect();
  const slot = document.querySelector('.slot[data-state=claim]');
  const { left, top, right, bottom } = box(slot);
  const covered = [...document.querySelectorAll('[data-square]')].filter((node) => {
    const square = box(node);
    return square.left < right - 0.5 && square.right > left + 0.5
      && square.top < bottom - 0.5 && square.bottom > top + 0.5;
  }).map((node) => node.dataset.square);
  const outside = [...slot.querySelectorAll('p, button')].filter((node) => {
    const part = box(node);
    return part.left < left || part.right > right || part.top < top || part.bottom > bottom
      || part.right > innerWidth || node.scrollWidth > node.clientWidth + 1;
  }).map((node) => node.textContent);
  const small = [...slot.querySelectorAll('button')].filter((node) => box(node).height < 36);
  return [...covered, ...outside, ...small.map((node) => node.textContent)];
}"""


def waiting(visitors: Visitors) -> Tab:
    """A phone on which somebody with a long name has been away for long."""
    tab = overheard(visitors, PHONE, lambda text: long_gone(text.replace('"Bao"', f'"{NAME}"')))
    tab.tap("a2")
    tab.at_ply(9)
    tab.see(".slot[data-state=claim]")
    return tab


def test_the_claim_covers_no_square_on_a_phone(visitors: Visitors) -> None:
    tab = waiting(visitors)
    know_every_language(tab)
    for width, height in SIZES:
        tab.page.set_viewport_size({"width": width, "height": height})
        for language in LANGUAGES:
            tab.page.evaluate(SET, {"language": language})
            tab.page.wait_for_function(IS_SET, arg=[language, "auto"])
            tab.page.evaluate(PAINTED)
            assert tab.page.evaluate(FAULTS) == [], (language, width, height)
