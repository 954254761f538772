"""Chromium, driven by Playwright."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, sync_playwright
from playwright.sync_api import Page as Playwright

from tests.browsers.driver import Gift, Json, Lost, Page, Size
from tools.find_chromium import find, launch_arguments

LARGE = """document.addEventListener('DOMContentLoaded', () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { font-size: 200% }');
  document.adoptedStyleSheets = [sheet];
})"""


@dataclass(frozen=True, slots=True)
class Dress:
    """What somebody's browser wants of every page; only this engine is told so here."""

    locale: str = "en-US"
    forced: bool = False
    """Only the system's few colours."""
    calm: bool = False
    """Nothing moves."""
    large: bool = False
    """Letters twice as large."""


PLAIN = Dress()


class ChromiumPage:
    """One tab."""

    def __init__(self, context: BrowserContext, *, touch: bool) -> None:
        self._context = context
        self._touch = touch
        self._said: list[str] = []
        self._page: Playwright = context.new_page()
        self._page.on("console", self._heard)
        self._page.on("pageerror", lambda error: self._said.append(f"error: {error}"))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._said.append(f"{message.type}: {message.text}")

    def open(self, url: str) -> None:
        self._page.goto(url)

    def reload(self) -> None:
        self._page.reload()

    def back(self) -> None:
        self._page.evaluate("history.back()")  # Playwright's own waits for a load that is not

    def run(self, function: str, *values: object) -> Json:
        try:
            return self._page.evaluate(f"values => ({function})(...values)", values)
        except Error as error:
            raise Lost(error.message) from error

    def click(self, x: float, y: float) -> None:
        if self._touch:
            self._page.touchscreen.tap(x, y)
        else:
            self._page.mouse.click(x, y)

    def key(self, key: str) -> None:
        self._page.keyboard.press(key)

    def offline(self, *, on: bool) -> None:
        self._context.set_offline(on)

    def screenshot(self) -> bytes:
        return self._page.screenshot()

    def another(self) -> Page:
        return ChromiumPage(self._context, touch=self._touch)

    def complaints(self) -> list[str]:
        return self._said


class Chromium:
    """The browser that most people have."""

    name = "chromium"
    gifts = frozenset(Gift)

    def __init__(self) -> None:
        self._playwright = sync_playwright().start()
        self._browser: Browser = self._playwright.chromium.launch(
            executable_path=find(),
            args=launch_arguments(),
            ignore_default_args=["--disable-back-forward-cache"],
        )

    def visit(self, size: Size, *, touch: bool = False, dress: Dress = PLAIN) -> Page:
        context = self._browser.new_context(
            viewport={"width": size.width, "height": size.height},
            locale=dress.locale,
            has_touch=touch,
            is_mobile=touch,
            forced_colors="active" if dress.forced else "none",
            reduced_motion="reduce" if dress.calm else "no-preference",
        )
        if dress.large:
            context.add_init_script(LARGE)
        return ChromiumPage(context, touch=touch)

    def close(self) -> None:
        self._browser.close()
        self._playwright.stop()
