"""axe finds nothing on any screen, in any language, light or dark; and what axe cannot see."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.stages_of_rooms import EVERY_STAGE
from tests.e2e.tabs import CALM, DESKTOP, PHONE, Tab, Visitors

AXE = (Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js").read_text()
RUN = """async only => {
  const rules = { 'target-size': { enabled: true } };
  const found = await axe.run(document, only ? { runOnly: [only] } : { rules });
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(node => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`));
}"""
LANGUAGES = ("en", "zh-Hant", "ja", "zh-Hans", "ko", "vi")


def look(number: int) -> dict[str, Any]:
    """Languages, sizes and themes take turns over the screens."""
    base = (PHONE, DESKTOP)[number // len(LANGUAGES) % 2]
    scheme = ("light", "dark")[(number + number // len(LANGUAGES)) % 2]
    return {**base, **CALM, "color_scheme": scheme, "locale": LANGUAGES[number % len(LANGUAGES)]}


def violations(tab: Tab, only: str | None = None) -> list[str]:
    """What axe (or one of its rules) has against the page as it is now."""
    tab.page.evaluate(AXE)
    found: list[str] = tab.page.evaluate(RUN, only)
    return found


def test_the_check_finds_what_is_wrong(visitors: Visitors) -> None:
    tab = visitors.arrive("")
    tab.page.evaluate("document.querySelector('[data-act=help]').removeAttribute('aria-label')")
    tab.page.evaluate("document.querySelector('[data-act=help]').removeAttribute('title')")
    tab.page.evaluate("document.querySelector('h1').setAttribute('title', 'home.title')")
    assert [line.split(":")[0] for line in violations(tab)] == ["button-name"]
    assert tab.untranslated() == ["home.title"]


@pytest.mark.parametrize(("number", "name"), list(enumerate(EVERY_STAGE)), ids=list(EVERY_STAGE))
def test_axe_finds_nothing(visitors: Visitors, number: int, name: str) -> None:
    profile = look(number)
    tab = EVERY_STAGE[name](visitors, profile)
    assert violations(tab) == []
    tab.page.emulate_media(color_scheme="dark" if profile["color_scheme"] == "light" else "light")
    assert violations(tab, "color-contrast") == []
    assert tab.page.evaluate("document.documentElement.lang") == profile["locale"]
    assert tab.untranslated() == []
    assert tab.page.locator("h1").count() == 1
