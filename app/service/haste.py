"""Asking the computer to answer now: noted in the store, where whoever thinks looks for it.

The note is about one ply, so one that comes too late hurries nothing that comes after it.
"""

from __future__ import annotations

from app.room.commands import Refusal, Refused
from app.room.computer import awaited, seat_of_computer
from app.room.state import Millis, Playing, Room
from app.store.port import Store

REMEMBERED = Millis(60_000)


async def hasten(store: Store, room: Room, game: int | None) -> None:
    """Note that the computer's answer is wanted now; nothing where it is not to move.

    Raises Refused: STALE for another game, NOT_PLAYING, NOT_FOUND where no computer sits;
    Unavailable.
    """
    if game is not None and game != room.table.series.game:
        raise Refused(Refusal.STALE)
    if not isinstance(room, Playing):
        raise Refused(Refusal.NOT_PLAYING)
    if seat_of_computer(room.table) is None:
        raise Refused(Refusal.NOT_FOUND, "no computer sits here")
    if awaited(room) is not None:
        await store.remember(_name(room), "now", REMEMBERED)


async def is_hastened(store: Store, room: Playing) -> bool:
    """Whether somebody has asked for this ply now. Raises Unavailable."""
    return await store.recall(_name(room)) is not None


def _name(room: Playing) -> str:
    return f"now:{room.table.code}:{room.running.number}:{room.running.game.ply}"
