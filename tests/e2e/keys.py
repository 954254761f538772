"""A player without a pointer: everything is reached by Tab and pressed by Enter."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.e2e.tabs import Tab

LONGEST_WAY = 80
IS_FOCUSED = "selector => document.activeElement?.matches(selector) ?? false"
IS_LOST = "document.activeElement === document.body || document.activeElement === null"


class Keys:
    """The keyboard of one tab. Focus must never be lost to the body after something happened."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.page: Page = tab.page

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def is_lost(self) -> bool:
        """Nothing of the page has the focus."""
        return bool(self.page.evaluate(IS_LOST))

    def kept(self) -> None:
        """Focus is somewhere."""
        assert not self.is_lost(), "focus is lost"

    def reach(self, selector: str) -> None:
        """Go to a control with Tab alone."""
        self.tab.see(selector)
        for _ in range(LONGEST_WAY):
            if self.page.evaluate(IS_FOCUSED, selector):
                return
            self.press("Tab")
        raise AssertionError(f"Tab never comes to {selector}; focus is on {self.tab.focus}")

    def act(self, name: str) -> None:
        """Press the button of this name."""
        self.reach(f"[data-act={name}]")
        self.press("Enter")

    def stop(self) -> str:
        """Which of all elements has the focus, and what it is called."""
        script = """(({ activeElement: now }) =>
          `${[...document.querySelectorAll('*')].indexOf(now)} ${now.className}`)(document)"""
        return str(self.page.evaluate(script))

    def tab_through(self) -> list[str]:
        """Every stop from here to the end of the page, where the browser itself comes next."""
        stops: list[str] = []
        while len(stops) < LONGEST_WAY:
            self.press("Tab")
            if self.is_lost():
                break
            stops.append(self.stop())
        return stops

    def write(self, selector: str, text: str) -> None:
        """Write into a field."""
        self.reach(selector)
        self.page.keyboard.type(text)

    def to_tab(self, name: str) -> None:
        """Choose a tab of the panel with the arrows."""
        self.reach("[role=tab][tabindex='0']")
        for _ in range(6):
            if self.page.evaluate("document.activeElement.id") == f"tab-{name}":
                return
            self.press("ArrowRight")
        raise AssertionError(f"the arrows never come to {name}")

    def go_to(self, square: str) -> None:
        """Go to a square of the board with the arrows."""
        self.reach(".board-grid [data-square]")
        for _ in range(12):
            row, column = self._way(square)
            if row == column == 0:
                return
            vertical = "ArrowDown" if row > 0 else "ArrowUp"
            self.press(vertical if row else "ArrowRight" if column > 0 else "ArrowLeft")
        raise AssertionError(f"the arrows never come to {square}")

    def _way(self, square: str) -> tuple[int, int]:
        """Rows and columns from the focused square to another one, as they lie on the screen."""
        script = """name => {
          const at = node => [
            Number(node.closest('[role=row]').getAttribute('aria-rowindex')),
            Number(node.closest('[role=gridcell]').getAttribute('aria-colindex')),
          ];
          const [from, to] = [at(document.activeElement),
            at(document.querySelector(`[data-square=${name}]`))];
          return [to[0] - from[0], to[1] - from[1]];
        }"""
        row, column = self.page.evaluate(script, square)
        return int(row), int(column)

    def play(self, action: str) -> None:
        """Do an action of the game."""
        self.go_to(action[:2])
        self.press("Enter")
        if len(action) == 4:
            self.tab.see(f"[data-square={action[:2]}][data-selected]")
            self.go_to(action[2:])
            self.press("Enter")
