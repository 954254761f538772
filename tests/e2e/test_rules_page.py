"""What the page tells about the rules is what the server judges."""

from __future__ import annotations

import httpx

from tests.e2e.rooms import post
from tests.e2e.tabs import CALM, Tab, Visitors
from tests.e2e.test_layout import SMALL, fits, is_elsewhere

STEPS = 6


def line_position(line: str) -> str:
    """A line of the board on its a-file, the red side to move."""
    ranks = "/".join("4" if letter == "." else f"{letter}3" for letter in reversed(line))
    return f"{ranks} r {'s' if '?' in line else '-'} 0"


def told(tab: Tab) -> dict[str, bool]:
    """Which captures the page shows as possible or not, as actions."""
    marks = tab.page.eval_on_selector_all(".line-square", "all => all.map(o => o.dataset.mark)")
    cannon = str(tab.page.get_attribute(".line-demo", "data-line")).index("C") + 1
    return {f"a{cannon}a{i}": mark == "yes" for i, mark in enumerate(marks, 1) if mark}


def test_every_step_of_the_cannon_is_what_the_server_says(visitors: Visitors) -> None:
    tab = visitors.arrive("rules", CALM)
    seen = {}
    for step in range(1, STEPS + 1):
        tab.see(f".line-demo[data-step='{step}']")
        line = str(tab.page.get_attribute(".line-demo", "data-line"))
        for action, is_told in told(tab).items():
            body = {"position": line_position(line), "action": action}
            seen[line, action] = is_told
            assert (post(tab.base, "/api/positions", body)["refused"] is None) == is_told, line
        tab.press("cannon-on")
    tab.see(".line-demo[data-step='1']")
    assert set(seen.values()) == {True, False}
    assert tab.heard("say")[0].startswith("The Cannon stands where the General stood")


def test_the_table_of_rulesets_is_the_servers(visitors: Visitors) -> None:
    menu = httpx.get(f"{visitors.base}/api/rules").json()
    tab = visitors.arrive("rules")
    tab.see(".presets")
    limits = tab.page.locator(".presets tr", has_text="Limit on chasing").locator("td")
    wanted = [preset["chase_limit"] for preset in menu["presets"].values()]
    assert limits.all_inner_texts() == [f"{n} in a row" if n else "Off" for n in wanted]
    tab.page.select_option("[name=preset]", "paofuqi")
    tab.see(".presets th[data-is-chosen=yes]:has-text('Paofuqi')")
    assert "No draw offers." in tab.page.inner_text(".prose")


def test_a_section_is_one_press_away_and_an_answer_another(visitors: Visitors) -> None:
    tab = visitors.arrive("rules", SMALL)
    tab.see(".contents .btn")
    fits(tab)
    tab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab.press("report")
    tab.see("#toast:has-text('Report copied')")
    assert '"preset":"douque"' in tab.page.evaluate("navigator.clipboard.readText()")
    tab.press("to-faq")
    assert tab.page.evaluate("document.activeElement.textContent") == "Questions"
    tab.page.press(".question summary >> nth=1", "Enter")
    tab.see("text=losing the General is losing one piece")


def test_the_cannon_moves_nothing_but_itself(visitors: Visitors) -> None:
    tab = visitors.arrive("rules", {**SMALL, **CALM})
    tab.see(".line-demo")
    script = "document.querySelector('.line-steps').getBoundingClientRect().toJSON()"
    tab.page.evaluate("document.querySelector('.line-demo').scrollIntoView()")
    before = tab.page.evaluate(script)
    for _ in range(STEPS):
        tab.press("cannon-on")
        assert not is_elsewhere(tab.page.evaluate(script), before)


def test_who_doubts_the_computer_reads_the_test(visitors: Visitors) -> None:
    tab = visitors.arrive("rules")
    link = tab.page.locator("a[data-t='rules.fair.test']")
    answer = httpx.get(str(link.evaluate("link => link.href")))

    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.text.startswith('"""What is face down influences nothing that leaves the server.')
    assert link.get_attribute("target") == "_blank"
