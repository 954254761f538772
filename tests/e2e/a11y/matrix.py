"""One screen in all looks, and the sum of what was found: what `make a11y` is made of."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

from tests.e2e.a11y.inspection import flaws
from tests.e2e.a11y.looks import LANGUAGES, PLAIN, THEMES, WIDTHS, Look, every_look
from tests.e2e.conftest import SETTINGS
from tests.e2e.stages_of_rooms import EVERY_STAGE
from tests.e2e.tabs import Tab, Visitors
from tests.servers import running_server
from tools.find_chromium import find, launch_arguments

PATIENCE = 30_000
ROW = "{:<16} {:>6} {:>9} {:>8}"


@dataclass(frozen=True)
class Row:
    """One screen: how often it was looked at, for how many seconds, and what was wrong."""

    screen: str
    looks: int
    seconds: float
    found: tuple[tuple[Look, str], ...]

    def __str__(self) -> str:
        return ROW.format(self.screen, self.looks, len(self.found), f"{self.seconds:.1f}")


def look_at(screen: str) -> Row:
    """One screen in all looks."""
    began = time.monotonic()
    with (
        tempfile.TemporaryDirectory() as place,
        running_server(Path(place), **SETTINGS) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find(), args=launch_arguments())
        visitors = Visitors(browser, server.url, PATIENCE)
        tab = EVERY_STAGE[screen](visitors, PLAIN)
        looks = list(every_look())
        found = tuple((look, line) for look in looks for line in found_in(tab, look))
        visitors.leave()
        browser.close()
    return Row(screen, len(looks), time.monotonic() - began, found)


def found_in(tab: Tab, look: Look) -> list[str]:
    """What is wrong in one look; that it cannot be had is wrong too."""
    try:
        look.dress(tab)
        return flaws(tab, look)
    except Error as error:
        return [f"stopped: {error.message.splitlines()[0]}"]


def summary(rows: Sequence[Row], seconds: float) -> Iterator[str]:
    """How much was looked at, and what was wrong by language, theme and width."""
    found = [look for row in rows for look, _ in row.found]
    yield (
        f"\n{len(rows)} screens × {len(LANGUAGES)} languages × {len(THEMES)} themes × "
        f"{len(WIDTHS)} widths, and large and spaced letters: "
        f"{sum(row.looks for row in rows)} looks in {seconds:.0f} s"
    )
    for name, kinds in (("language", LANGUAGES), ("theme", THEMES), ("width", WIDTHS)):
        counts = (f"{kind}: {sum(getattr(look, name) == kind for look in found)}" for kind in kinds)
        yield f"wrong by {name:<9} {', '.join(counts)}"
    yield f"wrong in all      {len(found)}"
