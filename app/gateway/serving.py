"""Sockets that are let in: counted, served in a task of their own, noted at their end."""

from __future__ import annotations

import asyncio
import logging
from time import perf_counter

from app.gateway.session import NO_HELLO, Session
from app.gateway.switchboard import Switchboard
from app.gateway.wire import Wire
from app.service import request_ids
from app.service.callers import Caller

log = logging.getLogger(__name__)


def serve_socket(board: Switchboard, wire: Wire, caller: Caller, code: str) -> asyncio.Task[None]:
    """Accept a socket that may come in, and serve it to its end, in a task of its own.

    It counts from now on, so that of many that come in the same moment none slips past a limit.
    A task of its own, because each time one wakes up, all coroutines between the event loop and
    the one that waits are walked through, and the framework's layers are many.
    """
    session, began = Session(board, wire, caller, code), perf_counter()
    board.counts.came(caller)
    board.services.ledger.connections[NO_HELLO,] += 1
    board.admit(session)
    log.debug("socket opened")

    def gone(_: asyncio.Task[None]) -> None:
        board.dismiss(session)
        board.counts.went(caller)
        if session.kind == NO_HELLO:
            board.counts.said_hello()
        _note_end(board, session, perf_counter() - began)

    task = asyncio.create_task(_accepted(session, wire))
    task.add_done_callback(gone)
    return task


def _note_end(board: Switchboard, session: Session, seconds: float) -> None:
    """One line and one count for a socket that is gone."""
    ledger, kind, (reason, code) = board.services.ledger, session.kind, session.ending
    ledger.connections[kind,] -= 1
    ends = ledger.turned_away if kind == NO_HELLO else ledger.sockets_closed
    ends[reason,] += 1
    line = {"kind": kind, "reason": reason, "code": code, "seconds": round(seconds, 1)}
    log.info("socket closed", extra=line)


async def _accepted(session: Session, wire: Wire) -> None:
    try:
        await wire.send({"type": "websocket.accept", "headers": [request_ids.header()]})
        await session.run()
    except OSError:
        log.debug("a socket was gone before it was accepted")
