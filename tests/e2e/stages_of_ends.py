"""More stages of the page: what comes after a game or a lesson, and what may go wrong before."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

from playwright.sync_api import WebSocketRoute

from tests.e2e.a11y.looks import SET, know_every_language
from tests.e2e.replays import FLAWED, ask_for_review, replay_tab, short_game
from tests.e2e.stages import Stage, finished, game, midgame
from tests.e2e.stages_of_lessons import lesson
from tests.e2e.tabs import LOSSES, Profile, Tab, Visitors


def overheard(visitors: Visitors, who: Profile, change: Callable[[str], str]) -> Tab:
    """A game whose every message from the server is changed on its way."""
    tab = visitors.arrive("", who)

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(change(str(text))))

    tab.page.route_web_socket(re.compile("/ws$"), between)
    tab.go(midgame(visitors).seat("host"))
    tab.at_ply(8)
    return tab


def long_gone(text: str) -> str:
    """A presence that tells of somebody who has been away for as long as one may."""
    message = json.loads(text)
    if message["type"] == "presence" and message["claim_at"] is not None:
        message["claim_at"] = 0
    return json.dumps(message)


def claim(visitors: Visitors, who: Profile) -> Tab:
    """The other one stays away: to win, to call it off, or to wait."""
    tab = overheard(visitors, who, long_gone)
    tab.tap("a2")
    tab.at_ply(9)
    tab.see(".slot[data-state=claim]")
    return tab


def leaving(visitors: Visitors, who: Profile) -> Tab:
    """The question before one leaves."""
    tab = game(visitors, who)
    tab.press("more")
    tab.press("leave")
    tab.see(".slot[data-state=leave]")
    return tab


def lost_room(visitors: Visitors, who: Profile) -> Tab:
    """The server does not know the room any more; what was played is still here."""
    tab = visitors.arrive("", who, forgive=LOSSES)
    sockets: list[WebSocketRoute] = []

    def between(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.connect_to_server()

    tab.page.route_web_socket(re.compile("/ws$"), between)
    tab.go(midgame(visitors).seat("host"))
    tab.at_ply(8)
    bye = {"type": "bye", "code": "room_not_found", "message": "no such room", "retry": False}
    sockets[-1].send(json.dumps(bye))
    sockets[-1].close(code=4404)
    tab.screen("gone")
    tab.see("[data-act=review-own]")
    return tab


def odds(visitors: Visitors, who: Profile) -> Tab:
    """What can lie under a piece."""
    tab = game(visitors, who)
    tab.page.evaluate(SET, {"odds": True})
    tab.tap("a2")
    tab.see(".odds")
    return tab


def offline(visitors: Visitors, who: Profile) -> Tab:
    """The first page of a device without a network."""
    tab = visitors.arrive("", who, forgive=LOSSES)
    know_every_language(tab)
    tab.page.context.set_offline(True)
    tab.see(".home-offline")
    return tab


def reviewed(visitors: Visitors, who: Profile) -> Tab:
    """A review, at a flip: what it was worth, what could have come, where the game turned."""
    room, tab = short_game(visitors, who)
    tab.go(f"replay#{room.code}.1.1")
    tab.at_ply(1)
    ask_for_review(tab)
    tab.see(".review-could li")
    return tab


def unreviewable(visitors: Visitors, who: Profile) -> Tab:
    """A replay whose review cannot be made."""
    tab = visitors.arrive(f"replay#{finished(visitors).code}.1.3", who, forgive=LOSSES)
    tab.at_ply(3)
    told = {"status": 503, "json": {"status": 503, "code": "review_failed"}}
    tab.page.route("**/games/1/review", lambda asked: asked.fulfill(**told))
    replay_tab(tab, "review")
    tab.press("review-ask")
    tab.see(".review .hint[data-t='review.failed']")
    return tab


def insight(visitors: Visitors, who: Profile) -> Tab:
    """What a ply of a finished game meant."""
    tab = visitors.arrive(f"replay#{finished(visitors).code}.1.8", who)
    tab.at_ply(8)
    replay_tab(tab, "pieces")
    tab.see(".threats li:not([data-t='replay.threats.asking'])")
    return tab


def flawed(visitors: Visitors, who: Profile) -> Tab:
    """A record with a move that the rules do not allow."""
    tab = visitors.arrive("replay", who, forgive=LOSSES)
    tab.page.fill("[name=record]", FLAWED)
    tab.press("show")
    tab.see("[data-act=part]")
    return tab


def right(visitors: Visitors, who: Profile) -> Tab:
    """A task that was done."""
    tab = lesson(visitors, who)
    tab.play("b4b5")
    tab.see(".answer[data-state=right]")
    return tab


END_STAGES: Mapping[str, Stage] = {
    "claim": claim,
    "leaving": leaving,
    "lost room": lost_room,
    "odds": odds,
    "offline": offline,
    "reviewed": reviewed,
    "unreviewable": unreviewable,
    "insight": insight,
    "flawed record": flawed,
    "right answer": right,
}
