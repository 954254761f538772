"""Every screen and phase of the page, one after another, each reached as quickly as possible."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from typing import Any

from tests.e2e.a11y.looks import know_every_language
from tests.e2e.programs import programs
from tests.e2e.replays import replay_tab
from tests.e2e.rooms import Room, open_room
from tests.e2e.tabs import LOSSES, Profile, Tab, Visitors

Stage = Callable[[Visitors, Profile], Tab]

LONGEST_SEARCH = 60


def home(visitors: Visitors, who: Profile) -> Tab:
    return visitors.arrive("", who)


def sheet(act: str, name: str) -> Stage:
    """A sheet over the first page."""

    def stage(visitors: Visitors, who: Profile) -> Tab:
        tab = visitors.arrive("", who)
        tab.press(act)
        tab.see(f"dialog[data-sheet={name}]")
        return tab

    return stage


def page(path: str) -> Stage:
    """A page with an address of its own."""
    return lambda visitors, who: visitors.arrive(path, who)


def custom(visitors: Visitors, who: Profile) -> Tab:
    """The create sheet with every option open, and a clock."""
    tab = sheet("create", "create")(visitors, who)
    tab.hit("dialog [name=preset][value=custom]")
    tab.hit("dialog [name=clock][value=on]")
    tab.see("dialog [name=minutes]")
    return tab


def bad_code(visitors: Visitors, who: Profile) -> Tab:
    """The first page with an error at its field."""
    tab = visitors.arrive("", who)
    tab.page.fill("[name=code]", "OIOIOI")
    tab.press("join")
    tab.see("[name=code][aria-invalid]")
    return tab


def lobby(visitors: Visitors, who: Profile) -> Tab:
    tab = visitors.arrive(open_room(visitors.base, seated=False).seat("host"), who)
    tab.screen("lobby")
    return tab


def qr(visitors: Visitors, who: Profile) -> Tab:
    tab = lobby(visitors, who)
    tab.press("qr")
    tab.see("img.qr")
    return tab


def join(visitors: Visitors, who: Profile) -> Tab:
    return visitors.arrive(open_room(visitors.base, seated=False).code, who)


def full(visitors: Visitors, who: Profile) -> Tab:
    """A friend comes too late."""
    return visitors.arrive(open_room(visitors.base).code, who)


def gone(visitors: Visitors, who: Profile) -> Tab:
    return visitors.arrive("ZZZZZ9", who, forgive=LOSSES)


def drawing(visitors: Visitors, who: Profile) -> Tab:
    tab = visitors.arrive(open_room(visitors.base, first="draw").seat("host"), who)
    tab.hit("[data-tile='1']")
    tab.see("[data-tile='1'][data-state=mine]")
    return tab


def drawn(visitors: Visitors, who: Profile) -> Tab:
    """Both have picked."""
    room = open_room(visitors.base, first="draw")
    tab = visitors.arrive(room.seat("host"), who)
    with programs(room) as both:
        both.host.command("pick", tile=0)
        both.guest.command("pick", tile=4)
    tab.see("[data-act=continue]")
    return tab


def midgame(visitors: Visitors) -> Room:
    """A room in which each has some pieces and the host is to move."""
    room = open_room(visitors.base)
    with programs(room) as both:
        for square in ("a1", "b2", "c3", "d4", "b5", "c6", "a7", "b8"):
            both.play(square)
    return room


def game(visitors: Visitors, who: Profile, forgive: re.Pattern[str] | None = None) -> Tab:
    tab = visitors.arrive(midgame(visitors).seat("host"), who, forgive=forgive)
    tab.at_ply(8)
    return tab


def lively(visitors: Visitors) -> tuple[Room, str]:
    """A room whose host is to move, and a piece of the host's that can move and capture."""
    for seed in range(LONGEST_SEARCH):
        room = open_room(visitors.base)
        with programs(room) as both:
            chance = random.Random(seed)
            for _ in range(60):
                if source := busy_piece(both.host.game):
                    return room, source
                if both.host.game["result"]:
                    break
                both.play(both.choose(chance))
    raise AssertionError("no game came to a position with so much to do")


def busy_piece(game: Mapping[str, Any]) -> str | None:
    """A square of the host's, if it is the host's turn, from which a move and a capture lead."""
    if game["turn"] != "host":
        return None
    ways: dict[str, set[bool]] = {}
    for text in game["legal"]:
        if len(text) == 4:
            ways.setdefault(text[:2], set()).add(letter_at(game["board"], text[2:]) == ".")
    return next((source for source, kinds in sorted(ways.items()) if len(kinds) == 2), None)


def letter_at(board: str, square: str) -> str:
    """What a position shows on a square."""
    return board[4 * (int(square[1]) - 1) + "abcd".index(square[0])]


def chosen(visitors: Visitors, who: Profile) -> Tab:
    """A piece with its destinations."""
    room, own = lively(visitors)
    tab = visitors.arrive(room.seat("host"), who)
    tab.screen("game")
    tab.tap(own)
    tab.see(f"[data-square={own}][data-selected]")
    return tab


def pressed(act: str) -> Stage:
    """The game after a button of its bar."""

    def stage(visitors: Visitors, who: Profile) -> Tab:
        tab = game(visitors, who)
        tab.press(act)
        return tab

    return stage


def offered(visitors: Visitors, who: Profile) -> Tab:
    room = midgame(visitors)
    tab = visitors.arrive(room.seat("host"), who)
    with programs(room) as both:
        both.guest.command("offer_draw", game=1)
        tab.see(".slot[data-state=offered]")
    return tab


def past(visitors: Visitors, who: Profile) -> Tab:
    """The board as it was."""
    tab = game(visitors, who)
    if tab.page.locator("[data-act=moves]:visible").count():
        tab.press("moves")
    else:
        tab.press("tab-moves")
    tab.hit(".move[data-ply='3']:visible")
    tab.see(".slot[data-state=past]")
    return tab


def over(visitors: Visitors, who: Profile) -> Tab:
    room = midgame(visitors)
    tab = visitors.arrive(room.seat("host"), who)
    with programs(room) as both:
        both.guest.command("resign", game=1)
        both.guest.command("rematch", game=1, accept=True)
    tab.see(".rematch[data-state=theirs]")
    return tab


def finished(visitors: Visitors) -> Room:
    """A room whose first game has eight plies and a result."""
    room = midgame(visitors)
    with programs(room) as both:
        both.guest.command("resign", game=1)
    return room


def replay(visitors: Visitors, who: Profile) -> Tab:
    """A finished game in its middle, everything shown."""
    tab = visitors.arrive(f"replay#{finished(visitors).code}.1.5", who)
    tab.at_ply(5)
    tab.press("reveal")
    tab.see("[data-veiled]")
    return tab


def replayed_game(visitors: Visitors, who: Profile) -> Tab:
    """What can be done with a finished game."""
    tab = visitors.arrive(f"replay#{finished(visitors).code}.1", who)
    tab.at_ply(0)
    replay_tab(tab, "game")
    tab.see("[data-act=save-text]")
    return tab


def bad_record(visitors: Visitors, who: Profile) -> Tab:
    """A text that is no record."""
    tab = visitors.arrive("replay", who)
    tab.press("show")
    tab.see("#record-error")
    return tab


def spectator(visitors: Visitors, who: Profile) -> Tab:
    tab = visitors.arrive(midgame(visitors).code, who)
    tab.press("watch")
    tab.at_ply(8)
    return tab


def local(visitors: Visitors, who: Profile) -> Tab:
    room = open_room(visitors.base, opponent="local", rules={"preset": "paofuqi"})
    tab = visitors.arrive(room.seat("host"), who)
    tab.tap("a1")
    tab.at_ply(1)
    return tab


def cut_off(visitors: Visitors, who: Profile) -> Tab:
    """The line is gone."""
    tab = game(visitors, who, LOSSES)
    know_every_language(tab)
    tab.page.context.set_offline(True)
    tab.see(".slot[data-state=offline]")
    return tab


STAGES: Mapping[str, Stage] = {
    "home": home,
    "bad code": bad_code,
    "create": sheet("create", "create"),
    "custom rules": custom,
    "local sheet": sheet("local", "local"),
    "settings sheet": sheet("settings", "settings"),
    "rules sheet": sheet("help", "rules"),
    "rules": page("rules"),
    "settings": page("settings"),
    "lobby": lobby,
    "qr": qr,
    "join": join,
    "full": full,
    "gone": gone,
    "drawing": drawing,
    "drawn": drawn,
    "game": game,
    "chosen": chosen,
    "resigning": pressed("resign"),
    "offer asked": pressed("draw"),
    "more": pressed("more"),
    "offered": offered,
    "past": past,
    "over": over,
    "replay": replay,
    "replayed game": replayed_game,
    "bad record": bad_record,
    "spectator": spectator,
    "local": local,
    "cut off": cut_off,
}
