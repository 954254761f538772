"""A player's own seat: called something else, taken to another device, kept from all others."""

from __future__ import annotations

import json

from tests.e2e.rooms import open_room, sit_down
from tests.e2e.stages_of_ends import overheard
from tests.e2e.tabs import LOSSES, PHONE, Tab, Visitors

STRIPS = """() => [...document.querySelectorAll('.strip')].map(strip => {
  const box = (node) => node.getBoundingClientRect();
  const [name, side, taken] = ['name', 'side', 'taken']
    .map(one => strip.querySelector(`.strip-${one}`));
  const kinds = [...taken.children].map(box);
  return {
    name: box(name).width,
    isSideWhole: box(side.querySelector('[class^=tint]')).right <= box(side).right + 0.5,
    rows: new Set(kinds.map(kind => Math.round(kind.top))).size,
    least: Math.min(...kinds.slice(1).map((kind, i) => kind.right - kinds[i].right)),
    isInside: kinds.every(kind => kind.left > box(strip).left && kind.right < box(strip).right),
  };
})"""
NUMBER = 9
"""Pixels that the number of pieces of one kind takes."""


def crowded(text: str) -> str:
    """The same message about two with long names who have taken pieces of every kind."""
    message = json.loads(text)
    if message["type"] == "presence":
        message["host"]["online"] = message["guest"]["online"] = True
    if message.get("game"):
        message["game"]["captured"] = {"host": "gaaeerrhhccsssss", "guest": "GAAEERRHHCCSSSSS"}
        for seat, name in (
            ("host", "Maximilian-Alexander B"),
            ("guest", "Wilhelmina van der Berg"),
        ):
            message["room"]["seats"][seat]["name"] = name
    return json.dumps(message)


def test_names_sides_and_all_that_was_taken_share_a_line_of_a_phone(visitors: Visitors) -> None:
    tab = overheard(visitors, PHONE, crowded)
    for width, height in ((390, 844), (320, 568), (667, 375), (844, 390)):
        tab.page.set_viewport_size({"width": width, "height": height})
        for strip in tab.page.evaluate(STRIPS):
            assert strip["name"] >= 70, (width, strip)
            assert strip["isSideWhole"], (width, strip)
            assert strip["rows"] == 1, (width, strip)
            assert strip["least"] >= NUMBER, (width, strip)
            assert strip["isInside"], (width, strip)


def open_more(tab: Tab, act: str, sheet: str) -> None:
    tab.press("more")
    tab.hit(f"dialog[data-sheet=more] [data-act={act}]")
    tab.see(f"dialog[data-sheet={sheet}]")


def test_a_player_is_called_something_else_from_now_on(visitors: Visitors) -> None:
    table = sit_down(visitors)
    host, guest = table.both
    open_more(host, "rename", "rename")
    for name, error in (("龍" * 25, "1–24"), ("\ue000", "1–24")):
        host.page.fill("[name=name]", name)
        host.press("rename-submit")
        host.see("[name=name][aria-invalid=true]")
        assert error in host.page.inner_text("dialog .error:visible")
        assert host.page.input_value("[name=name]") == name
    host.page.fill("[name=name]", " 小明 ")
    host.press("rename-submit")
    host.miss("dialog")
    guest.see(".strip-far .strip-name:has-text('小明')")
    assert guest.heard("say") == ["\u2068Mei\u2069 is now called \u2068小明\u2069."]
    host.hit("#brand")
    host.screen("home")
    host.press("create")
    assert host.page.input_value("[name=name]") == "小明"


def test_who_bears_the_name_of_the_other_is_told_under_which_one_they_play(
    visitors: Visitors,
) -> None:
    tab = visitors.arrive(open_room(visitors.base, seated=False).code)
    tab.page.fill("[name=name]", "mei")
    tab.press("sit")
    tab.screen("game")
    tab.see("#toast:has-text('Here you are \u2068mei (2)\u2069')")


def test_a_seat_moves_to_another_device_and_others_are_signed_out(visitors: Visitors) -> None:
    table = sit_down(visitors)
    host = table.host
    open_more(host, "move-seat", "seat")
    host.see("img.qr")
    link = host.page.input_value("dialog input")
    code, token = link.removeprefix(f"{visitors.base}/").split("#seat=")
    assert (code, len(token)) == (table.room.code, 43)
    assert not any(token in url for url in host.requests), "no address with a token is asked for"
    phone = visitors.arrive(f"{code}#seat={token}", PHONE, forgive=LOSSES)
    phone.screen("game")
    assert phone.turn == host.turn == "me"
    assert phone.page.url == f"{visitors.base}/{code}", "the token does not stay in the address"

    host.press("drop-tokens")
    assert phone.page.get_attribute("body", "data-screen") == "game", "one press only asks"
    host.press("drop-tokens")
    phone.see(".gone[data-reason=unauthorized]")
    host.miss("img.qr")
    assert not host.page.is_visible("dialog input"), "a link that does not work is not shown"
    host.press("seat-again")
    host.see("img.qr")
    fresh = host.page.input_value("dialog input")
    assert fresh != link
    host.press("close")
    host.miss("dialog")
    assert host.focus == "more"
    again = visitors.arrive(fresh.removeprefix(f"{visitors.base}/"), PHONE)
    again.screen("game")
    again.tap("a1")
    table.at_ply(1)
    table.guest.tap("a2")
    again.at_ply(2)
    host.tap("a3")
    again.at_ply(3)


def test_in_the_lobby_the_seat_is_at_hand_too(visitors: Visitors) -> None:
    tab = visitors.arrive(open_room(visitors.base, seated=False).seat("host"), PHONE)
    tab.screen("lobby")
    tab.press("rename")
    tab.page.fill("[name=name]", "Ann")
    tab.page.press("[name=name]", "Enter")
    tab.see(".seat-name:has-text('Ann')")
    tab.press("move-seat")
    tab.see("img.qr")


def test_on_one_device_both_players_get_their_names(visitors: Visitors) -> None:
    room = open_room(visitors.base, opponent="local")
    tab = visitors.arrive(room.seat("host"))
    tab.screen("game")
    open_more(tab, "rename", "rename")
    tab.page.locator("[name=name]").nth(0).fill("Ann")
    tab.page.locator("[name=name]").nth(1).fill("Bo")
    tab.press("rename-submit")
    tab.miss("dialog")
    tab.see(".strip-near .strip-name:has-text('Ann')")
    tab.see(".strip-far .strip-name:has-text('Bo')")
