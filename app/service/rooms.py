"""Commands to rooms: read, decide, append; on a conflict from the start.

Knows no socket and no HTTP. Any worker may serve any room: whoever appends first wins, and
the others decide again on the room as it is then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

from app.game import Seat
from app.room.clock import deadline, overdue
from app.room.commands import Claim, Command, Refusal, Refused, TakeSeat
from app.room.computer import due
from app.room.decide import Given, Opening, decide, open_room
from app.room.events import ClockExtended, Event, GameStarted
from app.room.evolve import evolve
from app.room.seating import free_seat
from app.room.state import Millis, RoomCode, Version
from app.service.cell import Cell
from app.service.consequences import Grants, finished, refuse_endless, revoked
from app.service.drawn import Tags, draw_code, draw_seeds
from app.service.feed import Feed
from app.service.live import Live
from app.service.outages import Outages
from app.service.presence import claimable_from
from app.service.times import AS_USUAL, Times
from app.store.port import (
    NOWHERE,
    Append,
    CommandKey,
    Conflict,
    ConnectionId,
    Head,
    Recorded,
    Store,
    TokenHash,
    Unavailable,
)

TRIES = 5
CODE_TRIES = 20
OPENING_REMEMBERED = Millis(600_000)
SEEN = Millis(1_000)


@contextmanager
def _refusing() -> Iterator[None]:
    """To whoever asked, a store that is away is a refusal."""
    try:
        yield
    except Unavailable:
        raise Refused(Refusal.UNAVAILABLE) from None


class Rooms:
    """All rooms, as commands see them."""

    def __init__(
        self,
        store: Store,
        feed: Feed,
        now: Callable[[], Millis],
        times: Times = AS_USUAL,
        outages: Outages | None = None,
    ) -> None:
        self._store = store
        self._feed = feed
        self._now = now
        self._times = times
        self._ledger = feed.ledger
        self._outages = outages
        self._tags = Tags()

    async def find(self, code: RoomCode) -> Live:
        """The room as it is; raises Refused: ROOM_NOT_FOUND, UNAVAILABLE."""
        return (await self._living(code)).live

    async def _living(self, code: RoomCode) -> Cell:
        with _refusing():
            cell = await self._feed.cell(code)
        if cell.live.is_closed:
            raise Refused(Refusal.ROOM_NOT_FOUND)
        return cell

    def expires_at(self, live: Live) -> Millis:
        """When the room ends if nothing more happens in it."""
        return self._times.end_of(live.room, live.at)

    def alive_until(self, live: Live) -> Millis:
        """When the room ends if its players stay away from now on."""
        return self._times.end_of(live.room, self._now())

    # — opening and sitting down —

    async def open(self, opening: Opening, token: TokenHash) -> tuple[Live, Seat]:
        """A new room under a code of its own; the same token again gets the same room.

        One that was closed meanwhile is followed by another. `opening.code` is ignored.
        Raises Refused: what `open_room` refuses, and UNAVAILABLE when the store is away or no
        code is free.
        """
        with _refusing(), suppress(Conflict):
            for turn in range(TRIES):
                code = await self._code_for(token, turn)
                found = await self._open(replace(opening, code=code), token)
                if found is not None:
                    return found
        raise Refused(Refusal.UNAVAILABLE)

    async def _code_for(self, token: TokenHash, turn: int) -> RoomCode:
        for _ in range(CODE_TRIES):
            code = draw_code(self._times.code_length)
            if await self._store.heads((code,)) == (None,):
                name = f"opening:{token}:{turn}"
                return RoomCode(await self._store.remember(name, code, OPENING_REMEMBERED))
        raise Refused(Refusal.UNAVAILABLE, "no room code is free")

    async def _open(self, opening: Opening, token: TokenHash) -> tuple[Live, Seat] | None:
        """The room, new or opened with this token before; None if that one is over."""
        event = open_room(opening, self._given())
        with suppress(Conflict):
            await self._append(opening.code, None, event, None, ((Seat.HOST, token),))
            return (await self._feed.cell(opening.code)).live, Seat.HOST
        cell = await self._feed.cell(opening.code)
        if cell.live.is_closed:
            return None
        if token not in cell.live.tokens.host:
            raise Conflict
        await self._store.confirm(opening.code)
        return cell.live, Seat.HOST

    async def take_seat(
        self, code: RoomCode, name: str | None, token: TokenHash
    ) -> tuple[Live, Seat]:
        """Sit down on the free seat; a token that has a seat already gets that one.

        Raises Refused: ROOM_NOT_FOUND, ROOM_FULL, UNAVAILABLE.
        """
        for _ in range(TRIES):
            cell = await self._living(code)
            seated = cell.live.seat_of(token)
            if seated is not None:
                with _refusing():
                    await self._store.confirm(code)
                return cell.live, seated
            seat = free_seat(cell.live.room) or Seat.GUEST
            if await self._seated(code, cell, TakeSeat(name), (seat, token)):
                return await self.find(code), seat
        raise Refused(Refusal.UNAVAILABLE)

    async def _seated(
        self, code: RoomCode, cell: Cell, command: TakeSeat, grant: tuple[Seat, TokenHash]
    ) -> bool:
        decide(cell.live.room, grant[0], command, self._given())
        try:
            await self._is_seen(code, grant[0])
            # Decided on what is written after: nothing may happen between these two.
            event = decide(cell.live.room, grant[0], command, self._given())
            if event is None:
                return False
            refuse_endless(event, cell)
            return await self._appended(code, cell, event, None, (grant,)) is not None
        except Unavailable:
            raise Refused(Refusal.UNAVAILABLE) from None

    async def _is_seen(self, code: RoomCode, seat: Seat) -> None:
        """Sitting down is a sign of life: whoever does it is away from now on, not from before."""
        newcomer = ConnectionId(f"sits:{seat}")
        await self._store.arrive(code, newcomer, seat, SEEN)
        await self._store.depart(code, newcomer)

    # — commands —

    async def command(
        self, code: RoomCode, seat: Seat, command_id: str, command: Command
    ) -> Version:
        """Do what a seat asks; the version of its event, or of the room if nothing changed.

        The same id again gets its first answer. Raises Refused with the contract's code.
        """
        key = CommandKey(seat, command_id)
        for _ in range(TRIES):
            try:
                version = await self._attempt(code, key, command)
            except Unavailable:
                raise Refused(Refusal.UNAVAILABLE) from None
            if version is not None:
                return version
        raise Refused(Refusal.UNAVAILABLE)

    async def _attempt(self, code: RoomCode, key: CommandKey, command: Command) -> Version | None:
        cell = await self._feed.cell(code)
        answered = cell.answered.get(key)
        if answered is not None:
            await self._store.confirm(code)
            return answered
        if await self._fire(code, cell):
            return None
        given = await self._given_for(cell, key, command)
        # Decided on what is written after: nothing may happen between these two.
        event = decide(cell.live.room, key.seat, command, given)
        if event is None:
            return cell.live.head.version
        refuse_endless(event, cell)
        return await self._appended(code, cell, event, key)

    async def _appended(
        self,
        code: RoomCode,
        cell: Cell,
        event: Event,
        key: CommandKey | None,
        grants: Grants = (),
    ) -> Version | None:
        """The version of this event; None if somebody else wrote first: the cell knows it now."""
        with suppress(Conflict):
            return await self._append(code, cell, event, key, grants)
        with _refusing():
            await self._feed.catch_up(code, cell)
        return None

    async def fire(self, code: RoomCode) -> Live:
        """Let what is overdue in this room happen; the room after it.

        Raises Refused(ROOM_NOT_FOUND), Unavailable.
        """
        cell = await self._feed.cell(code)
        await self._fire(code, cell)
        return cell.live

    async def _fire(self, code: RoomCode, cell: Cell) -> bool:
        """True if something overdue happened (or somebody else wrote first)."""
        if self._outages is not None and deadline(cell.live.room) is not None:
            await self._outages.be_sure()
        now, falls = self._now(), deadline(cell.live.room)
        down = self._outages.in_turn(cell.live.room, now) if self._outages else Millis(0)
        event = overdue(cell.live.room, now, down)
        if event is None or falls is None:
            return False
        if await self._appended(code, cell, event, None) is not None:
            kind = "extended" if isinstance(event, ClockExtended) else "flag"
            self._ledger.fired(kind, (now - falls) / 1000)
        return True

    # — one append —

    async def _append(
        self,
        code: RoomCode,
        cell: Cell | None,
        event: Event,
        key: CommandKey | None,
        grants: Grants = (),
    ) -> Version:
        before = None if cell is None else cell.live.room
        head = NOWHERE if cell is None else cell.live.head
        recorded = self._recorded(head, event, key)
        after = evolve(before, event)
        if cell is not None:
            cell.foreseen = (recorded, after)
        append = Append(
            room=code,
            after=head,
            recorded=recorded,
            deadline=due(after, recorded.at),
            expires_at=self._times.end_of(after, recorded.at),
            not_after=Millis(recorded.at + self._times.store),
            checkpoint=before is None or isinstance(event, GameStarted),
            grants=grants or revoked(event),
            finished=finished(before, after, recorded),
        )
        return await self._written(code, cell, append)

    async def _written(self, code: RoomCode, cell: Cell | None, append: Append) -> Version:
        head = await self._store.append(append)
        if cell is not None and head == append.recorded.head:
            self._feed.accept(code, cell, append.recorded)
            if append.grants:
                await self._feed.catch_up(code, cell)
        return head.version

    def _recorded(self, head: Head, event: Event, key: CommandKey | None) -> Recorded:
        return Recorded(Head(Version(head.version + 1), self._tags.draw()), self._now(), key, event)

    # — what the world adds —

    def _given(self) -> Given:
        return Given(self._now(), draw_seeds)

    async def _given_for(self, cell: Cell, key: CommandKey, command: Command) -> Given:
        if not isinstance(command, Claim):
            return self._given()
        room = cell.live.room
        presence = await self._store.presence(room.table.code)
        claim_at = claimable_from(room, key.seat.other, presence, self._times.away)
        return Given(self._now(), draw_seeds, claim_at)
