"""How a page can look: language, theme and width; and which of them are tried where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final, Literal

from tests.e2e.tabs import CALM, Profile, Tab

Theme = Literal["light", "dark", "contrast", "forced"]
Letters = Literal["normal", "large", "spaced"]

LANGUAGES: Final = ("en", "zh-Hant", "zh-Hans", "ja", "ko", "vi")
THEMES: Final[tuple[Theme, ...]] = ("light", "dark", "contrast", "forced")
HEIGHTS: Final = {320: 568, 768: 1024, 1280: 800}
WIDTHS: Final = tuple(HEIGHTS)
PLAIN: Final[Profile] = {**CALM, "viewport": {"width": 1280, "height": 800}}

SET = """prefs => {
  const key = 'banqi.prefs';
  const now = JSON.parse(localStorage.getItem(key) ?? '{}');
  localStorage.setItem(key, JSON.stringify({ ...now, ...prefs }));
  dispatchEvent(new StorageEvent('storage', { key }));
}"""
"""What another tab does when somebody changes a setting there."""

LETTERS: Final[dict[Letters, str]] = {
    "normal": "",
    "large": ":root { font-size: 200% }",
    "spaced": """* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
      word-spacing: 0.16em !important } p { margin-block-end: 2em !important }""",
}
"""Readers' own styles: letters twice as large (1.4.4), and wider apart (1.4.12)."""

WEAR = """css => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}"""
IS_SET = """([language, theme]) => document.documentElement.lang === language
  && document.documentElement.dataset.theme === theme"""
PAINTED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


@dataclass(frozen=True, slots=True)
class Look:
    """One language, theme and width; `forced` is the system's own few colours."""

    language: str
    theme: Theme
    width: int
    letters: Letters = "normal"

    def __str__(self) -> str:
        return f"{self.language}, {self.theme}, {self.width} px, letters {self.letters}"

    def dress(self, tab: Tab) -> None:
        """Give a page that stands this look, without loading it again."""
        setting = "contrast" if self.theme == "contrast" else "auto"
        tab.page.set_viewport_size({"width": self.width, "height": HEIGHTS[self.width]})
        tab.page.emulate_media(
            color_scheme="dark" if self.theme == "dark" else "light",
            forced_colors="active" if self.theme == "forced" else "none",
            reduced_motion="reduce",
        )
        tab.page.evaluate(SET, {"language": self.language, "theme": setting})
        tab.page.wait_for_function(IS_SET, arg=[self.language, setting])
        tab.page.evaluate(WEAR, LETTERS[self.letters])
        tab.page.evaluate(PAINTED)


def know_every_language(tab: Tab) -> None:
    """Let a page fetch all sentences while it can."""
    for language in (*LANGUAGES, tab.page.evaluate("document.documentElement.lang")):
        tab.page.evaluate(SET, {"language": language})
        tab.page.wait_for_selector(f"html[lang={language}]")


def letter_looks(language: str) -> Iterator[Look]:
    """Large letters where there is room for them, and letters apart on the smallest screen too."""
    yield Look(language, "light", 1280, "large")
    yield Look(language, "light", 768, "large")
    yield Look(language, "light", 1280, "spaced")
    yield Look(language, "light", 320, "spaced")


def every_look() -> Iterator[Look]:
    """All of them."""
    yield from (Look(*one) for one in product(LANGUAGES, THEMES, WIDTHS))
    for language in LANGUAGES:
        yield from letter_looks(language)


def some_looks(number: int) -> Iterator[Look]:
    """Every language once, and with it every theme and every width; others for another number.

    Letters are made larger and set wider on every third screen here, and on all by `make a11y`.
    """
    mixed = tuple(product(THEMES, WIDTHS))
    for at, language in enumerate(LANGUAGES):
        theme, width = mixed[(5 * at + 7 * number) % len(mixed)]
        yield Look(language, theme, width)
    if number % 3 == 0:
        yield from letter_looks(LANGUAGES[number // 3 % len(LANGUAGES)])
