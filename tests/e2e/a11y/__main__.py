"""`make a11y`: every screen in every language, theme and width, and a table of what is wrong.

Exits with 1 if anything is. A screen is reached once and then dressed in all looks.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

from tests.e2e.a11y.matrix import ROW, Row, look_at, summary
from tests.e2e.stages_of_rooms import EVERY_STAGE


def main() -> int:
    """Look at what the arguments ask for; the exit code."""
    wanted = _parser().parse_args()
    screens = [name for name in EVERY_STAGE if wanted.only in name]
    began = time.monotonic()
    _say(ROW.format("screen", "looks", "wrong", "s"))
    rows = list(_rows(screens, wanted.workers))
    _say("\n".join(summary(rows, time.monotonic() - began)))
    return 1 if any(row.found for row in rows) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.a11y", description=__doc__)
    parser.add_argument("--workers", type=int, default=2, help="browsers at once (2)")
    parser.add_argument("--only", default="", help="screens whose name holds this")
    return parser


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _rows(screens: Sequence[str], workers: int) -> Iterator[Row]:
    """The rows in their order; every screen has a browser and a server of its own."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        for row in pool.map(look_at, screens):
            _say(str(row))
            for look, line in row.found:
                _say(f"    {look}: {line}")
            yield row


if __name__ == "__main__":
    sys.exit(main())
