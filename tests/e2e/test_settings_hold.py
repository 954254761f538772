"""Every setting is there, works at once, is kept by this device and can be put back."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from app.game.board import SQUARE_NAMES
from tests.e2e.a11y.looks import SET
from tests.e2e.programs import programs
from tests.e2e.rooms import Room, open_room
from tests.e2e.stages import finished, midgame
from tests.e2e.stages_of_choices import zen
from tests.e2e.tabs import DESKTOP, PHONE, Profile, Tab, Visitors

KEPT = "JSON.parse(localStorage.getItem('banqi.prefs'))"
CHOICES = (
    *("language", "theme", "pieces", "orientation", "coordinates", "animation", "speed"),
    *("input", "facing", "notation", "detail"),
)
CHECKS = (
    *("rotated", "showDestinations", "showLast", "ranks", "distinct", "confirmFlip"),
    *("confirmMove", "confirmResign", "keys", "moveBox", "captured", "unseen", "stay", "sound"),
    *("speech", "history", "premove", "odds", "notify", "awake", "haptics"),
)
TOUCHED: Profile = {**PHONE, "permissions": ["notifications"]}
"""A device for which there is nothing that it cannot do."""

NAMED = "[...document.querySelectorAll('.settings :is(input, select)')].map(one => one.name)"
TURNED = "matrix(-1, 0, 0, -1, 0, 0)"
ONE_CAPTURE = "?3/4/4/4/4/4/4/Rs2 r h 0"
"""A position in which Red can capture, and Black has a face-down piece left."""
VOICE = """
globalThis.spoken = [];
globalThis.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, 'speechSynthesis', {
  value: { speak: (one) => spoken.push([one.lang, one.text]), cancel() {} },
});
"""


def kept(tab: Tab) -> dict[str, Any]:
    found: dict[str, Any] = tab.page.evaluate(KEPT)
    return found


def prefer(tab: Tab, **wishes: object) -> Tab:
    """The settings as if they had been made before."""
    script = "text => localStorage.setItem('banqi.prefs', text)"
    tab.page.evaluate(script, json.dumps(wishes))
    tab.page.reload()
    tab.page.wait_for_selector("body[data-screen]:not([data-screen=loading])")
    return tab


def test_every_setting_is_kept_and_all_of_them_are_put_back(visitors: Visitors) -> None:
    tab = visitors.arrive("settings", TOUCHED)
    assert sorted(tab.page.evaluate(NAMED)) == sorted([*CHOICES, *CHECKS, "volume"])
    before = {name: tab.page.input_value(f"[name={name}]") for name in CHOICES}
    ticked = {name: tab.page.is_checked(f"[name={name}]") for name in CHECKS}
    for name in CHOICES:
        last = tab.page.eval_on_selector(f"[name={name}] option:last-child", "one => one.value")
        tab.page.select_option(f"[name={name}]", last)
        assert kept(tab)[name] == last != before[name]
    for name in CHECKS:
        tab.hit(f"[name={name}]")
        is_kept = f"([name, is]) => {KEPT}[name] === is"
        tab.page.wait_for_function(is_kept, arg=[name, not ticked[name]])
    tab.page.fill("[name=volume]", "35")
    assert kept(tab)["volume"] == 35
    tab.page.reload()
    tab.see("[name=theme]")
    assert {name: tab.page.is_checked(f"[name={name}]") for name in CHECKS} == {
        name: not was for name, was in ticked.items()
    }
    assert tab.page.input_value("[name=volume]") == "35"
    tab.press("reset")
    tab.page.wait_for_selector("html[data-theme=auto]")
    assert {name: tab.page.input_value(f"[name={name}]") for name in CHOICES} == before
    assert {name: tab.page.is_checked(f"[name={name}]") for name in CHECKS} == ticked
    assert tab.page.input_value("[name=volume]") == "60"
    assert tab.focus == "H1"


def with_a_move(room: Room) -> tuple[int, str]:
    """Plays until the host has a piece that can go somewhere: the ply, and the move."""
    with programs(room) as both:
        for square in SQUARE_NAMES:
            moves = [text for text in both.host.game["legal"] if len(text) == 4]
            if both.host.game["turn"] == "host" and moves:
                return both.host.game["ply"], moves[0]
            both.play(square)
    raise AssertionError("nobody could ever move")


def test_a_move_may_ask_first(visitors: Visitors) -> None:
    room = open_room(visitors.base)
    ply, action = with_a_move(room)
    tab = prefer(visitors.arrive(room.seat("host")), confirmMove=True)
    tab.at_ply(ply)
    tab.play(action)
    tab.see(".slot[data-state=move]")
    assert tab.focus == "slot-confirm"
    assert tab.page.locator(f"[data-square={action[:2]}][data-pending]").count() == 1
    tab.page.keyboard.press("Escape")
    tab.miss(".slot[data-state=move]")
    assert not [frame for frame in tab.sent if '"play"' in frame]
    tab.play(action)
    tab.press("slot-confirm")
    tab.at_ply(ply + 1)


def test_keys_tell_the_time_and_find_the_move_box_or_say_that_there_is_none(
    visitors: Visitors,
) -> None:
    room = open_room(visitors.base, clock={"initial": 300, "increment": 0})
    tab = visitors.arrive(room.seat("host"), PHONE)
    tab.screen("game")
    tab.page.focus("[data-square=a8]")
    tab.page.keyboard.press("t")
    tab.page.wait_for_function(
        "() => heard.some(([, text]) => (text.match(/5:00/g) ?? []).length === 2)"
    )
    tab.page.keyboard.press("i")
    tab.hears("There is no field for typed moves here; the settings can switch it on.")
    prefer(tab, moveBox=True)
    tab.page.focus("[data-square=a8]")
    tab.page.keyboard.press("i")
    tab.page.wait_for_function("() => document.activeElement.name === 'move'")


@pytest.mark.parametrize("who", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_all_but_board_turn_and_menu_can_be_put_away(visitors: Visitors, who: Profile) -> None:
    tab = zen(visitors, who)
    for kept in ("[data-square=a1]", ".status-text", "[data-act=more]"):
        assert tab.page.is_visible(kept), kept
    away = (".strip-name", "[data-act=resign]", "[data-act=settings]", "#brand", ".panel")
    for gone in away:
        assert not tab.page.is_visible(gone), gone
    tab.press("more")
    tab.hit("dialog [data-act=resign]")
    tab.press("slot-keep")
    tab.page.focus("[data-square=a1]")
    tab.page.keyboard.press("z")
    tab.hears("Everything is shown again.")
    assert [name for name in away[:-1] if not tab.page.is_visible(name)] == []


@pytest.mark.parametrize("stay", [True, False], ids=["stay", "return"])
def test_a_new_move_leaves_a_look_back_alone_or_ends_it_as_wished(
    visitors: Visitors, *, stay: bool
) -> None:
    room = midgame(visitors)
    tab = visitors.arrive(room.seat("guest"))
    tab.page.evaluate(SET, {"stay": stay})
    tab.at_ply(8)
    tab.press("moves-back")
    tab.see(".slot[data-state=past]")
    with programs(room) as both:
        both.play("d8")
    tab.at_ply(9)
    tab.page.wait_for_function(
        "stay => (document.querySelector('.slot').dataset.state === 'past') === stay", arg=stay
    )
    assert tab.look().board.count("?") == (25 if stay else 23)


def test_moves_are_typed_and_questions_answered(visitors: Visitors) -> None:
    room = open_room(visitors.base)
    tab = prefer(visitors.arrive(room.seat("host")), moveBox=True, keys=True)
    tab.see(".movebox input")
    tab.page.focus("[data-square=a8]")
    tab.page.keyboard.press("i")
    assert tab.page.evaluate("document.activeElement.name") == "move"
    for text, told in (
        ("t", "Your turn"),
        ("u", "32"),
        ("?", "draw"),
        ("c", "No clock"),
        ("x", "Nothing captured"),
        ("p c", "None on the board"),
        ("s b4", "b4 face-down"),
        ("takeback", "The rules of this room do not allow that."),
    ):
        tab.page.fill("[name=move]:visible", text)
        tab.page.keyboard.press("Enter")
        tab.see(f".movebox-answer:visible:has-text('{told}')")
    tab.page.fill("[name=move]:visible", "e9")
    tab.page.keyboard.press("Enter")
    tab.see("[name=move][aria-invalid]:visible")
    tab.page.fill("[name=move]:visible", "a1a2")
    tab.page.keyboard.press("Enter")
    tab.hears("The first move must flip a piece.")
    tab.page.fill("[name=move]:visible", "B5")
    tab.page.keyboard.press("Enter")
    tab.at_ply(1)
    assert tab.look().last == {"b5"}
    for way_back in (("Escape",), ("b", "Enter")):
        tab.page.focus("[name=move]:visible")
        for key in way_back:
            tab.page.keyboard.press(key)
        assert tab.page.locator(".board :focus").count() == 1


@pytest.mark.parametrize("detail", ["full", "short"])
def test_moves_are_read_aloud_as_long_as_wished(visitors: Visitors, detail: str) -> None:
    room = open_room(visitors.base)
    tab = visitors.arrive("")
    tab.page.add_init_script(VOICE)
    prefer(tab, speech=True, detail=detail).go(room.seat("host"))
    tab.screen("game")
    with programs(room) as both:
        both.play("c4")
    begin = "You flip c4: " if detail == "full" else "c4: "
    tab.page.wait_for_function(
        "begin => spoken.some(([, text]) => text.startsWith(begin))", arg=begin
    )
    assert all(language == "en" for language, _ in tab.page.evaluate("spoken"))


def test_the_board_turns_to_whoever_moves(visitors: Visitors) -> None:
    room = open_room(visitors.base, opponent="local", rules={"preset": "paofuqi"})
    tab = prefer(visitors.arrive(room.seat("host"), PHONE), facing="board")
    tab.screen("game")
    tab.miss(".board[data-facing-away]")
    tab.tap("a1")
    tab.at_ply(1)
    tab.see(".board[data-facing-away][data-rotated]")
    tab.tap("d8")
    tab.at_ply(2)
    tab.miss(".board[data-facing-away]")
    assert tab.page.get_attribute(".game", "data-facing") == "board"


def test_the_pieces_turn_to_whoever_moves_and_the_board_stays(visitors: Visitors) -> None:
    room = open_room(visitors.base, opponent="local", rules={"preset": "paofuqi"})
    tab = prefer(visitors.arrive(room.seat("host"), PHONE), facing="pieces")
    tab.screen("game")
    turn = "getComputedStyle(document.querySelector('[data-square=a1] .piece > use')).transform"
    places = "[...document.querySelectorAll('.square')].map(node => node.dataset.square)"
    order = tab.page.evaluate(places)
    for ply, (square, seen) in enumerate((("a1", TURNED), ("d8", "none")), start=1):
        tab.tap(square)
        tab.at_ply(ply)
        tab.page.wait_for_function(f"seen => {turn} === seen", arg=seen)
        assert tab.page.evaluate(places) == order
        assert tab.page.locator(".board[data-rotated]").count() == 0


def test_lists_are_shown_as_wished(visitors: Visitors) -> None:
    room = open_room(visitors.base, opponent="local", rules={"preset": "paofuqi"})
    tab = visitors.arrive(room.seat("host"))
    tab.see(".pool")
    prefer(tab, unseen=False, captured=False, pieces="wxf")
    tab.screen("game")
    tab.miss(".pool")
    assert tab.page.locator(".strip-taken:visible").count() == 0
    assert tab.page.locator(".told-taken:visible").count() == 0
    assert tab.page.get_attribute(".board", "data-pieces") == "wxf"


@pytest.mark.parametrize("profile", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_what_stands_and_what_was_captured_is_there_in_words(
    visitors: Visitors, profile: Profile
) -> None:
    room = open_room(visitors.base, opponent="local", position=ONE_CAPTURE, first="host")
    tab = visitors.arrive(room.seat("host"), profile)
    tab.screen("game")
    tab.play("a1b1")
    tab.at_ply(1)
    taken = (
        "15 pieces captured: Black General 1. Black Advisor 2. Black Elephant 2. "
        "Black Chariot 2. Black Horse 1. Black Cannon 2. Black Soldier 5."
    )
    lost = taken.replace("Black", "Red").replace("Horse 1", "Horse 2").replace("riot 2", "riot 1")
    assert tab.page.get_attribute(".strip-near .strip-taken", "aria-label") == taken
    tab.press("tab-pieces" if profile is DESKTOP else "pieces")
    tab.hit(".told summary")
    tab.see(".told .bullets")
    words = re.sub("[\u2068\u2069]", "", tab.page.inner_text(".told")).splitlines()
    assert [line for line in words if line.strip()] == [
        "Pieces in words",
        "Captured",
        f"Mei: {taken}",
        f"Player 2: {lost}",
        "On the board",
        "Red Chariot: b1",
        "Face-down piece: a8",
    ]


def test_two_names_on_one_device(visitors: Visitors) -> None:
    tab = visitors.arrive("", PHONE)
    tab.press("local")
    tab.page.fill("[name=name-host]", "Mei")
    tab.page.fill("[name=name-guest]", "Bao")
    tab.press("local-submit")
    tab.screen("game")
    tab.see(".strip-near:has-text('Mei')")
    tab.see(".strip-far:has-text('Bao')")


def test_finished_games_are_kept_shown_saved_and_deleted(visitors: Visitors) -> None:
    room = finished(visitors)
    tab = visitors.arrive(room.seat("host"))
    tab.see(".end")
    tab.page.wait_for_function("() => localStorage.getItem('banqi.history') !== null")
    tab.go("settings")
    tab.see("[data-act=game]:has-text('Mei – Bao')")
    with tab.page.expect_download() as coming:
        tab.press("games-save")
    assert coming.value.path().read_text().strip() == room.record().strip()
    tab.press("game")
    tab.see(".replay .game")
    tab.page.go_back()
    tab.press("games-drop")
    tab.press("games-drop")
    tab.miss("[data-act=game]")
    assert tab.page.evaluate("localStorage.getItem('banqi.history')") is None


def test_no_game_is_kept_where_that_is_not_wished(visitors: Visitors) -> None:
    room = open_room(visitors.base)
    with programs(room) as both:
        both.play("a1")
        tab = prefer(visitors.arrive(room.seat("host")), history=False)
        tab.at_ply(1)
        both.guest.command("resign", game=1)
    tab.see(".end")
    tab.press("share-result")
    tab.see("#toast")
    assert [url for url in tab.requests if "/games/" in url] == []
    assert tab.page.evaluate("localStorage.getItem('banqi.history')") is None
