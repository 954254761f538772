"""Finds a Chromium for the browser tests, and says how to start it.

Looked for in this order: `$CHROMIUM`, the browsers of the system, the one that Playwright
keeps. With `--install` Playwright is asked to fetch its own when there is none, and then Debian.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

from tools.finding import apt_install, tell

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)
ADVICE = (
    "The browser tests need Chromium: install it (on Debian: apt-get install chromium), "
    "or say where it is with CHROMIUM=/path/to/chromium."
)


def find() -> str | None:
    """The path of a Chromium that exists, or None."""
    return next(_candidates(), None)


def launch_arguments() -> list[str]:
    """Command-line switches for a browser that talks to nobody but the server under test."""
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*QUIET, "--no-sandbox"] if as_root else [*QUIET]


def install() -> None:
    """Asks Playwright for its own, then Debian; if both fail, our advice says it better."""
    print("Asking Playwright for a Chromium ...", file=sys.stderr)
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    if find() is None:
        apt_install("chromium")


def _candidates() -> Iterator[str]:
    for name in (os.environ.get("CHROMIUM"), *NAMES):
        if name and (found := shutil.which(name)):
            yield found
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    if Path(own).exists():
        yield own


def main() -> int:
    """Prints the path and returns 0, or says in one line what to do and returns 1."""
    return tell(__doc__, find, install, ADVICE)


if __name__ == "__main__":
    sys.exit(main())
