"""What can be asked of a room. Imperative, already checked for shape, not yet for sense.

Knows nothing of JSON, sockets or tokens: who asks is an argument of `decide`.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

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


class AboutGame(Struct, frozen=True):
    """A command about one game; a `game` that is not the newest one makes it stale."""

    game: int | None = None


class Play(AboutGame, frozen=True):
    """Flip, move or capture; `ply` is the number of plies played before it."""

    ply: int = 0
    action: str = ""


class Pick(AboutGame, frozen=True):
    """Take place 0 to 4 in the five-piece draw."""

    tile: int = 0


class OfferDraw(AboutGame, frozen=True):
    """Offer a draw, or accept the other's standing offer."""


class AcceptDraw(AboutGame, frozen=True):
    """Accept the offer that was made at `ply`."""

    ply: int = 0


class DeclineDraw(AboutGame, frozen=True):
    """Decline the other's offer or withdraw one's own."""


class Resign(AboutGame, frozen=True):
    """Give the game up."""


class Claim(AboutGame, frozen=True):
    """End the game against an absent player, as a win or without a result."""

    win: bool = False


class Rematch(AboutGame, frozen=True):
    """Agree to another game, or withdraw or decline."""

    accept: bool = True


class Undo(AboutGame, frozen=True):
    """Take back one ply in a local room."""


class Restart(AboutGame, frozen=True):
    """Throw the running game away and deal a new one (local and computer rooms)."""


class SetRules(Struct, frozen=True):
    """Play the next game under these rules; `clock` is left alone unless `has_clock`."""

    rules: Rules
    clock: ClockRules | None = None
    has_clock: bool = False


class RemoveGuest(Struct, frozen=True):
    """The host empties the guest's seat."""


class SeatComputer(Struct, frozen=True):
    """The host gives the free seat to the computer."""

    level: int


class Rename(Struct, frozen=True):
    """Change the name on one's own seat (already cleaned)."""

    name: str


class Leave(Struct, frozen=True):
    """Give one's seat up."""


class TakeSeat(Struct, frozen=True):
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
