"""What HTTP clients may send: one strict model per body."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt

Options = dict[str, StrictBool | StrictInt | str | None]
Token = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{43}$")]


class _Body(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)


class ClockBody(_Body):
    """Seconds each player has at the start, and seconds added after each ply."""

    initial: Annotated[StrictInt, Field(ge=1, le=86_400)]
    increment: Annotated[StrictInt, Field(ge=0, le=3_600)] = 0


class CreateRoom(_Body):
    """`POST /api/rooms`: every field may be left out."""

    name: str | None = None
    opponent: Literal["friend", "computer", "local"] = "friend"
    rules: Options | None = None
    clock: ClockBody | None = None
    first: Literal["draw", "host", "guest", "random"] | None = None
    spectators: StrictBool = True
    odds: StrictBool = True
    level: Annotated[StrictInt, Field(ge=1, le=5)] = 3
    position: Annotated[str, Field(max_length=200)] | None = None
    token: Token | None = None


class TakeSeat(_Body):
    """`POST /api/rooms/{code}/seats`."""

    name: str | None = None
    token: Token | None = None


class JudgePosition(_Body):
    """`POST /api/positions`; with `action` the answer says whether and why it is refused."""

    position: Annotated[str, Field(max_length=200)]
    rules: Options | None = None
    action: Annotated[str, Field(min_length=1, max_length=64)] | None = None


class DrawQr(_Body):
    """`POST /api/qr`."""

    text: Annotated[str, Field(min_length=1, max_length=300)]
