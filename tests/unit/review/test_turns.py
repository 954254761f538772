"""Long work is done in turns with whatever else the event loop has to do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

from app.review.turns import TURN, in_turns


async def test_others_take_their_turns_between_items_that_take_long() -> None:
    order: list[str] = []

    def items() -> Iterator[int]:
        for number in range(5):
            time.sleep(TURN)
            order.append("item")
            yield number

    async def another() -> None:
        for _ in range(4):
            order.append("another")
            await asyncio.sleep(0)

    others = asyncio.create_task(another())
    assert await in_turns(items()) == (0, 1, 2, 3, 4)
    await others
    assert order == ["item", "another"] * 4 + ["item"]
