"""Watched rooms: one cell each, kept up to date by the store's bells.

The log is the truth and a bell only says that it has grown: a receiver exactly one event
behind folds the event that the bell carries, anyone else reads the log. Bells that were lost
are found by comparing heads every few seconds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol, assert_never

from msgspec.structs import replace

from app.game import BySeat
from app.room.commands import Refusal, Refused
from app.room.state import RoomCode
from app.service.cell import Cell, cell_of
from app.service.ledger import Ledger
from app.service.live import Live
from app.store.port import (
    UNKNOWN,
    Bell,
    Head,
    PresenceRang,
    Rang,
    Recorded,
    Said,
    SaidRang,
    Store,
    TokenHash,
    TokensRang,
    Unavailable,
)

log = logging.getLogger(__name__)

COMPARE_SECONDS = 4.0
COMPARED_AT_ONCE = 500


Tokens = BySeat[frozenset[TokenHash]]


class Watcher(Protocol):
    """Whoever wants to know about a room. Called in the loop, in order; must not raise or wait."""

    def began(self, live: Live) -> None:
        """This is the room; it comes first of all."""

    def changed(self, live: Live, recorded: Recorded) -> None:
        """The room is one event further."""

    def rewound(self, live: Live) -> None:
        """The past is not what was told before: everything has to be told again."""

    def gone(self) -> None:
        """The room does not exist any more."""

    def said(self, said: Said) -> None:
        """Somebody said something."""

    def presence_changed(self) -> None:
        """Somebody came or left."""

    def tokens_changed(self, live: Live) -> None:
        """Tokens were given out or taken away."""


@dataclass(slots=True)
class _Watched:
    cell: Cell
    watcher: Watcher
    stop: Callable[[], Awaitable[None]]
    behind: bool = field(default=False)


class Feed:
    """The watched rooms of this process and the one subscription each of them needs."""

    def __init__(self, store: Store, ledger: Ledger | None = None) -> None:
        self._store = store
        self.ledger = ledger or Ledger()
        self._watched: dict[RoomCode, _Watched] = {}
        self._catching_up: set[asyncio.Task[None]] = set()

    async def cell(self, code: RoomCode) -> Cell:
        """The room's cell, read from the store if nobody here watches it.

        Raises Refused(ROOM_NOT_FOUND); `Unavailable` passes through.
        """
        watched = self._watched.get(code)
        return watched.cell if watched is not None else await self._load(code)

    async def _load(self, code: RoomCode) -> Cell:
        kept = await self._store.load(code)
        if kept is None:
            raise Refused(Refusal.ROOM_NOT_FOUND)
        return cell_of(kept)

    async def _load_or(self, stop: Callable[[], Awaitable[None]], code: RoomCode) -> Cell:
        """The same; if there is none, stop first."""
        try:
            return await self._load(code)
        except BaseException as why:  # noqa: BLE001 - raised again
            failure = why
        await stop()
        raise failure

    async def watch(self, code: RoomCode, watcher: Watcher) -> None:
        """Tell `watcher` about this room from now on. Subscribe first, then read the log."""
        early: list[Bell] = []
        ears: list[Callable[[Bell], None]] = [early.append]
        stop = await self._store.listen(code, lambda bell: ears[0](bell))  # noqa: PLW0108 (the ear changes)
        cell = await self._load_or(stop, code)
        watched = _Watched(cell, watcher, stop)
        self._watched[code] = watched
        ears[0] = lambda bell: self._heard(code, watched, bell)
        watcher.began(cell.live)
        for bell in early:
            self._heard(code, watched, bell)

    async def unwatch(self, code: RoomCode, watcher: Watcher) -> None:
        """Forget the room if it is this watcher that watches it."""
        watched = self._watched.get(code)
        if watched is not None and watched.watcher is watcher:
            del self._watched[code]
            await watched.stop()

    @property
    def watched(self) -> tuple[RoomCode, ...]:
        """The rooms that somebody here watches."""
        return tuple(self._watched)

    async def refresh(self, code: RoomCode, token: TokenHash | None) -> Live:
        """A watched room with every event that anybody was told of, whoever wrote it.

        Reads the store if the log has grown or `token` opens no seat here. Raises
        Refused(ROOM_NOT_FOUND); `Unavailable` passes through.
        """
        cell = await self.cell(code)
        (head,) = await self._store.heads((code,))
        unknown = token is not None and cell.live.seat_of(token) is None
        if head != cell.live.head or unknown:
            await self.catch_up(code, cell)
        return cell.live

    # — bells —

    def _heard(self, code: RoomCode, watched: _Watched, bell: Bell) -> None:
        bells = self.ledger.bells
        match bell:
            case Rang():
                bells["event",] += 1
                self._rang(code, watched, bell)
            case SaidRang(_, said):
                bells["said",] += 1
                watched.watcher.said(said)
            case PresenceRang():
                bells["presence",] += 1
                watched.watcher.presence_changed()
            case TokensRang():
                bells["tokens",] += 1
                self._fall_behind(code, watched, "tokens")
            case _:
                assert_never(bell)

    def _rang(self, code: RoomCode, watched: _Watched, bell: Rang) -> None:
        head = watched.cell.live.head
        if bell.head == head or (bell.head.version < head.version):
            return
        recorded = bell.recorded or watched.cell.own(bell.head)
        if bell.after != head:
            self._fall_behind(code, watched, "gap")
        elif recorded is None:
            self._fall_behind(code, watched, "secret")
        else:
            self.accept(code, watched.cell, recorded)

    def accept(self, code: RoomCode, cell: Cell, recorded: Recorded) -> None:
        """Fold the next event into a cell and tell who watches; older ones are known already."""
        if not cell.follows(recorded):
            return
        cell.accept(recorded)
        watched = self._watched.get(code)
        if watched is not None and watched.cell is cell:
            watched.watcher.changed(cell.live, recorded)

    def _fall_behind(self, code: RoomCode, watched: _Watched, why: str) -> None:
        """Read the room again soon: `why` is a bell's gap or secret, tokens, or a lost bell."""
        if watched.behind:
            return
        watched.behind = True
        self.ledger.resyncs[why,] += 1
        task = asyncio.create_task(self._catch_up_later(code, watched))
        self._catching_up.add(task)
        task.add_done_callback(self._catching_up.discard)

    async def _catch_up_later(self, code: RoomCode, watched: _Watched) -> None:
        watched.behind = False
        try:
            await self.catch_up(code, watched.cell)
        except Unavailable:
            log.debug("store unavailable while catching up; heads are compared again soon")
        except Refused:
            pass

    async def catch_up(self, code: RoomCode, cell: Cell) -> None:
        """Bring a cell to the log's head; a log that went back in time is folded from scratch.

        Raises Refused(ROOM_NOT_FOUND) for a room that is gone; `Unavailable` passes through.
        """
        asked_from = cell.live.head
        newer = await self._store.since(code, asked_from)
        if newer is None:
            await self._begin_anew(code, cell, asked_from)
            return
        for recorded in newer.log:
            self.accept(code, cell, recorded)
        self._renew_tokens(code, cell, newer.tokens)

    async def _begin_anew(self, code: RoomCode, cell: Cell, lost: Head) -> None:
        """The log does not hold the head that this cell stood at."""
        kept = await self._store.load(code)
        if kept is None:
            self._gone(code, cell)
            raise Refused(Refusal.ROOM_NOT_FOUND)
        if cell.live.head == lost:
            self._rewind(code, cell, cell_of(kept))

    def _renew_tokens(self, code: RoomCode, cell: Cell, tokens: Tokens) -> None:
        if tokens == cell.live.tokens:
            return
        cell.live = replace(cell.live, tokens=tokens)
        watched = self._watched.get(code)
        if watched is not None and watched.cell is cell:
            watched.watcher.tokens_changed(cell.live)

    def _rewind(self, code: RoomCode, cell: Cell, fresh: Cell) -> None:
        self.ledger.rewinds[()] += 1
        cell.live = fresh.live
        cell.answered, cell.began = fresh.answered, fresh.began
        watched = self._watched.get(code)
        if watched is not None and watched.cell is cell:
            watched.watcher.rewound(cell.live)

    def _gone(self, code: RoomCode, cell: Cell) -> None:
        watched = self._watched.get(code)
        if watched is not None and watched.cell is cell:
            watched.watcher.gone()

    # — lost bells —

    async def run(self) -> None:
        """Compare the heads of all watched rooms for ever; owned by the application."""
        while True:
            await asyncio.sleep(COMPARE_SECONDS)
            codes = self.watched
            for start in range(0, len(codes), COMPARED_AT_ONCE):
                await self._compare(codes[start : start + COMPARED_AT_ONCE])

    async def _compare(self, codes: tuple[RoomCode, ...]) -> None:
        try:
            heads = await self._store.heads(codes)
        except Unavailable:
            return
        self._note_differences(zip(codes, heads, strict=True))

    def _note_differences(self, heads: Iterable[tuple[RoomCode, Head | None]]) -> None:
        for code, head in heads:
            watched = self._watched.get(code)
            if watched is not None and head not in {watched.cell.live.head, UNKNOWN}:
                self._fall_behind(code, watched, "lost")
