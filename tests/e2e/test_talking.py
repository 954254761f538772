"""Phrases and own words between the players: read, announced, muted, and never in the way."""

from __future__ import annotations

from tests.e2e.programs import program
from tests.e2e.rooms import Table, open_room, sit_down
from tests.e2e.tabs import LOSSES, Tab, Visitors

ABOVE = """() => document.querySelector('.board').getBoundingClientRect().bottom
    <= document.querySelector('.panel').getBoundingClientRect().top"""
SETTLED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""By the second frame the page has answered to a new size."""

BOARD = "() => document.querySelector('.board').getBoundingClientRect().toJSON()"
LINES = """() => [...document.querySelectorAll('.chat-line')]
  .map(node => [node.dataset.who, node.querySelector('.chat-text').textContent])"""


def lines(tab: Tab) -> list[tuple[str, str]]:
    """Who said what, as it stands on the page."""
    return [(who, text) for who, text in tab.page.evaluate(LINES)]


def open_chat(tab: Tab) -> None:
    tab.press("chat" if tab.touch else "tab-chat")
    tab.see("#pane-chat")


def say(tab: Tab, text: str) -> None:
    """Type a line and send it with Enter."""
    tab.page.fill("[name=say]", text)
    tab.page.press("[name=say]", "Enter")


def test_a_phrase_arrives_in_the_readers_language_and_counts_until_it_is_seen(
    visitors: Visitors,
) -> None:
    table: Table = sit_down(visitors, guest={"locale": "zh-Hant"})
    host, guest = table.both
    open_chat(host)
    host.press("phrase-good_luck")
    host.see(".chat-line[data-who=me]")
    guest.see("#tab-chat .badge:visible")
    assert "1" in (guest.page.get_attribute("#tab-chat", "aria-label") or "")
    assert guest.heard("say")[-1] == "\u2068Mei\u2069\uff1a祝你好運！"
    assert host.heard("say")[-1] == "You: Good luck!"
    open_chat(guest)
    guest.miss("#tab-chat .badge")
    guest.see(".chat-line")
    assert lines(guest) == [("other", "祝你好運！")]
    say(guest, "<b>謝謝</b> ")
    host.see(".chat-line[data-who=other]")
    assert lines(host) == [("me", "Good luck!"), ("other", "<b>謝謝</b>")]
    guest.page.wait_for_function("() => document.querySelector('[name=say]').value === ''")
    guest.page.reload()
    guest.at_ply(0)
    open_chat(guest)
    guest.see(".chat-line[data-old]")
    assert len(lines(guest)) == 2


def test_what_the_server_refuses_stays_in_its_field(visitors: Visitors) -> None:
    host = sit_down(visitors).host
    open_chat(host)
    for text, error in (("龍" * 201, "At most 200"), ("\ue000", "cannot be sent")):
        say(host, text)
        host.see("[name=say][aria-invalid=true]")
        host.page.wait_for_function(
            "text => document.querySelector('.chat-form .error').textContent.includes(text)",
            arg=error,
        )
        assert host.page.input_value("[name=say]") == text
    say(host, "now it fits")
    host.see(".chat-line")
    assert host.page.locator("[name=say][aria-invalid]").count() == 0


def test_a_line_that_was_typed_while_the_network_was_away_is_not_lost(visitors: Visitors) -> None:
    table = sit_down(visitors, forgive=LOSSES)
    open_chat(table.host)
    table.host.page.context.set_offline(True)
    table.host.see(".slot[data-state=offline]")
    say(table.host, "are you there?")
    assert table.host.page.input_value("[name=say]") == "are you there?"
    table.host.page.context.set_offline(False)
    table.host.miss(".slot[data-state=offline]")
    table.host.press("say")
    table.host.see(".chat-line")
    assert lines(table.host) == [("me", "are you there?")]


def test_the_other_can_be_muted_in_this_room_and_stays_so(visitors: Visitors) -> None:
    room = open_room(visitors.base)
    host = visitors.arrive(room.seat("host"))
    open_chat(host)
    host.press("mute")
    host.see("[data-act=mute][aria-pressed=true]")
    with program(room, room.guest) as guest:
        guest.command("say", phrase="hello")
        host.press("phrase-thanks")
        host.see(".chat-line[data-who=me]")
        assert lines(host) == [("me", "Thank you!")]
        assert not any("Hello" in text for text in host.heard("say"))
    host.page.reload()
    host.at_ply(0)
    open_chat(host)
    host.see("[data-act=mute][aria-pressed=true]")
    assert lines(host) == [("me", "Thank you!")]
    host.press("mute")
    host.see(".chat-line[data-who=other]")


def test_spectators_read_only(visitors: Visitors) -> None:
    room = open_room(visitors.base)
    with program(room, room.host) as host:
        host.command("say", phrase="hello")
        tab = visitors.arrive(room.code)
        tab.press("watch")
        tab.at_ply(0)
        open_chat(tab)
        tab.see(".chat-line")
        assert lines(tab) == [("host", "Hello!")]
    for part in ("[name=say]", "[data-act=phrase-hello]"):
        assert not tab.page.is_visible(part)


def test_on_a_phone_the_board_stays_in_sight_and_still_while_somebody_types(
    visitors: Visitors,
) -> None:
    phone = sit_down(visitors).guest
    before = phone.page.evaluate(BOARD)
    open_chat(phone)
    phone.page.wait_for_function(ABOVE)
    box = phone.page.evaluate(BOARD)
    assert box["top"] > 0
    phone.page.tap("[name=say]")
    phone.page.set_viewport_size({"width": 390, "height": 390})  # a keyboard takes its part
    phone.page.evaluate(SETTLED)
    typing = phone.page.evaluate(BOARD)
    assert (typing["width"], typing["height"]) == (box["width"], box["height"])
    phone.page.set_viewport_size({"width": 390, "height": 664})
    phone.press("close-panel")
    phone.page.wait_for_function(
        "width => document.querySelector('.board').getBoundingClientRect().width === width",
        arg=before["width"],
    )
    assert phone.focus == "chat"
