"""How long rooms live and wait, as the operator decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Times:
    """How long things last, in milliseconds, and how long a room code is."""

    waiting: int = 3_600_000
    room: int = 86_400_000
    away: int = 60_000
    store: int = 5_000
    code_length: int = 6


AS_USUAL: Final = Times()
