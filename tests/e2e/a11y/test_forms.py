"""Fields explain themselves, forgive, remember, and never act by themselves (A19, A21 to A25)."""

from __future__ import annotations

import httpx

from tests.e2e.programs import program
from tests.e2e.rooms import open_room, sit_down
from tests.e2e.stages import bad_code, bad_record, finished, game
from tests.e2e.tabs import DESKTOP, LOSSES, Tab, Visitors

TIED = """() => {
  const field = document.activeElement;
  const texts = (field.getAttribute('aria-describedby') ?? '').split(' ')
    .map(id => document.getElementById(id)).filter(node => node?.checkVisibility())
    .map(node => node.textContent);
  return [field.getAttribute('aria-invalid'), texts.join(' ').length > 10];
}"""
TWENTY_HOURS = 20 * 3600 * 1000


def told(tab: Tab) -> None:
    """The field in question has the focus, is marked, and what is wrong is its description."""
    assert tab.page.evaluate(TIED) == ["true", True]


def gone_with_a_letter(tab: Tab) -> None:
    """The next letter takes the error away, and nothing else."""
    tab.page.keyboard.press("End")
    tab.page.keyboard.press("b")
    assert tab.page.evaluate(TIED)[0] is None
    assert tab.page.locator(".error:visible").count() == 0
    assert "b" in tab.page.evaluate("document.activeElement.value")


def test_every_error_is_at_its_field_and_gone_with_the_next_letter(visitors: Visitors) -> None:
    for stage in (bad_code, bad_record):
        tab = stage(visitors, DESKTOP)
        told(tab)
        gone_with_a_letter(tab)
    long = "龍" * 25
    tab = visitors.arrive("")
    tab.press("create")
    tab.page.fill("dialog [name=name]", long)
    tab.press("create-submit")
    tab.see("[aria-invalid]")
    told(tab)
    assert tab.page.input_value("dialog [name=name]") == long
    gone_with_a_letter(tab)
    tab = visitors.arrive(open_room(visitors.base, seated=False).code, forgive=LOSSES)
    tab.page.fill("[name=name]", long)
    tab.press("sit")
    tab.see("[aria-invalid]")
    told(tab)
    gone_with_a_letter(tab)


def test_fields_say_what_may_fill_them_in(visitors: Visitors) -> None:
    home = visitors.arrive("")
    assert home.page.get_attribute("[name=code]", "autocomplete") == "off"
    home.press("create")
    assert home.page.get_attribute("dialog [name=name]", "autocomplete") == "nickname"
    table = sit_down(visitors)
    table.host.press("tab-chat")
    table.host.see("[name=say]")
    assert table.host.page.get_attribute("[name=say]", "autocomplete") == "off"


def test_a_code_is_pasted(visitors: Visitors) -> None:
    room = open_room(visitors.base, seated=False)
    leave = {**DESKTOP, "permissions": ["clipboard-read", "clipboard-write"]}
    tab = visitors.arrive("", leave)
    tab.page.evaluate("text => navigator.clipboard.writeText(text)", f"{room.base}/{room.code}")
    tab.page.focus("[name=code]")
    tab.page.keyboard.press("Control+V")
    tab.page.keyboard.press("Enter")
    tab.screen("join")


def test_a_name_is_asked_once(visitors: Visitors) -> None:
    tab = visitors.arrive("")
    tab.press("create")
    tab.page.fill("dialog [name=name]", "Mei")
    tab.press("create-submit")
    tab.screen("lobby")
    tab.hit("#brand")
    tab.screen("home")
    tab.press("create")
    assert tab.page.input_value("dialog [name=name]") == "Mei"
    tab.press("close")
    tab.go(open_room(visitors.base, seated=False).code)
    tab.screen("join")
    assert tab.page.input_value("[name=name]") == "Mei"


def test_a_rematch_asks_for_nothing_again(visitors: Visitors) -> None:
    table = sit_down(visitors, open_room(visitors.base, rules={"preset": "ply_yard"}))
    table.host.tap("a1")
    table.at_ply(1)
    table.guest.press("resign")
    table.guest.press("slot-confirm")
    table.host.press("rematch")
    table.guest.press("rematch-accept")
    for tab in table.both:
        tab.at_ply(0)
        tab.screen("game")
        assert tab.page.locator("dialog, [name=name]").count() == 0
        assert {"Mei", "Bao"} <= set(tab.page.inner_text(".table").split())


def test_to_choose_is_not_to_go(visitors: Visitors) -> None:
    tab = visitors.arrive("settings")
    before = tab.page.url
    for select in tab.page.locator("select").all():
        select.focus()
        for value in select.evaluate("node => [...node.options].map(one => one.value)"):
            select.select_option(value)
            assert tab.page.url == before
            assert tab.page.evaluate("document.activeElement.tagName") == "SELECT"
    for box in tab.page.locator("input[type=checkbox]:not([name=notify])").all():
        box.click()
    tab.screen("settings")
    assert tab.page.locator("dialog").count() == 0


def test_focus_alone_changes_nothing(visitors: Visitors) -> None:
    tab = game(visitors, DESKTOP)
    look, sent = tab.look(), list(tab.sent)
    tab.page.evaluate("""() => {
      for (const node of document.querySelectorAll('a, button, input, select, [tabindex]'))
        node.focus();
    }""")
    assert tab.look() == look
    assert [frame for frame in tab.sent[len(sent) :] if '"ping"' not in frame] == []
    tab.screen("game")


def test_help_is_always_in_the_same_place(visitors: Visitors) -> None:
    places = set()
    room = open_room(visitors.base, seated=False)
    for path in ("", "rules", "settings", "replay", room.code, room.seat("host"), "no-such-page"):
        tab = visitors.arrive(path, forgive=LOSSES)
        places.add(tuple(tab.page.locator("[data-act=help]").bounding_box().values()))  # type: ignore[union-attr]
    board = game(visitors, DESKTOP).page.locator("[data-act=help]").bounding_box()
    assert board
    places.add(tuple(board.values()))
    assert len({(left, width) for left, _, width, _ in places}) == 1, places


def test_titles_tell_where_one_is(visitors: Visitors) -> None:
    room = open_room(visitors.base, seated=False)
    titles = [
        visitors.arrive(path, forgive=LOSSES).page.title()
        for path in ("", "rules", "settings", "replay", room.code, room.seat("host"))
    ]
    table = sit_down(visitors)
    titles += [table.host.page.title(), table.guest.page.title()]
    titles.append(visitors.arrive(finished(visitors).seat("host")).page.title())
    assert len(set(titles)) == len(titles), titles
    assert all("Banqi" in title for title in titles)


def test_no_time_runs_unless_the_host_wants_it(visitors: Visitors) -> None:
    tab = visitors.arrive("")
    tab.press("create")
    assert tab.page.is_checked("dialog [name=clock][value=off]")
    tab.press("create-submit")
    tab.screen("lobby")
    code = tab.page.url.rsplit("/", 1)[1]
    assert httpx.get(f"{visitors.base}/api/rooms/{code}").json()["clock"] is None
    room = open_room(visitors.base)
    with program(room, room.host) as host:
        assert host.state["room"]["expires_at"] - host.state["now"] > TWENTY_HOURS
