"""How long a search may take where others wait: so that all of them are answered in time."""

from __future__ import annotations

from collections.abc import Iterable


def seconds_for(due: Iterable[float], searching: int, engines: int, now: float) -> float:
    """Seconds for the first of those that wait, whose answers are due at these times.

    With equal shares for all of them the last one, too, is answered by then. `searching`: how
    many of the engines have work already. 0 where somebody is late as it is.
    """
    shares = (
        (time - now) / -(-(place + searching) // engines) for place, time in enumerate(due, 1)
    )
    return max(0.0, min(shares))
