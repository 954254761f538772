"""What hangs on an event: the tokens and the game that it ends, and whether there are too many."""

from __future__ import annotations

from typing import Final

from app.game import Seat, record_to_json
from app.room.commands import Refusal, Refused
from app.room.events import (
    DrawStarted,
    Event,
    PlyUndone,
    RematchDropped,
    Renamed,
    RoomClosed,
    RulesSet,
    SeatLeft,
)
from app.room.record import record_of
from app.room.state import Over, Room, Waiting
from app.service.cell import Cell
from app.service.encode import compact
from app.store.port import FinishedGame, Recorded, TokenHash

Grants = tuple[tuple[Seat, TokenHash | None], ...]

MOST_EVENTS: Final = 10_000
"""So many of one game, whoever plays on; a long game has some hundred."""


def refuse_endless(event: Event, cell: Cell) -> None:
    """Refuse what could go on for ever without an end of the game, once there was enough of it.

    The log of a game is kept whole. Plies, ends, leaving and a next game are never refused.
    """
    if cell.live.head.version - cell.began < MOST_EVENTS:
        return
    sits = isinstance(event, DrawStarted) and isinstance(cell.live.room, Waiting)
    if sits or isinstance(event, PlyUndone | Renamed | RulesSet | RematchDropped):
        raise Refused(Refusal.NOT_AVAILABLE, "too much has happened in this game")


def revoked(event: Event) -> Grants:
    """Tokens end with the seat they were given for."""
    if isinstance(event, SeatLeft):
        return ((event.seat, None),)
    if isinstance(event, RoomClosed):
        return ((Seat.HOST, None), (Seat.GUEST, None))
    return ()


def finished(before: Room | None, after: Room, recorded: Recorded) -> FinishedGame | None:
    """The record that is kept with the end of a game, or taken back with it."""
    if isinstance(before, Over):
        if isinstance(recorded.event, PlyUndone):
            return FinishedGame(before.running.number, None)
        return None
    if before is None or not isinstance(after, Over):
        return None
    record = record_to_json(record_of(before, after, recorded.at))
    return FinishedGame(after.running.number, compact(record))
