"""The keys of the board: moving about, asking, jumping, and looking along the lines of a cannon."""

from __future__ import annotations

import random
import re

import pytest

from app.game.board import SQUARE_NAMES
from tests.e2e.a11y.looks import SET
from tests.e2e.keys import Keys
from tests.e2e.programs import Program, programs
from tests.e2e.rooms import Room, open_room
from tests.e2e.stages import game, midgame
from tests.e2e.tabs import DESKTOP, Tab, Visitors

WALK = (
    ("ArrowRight", "b8"),
    ("ArrowDown", "b7"),
    ("ArrowLeft", "a7"),
    ("ArrowUp", "a8"),
    ("ArrowUp", "a8"),
    ("End", "d8"),
    ("ArrowRight", "d8"),
    ("Home", "a8"),
    ("Control+End", "d1"),
    ("PageUp", "d5"),
    ("PageUp", "d8"),
    ("PageUp", "d8"),
    ("PageDown", "d4"),
    ("Control+Home", "a8"),
    ("3", "a3"),
    ("Shift+Digit2", "b3"),
    ("8", "b8"),
    ("Shift+Digit1", "a8"),
)
UP_RIGHT_DOWN_LEFT = ((0, 1), (1, 0), (0, -1), (-1, 0))
LONGEST_SEARCH = 40


def on_the_board(tab: Tab, square: str = "a8") -> Keys:
    """The keyboard of a player who has come to a square of a standing board."""
    tab.page.evaluate(SET, {"orientation": "tall"})
    tab.see(".board-grid[aria-rowcount='8']")
    keys = Keys(tab)
    keys.reach(".board-grid [data-square]")
    keys.go_to(square)
    return keys


def answer(keys: Keys, key: str) -> str:
    """What is said when a key is pressed."""
    before = len(keys.tab.heard("say"))
    keys.press(key)
    script = "n => heard.filter(([region]) => region === 'say').length > n"
    keys.page.wait_for_function(script, arg=before)
    (said,) = keys.tab.heard("say")[before:]
    return re.sub("[\u00a0\u2068\u2069]", "", said)


def label(tab: Tab, square: str) -> str:
    return tab.page.get_attribute(f"[data-square={square}]", "aria-label") or ""


def test_the_board_is_one_stop_and_every_way_leads_where_it_is_seen(visitors: Visitors) -> None:
    keys = on_the_board(game(visitors, DESKTOP))
    for key, square in WALK:
        keys.press(key)
        assert keys.tab.focus == square, key
    keys.press("Tab")
    assert not keys.page.evaluate("document.activeElement.closest('.board')")
    keys.press("Shift+Tab")
    assert keys.tab.focus == "a8"
    assert [frame for frame in keys.tab.sent if '"play"' in frame] == []


def test_a_lying_board_is_walked_as_it_is_seen(visitors: Visitors) -> None:
    tab = game(visitors, DESKTOP)
    tab.page.evaluate(SET, {"orientation": "wide"})
    tab.see(".board-grid[aria-rowcount='4']")
    keys = Keys(tab)
    keys.go_to("b4")
    for key, axis, sign in (
        ("ArrowRight", "x", 1),
        ("ArrowDown", "y", 1),
        ("ArrowLeft", "x", -1),
        ("ArrowUp", "y", -1),
    ):
        before = tab.page.locator(f"[data-square={tab.focus}]").bounding_box()
        keys.press(key)
        after = tab.page.locator(f"[data-square={tab.focus}]").bounding_box()
        assert before
        assert after
        moved = {"x": after["x"] - before["x"], "y": after["y"] - before["y"]}
        assert moved.pop(axis) * sign > 0, key
        assert abs(next(iter(moved.values()))) < 1, key


def test_the_edge_and_every_question_is_answered_once(visitors: Visitors) -> None:
    keys = on_the_board(game(visitors, DESKTOP))
    tab = keys.tab
    assert answer(keys, "ArrowUp") == "Edge of the board"
    assert answer(keys, "o") == label(tab, "a8")
    assert answer(keys, "m").startswith("a8, face-down: can be flipped")
    assert answer(keys, "Shift+M") == "a8, face-down: no captures"
    assert answer(keys, "l") == f"Last move: b8 flipped, {label(tab, 'b8').split(', ')[1]}"
    assert answer(keys, "t") == tab.page.inner_text(".status-text")
    assert answer(keys, "u").startswith("Still face down: 24")
    assert re.search(r"\d", answer(keys, "n"))


def test_letters_jump_to_pieces_and_round_the_board(visitors: Visitors) -> None:
    keys = on_the_board(game(visitors, DESKTOP))
    board = keys.tab.look().board
    reading = [f"{file}{rank}" for rank in range(8, 0, -1) for file in "abcd"]
    letters = {name: board[4 * (int(name[1]) - 1) + "abcd".index(name[0])] for name in reading}
    for kind in "GAERHCS":
        places = [name for name in reading if letters[name].upper() == kind]
        keys.press("Control+Home")
        if not places:
            assert answer(keys, kind.lower()) == "None on the board"
            continue
        for place in [*places, places[0]]:
            keys.press(kind.lower())
            assert keys.tab.focus == place
        for place in reversed(places):
            if len(places) > 1:
                keys.press(f"Shift+{kind}")
            assert keys.tab.focus == place
    hidden = [name for name in reading if letters[name] == "?"]
    keys.press("Control+End")
    keys.press("Shift+F")
    assert keys.tab.focus == [name for name in hidden if name != "d1"][-1]


def test_letters_are_only_the_boards_and_can_be_switched_off(visitors: Visitors) -> None:
    keys = on_the_board(game(visitors, DESKTOP))
    tab = keys.tab
    tab.page.focus("[data-act=more]")
    said = tab.heard("say")
    for key in ("m", "x", "u", "f", "3"):
        keys.press(key)
    assert tab.focus == "more"
    tab.page.evaluate(SET, {"keys": False})
    keys.go_to("b5")
    for key in ("m", "x", "u", "f", "3"):
        keys.press(key)
    assert tab.focus == "b5"
    assert tab.heard("say") == said


@pytest.fixture
def aimed(visitors: Visitors) -> tuple[Room, list[str]]:
    """A room whose host is to move, and the captures that one of the host's cannons has."""
    for seed in range(LONGEST_SEARCH):
        room = open_room(visitors.base)
        with programs(room) as both:
            chance = random.Random(seed)
            for _ in range(60):
                if shots := jumps(both.host):
                    return room, shots
                if both.host.game["result"]:
                    break
                both.play(both.choose(chance))
    raise AssertionError("no cannon ever had a target")


def jumps(host: Program) -> list[str]:
    """The captures of one cannon of the host's, if it is the host's turn and there are any."""
    board = host.game["board"]
    if host.game["turn"] != "host":
        return []
    at = {name: board[i] for i, name in enumerate(SQUARE_NAMES)}
    moves = [text for text in host.game["legal"] if len(text) == 4]
    shots = [text for text in moves if at[text[:2]] in "Cc" and at[text[2:]] != "."]
    return [text for text in shots if text[:2] == shots[0][:2]]


def along(tab: Tab, square: str, step: tuple[int, int], shots: list[str]) -> str:
    """What a look along one line of a standing board has to tell, from what the squares say."""
    file, rank = "abcd".index(square[0]), int(square[1])
    seen: list[str] = []
    end = ""
    while 0 <= (file := file + step[0]) <= 3 and 1 <= (rank := rank + step[1]) <= 8:
        end = f"{'abcd'[file]}{rank}"
        content = label(tab, end).split(", ")[1]
        if content != "empty":
            seen.append(end)
    items = [f"{name} {label(tab, name).split(', ')[1]}" for name in seen[:2]]
    where = ("Up", "Right", "Down", "Left")[UP_RIGHT_DOWN_LEFT.index(step)]
    match items:
        case _ if not end:
            return f"{where}: edge of the board"
        case []:
            return f"{where}: empty as far as {end}"
        case [one]:
            return f"{where}: {one}, nothing behind it"
        case [one, two] if f"{square}{seen[1]}" in shots:
            return f"{where}: screen {one}, target {two}, can be captured"
        case _:
            return f"{where}: {', then '.join(items)}"


def test_a_cannon_is_told_its_screens_and_targets_all_round(
    visitors: Visitors, aimed: tuple[Room, list[str]]
) -> None:
    room, shots = aimed
    square, target = shots[0][:2], shots[0][2:]
    tab = visitors.arrive(room.seat("host"))
    tab.screen("game")
    keys = on_the_board(tab, square)
    told = [answer(keys, "x") for _ in range(5)]
    expected = [along(tab, square, step, shots) for step in UP_RIGHT_DOWN_LEFT]
    assert told == [*expected, expected[0]]
    back = [answer(keys, "Shift+X") for _ in range(4)]
    assert back == list(reversed(expected))
    assert any("can be captured" in line for line in told)
    assert target in answer(keys, "Shift+M")
    keys.play(shots[0])
    tab.see(f"[data-square={target}][data-last]")
    assert tab.focus == target


def test_a_spectator_may_ask_too(visitors: Visitors) -> None:
    tab = visitors.arrive(midgame(visitors).code)
    tab.press("watch")
    tab.at_ply(8)
    keys = on_the_board(tab, "b8")
    assert answer(keys, "o") == label(tab, "b8")
    assert answer(keys, "x").startswith("Up: ")
