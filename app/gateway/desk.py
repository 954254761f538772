"""Where the frames of one connection are answered, one after the other.

Owns the order of an answer: rate, shape, seat, repeat, and only then the room. Every frame
gets exactly one answer, and an `ack` only after the store has the event.
"""

from __future__ import annotations

import asyncio
from typing import Final

import orjson

from app.game import Seat
from app.gateway import byes, frames
from app.gateway import protocol as p
from app.gateway.connection import REFUSED_BEFORE_THE_END, Connection
from app.gateway.hub import Hub
from app.gateway.switchboard import Switchboard
from app.gateway.translate import Asked, RoomMessage, asked
from app.room.actor import You, acting_seat
from app.room.commands import Refusal, Refused, SetRules
from app.room.decide import set_rules
from app.room.names import clean_chat
from app.room.state import Version
from app.service.haste import hasten
from app.service.strict_json import NotJson, decode
from app.service.tokens import hash_of, new_token
from app.store.port import CommandKey, Unavailable

DONE: Final = "done"
UNREAD: Final = "unread"
"""The type of a frame that was not looked into, or is none of ours, in the counts."""


class Desk:
    """Answers the frames of `connection` in the room of `hub`."""

    __slots__ = ("_board", "_clock", "_connection", "_counted", "_hub")

    def __init__(self, board: Switchboard, hub: Hub, connection: Connection) -> None:
        self._board = board
        self._hub = hub
        self._connection = connection
        self._clock = asyncio.get_running_loop().time
        self._counted = board.services.ledger.commands

    async def answer(self, text: str) -> None:
        """Do what the frame asks, or say why not."""
        late = self._connection.pace.take(self._clock()) if self._board.config.limited else 0.0
        if late < -REFUSED_BEFORE_THE_END:
            self._counted[UNREAD, Refusal.RATE_LIMITED] += 1
            self._connection.end(byes.RATE_LIMITED)
            return
        value = _value_of(text)
        if late < 0:
            self._refuse(UNREAD, p.id_of(value), Refused(Refusal.RATE_LIMITED))
        elif isinstance(read := p.read_message(value), str):
            self._refuse(UNREAD, p.id_of(value), Refused(Refusal(read)))
        else:
            await self._answer_message(read)

    def _refuse(self, kind: str, about: str | None, refusal: Refused) -> None:
        self._counted[kind, refusal.code] += 1
        outbox = self._connection.outbox
        outbox.small(frames.refused(about, refusal, self._version))
        if refusal.code is Refusal.STALE:
            outbox.state(self._hub.state)

    @property
    def _version(self) -> Version:
        return self._hub.live.head.version

    async def _answer_message(self, message: p.ClientMessage) -> None:
        connection = self._connection
        if not self._hub.holds(connection):
            return connection.end(byes.UNAUTHORIZED)
        connection.begin_command()
        try:
            await self._do(message)
            self._counted[message.type, DONE] += 1
        except Refused as refusal:
            self._refuse(message.type, message.id, refusal)
        except Unavailable:
            self._refuse(message.type, message.id, Refused(Refusal.UNAVAILABLE))
        finally:
            connection.finish_command()

    async def _do(self, message: p.ClientMessage) -> None:
        match message:
            case p.Play():  # First of all: the most frequent by far.
                self._ack(message.id, await self._command(message))
            case p.Ping():
                now = self._board.services.now()
                self._connection.outbox.small(frames.pong(message.id, self._version, now))
            case p.History():
                await self._history(message)
            case p.Say():
                await self._say(message)
            case p.MoveNow():
                await self._move_now(message)
            case p.MoveSeat():
                await self._move_seat(message)
            case p.DropTokens():
                await self._drop_tokens(message)
            case p.Commit() | p.Open():
                self._own_seat()
                raise Refused(Refusal.NOT_AVAILABLE)
            case _:
                self._ack(message.id, await self._command(message))

    def _ack(self, about: str, version: Version) -> None:
        self._connection.outbox.small(frames.ack(about, version))

    def _own_seat(self) -> Seat:
        """The seat of this connection; raises Refused(FORBIDDEN) for a spectator."""
        if self._connection.seat is None:
            raise Refused(Refusal.FORBIDDEN)
        return self._connection.seat

    # — commands of the room —

    async def _command(self, message: RoomMessage) -> Version:
        live = self._hub.live
        wanted = asked(message, live.room.table.rules)
        seat = acting_seat(live.room, self._connection.you, wanted.command, wanted.named)
        if wanted.flaw is not None or self._connection.you is You.BOTH:
            answered = await self._answered(message.id, seat)
            if answered is not None:
                return answered
        if wanted.flaw is not None:
            self._raise_flaw(wanted, wanted.flaw, seat)
        rooms = self._board.services.rooms
        return await rooms.command(self._hub.code, seat, message.id, wanted.command)

    async def _answered(self, about: str, seat: Seat) -> Version | None:
        """The first answer to this id. At one device the turn may have passed on since then."""
        cell = await self._board.services.feed.cell(self._hub.code)
        seats = tuple(Seat) if self._connection.you is You.BOTH else (seat,)
        found = (cell.answered.get(CommandKey(each, about)) for each in seats)
        return next((version for version in found if version is not None), None)

    def _raise_flaw(self, wanted: Asked, flaw: Refused, seat: Seat) -> None:
        """A flaw in the body comes after what the room has against the command itself."""
        if isinstance(wanted.command, SetRules):
            set_rules(self._hub.live.room, seat, wanted.command)
        raise flaw

    # — what is not in the log —

    async def _history(self, message: p.History) -> None:
        moves = await self._moves_of(message.game)
        self._connection.outbox.small(frames.history(message.id, message.game, moves))

    async def _moves_of(self, number: int) -> tuple[str, ...]:
        view = self._hub.view
        if view.game is not None and view.game["number"] == number:
            return view.moves
        record = await self._board.services.store.record(self._hub.code, number)
        if record is None:
            raise Refused(Refusal.NOT_FOUND)
        return tuple(orjson.loads(record)["moves"])

    async def _say(self, message: p.Say) -> None:
        if (message.text is None) is (message.phrase is None):
            raise Refused(Refusal.MALFORMED, "either text or phrase")
        seat = self._own_seat()
        if message.phrase is not None and message.phrase not in p.PHRASES:
            raise Refused(Refusal.TEXT_INVALID, "there is no such phrase")
        text = None if message.text is None else clean_chat(message.text)
        key = CommandKey(seat, message.id)
        await self._board.services.store.say(self._hub.code, key, text, message.phrase)
        self._ack(message.id, self._version)

    async def _move_now(self, message: p.MoveNow) -> None:
        self._own_seat()
        await hasten(self._board.services.store, self._hub.live.room, message.game)
        self._ack(message.id, self._version)

    async def _move_seat(self, message: p.MoveSeat) -> None:
        seat = self._own_seat()
        token = new_token()
        hashed = hash_of(token)
        if hashed is not None:
            own = self._connection.token
            await self._board.services.store.add_token(self._hub.code, seat, hashed, own)
        self._connection.outbox.small(frames.seat_token(message.id, token))

    async def _drop_tokens(self, message: p.DropTokens) -> None:
        seat = self._own_seat()
        if self._connection.token is not None:
            await self._board.services.store.keep_only_token(
                self._hub.code, seat, self._connection.token
            )
        self._ack(message.id, self._version)


def _value_of(text: str) -> object:
    """What a frame says; None if it is no JSON."""
    try:
        return decode(text)
    except NotJson:
        return None
