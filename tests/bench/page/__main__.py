"""`make bench-page`: how soon the page can be used on a slow phone, and answers a finger.

A quarter of this machine's speed, 1.6 Mbit/s, and a browser that has seen nothing yet. Prints
tables, and each goal with met or missed; a missed figure is no error.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.bench.page import opening, playing
from tests.bench.page.phone import timed
from tests.bench.plan import Section
from tests.e2e.rooms import open_room
from tests.servers import running_server
from tools.find_chromium import ADVICE, find, launch_arguments

ROUNDS, FEWER = 7, 3
BUSY = 0.9
"""With so much of the machine in use while it was measured, nothing absolute can be said."""


def main() -> int:
    """Measure what the arguments ask for; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.page", description=__doc__)
    parser.add_argument("rows", nargs="*", choices=[[], "open", "play"], metavar="open | play")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    wanted = parser.parse_args()
    path = find()
    if path is None:
        sys.stderr.write(f"{ADVICE}\n")
        return 1
    with timed() as spent:
        sections = _measure(path, wanted.rows or ["open", "play"], quick=wanted.quick)
    _show(sections)
    verdict = ": a BUSY machine, absolute figures are upper bounds" if spent["busy"] > BUSY else ""
    _say(f"\nin {spent['seconds']:.0f} s; {spent['busy']:.0%} of all cores in use{verdict}")
    return 0


def _measure(path: str, rows: list[str], *, quick: bool) -> list[Section]:
    sections = []
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder), BANQI_RATE_LIMITS="off") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=launch_arguments())
        if "open" in rows:
            _say("… opening the page")
            wanted = opening.doors(open_room(server.url), open_room(server.url, seated=False))
            rounds = FEWER if quick else ROUNDS
            sections.append(opening.measure(browser, server.url, wanted, rounds))
        if "play" in rows:
            sections.append(playing.measure(browser, server.url, lambda text: _say(f"… {text}")))
        browser.close()
    return sections


def _show(sections: list[Section]) -> None:
    for section in sections:
        _say("")
        for row in section.lines:
            _say(row)
    _say("")
    for section in sections:
        for goal in section.goals:
            _say(goal.line())


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
