"""Local games, settings that hold, and errors that lose nothing of what was typed."""

from __future__ import annotations

import re

from tests.e2e.rooms import open_room, sit_down
from tests.e2e.tabs import DESKTOP, LOSSES, PHONE, Tab, Visitors
from tests.e2e.test_sheets import unanswered

LONG = "龍" * 25


def begin_local(visitors: Visitors) -> Tab:
    """Two players on one phone, by the page's own way."""
    tab = visitors.arrive("", PHONE)
    tab.press("local")
    tab.press("local-submit")
    tab.screen("game")
    return tab


def test_two_players_on_one_device_play_take_back_and_start_again(visitors: Visitors) -> None:
    tab = begin_local(visitors)
    boards = [tab.look().board]
    for ply, square in enumerate(("a1", "b5", "d8"), start=1):
        assert tab.turn == "me"
        tab.tap(square)
        tab.at_ply(ply)
        boards.append(tab.look().board)
    for ply in (2, 1, 0):
        tab.press("undo")
        tab.at_ply(ply)
        assert tab.look().board == boards[ply]
    assert tab.page.get_attribute("[data-act=undo]", "aria-disabled") == "true"
    tab.tap("a1")
    tab.at_ply(1)
    assert tab.look().board == boards[1], "the same piece lies there again"

    tab.press("restart")
    tab.press("slot-keep")
    assert tab.look().board == boards[1]
    tab.press("restart")
    tab.press("slot-confirm")
    tab.at_ply(0)
    assert tab.look().board == boards[0]
    tab.page.reload()
    tab.screen("game")
    assert tab.turn == "me"


def test_the_language_changes_in_the_middle_and_nothing_else_does(visitors: Visitors) -> None:
    table = sit_down(visitors)
    table.host.tap("a1")
    table.at_ply(1)
    tab = table.host
    before = tab.look()
    tab.page.focus("[data-square=c4]")
    english = tab.page.inner_text("#turn")
    tab.page.keyboard.press("Control+Home")
    tab.page.focus("[data-act=settings]")
    tab.press("settings")
    tab.page.focus("dialog [name=language]")
    for language in ("zh-Hant", "ja", "ko", "vi", "zh-Hans"):
        tab.page.select_option("dialog [name=language]", language)
        tab.page.wait_for_selector(f"html[lang={language}]")
        assert tab.focus == "SELECT"
    tab.page.keyboard.press("Escape")
    tab.miss("dialog")
    assert tab.focus == "settings"
    assert tab.look() == before
    assert tab.page.inner_text(".status-text") != english
    assert "Draw" not in tab.page.inner_text(".actions")
    tab.page.reload()
    tab.page.wait_for_selector("html[lang=zh-Hans]")
    tab.at_ply(1)


def test_piece_sets_change_at_once_and_keep_the_selection(visitors: Visitors) -> None:
    table = sit_down(visitors)
    for ply, square in enumerate(("a1", "b2", "c3", "d4"), start=1):
        table.mover.tap(square)
        table.at_ply(ply)
    tab = table.mover
    own = next(iter(own_pieces(tab)))
    tab.tap(own)
    before = tab.look()
    assert before.selected == (own,)
    drawings = {drawing(tab, own)}
    for pieces in ("simplified", "letters", "viet", "icons"):
        tab.press("settings")
        tab.page.select_option("dialog [name=pieces]", pieces)
        tab.press("close")
        tab.miss("dialog")
        assert tab.look() == before
        drawings.add(drawing(tab, own))
    assert len(drawings) == 5
    tab.page.reload()
    tab.at_ply(4)
    assert drawing(tab, own) in drawings - {None}
    assert tab.page.get_attribute(".board", "data-pieces") == "icons"


def own_pieces(tab: Tab) -> list[str]:
    """The squares of face-up pieces that this player may touch."""
    letters = dict(
        zip([f"{f}{r}" for r in range(1, 9) for f in "abcd"], tab.look().board, strict=True)
    )
    return [name for name in sorted(tab.look().usable) if letters[name] != "?"]


def drawing(tab: Tab, square: str) -> str | None:
    """Which symbols a square's piece is drawn with."""
    return str(
        tab.page.eval_on_selector(f"[data-square={square}] .piece", "node => node.innerHTML")
    )


def test_a_flip_may_ask_first(visitors: Visitors) -> None:
    tab = visitors.arrive(open_room(visitors.base).seat("host"), PHONE)
    tab.press("settings")
    tab.hit("dialog [name=confirmFlip]")
    tab.press("close")
    tab.tap("b2")
    tab.see("[data-square=b2][data-armed]")
    tab.tap("c3")
    tab.see("[data-square=c3][data-armed]")
    tab.tap("c3")
    tab.at_ply(1)
    assert tab.look().last == {"c3"}


WRONG = {"OIOIOI": "vowels", "K7Q2MXX": "6", "zzz zz9": "ZZZ ZZ9", "1": "1"}


def test_a_wrong_code_is_told_at_its_field(visitors: Visitors) -> None:
    tab = visitors.arrive("", forgive=LOSSES)
    for typed, error in WRONG.items():
        tab.page.fill("[name=code]", typed)
        tab.page.press("[name=code]", "Enter")
        tab.see("[name=code][aria-invalid=true]")
        told_at(tab, "[name=code]", error)
        assert tab.page.input_value("[name=code]") == typed
        tab.screen("home")


def test_the_code_field_says_how_far_it_is(visitors: Visitors) -> None:
    tab = visitors.arrive("", forgive=LOSSES)
    code, join = "[name=code]", "[data-act=join]"
    tab.page.type(code, "k7q")
    tab.see(f"{code}[data-state=partial]")
    assert tab.page.inner_text(".code-count") == "3 of 6"
    assert tab.page.get_attribute(join, "aria-disabled") == "true"
    tab.page.type(code, " 2mx")
    tab.see(f"{code}[data-state=complete]")
    tab.miss(".code-count")
    with unanswered(tab, "**/api/rooms/K7Q2MX"):
        tab.press("join")
        tab.see(f"{code}[data-state=checking]")
        tab.see(f"{join}[data-state=busy]:has-text('Joining')")
    tab.see(f"{code}[data-state=error]")
    tab.see(f"{join}[data-state=idle]:has-text('Join')")
    tab.page.press(code, "Backspace")
    tab.see(f"{code}[data-state=partial]")


def told_at(tab: Tab, field: str, error: str) -> None:
    """The field has the focus, and its description is the error."""
    described = tab.page.get_attribute(field, "aria-describedby") or ""
    text = " ".join(tab.page.inner_text(f"#{name}") for name in described.split())
    assert re.search(error, text), text
    assert tab.page.evaluate("name => document.activeElement.matches(name)", field)


def written(code: str) -> list[str]:
    """A code as people write it."""
    full_width = "".join(chr(ord(letter) + 0xFEE0) for letter in code)
    return [
        code.lower(),
        f" {code} ",
        f"{code[:3]}-{code[3:]}",
        f"come to http://banqi.example/{code} !",
        full_width,
    ]


def test_a_code_is_understood_as_people_write_it(visitors: Visitors) -> None:
    room = open_room(visitors.base, seated=False)
    tab = visitors.arrive("")
    for text in written(room.code):
        tab.page.fill("[name=code]", text)
        tab.press("join")
        tab.screen("join")
        assert tab.page.url.endswith(f"/{room.code}")
        tab.page.go_back()
        tab.screen("home")


def test_a_name_that_is_too_long_stays_in_its_field(visitors: Visitors) -> None:
    tab = visitors.arrive("")
    tab.press("create")
    tab.page.fill("dialog [name=name]", LONG)
    tab.press("create-submit")
    told_at(tab, "dialog [name=name]", "24")
    assert tab.page.input_value("dialog [name=name]") == LONG
    tab.page.fill("dialog [name=name]", LONG[:24])
    tab.press("create-submit")
    tab.screen("lobby")
    assert LONG[:24] in tab.page.inner_text(".seats")

    guest = visitors.arrive(tab.page.url.rsplit("/", 1)[1], DESKTOP)
    guest.page.fill("[name=name]", LONG)
    guest.press("sit")
    told_at(guest, "[name=name]", "24")
    assert guest.page.input_value("[name=name]") == LONG


def test_what_the_host_chose_is_what_the_friend_reads_and_plays(visitors: Visitors) -> None:
    host = visitors.arrive("")
    host.press("create")
    host.hit("dialog [name=preset][value=tournament]")
    host.hit("dialog [name=first][value=guest]")
    host.hit("dialog [name=clock][value=on]")
    host.page.fill("dialog [name=minutes]", "3")
    host.page.fill("dialog [name=increment]", "2")
    host.press("create-submit")
    host.screen("lobby")
    guest = visitors.arrive(host.page.url.rsplit("/", 1)[1], PHONE)
    rules = guest.page.inner_text("main")
    assert re.search("third time|three times", rules), rules
    assert re.search("guest|friend|you", rules.split("Agreements")[-1], re.IGNORECASE)
    guest.press("sit")
    for tab in (host, guest):
        tab.screen("game")
        assert tab.page.inner_text(".strip-near .strip-clock") == "3:00"
    assert guest.turn == "me"
    assert host.page.locator("[data-act=draw]:visible").count() == 0, "no offers by these rules"


def test_who_comes_too_late_may_watch(visitors: Visitors) -> None:
    room = open_room(visitors.base, seated=False)
    late = visitors.arrive(room.code, forgive=LOSSES)
    early = visitors.arrive(room.code)
    late.page.fill("[name=name]", "Late")
    early.press("sit")
    early.screen("game")
    late.press("sit")
    late.miss("[data-act=sit]")
    late.see("[data-act=watch]")
    assert "Both seats are taken" in late.page.inner_text("main")
    late.press("watch")
    late.screen("game")


def test_a_room_is_left_by_the_back_button_and_found_again(visitors: Visitors) -> None:
    tab = visitors.arrive("")
    tab.press("create")
    tab.press("create-submit")
    tab.screen("lobby")
    tab.page.go_back()
    tab.screen("home")
    tab.press("return")
    tab.screen("lobby")


def test_why_a_square_is_not_to_be_had_is_said(visitors: Visitors) -> None:
    table = sit_down(visitors)
    for ply, square in enumerate(("a1", "b2", "c3", "d4"), start=1):
        table.mover.tap(square)
        table.at_ply(ply)
    tab = table.mover
    tab.tap(own_pieces(tab)[0])
    tab.tap("d8")
    reasons = "/face-down|one step|screen|exactly/i"
    script = f"() => heard.some(([region, text]) => region === 'say' && {reasons}.test(text))"
    tab.page.wait_for_function(script)
    assert tab.look().selected == ()
    assert tab.page.get_attribute(".game", "data-ply") == "4"
    assert [text for text in tab.sent if '"a8' in text or 'd8"' in text] == []
