"""The product under cProfile: `python -m tests.bench.profiled FILE` writes FILE when it ends.

Only what happens between two signals SIGUSR1 is counted, in the main thread.
"""

from __future__ import annotations

import cProfile
import runpy
import signal
import sys
from types import FrameType


class Switch:
    """Turns the profiler on, then off."""

    def __init__(self) -> None:
        self.profiler = cProfile.Profile()
        self._on = False

    def __call__(self, _number: int, _frame: FrameType | None) -> None:
        self._on = not self._on
        if self._on:
            self.profiler.enable()
        else:
            self.profiler.disable()


def main() -> None:
    path = sys.argv.pop(1)
    switch = Switch()
    signal.signal(signal.SIGUSR1, switch)
    try:
        runpy.run_module("app", run_name="__main__")
    finally:
        switch.profiler.dump_stats(path)


if __name__ == "__main__":
    main()
