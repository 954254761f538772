"""From a finger to the next paint, in a fresh game and in one of 600 plies."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Final

from playwright.sync_api import Browser

from app.game.board import SQUARE_NAMES
from tests.bench.page.phone import SLOWER, Phone, phone
from tests.bench.plan import Section
from tests.bench.table import Goal, heading, line
from tests.e2e.programs import Programs, programs
from tests.e2e.rooms import Room, open_room

LONG: Final = 600
PLIES: Final = 24
"""How many more are played while it is measured."""
PAINT_MS: Final = 100.0
AS_FAST: Final = 1.5
"""A long game may take so many times what a fresh one takes: less could not be told from noise."""
TRIES: Final = 30
NO_END: Final = {"preset": "paofuqi"}
"""Rules under which a game may go on for ever."""
AT_PLY: Final = """ply => new Promise((resolve) => {
  const game = document.querySelector('.game');
  const look = () => {
    if (Number(game.dataset.ply) >= ply) requestAnimationFrame(() => setTimeout(resolve));
  };
  new MutationObserver(look).observe(game, { attributeFilter: ['data-ply'] });
  look();
})"""
"""Waits without looking again and again, which would be measured too."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What one game came to; times in ms."""

    open: float
    usual_input: float
    worst_input: float
    slowest: str
    """Which of them that was."""
    inputs: int
    input_work: float
    """Of the main thread for all of them, on the phone, whatever else this machine does."""
    work: float
    """Of the main thread for a ply of the other player."""


def measure(browser: Browser, base: str, say: Callable[[str], None]) -> Section:
    """Both games, side by side."""
    say("playing a game of 600 plies")
    long = _long_game(base)
    fresh = open_room(base, rules=NO_END)
    sides = []
    for name, room in (("fresh", fresh), ("long", long)):
        say(f"the {name} game")
        with phone(browser) as slow, programs(room) as both:
            sides.append(_figures(slow, room, both))
    return _section(*sides)


def _section(fresh: Figures, long: Figures) -> Section:
    sides = (fresh, long)
    rows = [
        heading("playing", ("fresh", f"{LONG} plies")),
        line("ms until the board can be used", [side.open for side in sides]),
        line("ms of work for a ply of the other", [side.work for side in sides]),
        line("ms from a finger to the next paint, median", [side.usual_input for side in sides]),
        line("the worst", [side.worst_input for side in sides]),
        line("fingers and keys measured", [side.inputs for side in sides]),
        line("ms of work for each of them", [side.input_work / side.inputs for side in sides]),
        f"the worst were: {fresh.slowest}; {long.slowest}",
    ]
    return Section(
        rows,
        [
            Goal("a finger to the next paint", fresh.worst_input, PAINT_MS, "ms"),
            Goal("the same in a long game", long.worst_input, PAINT_MS, "ms"),
            Goal("work of a ply, long to fresh", long.work / fresh.work, AS_FAST, "×"),
        ],
    )


def _long_game(base: str) -> Room:
    """A room with a running game of so many plies."""
    for seed in range(TRIES):
        room = open_room(base, rules=NO_END)
        with programs(room) as both:
            if _plays_long(both, random.Random(seed)):
                return room
    raise AssertionError("no game lasts so long")


def _plays_long(both: Programs, chance: random.Random) -> bool:
    while both.host.game["result"] is None:
        if both.host.game["ply"] >= LONG and both.host.game["turn"] == "host":
            return True
        both.play(_peaceful(both, chance))
    return False


def _peaceful(both: Programs, chance: random.Random) -> str:
    """A step to an empty square rather than a flip, and a flip rather than a capture."""
    game = both.host.game
    shown = zip(SQUARE_NAMES, game["board"], strict=True)
    empty = {name for name, letter in shown if letter == "."}
    steps = [text for text in game["legal"] if text[2:] in empty]
    flips = [text for text in game["legal"] if len(text) == 2]
    return str(chance.choice(steps or flips or game["legal"]))


def _figures(slow: Phone, room: Room, both: Programs) -> Figures:
    page = slow.page
    slow.throttle(40)
    slow.slow_down()
    url = f"{room.base}/{room.seat('host')}"
    opened, _ = slow.usable(url, "[data-screen=game] [data-square][data-usable]")
    _handle(slow)
    inputs: list[tuple[float, str]] = page.evaluate("() => inputs")
    times = [ms for ms, _ in inputs]
    worst, slowest = max(inputs)
    slow.slow_down(1)
    before = slow.work()
    _handle(slow)
    input_work = SLOWER * (slow.work() - before)
    ply, work = both.host.game["ply"], 0.0
    chance = random.Random(1)
    for number in range(PLIES):
        before = slow.work()
        both.play(_peaceful(both, chance))
        page.evaluate(AT_PLY, ply + number + 1)
        work += SLOWER * (slow.work() - before)
    return Figures(opened, median(times), worst, slowest, len(times), input_work, work / PLIES)


def _handle(slow: Phone) -> None:
    """What a player's fingers do on the board and around it, without a ply."""
    page = slow.page
    for _ in range(2):
        for act in ("moves", "pieces"):
            page.tap(f"[data-act={act}]:visible")
            page.keyboard.press("Escape")
        page.tap("[data-act=more]:visible")
        page.wait_for_selector("dialog[open]")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="hidden")
        for square in page.query_selector_all("[data-square][data-content^=r]")[:4]:
            square.tap()
    for key in ("ArrowRight", "ArrowDown", "m", "x"):
        page.focus("[data-square][tabindex='0']")
        page.keyboard.press(key)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
