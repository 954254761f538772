"""Finds a Firefox for the tests that run in three engines.

Looked for in this order: `$FIREFOX`, the ones of the system. With `--install` Debian's
`firefox-esr` is installed when there is none; that needs root.
"""

import os
import shutil
import sys

from tools.finding import apt_install, tell

NAMES = ("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox")
ADVICE = (
    "The tests in three engines need Firefox: install it (on Debian, as root: "
    "apt-get install firefox-esr), or say where it is with FIREFOX=/path/to/firefox."
)


def find() -> str | None:
    """The path of a Firefox that exists, or None."""
    named = (os.environ.get("FIREFOX"), *NAMES)
    return next((found for name in named if name and (found := shutil.which(name))), None)


def install() -> None:
    """Asks Debian for its package; if that fails, our advice says it better."""
    apt_install("firefox-esr")


def main() -> int:
    """Prints the path and returns 0, or says in one line what to do and returns 1."""
    return tell(__doc__, find, install, ADVICE)


if __name__ == "__main__":
    sys.exit(main())
