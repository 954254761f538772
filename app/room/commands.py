"""What can be asked of a room. Imperative, already checked for shape, not yet for sense.

Knows nothing of JSON, sockets or tokens: who asks is an argument of `decide`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.game import Rule, Rules
from app.room.state import ClockRules


class Refusal(StrEnum):
    """Why a request was not done: the codes of the wire contract."""

    MALFORMED = "malformed"
    UNKNOWN_TYPE = "unknown_type"
    UNAUTHORIZED = "unauthorized"
    FORBIDDEN = "forbidden"
    ROOM_NOT_FOUND = "room_not_found"
    ROOM_FULL = "room_full"
    NOT_PLAYING = "not_playing"
    NOT_YOUR_TURN = "not_your_turn"
    STALE = "stale"
    ILLEGAL_ACTION = "illegal_action"
    NO_OFFER = "no_offer"
    NOT_ALLOWED_BY_RULES = "not_allowed_by_rules"
    TOO_EARLY = "too_early"
    TILE_TAKEN = "tile_taken"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOT_FOUND = "not_found"
    NOT_AVAILABLE = "not_available"
    RATE_LIMITED = "rate_limited"
    NAME_INVALID = "name_invalid"
    TEXT_INVALID = "text_invalid"
    RULES_INVALID = "rules_invalid"
    POSITION_INVALID = "position_invalid"
    RECORD_INVALID = "record_invalid"
    UNAVAILABLE = "unavailable"
    OUTDATED = "outdated"


class Refused(Exception):
    """The one exception of the domain: the request changed nothing, and this is why."""

    def __init__(self, code: Refusal, detail: str = "", rule: Rule | None = None) -> None:
        super().__init__(code, detail, rule)
        self.code = code
        self.detail = detail
        self.rule = rule


@dataclass(frozen=True, slots=True)
class AboutGame:
    """A command about one game; a `game` that is not the newest one makes it stale."""

    game: int | None = None


@dataclass(frozen=True, slots=True)
class Play(AboutGame):
    """Flip, move or capture; `ply` is the number of plies played before it."""

    ply: int = 0
    action: str = ""


@dataclass(frozen=True, slots=True)
class Pick(AboutGame):
    """Take place 0 to 4 in the five-piece draw."""

    tile: int = 0


@dataclass(frozen=True, slots=True)
class OfferDraw(AboutGame):
    """Offer a draw, or accept the other's standing offer."""


@dataclass(frozen=True, slots=True)
class AcceptDraw(AboutGame):
    """Accept the offer that was made at `ply`."""

    ply: int = 0


@dataclass(frozen=True, slots=True)
class DeclineDraw(AboutGame):
    """Decline the other's offer or withdraw one's own."""


@dataclass(frozen=True, slots=True)
class Resign(AboutGame):
    """Give the game up."""


@dataclass(frozen=True, slots=True)
class Claim(AboutGame):
    """End the game against an absent player, as a win or without a result."""

    win: bool = False


@dataclass(frozen=True, slots=True)
class Rematch(AboutGame):
    """Agree to another game, or withdraw or decline."""

    accept: bool = True


@dataclass(frozen=True, slots=True)
class Undo(AboutGame):
    """Take back one ply in a local room."""


@dataclass(frozen=True, slots=True)
class Restart(AboutGame):
    """Throw the running game away and deal a new one (local and computer rooms)."""


@dataclass(frozen=True, slots=True)
class SetRules:
    """Play the next game under these rules; `clock` is left alone unless `has_clock`."""

    rules: Rules
    clock: ClockRules | None = None
    has_clock: bool = False


@dataclass(frozen=True, slots=True)
class RemoveGuest:
    """The host empties the guest's seat."""


@dataclass(frozen=True, slots=True)
class SeatComputer:
    """The host gives the free seat to the computer."""

    level: int


@dataclass(frozen=True, slots=True)
class Rename:
    """Change the name on one's own seat (already cleaned)."""

    name: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Give one's seat up."""


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Sit down on the free seat under this name (already cleaned)."""

    name: str | None


Command = (
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
    | Rename
    | Leave
    | TakeSeat
)
