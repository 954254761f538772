"""Makes the icons that must be pictures of a fixed size from those that are drawings.

    python -m tools.icons     # web/icons/*.png, with a real browser (tools/find_chromium.py)

Phones put them on the home screen, and take no drawing there.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from tools.find_chromium import ADVICE, find, launch_arguments

ICONS: Final = Path(__file__).resolve().parent.parent / "web" / "icons"
PICTURES: Final = (
    ("icon", 192),
    ("icon", 512),
    ("maskable", 180),
    ("maskable", 512),
    ("monochrome", 512),
)
"""The drawing and the side of the square, in pixels."""


def make(browser: Browser, name: str, side: int) -> None:
    """One picture, on nothing."""
    page = browser.new_page(viewport={"width": side, "height": side})
    drawing = (ICONS / f"{name}.svg").read_text(encoding="utf-8")
    sized = drawing.replace("<svg ", f'<svg width="{side}" height="{side}" ', 1)
    page.set_content(f"<style>*{{margin:0}}svg{{display:block}}</style>{sized}")
    page.screenshot(path=ICONS / f"{name}-{side}.png", omit_background=True)
    page.close()


def main() -> int:
    """Makes all of them and returns 0, or says in one line what is missing and returns 1."""
    path = find()
    if path is None:
        print(ADVICE, file=sys.stderr)
        return 1
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=launch_arguments())
        for name, side in PICTURES:
            make(browser, name, side)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
