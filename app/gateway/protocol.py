"""What a client may send over the socket: one strict model per message.

Owns the shape of the client's messages: fields, types and bounds. Knows no room, no seat and
no rule of the game, and cannot reach the deal. What the server sends is in `frames`.
"""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal, NewType, get_args

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, TypeAdapter
from pydantic import ValidationError as _Invalid

PROTOCOL: Final = 1
MAX_FRAME: Final = 8192
"""Bytes of a frame from a client."""

PHRASES: Final = (
    "hello",
    "good_luck",
    "well_played",
    "nice_move",
    "good_game",
    "thanks",
    "sorry",
    "one_moment",
    "one_more",
    "goodbye",
)
"""Keys of the preset phrases; their sentences are in the page's locale files."""

SeatName = Literal["host", "guest"]
CommandId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
GameNumber = Annotated[StrictInt, Field(ge=0, le=1_000_000)]
PlyNumber = Annotated[StrictInt, Field(ge=0, le=100_000)]
Secret = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Token = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{43}$")]
Options = dict[str, StrictBool | StrictInt | str | None]
"""Rules as they are written: a preset and the options that differ."""

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Hello(BaseModel):
    """The first message. Fields of later versions are ignored, so that old servers stay usable."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)

    type: Literal["hello"]
    protocol: Annotated[StrictInt, Field(ge=1)] = PROTOCOL
    token: object = None


class _Message(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)

    id: CommandId


class _AboutGame(_Message):
    game: GameNumber | None = None


class _OnSeat(_AboutGame):
    seat: SeatName | None = None


class Clock(BaseModel):
    """Seconds each player has at the start, and seconds added after each ply."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    initial: Annotated[StrictInt, Field(ge=1, le=86_400)]
    increment: Annotated[StrictInt, Field(ge=0, le=3_600)] = 0


class Play(_AboutGame):
    """Flip, move or capture; `ply` plies were played before it."""

    type: Literal["play"]
    ply: PlyNumber
    action: Annotated[str, Field(min_length=1, max_length=64)]


class Pick(_OnSeat):
    """Take one of the five places in the draw for the first move."""

    type: Literal["pick"]
    tile: Annotated[StrictInt, Field(ge=0, le=4)]


class OfferDraw(_OnSeat):
    """Offer a draw, or accept the other's standing offer."""

    type: Literal["offer_draw"]


class AcceptDraw(_OnSeat):
    """Accept the offer that was made at `ply`."""

    type: Literal["accept_draw"]
    ply: PlyNumber


class DeclineDraw(_OnSeat):
    """Decline the other's offer or withdraw one's own."""

    type: Literal["decline_draw"]


class Resign(_OnSeat):
    """Give the game up."""

    type: Literal["resign"]


class Claim(_AboutGame):
    """End the game against an absent player."""

    type: Literal["claim"]
    result: Literal["win", "none"]


class Rematch(_AboutGame):
    """Agree to another game, or withdraw or decline."""

    type: Literal["rematch"]
    accept: StrictBool


class Undo(_AboutGame):
    """Take back one ply (local rooms)."""

    type: Literal["undo"]


class Restart(_AboutGame):
    """Deal anew without a result (local and computer rooms)."""

    type: Literal["restart"]


class SetRules(_Message):
    """Other rules for the next game; without `clock` the clock stays, null takes it away."""

    type: Literal["set_rules"]
    rules: Options
    clock: Clock | None = None


class RemoveGuest(_Message):
    """The host asks the guest to go."""

    type: Literal["remove_guest"]


class SeatComputer(_Message):
    """The host gives the free seat to the computer."""

    type: Literal["seat_computer"]
    level: Annotated[StrictInt, Field(ge=1, le=5)]


class MoveNow(_AboutGame):
    """The computer shall answer at once, with the best that it has found."""

    type: Literal["move_now"]


class MoveSeat(_Message):
    """Ask for one more token of this seat, for another device."""

    type: Literal["move_seat"]


class DropTokens(_Message):
    """Make every other token of this seat invalid."""

    type: Literal["drop_tokens"]


class Say(_Message):
    """Say something: own words or a preset phrase."""

    type: Literal["say"]
    text: str | None = None
    phrase: str | None = None


class Rename(_Message):
    """Be called something else."""

    type: Literal["rename"]
    name: str
    seat: SeatName | None = None


class Leave(_Message):
    """Give the seat up."""

    type: Literal["leave"]


class History(_Message):
    """Ask for all plies of a game."""

    type: Literal["history"]
    game: GameNumber


class Commit(_Message):
    """The player's promise in the fair deal."""

    type: Literal["commit"]
    game: GameNumber
    hash: Secret


class Open(_Message):
    """The player's part of the fair deal."""

    type: Literal["open"]
    game: GameNumber
    secret: Secret


class Ping(_Message):
    """Ask whether the server is there."""

    type: Literal["ping"]


ClientMessage = (
    Play
    | Pick
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
    | Resign
    | Claim
    | Rematch
    | Undo
    | Restart
    | SetRules
    | RemoveGuest
    | SeatComputer
    | MoveNow
    | MoveSeat
    | DropTokens
    | Say
    | Rename
    | Leave
    | History
    | Commit
    | Open
    | Ping
)

TYPES: Final = frozenset(
    get_args(model.model_fields["type"].annotation)[0] for model in get_args(ClientMessage)
)

Flaw = NewType("Flaw", str)
MALFORMED: Final = Flaw("malformed")
UNKNOWN_TYPE: Final = Flaw("unknown_type")

_HELLO: Final = TypeAdapter(Hello)
_MESSAGE: Final[TypeAdapter[ClientMessage]] = TypeAdapter(
    Annotated[ClientMessage, Field(discriminator="type")]
)


def read_hello(value: object) -> Hello | None:
    """The hello in a decoded frame; None if it is something else."""
    try:
        return _HELLO.validate_python(value)
    except _Invalid:
        return None


def read_message(value: object) -> ClientMessage | Flaw:
    """The message in a decoded frame, or what is wrong with it."""
    try:
        return _MESSAGE.validate_python(value)
    except _Invalid:
        return _flaw(value)


def id_of(value: object) -> str | None:
    """The id of a message, if it has a usable one: refusals name it when all else is wrong."""
    found = value.get("id") if isinstance(value, dict) else None
    return found if isinstance(found, str) and _ID.fullmatch(found) else None


def _flaw(value: object) -> Flaw:
    kind = value.get("type") if isinstance(value, dict) else None
    known = not isinstance(kind, str) or kind in TYPES or kind == "hello"
    return MALFORMED if known else UNKNOWN_TYPE
