"""The store's time, so that all workers agree about what is due and what is too late."""

from __future__ import annotations

import time
from typing import Final

from app.room.state import Millis

ROUGH: Final = 0.05
"""Seconds of a round trip from which on its time is too rough to be taken where a better one is."""

LASTS: Final = 60.0
"""Seconds after which any time is better than the one there is: two clocks drift apart."""


class StoreClock:
    """This process's idea of the store's time; between measurements its own clock goes on."""

    def __init__(self) -> None:
        self._ahead = time.time() - time.monotonic()
        self._measured_at = float("-inf")

    def __call__(self) -> Millis:
        """Milliseconds since the epoch, by the store."""
        return Millis(int((time.monotonic() + self._ahead) * 1000))

    def measured(self, asked: float, answered: float, seconds: float) -> None:
        """The store said `seconds` to a question between two monotonic instants."""
        is_rough = answered - asked > ROUGH
        if is_rough and answered - self._measured_at < LASTS:
            return
        self._ahead = seconds - (asked + answered) / 2
        self._measured_at = answered
