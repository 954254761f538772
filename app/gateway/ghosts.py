"""Connections of processes that died: nobody rings for them, so one has to look."""

from __future__ import annotations

import asyncio
from typing import Final

from app.gateway.switchboard import Switchboard

LOOKS_IN_TTL: Final = 6
"""How often a room is looked at while a silent connection still counts."""

ASKED_AT_ONCE: Final = 100
ASK_PAUSE: Final = 0.02


async def look_for_ghosts(board: Switchboard) -> None:
    """Ask again and again who is in rooms that have connections elsewhere, for ever."""
    while True:
        await asyncio.sleep(board.config.presence_seconds / LOOKS_IN_TTL)
        for number, hub in enumerate(board.hubs, start=1):
            if hub.counts_others:
                board.ask_for_presence(hub)
            if not number % ASKED_AT_ONCE:
                await asyncio.sleep(ASK_PAUSE)
