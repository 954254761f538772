"""More stages of the page: the computer, a planned move, the move box, kept games, a review."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from playwright.sync_api import WebSocketRoute

from tests.e2e.a11y.looks import SET
from tests.e2e.programs import programs
from tests.e2e.replays import replay_tab
from tests.e2e.rooms import open_room
from tests.e2e.stages import Stage, finished, game, lively, sheet
from tests.e2e.tabs import Profile, Tab, Visitors


def computer(visitors: Visitors, who: Profile) -> Tab:
    """A game with the computer, before its first move."""
    tab = sheet("computer", "computer")(visitors, who)
    tab.page.check("dialog [name=level][value='1']")
    tab.page.check("dialog [name=first][value=host]")
    tab.press("computer-submit")
    tab.screen("game")
    return tab


def thinking(visitors: Visitors, who: Profile) -> Tab:
    """The computer takes its time, as long as anybody looks, and may be told to move now."""
    room = open_room(visitors.base, opponent="computer", level=5)
    tab = visitors.arrive("", who)
    tab.page.route_web_socket(re.compile("/ws$"), without_the_answer)
    tab.go(room.seat("host"))
    tab.screen("game")
    tab.tap("b5")
    tab.see("[data-act=slot-now]")
    return tab


def without_the_answer(page: WebSocketRoute) -> None:
    """The line to a server whose second ply never arrives, nor any word that there is one."""
    server = page.connect_to_server()
    last = 0

    def pass_on(text: str | bytes) -> None:
        nonlocal last
        frame = json.loads(text)
        if frame["type"] == "pong":
            frame["version"] = min(last, frame["version"])
        elif (frame.get("game") or {}).get("ply", 0) > 1:
            return
        last = max(last, frame.get("version", 0))
        page.send(json.dumps(frame))

    server.on_message(pass_on)


def planned(visitors: Visitors, who: Profile) -> Tab:
    """A flip that is planned in the other's turn."""
    room = open_room(visitors.base)
    visitors.arrive(room.seat("guest")).screen("game")
    tab = visitors.arrive(room.seat("host"), who)
    tab.screen("game")
    tab.page.evaluate(SET, {"premove": True})
    tab.tap("b5")
    tab.at_ply(1)
    tab.tap("c4")
    tab.see("[data-square=c4] .mark-plan")
    return tab


def looking(visitors: Visitors, who: Profile) -> Tab:
    """An own piece in the other's turn, with where it could go."""
    room, own = lively(visitors)
    with programs(room) as both:
        both.play(next(text for text in both.host.game["legal"] if len(text) == 2))
    tab = visitors.arrive(room.seat("host"), who)
    tab.screen("game")
    tab.tap(own)
    tab.see("[data-dest=capture]")
    return tab


def zen(visitors: Visitors, who: Profile) -> Tab:
    """Only the board, the turn and the menu."""
    tab = game(visitors, who)
    if tab.page.locator("[data-act=tab-moves]:visible").count():
        tab.press("tab-moves")
        tab.see(".panel[data-open=yes]")
    tab.press("more")
    tab.hit("dialog [name=zen]")
    tab.press("close")
    tab.see(".game[data-zen=yes]")
    tab.miss(".panel")
    return tab


def typing(visitors: Visitors, who: Profile) -> Tab:
    """A game with the field in which moves are typed, and something that is no move in it."""
    tab = game(visitors, who)
    tab.page.evaluate(SET, {"moveBox": True})
    if tab.page.locator("[data-act=moves]:visible").count():
        tab.press("moves")
    tab.page.fill("[name=move]:visible", "e9")
    tab.page.press("[name=move]:visible", "Enter")
    tab.see("[name=move][aria-invalid]:visible")
    return tab


def kept_games(visitors: Visitors, who: Profile) -> Tab:
    """The settings of a browser that has kept a game."""
    tab = visitors.arrive(finished(visitors).seat("host"), who)
    tab.see(".end")
    tab.page.wait_for_function("() => localStorage.getItem('banqi.history') !== null")
    tab.go("settings")
    tab.see("[data-act=game]")
    return tab


def unreviewed(visitors: Visitors, who: Profile) -> Tab:
    """A replay that could be reviewed."""
    tab = visitors.arrive(f"replay#{finished(visitors).code}.1.3", who)
    tab.at_ply(3)
    replay_tab(tab, "review")
    tab.see("[data-act=review-ask]")
    return tab


def picking(visitors: Visitors, who: Profile) -> Tab:
    """After a game with the computer: one skill to keep in mind."""
    room = open_room(visitors.base, opponent="computer", level=1)
    tab = visitors.arrive(room.seat("host"), who)
    tab.screen("game")
    tab.tap("a1")
    tab.page.wait_for_selector(".game:not([data-ply='0'])")
    tab.press("resign")
    tab.press("slot-confirm")
    tab.press("pick-skill")
    tab.see("dialog [data-act=skill-submit]")
    return tab


def reminded(visitors: Visitors, who: Profile) -> Tab:
    """The next game with the computer, which reminds of the skill."""
    tab = picking(visitors, who)
    tab.page.check("dialog[open] input[value=screens]")
    tab.press("skill-submit")
    tab.go(open_room(visitors.base, opponent="computer", level=1).seat("host"))
    tab.see("[data-act=skill]")
    return tab


CHOICE_STAGES: Mapping[str, Stage] = {
    "computer sheet": sheet("computer", "computer"),
    "computer": computer,
    "thinking": thinking,
    "picking a skill": picking,
    "reminded": reminded,
    "planned": planned,
    "looking": looking,
    "zen": zen,
    "typing": typing,
    "kept games": kept_games,
    "unreviewed": unreviewed,
}
