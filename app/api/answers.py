"""What HTTP answers: one model per answer, for documentation, type generation and tests."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from app.game import BySeat, Colour, Reason, Rules, Seat
from app.room.view import ClockRulesView, RoomView, SeatView

OptionValue = str | int | bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesView(Rules):
    """Every option, and the preset these rules are, or `custom`."""

    preset: str


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Seated(_Answer):
    """A seat was taken: `POST /api/rooms` and `POST /api/rooms/{code}/seats`."""

    code: str
    seat: Seat
    token: str
    path: str
    room: RoomView


class RoomCard(_Answer):
    """`GET /api/rooms/{code}`: what is told at the door."""

    code: str
    phase: str
    opponent: str
    seats: BySeat[SeatView | None]
    rules: RulesView
    clock: ClockRulesView | None
    spectators: bool


class Range(_Answer):
    """The bounds of a number."""

    min: int
    max: int


class RulesMenu(_Answer):
    """`GET /api/rules`: what the create form is built from."""

    presets: dict[str, RulesView]
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
