"""What the programs that look for another program have in common: their command line."""

import argparse
import sys
from collections.abc import Callable


def tell(
    about: str | None,
    find: Callable[[], str | None],
    install: Callable[[], None],
    advice: str,
) -> int:
    """Prints what was found and returns 0, or the advice and returns 1.

    With `--install` something is fetched first when there is nothing.
    """
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--install", action="store_true", help="fetch one if none is found")
    wanted = parser.parse_args()
    found = find()
    if found is None and wanted.install:
        install()
        found = find()
    print(found or advice, file=sys.stdout if found else sys.stderr)
    return 0 if found else 1
