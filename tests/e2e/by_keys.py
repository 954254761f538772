"""Ways through the page without a pointer that more than one test walks."""

from __future__ import annotations

from tests.e2e.keys import Keys
from tests.e2e.tabs import Tab

NO_POINTER = """
for (const kind of ['pointerdown', 'mousedown', 'touchstart']) {
  addEventListener(kind, () => { throw new Error(`a ${kind}`); }, true);
}"""


def hands_off(tab: Tab) -> Keys:
    """A page on which a pointer is an error, after a reload too."""
    tab.page.add_init_script(NO_POINTER)
    tab.page.evaluate(NO_POINTER)
    return Keys(tab)


def talk(host: Keys, guest: Tab) -> None:
    """A phrase and a line of one's own in the chat that is open; the other hears both."""
    host.act("phrase-hello")
    guest.hears("\u2068Mei\u2069: Hello!")
    host.kept()
    host.write("[name=say]", "well met")
    host.press("Enter")
    guest.hears("\u2068Mei\u2069: \u2068well met\u2069")
    assert host.page.evaluate("document.activeElement.name") == "say"
    host.press("Escape")
    host.kept()


def choose_a_look(keys: Keys) -> None:
    """In the settings, which stay open: another theme, and the last kind of pieces."""
    keys.act("settings")
    keys.tab.see("dialog[data-sheet=settings]")
    keys.reach("dialog [name=theme]")
    keys.press("ArrowDown")
    keys.tab.see("html[data-theme=light]")
    keys.reach("dialog [name=pieces]")
    keys.press("End")


def close_settings(keys: Keys) -> None:
    """Away with them; the focus goes back to what opened them."""
    keys.press("Escape")
    keys.tab.miss("dialog")
    assert keys.tab.focus == "settings"


def go_home(keys: Keys) -> None:
    keys.reach("#brand")
    keys.press("Enter")
    keys.tab.screen("home")
    keys.kept()
