"""One socket from its first byte to its last: let in, hello, welcome, frames, bye.

Owns the life of a socket. What a frame means is the desk's part,
who else is in the room the hub's.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from app.gateway import byes
from app.gateway.byes import Bye
from app.gateway.connection import Connection, Pace
from app.gateway.desk import Desk
from app.gateway.hub import Hub
from app.gateway.outbox import Outbox
from app.gateway.protocol import MAX_FRAME, PROTOCOL, Hello, read_hello
from app.gateway.switchboard import Switchboard
from app.gateway.wire import Wire
from app.room.actor import You
from app.room.commands import Refused
from app.service.callers import Caller
from app.service.codes import code_of
from app.service.live import Live
from app.service.strict_json import NotJson, decode
from app.service.tokens import hash_of
from app.store.port import TokenHash, Unavailable

NO_HELLO: Final = "no_hello"
SEAT: Final = "seat"
SPECTATOR: Final = "spectator"

BY_CLIENT: Final = "by_client"
FAILED: Final = "failed"
GONE: Final = 1006
"""The close code of a connection that ended without one."""


class Turned(Exception):
    """This client is not let in; `bye` says why."""

    def __init__(self, bye: Bye) -> None:
        super().__init__(bye.code)
        self.bye = bye


class Session:
    """A socket that was let in. `code` is what its address says, as typed."""

    __slots__ = (
        "_aborted",
        "_board",
        "_caller",
        "_code",
        "_connection",
        "_left_with",
        "_task",
        "_wire",
        "outbox",
    )

    def __init__(self, board: Switchboard, wire: Wire, caller: Caller, code: str) -> None:
        self._board = board
        self._wire = wire
        self._caller = caller
        self._code = code
        self._connection: Connection | None = None
        self._left_with: int | None = None
        """The close code of a client that left by itself."""
        self._task: asyncio.Task[object] | None = None
        self._aborted = False
        self.outbox = Outbox(wire.send, wire.write)

    # — ends that come from outside —

    def end(self, bye: Bye) -> None:
        """Say bye and close, after the command that is going on."""
        if self._connection is not None:
            self._connection.end(bye)
        else:
            self.outbox.end(bye)

    @property
    def kind(self) -> str:
        """What this socket counts as, now or at its end."""
        if self._connection is None:
            return NO_HELLO
        return SPECTATOR if self._connection.seat is None else SEAT

    @property
    def ending(self) -> tuple[str, int]:
        """Why this socket has ended, and its close code."""
        if self._aborted:
            return byes.TOO_SLOW.code, GONE
        if self.outbox.bye is not None:
            return self.outbox.bye.code, self.outbox.bye.close
        return (BY_CLIENT, self._left_with) if self._left_with else (FAILED, GONE)

    def stuck_since(self) -> float | None:
        """When the write that is going on began, by the loop's clock."""
        return self.outbox.busy_since

    def abort(self) -> None:
        """Let go of a client that does not read."""
        if self._task is not None and not self._aborted:
            self._aborted = True
            self._task.cancel()

    # — the life of a socket —

    async def run(self) -> None:
        """Serve until one side has closed."""
        self._task = asyncio.current_task()
        try:
            await self._serve()
            if self.outbox.closed:
                await self.outbox.finished()
        except asyncio.CancelledError:
            if not self._aborted or self._task is None:
                raise
            self._task.uncancel()
        finally:
            self.outbox.drop()

    async def _serve(self) -> None:
        try:
            hello = await self._hello()
            if hello is not None:
                await self._visit(hello)
        except Turned as turned:
            self.outbox.end(turned.bye)
        except Unavailable:
            self.outbox.end(byes.UNAVAILABLE)

    async def _next_text(self) -> str | None:
        """The next text frame; None when the socket is closed or about to be."""
        message = await self._wire.receive()
        if message["type"] != "websocket.receive":
            self._left_with = int(str(message.get("code") or GONE))
            return None
        if self.outbox.closed:
            return None
        text = message.get("text")
        if not isinstance(text, str):
            self.outbox.end(byes.BINARY)
            return None
        if len(text) > MAX_FRAME:
            self.outbox.end(byes.TOO_BIG)
            return None
        return text

    async def _hello(self) -> Hello | None:
        try:
            async with asyncio.timeout(self._board.config.hello_seconds):
                text = await self._next_text()
        except TimeoutError:
            raise Turned(byes.NO_HELLO) from None
        if text is None:
            return None
        try:
            hello = read_hello(decode(text))
        except NotJson:
            hello = None
        if hello is None:
            raise Turned(byes.PROTOCOL_ERROR)
        if hello.protocol > PROTOCOL:
            raise Turned(byes.OUTDATED)
        return hello

    async def _visit(self, hello: Hello) -> None:
        limits = self._board.services.limits
        with limits.looking(self._caller):
            hub = await self._found()
            if hub is None:
                raise Turned(await self._not_found())
        try:
            token = hash_of(hello.token)
            with limits.looking(self._caller):
                live = await self._refreshed(hub, token)
                you = await self._role(hub, live, hello, token)
            if not await self._board.crowds.may_stay(self._caller):
                raise Turned(byes.TOO_MANY)
            if you is not You.SPECTATOR:
                # Whoever is back after an outage finds the time given back.
                with contextlib.suppress(Refused, Unavailable):
                    await self._board.services.rooms.fire(hub.code)
            await self._take_part(hub, you, token)
        finally:
            await self._board.settle(hub)

    async def _found(self) -> Hub | None:
        code = code_of(self._code)
        if code is None:
            return None
        try:
            return await self._board.hub(code)
        except Refused:
            return None

    async def _refreshed(self, hub: Hub, token: TokenHash | None) -> Live | None:
        """The room with all that was acknowledged anywhere; None if it is gone."""
        try:
            live = await self._board.services.feed.refresh(hub.code, token)
        except Refused:
            return None
        return None if live.is_closed else live

    async def _not_found(self) -> Bye:
        """Count a code that was none. Who has spent their tries is told that instead."""
        leave = await self._board.services.limits.may_look_up(self._caller)
        if leave.wait:
            return byes.RATE_LIMITED
        wait = await self._board.services.limits.looked_up_in_vain(self._caller)
        return byes.RATE_LIMITED if wait or leave.blind else byes.ROOM_NOT_FOUND

    async def _role(
        self, hub: Hub, live: Live | None, hello: Hello, token: TokenHash | None
    ) -> You:
        """What this client is in the room; a good token never counts as a look-up."""
        seat = None if live is None or token is None else live.seat_of(token)
        if live is not None and seat is not None:
            return You.BOTH if live.room.table.is_local else You(seat.value)
        if live is None:
            raise Turned(await self._not_found())
        leave = await self._board.services.limits.may_look_up(self._caller)
        if leave.wait:
            raise Turned(byes.RATE_LIMITED)
        if hello.token is not None:
            raise Turned(byes.UNAUTHORIZED)
        if not live.room.table.spectators:
            raise Turned(byes.SPECTATORS_OFF)
        if not await self._board.crowds.may_watch(self._caller, hub.spectators):
            raise Turned(byes.TOO_MANY)
        return You.SPECTATOR

    async def _take_part(self, hub: Hub, you: You, token: TokenHash | None) -> None:
        held = None if you is You.SPECTATOR else token
        pace = Pace(asyncio.get_running_loop().time())
        id_ = self._board.new_connection()
        connection = Connection(id_, self.outbox, you, held, pace)
        open_now = self._board.services.ledger.connections
        open_now[self.kind,] -= 1
        self._connection = connection
        open_now[self.kind,] += 1
        counts = self._board.counts
        counts.said_hello()
        if you is You.SPECTATOR:
            counts.watches(self._caller)
        try:
            await self._joined(hub, connection)
        finally:
            hub.part(connection)
            if you is You.SPECTATOR:
                counts.watches_no_more(self._caller)
            await self._board.depart(hub, connection)

    async def _joined(self, hub: Hub, connection: Connection) -> None:
        hub.join(connection)
        with contextlib.suppress(Unavailable):
            await self._board.arrive(hub, connection)
        desk = Desk(self._board, hub, connection)
        while (text := await self._next_text()) is not None:
            await desk.answer(text)
            await self.outbox.taken()
