"""Long work that lets others take their turns."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from time import perf_counter
from typing import Final, TypeVar

T = TypeVar("T")

TURN: Final = 0.003
"""Seconds after which others are let through."""


async def in_turns(items: Iterable[T]) -> tuple[T, ...]:
    """All of them, made in short turns of the event loop."""
    made: list[T] = []
    began = perf_counter()
    for item in items:
        made.append(item)
        if perf_counter() - began >= TURN:
            await asyncio.sleep(0)
            began = perf_counter()
    return tuple(made)
