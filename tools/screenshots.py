"""Makes the pictures of the documents with a real browser, from a game that is really played.

    python -m tools.screenshots                        # the pictures in docs/images
    python -m tools.screenshots --all DIR              # every screen in every size, light and dark
    python -m tools.screenshots --all DIR --only game  # this one (or these)

Starts a server on a temporary database and stops it again. Needs Chromium (tools/find_chromium.py)
and the packages of the tests.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import sync_playwright

from tests.e2e.programs import Programs, program, programs
from tests.e2e.rooms import Room, open_room
from tests.e2e.stages_of_rooms import EVERY_STAGE
from tests.e2e.tabs import CALM, Tab, Visitors
from tests.servers import running_server
from tools.find_chromium import ADVICE, find, launch_arguments

IMAGES: Final = Path(__file__).resolve().parent.parent / "docs" / "images"
SIZES: Final = ((320, 568), (390, 844), (844, 390), (768, 1024), (1440, 900))
THEMES: Final = ("light", "dark")
SETTINGS: Final = {"BANQI_RATE_LIMITS": "off", "BANQI_PRESENCE_SECONDS": "1"}
PATIENCE: Final = 20_000
LONGEST_SEARCH: Final = 60

Profile = Mapping[str, Any]
Stage = Callable[[Visitors, Room, Profile], Tab]
PlainStage = Callable[[Visitors, Profile], Tab]


def profile(width: int, height: int, theme: str, scale: float = 1) -> Profile:
    """A browser of this size and theme, without motion; below 900 px it is touched."""
    touch = min(width, height) < 700
    return {
        **CALM,
        "viewport": {"width": width, "height": height},
        "color_scheme": theme,
        "device_scale_factor": scale,
        "has_touch": touch,
        "is_mobile": touch,
    }


# --- a position worth a picture -------------------------------------------------------------------


def worthy(both: Programs) -> str | None:
    """The square of a piece to choose, if the host to move has much to show; else None."""
    game = both.host.game
    if game["turn"] != "host" or game["ply"] < 26 or min(map(len, game["captured"].values())) < 3:
        return None
    last = both.host.state["last"]["move"]
    sources = {text[:2] for text in game["legal"] if len(text) == 4 and text[:2] not in last}
    if "=" in last:
        return None
    return next((one for one in sorted(sources) if is_lively(game, one)), None)


def is_lively(game: Mapping[str, Any], source: str) -> bool:
    """A cannon with something to capture and two places to go."""
    targets = [text[2:] for text in game["legal"] if len(text) == 4 and text[:2] == source]
    taken = [square for square in targets if letter(game, square) != "."]
    return letter(game, source) in "Cc" and len(taken) >= 1 and len(targets) >= 3


def letter(game: Mapping[str, Any], square: str) -> str:
    """What the board shows on a square."""
    return str(game["board"][4 * (int(square[1]) - 1) + "abcd".index(square[0])])


def staged(base: str) -> tuple[Room, str]:
    """A room with a game in its middle, and the piece to choose in it."""
    for seed in range(LONGEST_SEARCH):
        room = open_room(base)
        with programs(room) as both:
            chance = random.Random(seed)
            for _ in range(60):
                if (found := worthy(both)) is not None:
                    return room, found
                if both.host.game["result"]:
                    break
                both.play(both.choose(chance))
    raise SystemExit("no game came to a position worth a picture")


# --- the screens ----------------------------------------------------------------------------------


def game(visitors: Visitors, room: Room, who: Profile) -> Tab:
    """The middle of a game."""
    return visitors.arrive(room.seat("host"), who)


def chosen(visitors: Visitors, room: Room, who: Profile) -> Tab:
    """A piece is chosen, its ways are shown."""
    tab = game(visitors, room, who)
    source = next(name for name in sorted(tab.look().usable) if is_cannon(tab, name))
    tab.tap(source)
    tab.see(f"[data-square={source}][data-selected]")
    return tab


def is_cannon(tab: Tab, square: str) -> bool:
    """Choosing this piece shows a capture."""
    if tab.page.get_attribute(f"[data-square={square}]", "data-content") not in {"rC", "bC"}:
        return False
    tab.tap(square)
    captures = "capture" in tab.look().destinations.values()
    tab.tap(square)
    return captures


def pressed(act: str) -> Stage:
    """The game after a button of its bar."""

    def stage(visitors: Visitors, room: Room, who: Profile) -> Tab:
        tab = game(visitors, room, who)
        if tab.page.locator(f"[data-act={act}]:visible").count():
            tab.press(act)
        if act == "more":
            tab.see("dialog[data-sheet=more]")
        return tab

    return stage


def watching(visitors: Visitors, room: Room, who: Profile) -> Tab:
    """A spectator."""
    tab = visitors.arrive(room.code, who)
    tab.press("watch")
    tab.screen("game")
    return tab


def staged_by(stage: PlainStage) -> Stage:
    """A screen that the tests know how to reach."""
    return lambda visitors, _, who: stage(visitors, who)


SCREENS: Final[Mapping[str, Stage]] = {
    **{name.replace(" ", "-"): staged_by(stage) for name, stage in EVERY_STAGE.items()},
    "game": game,
    "chosen": chosen,
    "resigning": pressed("resign"),
    "moves": pressed("moves"),
    "pieces": pressed("pieces"),
    "more": pressed("more"),
    "spectator": watching,
}
"""Every screen by its name; where much is to be seen, from a game that has got somewhere."""


# --- the camera -----------------------------------------------------------------------------------


@contextmanager
def studio() -> Iterator[Visitors]:
    """A server and a browser."""
    executable = find()
    if executable is None:
        raise SystemExit(ADVICE)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder), **SETTINGS) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=executable, args=launch_arguments())
        yield Visitors(browser, server.url, PATIENCE)
        browser.close()


def shoot(tab: Tab, target: Path) -> None:
    """One picture, once the pieces are drawn and every sentence is there; the tab goes."""
    tab.page.wait_for_function("() => document.fonts.status === 'loaded'")
    if unsaid := tab.untranslated():
        raise SystemExit(f"{target.name}: these sentences are missing: {unsaid}")
    tab.page.screenshot(path=target)
    tab.page.context.close()


def documents(visitors: Visitors) -> None:
    """The pictures of the README."""
    room, source = staged(visitors.base)
    IMAGES.mkdir(parents=True, exist_ok=True)
    views = {"board": profile(1280, 700, "light", 1.5), "phone": profile(390, 844, "dark", 2)}
    with program(room, room.guest):
        for name, who in views.items():
            tab = game(visitors, room, who)
            tab.miss(".strip-away")
            tab.tap(source)
            shoot(tab, IMAGES / f"{name}.png")
    light = profile(390, 844, "light", 2)
    shoot(EVERY_STAGE["replay"](visitors, light), IMAGES / "replay.png")
    lesson = visitors.arrive("learn#cannon", light)
    lesson.play("b3b7")
    lesson.see(".answer[data-state=right]")
    shoot(lesson, IMAGES / "lesson.png")


def everything(visitors: Visitors, folder: Path, names: list[str]) -> None:
    """Every screen (or these) in every size and both themes."""
    room, _ = staged(visitors.base)
    folder.mkdir(parents=True, exist_ok=True)
    with program(room, room.guest):
        for name, (width, height), theme in product(names or SCREENS, SIZES, THEMES):
            tab = SCREENS[name](visitors, room, profile(width, height, theme))
            shoot(tab, folder / f"{name}-{width}x{height}-{theme}.png")


def main(arguments: list[str]) -> int:
    """Makes what is asked for; 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--all", type=Path, metavar="DIR", help="every screen in every size")
    parser.add_argument("--only", nargs="*", default=[], choices=SCREENS, help="with --all")
    wanted = parser.parse_args(arguments)
    with studio() as visitors:
        if wanted.all is None:
            documents(visitors)
        else:
            everything(visitors, wanted.all, wanted.only)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
