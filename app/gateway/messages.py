"""What the server sends over the socket: one model per message.

For documentation, type generation and tests. The hot path does not build these: `frames`
encodes the views directly, and tests hold the two together.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, TypeAdapter

from app.game import Rule, Seat
from app.gateway.shapes import Game, LastPly, Room, RulesShape, SeatPresence, Shape
from app.room.actor import You


class Welcome(Shape):
    """All there is to know; it replaces whatever the client knew."""

    type: Literal["welcome"]
    protocol: int
    build: str
    you: You
    version: int
    now: int
    rules: RulesShape
    room: Room
    game: Game | None
    moves: tuple[str, ...]


class StateMessage(Shape):
    """The room after an event, whole but for rules and move list."""

    type: Literal["state"]
    version: int
    now: int
    room: Room
    game: Game | None
    last: LastPly | None


class Presence(Shape):
    """Who is connected; not part of the room's history."""

    type: Literal["presence"]
    host: SeatPresence | None
    guest: SeatPresence | None
    spectators: int
    claim_at: int | None


class Ack(Shape):
    """The command is stored."""

    type: Literal["ack"]
    id: str
    version: int


class RefusedMessage(Shape):
    """The command changed nothing, and why; `rule` says which rule an action breaks."""

    type: Literal["refused"]
    id: str | None
    code: str
    message: str
    version: int
    rule: Rule | None = None


class Said(Shape):
    """One line of chat; `old` when it was said before the client came."""

    type: Literal["said"]
    n: int
    by: Seat
    at: int
    text: str | None = None
    phrase: str | None = None
    old: bool | None = None


class History(Shape):
    """All plies of a game."""

    type: Literal["history"]
    id: str
    game: int
    moves: tuple[str, ...]


class SeatToken(Shape):
    """One more token of the asker's seat."""

    type: Literal["seat_token"]
    id: str
    token: str


class Pong(Shape):
    """The server is there; `now` is its time."""

    type: Literal["pong"]
    id: str
    version: int
    now: int


class Bye(Shape):
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
