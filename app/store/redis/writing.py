"""An append as the script takes it, and what its answer means."""

from __future__ import annotations

from typing import Final

from app.game import Seat
from app.store.codec import holds_secret
from app.store.port import NOWHERE, RECORDS_KEPT, Append, Conflict, Head, TokenHash, Unavailable
from app.store.redis.entries import command_of, entry_of, head_of, written_head
from app.store.redis.replies import raw
from app.store.redis.scripts import Argument

WRITTEN: Final = 1
MORE: Final = b"more"
"""Nothing was written: the script needs all keys of the room."""

UNHEARD: Final = 2
"""Written, and no bell was rung: nobody listens but this process."""

_UNTOUCHED: Final = "-"
"""Stands for the tokens of a seat that an event leaves alone."""


def arguments(write: Append, time: Argument, mark: bytes) -> tuple[Argument, ...]:
    """What append.lua wants to know, in its order; `mark` stands for where the writer listens."""
    recorded, after = write.recorded, write.after
    return (
        *(time, write.room, write.not_after),
        *(written_head(after), written_head(recorded.head)),
        *(command_of(recorded.command), entry_of(recorded)),
        write.expires_at,
        "" if write.deadline is None else write.deadline,
        mark,
        *_rare(write),
    )


def is_plain(write: Append) -> bool:
    """Does it most likely take no more than a few keys?"""
    hung_on = write.checkpoint or write.grants or write.finished
    return not hung_on and write.deadline is None and write.after != NOWHERE


def _rare(write: Append) -> tuple[Argument, ...]:
    """What most events do not have; nothing at all for them."""
    is_secret = holds_secret(write.recorded.event)
    if not (is_secret or write.checkpoint or write.grants or write.finished):
        return ()
    return "1" if is_secret else "", "1" if write.checkpoint else "", *_hung_on(write)


def _hung_on(write: Append) -> tuple[Argument, ...]:
    """Tokens of both seats, a finished game, and the one whose record goes for it."""
    grants: dict[Seat, TokenHash | None] = dict(write.grants)
    host, guest = (grants.get(seat) or "" if seat in grants else _UNTOUCHED for seat in Seat)
    finished = write.finished
    if finished is None:
        return host, guest, "", ""
    oldest = finished.number - RECORDS_KEPT
    return host, guest, finished.number, finished.record or b"", oldest


def must_be_rung(write: Append, reply: object) -> bool:
    """Is it written, and whoever listens in this process not told, or perhaps not?"""
    if reply == UNHEARD:
        return True
    # Or it was written by a call whose answer was lost.
    return reply == written_head(write.recorded.head)


def outcome(write: Append, reply: object) -> Head:
    """The head that the event has got; raises Conflict and Unavailable."""
    if reply in {WRITTEN, UNHEARD}:
        return write.recorded.head
    match raw(reply):
        case b"conflict":
            raise Conflict
        case b"late":
            raise Unavailable("it is too late to write this")
        case written:
            return head_of(written)
