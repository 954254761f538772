"""What the server sends over the socket: one model per message.

For documentation, type generation and tests. The hot path does not build these: `frames`
encodes the views directly, and tests hold the two together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from app.game import Rule, Rules, Seat
from app.gateway.presence import SeatOnline
from app.room.actor import You
from app.room.view import GameView, LastView, RoomView


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesView(Rules):
    """Every option, and the preset these rules are, or `custom`."""

    preset: str


class _Sent(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Welcome(_Sent):
    """All there is to know; it replaces whatever the client knew."""

    type: Literal["welcome"]
    protocol: int
    build: str
    you: You
    version: int
    now: int
    rules: RulesView
    room: RoomView
    game: GameView | None
    moves: tuple[str, ...]


class StateMessage(_Sent):
    """The room after an event, whole but for rules and move list."""

    type: Literal["state"]
    version: int
    now: int
    room: RoomView
    game: GameView | None
    last: LastView | None


class Presence(_Sent):
    """Who is connected; not part of the room's history."""

    type: Literal["presence"]
    host: SeatOnline | None
    guest: SeatOnline | None
    spectators: int
    claim_at: int | None


class Ack(_Sent):
    """The command is stored."""

    type: Literal["ack"]
    id: str
    version: int


class RefusedMessage(_Sent):
    """The command changed nothing, and why; `rule` says which rule an action breaks."""

    type: Literal["refused"]
    id: str | None
    code: str
    message: str
    version: int
    rule: Rule | None = None


class Said(_Sent):
    """One line of chat; `old` when it was said before the client came."""

    type: Literal["said"]
    n: int
    by: Seat
    at: int
    text: str | None = None
    phrase: str | None = None
    old: bool | None = None


class History(_Sent):
    """All plies of a game."""

    type: Literal["history"]
    id: str
    game: int
    moves: tuple[str, ...]


class SeatToken(_Sent):
    """One more token of the asker's seat."""

    type: Literal["seat_token"]
    id: str
    token: str


class Pong(_Sent):
    """The server is there; `now` is its time."""

    type: Literal["pong"]
    id: str
    version: int
    now: int


class Bye(_Sent):
    """The last message before the server closes."""

    type: Literal["bye"]
    code: str
    message: str
    retry: bool


ServerMessage = (
    Welcome
    | StateMessage
    | Presence
    | Ack
    | RefusedMessage
    | Said
    | History
    | SeatToken
    | Pong
    | Bye
)

SERVER_MESSAGE: Final[TypeAdapter[ServerMessage]] = TypeAdapter(
    Annotated[ServerMessage, Field(discriminator="type")]
)
