"""Looks at a page as it is now and says what is wrong with it, in lines."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.e2e.a11y.looks import Look
from tests.e2e.tabs import Tab

HERE: Final = Path(__file__).parent
AXE: Final = (HERE.parents[2] / "node_modules" / "axe-core" / "axe.min.js").read_text()
CHECKS: Final = (HERE / "checks.js").read_text()

RULES: Final = {
    "target-size": {"enabled": True},
    "label-content-name-mismatch": {"enabled": True},
    "css-orientation-lock": {"enabled": True},
}
"""Rules of axe that have to be asked for. Forced colours are not what a stylesheet computes:
there contrast is measured on the picture (test_text_is_read_in_the_systems_few_colours)."""

RUN_AXE: Final = """async rules => {
  const options = { rules, resultTypes: ['violations', 'incomplete'] };
  const { violations, incomplete } = await axe.run(document, options);
  const judge = { 'color-contrast': a11y.isReadable, 'target-size': a11y.isOnTop };
  const isFine = (id, { any, target }) => judge[id]?.(document.querySelector(target[0]))
    && (id !== 'target-size' || any.some(({ data }) => /obscured/i.test(data?.messageKey ?? '')));
  const open = ({ id, nodes }) => ({ id, nodes: nodes.filter(node => !isFine(id, node)) });
  const covered = violations.map(one => one.id === 'target-size' ? open(one) : one);
  return [...covered, ...incomplete.map(open)].flatMap(({ id, nodes }) =>
    nodes.map(({ html, any, all, none }) =>
      `axe ${id}: ${html.slice(0, 160)} ${[...any, ...all, ...none][0]?.message ?? ''}`));
}"""
"""What axe leaves open is a flaw too, but for contrasts, which are then measured here, and for
targets that it takes for covered though they lie on top."""


def equip(tab: Tab) -> None:
    """Bring the checks to a page."""
    if not tab.page.evaluate("typeof a11y !== 'undefined'"):
        tab.page.evaluate(AXE)
        tab.page.evaluate(CHECKS)


def flaws(tab: Tab, look: Look) -> list[str]:
    """What is wrong with a page in this look; it has been dressed before."""
    equip(tab)
    if look.letters != "normal":
        return [str(line) for line in tab.page.evaluate("a11y.reflow()")]
    rules = {**RULES, "color-contrast": {"enabled": look.theme != "forced"}}
    found: list[str] = tab.page.evaluate(RUN_AXE, rules)
    found += tab.page.evaluate("language => a11y.look(language)", look.language)
    found += [f"3.1.2 not translated: {text}" for text in tab.untranslated()]
    return found + focus_flaws(tab)


def focus_flaws(tab: Tab) -> list[str]:
    """What is wrong with the focus, wherever it goes."""
    equip(tab)
    tab.page.keyboard.press("Shift")  # from now on the focus is one of the keyboard
    found: list[str] = tab.page.evaluate("a11y.focus()")
    return found
