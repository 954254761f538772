"""Somebody before a page in any engine: waits until something is there, then acts by hand."""

from __future__ import annotations

import time
from dataclasses import dataclass

from tests.browsers.driver import Json, Lost, Page
from tests.e2e.tabs import LOOK, letter_of

PATIENCE = 30.0
"""Seconds that a page may take for anything; a busy machine is slow."""
GLANCE = 2000
"""Milliseconds that are waited inside the page; then it is asked anew."""

UNTIL = """(glance, ...values) => new Promise((resolve) => {
  const end = Date.now() + glance;
  const look = () => {
    const found = (%s)(...values);
    if (found || Date.now() > end) resolve(found);
    else setTimeout(look, 30);
  };
  look();
})"""

SHOWN = """selector => [...document.querySelectorAll(selector)]
  .some((node) => node.checkVisibility({ visibilityProperty: true }))"""
GONE = f"selector => !({SHOWN})(selector)"
THERE = "selector => document.querySelector(selector) !== null"

PLACE = """selector => {
  const node = [...document.querySelectorAll(selector)]
    .find((one) => one.checkVisibility({ visibilityProperty: true }));
  if (!node || node.disabled) return null;
  node.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const box = node.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const was = node.lastBox ?? '';
  node.lastBox = [box.left, box.top, box.width, box.height].join();
  const hit = document.elementFromPoint(x, y);
  const isMeant = hit && (node.contains(hit) || hit.closest('label')?.control === node);
  return was === node.lastBox && isMeant ? [x, y] : null;
}"""
"""Where to press: in the middle of what is there, lies still and is not covered."""


@dataclass
class Player:
    """One tab and the hand before it."""

    page: Page
    base: str

    def go(self, path: str = "") -> Player:
        """Open an address below the base and wait until a screen stands."""
        self.page.open(f"{self.base}/{path}")
        return self.stands()

    def stands(self) -> Player:
        """Wait until a screen stands."""
        self.until(THERE, "body[data-screen]:not([data-screen=loading])")
        return self

    def until(self, function: str, *values: object) -> Json:
        """Wait until a function of the page returns something, and return that."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                found = self.page.run(UNTIL % function, GLANCE, *values)
            except Lost as lost:
                found = None
                if time.monotonic() > deadline:
                    raise AssertionError(f"waited for {values}: {lost}") from lost
            if found:
                return found
            assert time.monotonic() < deadline, f"waited in vain for {values}: {self.state()}"

    def state(self) -> str:
        """Where the page is, for whoever reads why a test failed."""
        script = "() => [location.pathname, {...document.body.dataset}]"
        return f"{self.page.run(script)}, {self.page.complaints()}"

    def see(self, selector: str) -> None:
        """Wait until something is visible."""
        self.until(SHOWN, selector)

    def miss(self, selector: str) -> None:
        """Wait until something is not visible (any more)."""
        self.until(GONE, selector)

    def screen(self, name: str) -> None:
        """Wait for a screen."""
        self.until(THERE, f"body[data-screen={name}]")

    def at_ply(self, ply: int) -> None:
        """Wait until so many plies are shown as played."""
        self.until(THERE, f".game[data-ply='{ply}']")

    def hit(self, selector: str) -> None:
        """Press something."""
        x, y = self.until(PLACE, selector)
        self.page.click(x, y)

    def press(self, act: str) -> None:
        """Press the visible button of this name."""
        self.hit(f"[data-act={act}]")

    def write(self, selector: str, text: str) -> None:
        """Write into a field, instead of what is there."""
        self.hit(selector)
        self.until(
            "selector => document.activeElement === document.querySelector(selector)", selector
        )
        self.page.run("selector => document.querySelector(selector).select()", selector)
        for letter in text:
            self.page.key(letter)

    def text(self, selector: str) -> str:
        """What is written in something."""
        return str(
            self.page.run("selector => document.querySelector(selector).innerText", selector)
        )

    def play(self, action: str) -> None:
        """Do an action of the game by hand."""
        self.hit(f"[data-square={action[:2]}]")
        if len(action) == 4:
            self.see(f"[data-square={action[:2]}][data-selected]")
            self.hit(f"[data-square={action[2:]}]")

    @property
    def board(self) -> str:
        """What the board shows, a letter for each square."""
        contents = self.page.run(LOOK)["contents"]
        return "".join(
            letter_of(contents[f"{file}{rank}"]) for rank in range(1, 9) for file in "abcd"
        )

    @property
    def ply(self) -> int:
        """How many plies are shown as played."""
        return int(self.page.run("() => document.querySelector('.game').dataset.ply"))

    @property
    def last(self) -> set[str]:
        """The squares that are marked as those of the last action."""
        return set(self.page.run(LOOK)["last"])

    @property
    def is_on_turn(self) -> bool:
        """Is it for this tab to act?"""
        return bool(self.page.run("() => document.body.dataset.turn === 'me'"))

    def another(self, path: str) -> Player:
        """The same person in one more tab."""
        return Player(self.page.another(), self.base).go(path)
