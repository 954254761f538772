"""Finds a WebKit for the tests that run in three engines: its driver, its browser and a screen.

The browser is GTK's MiniBrowser, which comes with the driver; it draws on a screen that nobody
sees. With `--install` Debian's packages are installed when something is missing; that needs root.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.finding import apt_install, tell

PACKAGES = ("webkit2gtk-driver", "xvfb")
LIBRARIES = (Path("/usr/lib"), Path("/usr/lib64"), Path("/usr/libexec"))
ADVICE = (
    "The tests in three engines need WebKit: install its driver and a screen for it (on Debian, "
    "as root: apt-get install webkit2gtk-driver xvfb), or say where the driver and the browser "
    "are with WEBKIT_DRIVER=/path/to/WebKitWebDriver WEBKIT=/path/to/MiniBrowser."
)


@dataclass(frozen=True, slots=True)
class Programs:
    """What it takes to drive WebKit."""

    driver: str
    browser: str
    screen: str


def find_all() -> Programs | None:
    """All three programs, or None if one is missing."""
    driver = shutil.which(os.environ.get("WEBKIT_DRIVER") or "WebKitWebDriver")
    browser = next(_browsers(), None)
    screen = shutil.which("Xvfb")
    return Programs(driver, browser, screen) if driver and browser and screen else None


def _browsers() -> Iterator[str]:
    named = os.environ.get("WEBKIT") or "MiniBrowser"
    if found := shutil.which(named):
        yield found
    for directory in LIBRARIES:
        for pattern in ("*/webkit*gtk-*/MiniBrowser", "webkit*gtk-*/MiniBrowser"):
            yield from map(str, sorted(directory.glob(pattern), reverse=True))


def find() -> str | None:
    """The path of the driver, if everything is there."""
    found = find_all()
    return found.driver if found else None


def install() -> None:
    """Asks Debian for its packages; if that fails, our advice says it better."""
    apt_install(*PACKAGES)


def main() -> int:
    """Prints the path and returns 0, or says in one line what to do and returns 1."""
    return tell(__doc__, find, install, ADVICE)


if __name__ == "__main__":
    sys.exit(main())
