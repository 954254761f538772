"""Finished games in the page: their records as texts, their panel, and a review."""

from __future__ import annotations

from tests.e2e.rooms import Room, open_room
from tests.e2e.tabs import Profile, Tab, Visitors

REVIEW_MS = 90_000
"""Engines are not compiled everywhere, and the machine has much else to do."""
SHORT = "?3/4/4/4/4/4/s3/G3 r S 0"
"""A position from which little has to be reviewed: one flip, that heeds no threat."""


def record_of(moves: str) -> str:
    """The record of a game that was played elsewhere and is not over."""
    return f"""[Game "Banqi"]
[Format "1"]
[Coords "a1d8"]
[Letters "GAERHCS"]
[Ruleset "douque"]
[First "Mei"]
[Second "Bao"]

{moves} *
"""


FLAWED = record_of("1. b5=S b6=h 2. b5xb6=h")
"""A record with a third move that the rules do not allow."""


def replay_tab(tab: Tab, name: str) -> None:
    """A tab of the replay's panel, which on a phone is a sheet."""
    is_narrow = tab.page.locator(f"[data-act=open-{name}]:visible").count()
    tab.press(f"open-{name}" if is_narrow else f"tab-{name}")


def short_game(visitors: Visitors, who: Profile) -> tuple[Room, Tab]:
    """A game of three plies that one has played for both and given up."""
    room = open_room(visitors.base, opponent="local", position=SHORT, first="host")
    tab = visitors.arrive(room.seat("host"), who)
    tab.screen("game")
    for ply, action in enumerate(("a8", "a2b2", "a1a2"), 1):
        tab.play(action)
        tab.at_ply(ply)
    tab.press("more")
    tab.press("resign")
    tab.press("slot-confirm")
    tab.see(".end")
    return room, tab


def ask_for_review(tab: Tab) -> None:
    """Of the game that is replayed; wait until it is there."""
    replay_tab(tab, "review")
    tab.press("review-ask")
    tab.page.wait_for_selector(".review-graph", timeout=REVIEW_MS)
