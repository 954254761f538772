"""What HTTP answers: one model per answer, for documentation, type generation and tests.

Parts that the socket sends as well are named by the word they have in the page's types.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict

from app.game import Colour, Reason, Seat

OptionValue = str | int | bool | None
AsSent = dict[str, object]
"""A part that is described by the models of the socket's messages."""


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Seated(_Answer):
    """A seat was taken: `POST /api/rooms` and `POST /api/rooms/{code}/seats`."""

    code: str
    seat: Seat
    token: str
    path: str
    room: Annotated[AsSent, "Room"]


class RoomCard(_Answer):
    """`GET /api/rooms/{code}`: what is told at the door."""

    code: str
    phase: Annotated[str, "Phase"]
    opponent: Annotated[str, "Opponent"]
    seats: Annotated[AsSent, "BySeat<SeatInfo | null>"]
    rules: Annotated[AsSent, "Rules"]
    clock: Annotated[AsSent | None, "Clock | null"]
    spectators: bool
    turn: Seat | None


class Range(_Answer):
    """The bounds of a number."""

    min: int
    max: int


class RulesMenu(_Answer):
    """`GET /api/rules`: what the create form is built from."""

    presets: dict[str, Annotated[AsSent, "Rules"]]
    options: dict[str, tuple[OptionValue, ...]]
    ranges: dict[str, Range]
    default: str


class PositionResult(_Answer):
    """How a position has ended."""

    winner: Colour | None
    reason: Reason


class Judged(_Answer):
    """`POST /api/positions`; `refused` only when an action was asked about."""

    legal: tuple[str, ...]
    captures: tuple[str, ...]
    barred: tuple[str, ...]
    unseen: str
    result: PositionResult | None
    refused: str | None = None


class GameRecord(_Answer):
    """One game as it was played: what a finished game's address answers."""

    format: int
    room: str
    number: int
    rules: Annotated[AsSent, "Rules"]
    first: Seat
    names: Annotated[AsSent, "BySeat<string | null>"]
    colors: Annotated[AsSent | None, "BySeat<Colour> | null"]
    start: str
    moves: tuple[str, ...]
    result: Annotated[AsSent | None, "Result | null"]
    deal: str | None
    date: str


class ReadRecord(_Answer):
    """`POST /api/records`: the record, the same as text, and what its plies lead through."""

    record: Annotated[AsSent, "GameRecord"]
    text: str
    boards: tuple[str, ...]
    positions: tuple[str, ...]
    chases: tuple[tuple[Annotated[AsSent, "Chase"], ...], ...]
