"""Whoever watches a game gets nothing that is not on the board for everybody."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

import httpx

from app.game import record_from_text
from app.game.board import SQUARE_NAMES
from app.game.pieces import in_set_order
from tests.e2e.programs import programs
from tests.e2e.rooms import Room, open_room
from tests.e2e.tabs import PHONE, Tab, Visitors

WINDOW = 5
"""So many neighbouring identities in a row cannot stand anywhere by chance."""

MARKUP = """() => [...document.querySelectorAll('[data-content=hidden]')].map(node => {
  const cell = node.parentElement.outerHTML.replaceAll(node.dataset.square, '');
  return cell.replace(/(data-edge-\\w+|tabindex|aria-colindex|data-last)="[^"]*"/g, '');
})"""


PUBLIC = ("", "api/rooms/{}", "api/rooms/{}/games/1", "api/rooms/{}/games/1.txt", "{}", "metrics")
"""What anybody may ask about a running game over HTTP."""


def answers(room: Room) -> list[str]:
    """Everything that HTTP tells about a room."""
    found = [httpx.get(f"{room.base}/{path.format(room.code)}") for path in PUBLIC]
    return [f"{answer.headers} {answer.text}" for answer in found]


def hidden_in(frame: dict[str, Any]) -> set[int]:
    """The squares that are face down in a state or welcome."""
    board = (frame.get("game") or {}).get("board", "")
    return {at for at, letter in enumerate(board) if letter == "?"}


def runs(deal: str, hidden: set[int]) -> Iterator[str]:
    """Rows of hidden identities in every order in which somebody might write them."""
    files = [rank * 4 + file for file in range(4) for rank in range(8)]
    for order in (range(32), files):
        letters = "".join(deal[at] if at in hidden else " " for at in order)
        for word in letters.split():
            for start in range(len(word) - WINDOW + 1):
                run = word[start : start + WINDOW]
                yield from (run, run[::-1], '","'.join(run), ",".join(run))


def told(text: str, deal: str, hidden: set[int]) -> list[str]:
    """What a text tells about hidden squares, beyond which pieces lie there (`unseen`)."""
    pool = in_set_order("".join(deal[at] for at in hidden))
    rows = [run for run in runs(deal, hidden) if run in text and run not in pool]
    pairs = [
        found.group()
        for at in hidden
        for found in re.finditer(rf"{SQUARE_NAMES[at]}\W{{1,4}}{deal[at]}\b", text)
    ]
    return rows + pairs


def leaks(frames: Sequence[str], deal: str) -> list[str]:
    """What the frames of a game tell about squares that are face down just then."""
    found: list[str] = []
    hidden = set(range(32))
    for text in frames:
        frame = json.loads(text)
        hidden = hidden_in(frame) if frame.get("game") else hidden
        found += told(text, deal, hidden)
    return found


def test_the_search_finds_what_is_planted() -> None:
    deal = "GAERHCSgaerhcsSSSSsssAAaaEEeeRRr"
    everything = set(range(32))
    assert told(f'{{"deal":"{deal}"}}', deal, everything)
    assert told('{"a1":"G"}', deal, everything)
    assert told("...rehcs...", deal, everything) == []
    assert told("a1=G", deal, everything - {0}) == []


def test_which_pieces_are_face_down_may_be_told_in_the_order_of_the_set() -> None:
    deal = "CSSSShregcGAsSAarEEesRCcHhRHassS"
    for hidden in (set(range(32)), set(range(9))):
        unseen = in_set_order("".join(deal[at] for at in hidden))
        assert "CSSSS" in unseen
        assert told(f'{{"unseen":"{unseen}"}}', deal, hidden) == []
        assert told(f'{{"board":"{deal[:9]}"}}', deal, hidden) != []


def watch_a_game(visitors: Visitors, room: Room) -> tuple[list[Tab], list[str]]:
    """A game before a spectator and on both players' pages; and what HTTP told at its end."""
    host = visitors.arrive(room.seat("host"))
    guest = visitors.arrive(room.seat("guest"), PHONE)
    watcher = visitors.arrive(room.code)
    watcher.press("watch")
    watcher.screen("game")
    chance = random.Random(3)
    with programs(room) as both:
        for ply in range(24):
            both.play(both.choose(chance))
            if ply % 8 == 3:
                watcher.at_ply(ply + 1)
                assert len(set(watcher.page.evaluate(MARKUP))) == 1, "all face-down look alike"
        watcher.at_ply(24)
        watcher.page.reload()
        watcher.at_ply(24)
        told_by_http = answers(room)
        both.guest.command("resign", game=1)
    for tab in (host, guest, watcher):
        tab.see(".end")
    return [host, guest, watcher], told_by_http


def test_no_frame_or_answer_tells_what_lies_face_down(visitors: Visitors) -> None:
    room = open_room(visitors.base)
    tabs, told_by_http = watch_a_game(visitors, room)
    deal = record_from_text(room.record()).deal
    assert deal is not None
    for tab in tabs:
        assert len(tab.frames) > 24
        assert leaks(tab.frames, deal) == []
        hidden = hidden_in(json.loads([text for text in tab.frames if '"game":{' in text][-1]))
        assert len(hidden) > 8
        for text in told_by_http:
            assert told(text, deal, hidden) == []


def test_a_spectator_has_nothing_to_act_with(visitors: Visitors) -> None:
    room = open_room(visitors.base, rules={"preset": "ply_yard"})
    watcher = visitors.arrive(room.code)
    watcher.press("watch")
    watcher.screen("game")
    for act in ("draw", "resign", "undo", "restart", "slot-confirm"):
        assert watcher.page.locator(f"[data-act={act}]:visible").count() == 0
    watcher.tap("a1")
    assert watcher.page.locator("[data-usable]").count() == 0
    with programs(room) as both:
        both.play("b2")
        watcher.at_ply(1)
        both.play("c3")
        watcher.at_ply(2)
        both.host.command("resign", game=1)
        watcher.see(".end")
        assert watcher.page.locator("[data-act^=rematch]:visible").count() == 0
        both.host.command("rematch", game=1, accept=True)
        both.guest.command("rematch", game=1, accept=True)
    watcher.at_ply(0)
    assert watcher.look().board == "?" * 32
    kinds = {json.loads(text)["type"] for text in watcher.sent}
    assert kinds <= {"hello", "ping", "history"}


def test_watching_may_be_off(visitors: Visitors) -> None:
    room = open_room(visitors.base, spectators=False)
    stranger = visitors.arrive(room.code)
    stranger.screen("join")
    assert stranger.page.locator("[data-act=watch]:visible, [data-act=sit]:visible").count() == 0
    assert "watching is off" in stranger.page.inner_text("main")
