"""What is written together with an event: the tokens it ends, the record of the game it ends."""

from __future__ import annotations

from app.game import Seat, record_to_json
from app.room.events import Event, PlyUndone, RoomClosed, SeatLeft
from app.room.record import record_of
from app.room.state import Over, Room
from app.service.encode import compact
from app.store.port import FinishedGame, Recorded, TokenHash

Grants = tuple[tuple[Seat, TokenHash | None], ...]


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
