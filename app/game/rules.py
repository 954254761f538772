"""The ruleset: one value that the judge, the room, the page and the record all read.

`Rules` holds every option; `PRESETS` the published rulesets. What each option means is told
in docs/rules.md; how rules cross the wire is in `rules_json`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class RulesInvalid(Exception):
    """Rules that do not exist or do not go together, with the reason as a sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Repetition(StrEnum):
    """What the third appearance of a position means."""

    NONE = "none"
    DRAW3 = "draw3"
    VARY = "vary"


class Elimination(StrEnum):
    """When a player without pieces loses."""

    IMMEDIATE = "immediate"
    NO_ACTION_ONLY = "no_action_only"


class Undo(StrEnum):
    """Where plies may be taken back."""

    OFF = "off"
    LOCAL = "local"


class FirstMover(StrEnum):
    """Who moves first in the first game of a series."""

    DRAW = "draw"
    HOST = "host"
    GUEST = "guest"
    RANDOM = "random"


class NextFirstMover(StrEnum):
    """Who moves first in the next game of a series."""

    ALTERNATE = "alternate"
    LOSER = "loser"
    WINNER = "winner"
    DRAW = "draw"


class Scoring(StrEnum):
    """Whether a win is worth play points."""

    RESULT = "result"
    STAKE = "stake"


class Ranking(StrEnum):
    """The ladder of ranks."""

    TAIWAN = "taiwan"
    HONG_KONG = "hong_kong"


class CannonRule(StrEnum):
    """How a cannon captures."""

    JUMP = "jump"
    STEP = "step"


class EqualRanks(StrEnum):
    """What happens when equal ranks meet."""

    CAPTURE = "capture"
    TRADE = "trade"


class DarkCapture(StrEnum):
    """Whether face-down pieces may be attacked."""

    OFF = "off"
    REVEAL = "reveal"
    TRADE = "trade"


class ColourRule(StrEnum):
    """What settles the colours."""

    FIRST_FLIP = "first_flip"
    HOST_RED = "host_red"
    HOST_BLACK = "host_black"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One complete ruleset. Limits count plies (`None`: off); `stake_base` is 1 to 1000."""

    no_progress_limit: int | None
    repetition: Repetition
    chase_limit: int | None
    elimination: Elimination
    draw_offers: bool
    resignation: bool
    undo: Undo
    first_mover: FirstMover
    next_first_mover: NextFirstMover
    scoring: Scoring
    stake_base: int = 1
    # House rules. Only these values can be chosen so far.
    general_takes_soldier: bool = False
    soldier_takes_cannon: bool = False
    ranking: Ranking = Ranking.TAIWAN
    cannon: CannonRule = CannonRule.JUMP
    equal_ranks: EqualRanks = EqualRanks.CAPTURE
    chain_captures: bool = False
    dark_capture: DarkCapture = DarkCapture.OFF
    chariot_rush: bool = False
    horse_diagonal: bool = False
    colours: ColourRule = ColourRule.FIRST_FLIP


PRESETS: Final[Mapping[str, Rules]] = {
    "douque": Rules(
        no_progress_limit=60,
        repetition=Repetition.NONE,
        chase_limit=5,
        elimination=Elimination.IMMEDIATE,
        draw_offers=True,
        resignation=True,
        undo=Undo.OFF,
        first_mover=FirstMover.DRAW,
        next_first_mover=NextFirstMover.DRAW,
        scoring=Scoring.STAKE,
    ),
    "paofuqi": Rules(
        no_progress_limit=None,
        repetition=Repetition.NONE,
        chase_limit=None,
        elimination=Elimination.NO_ACTION_ONLY,
        draw_offers=False,
        resignation=False,
        undo=Undo.LOCAL,
        first_mover=FirstMover.HOST,
        next_first_mover=NextFirstMover.ALTERNATE,
        scoring=Scoring.RESULT,
    ),
    "ply_yard": Rules(
        no_progress_limit=120,
        repetition=Repetition.NONE,
        chase_limit=None,
        elimination=Elimination.IMMEDIATE,
        draw_offers=True,
        resignation=True,
        undo=Undo.OFF,
        first_mover=FirstMover.HOST,
        next_first_mover=NextFirstMover.ALTERNATE,
        scoring=Scoring.RESULT,
    ),
    "tournament": Rules(
        no_progress_limit=60,
        repetition=Repetition.DRAW3,
        chase_limit=None,
        elimination=Elimination.IMMEDIATE,
        draw_offers=False,
        resignation=True,
        undo=Undo.OFF,
        first_mover=FirstMover.RANDOM,
        next_first_mover=NextFirstMover.ALTERNATE,
        scoring=Scoring.RESULT,
    ),
}
DEFAULT_PRESET: Final = "douque"


def points_for(rules: Rules, captured_by_loser: int) -> int:
    """What the winner gains and the loser pays, in play points.

    With stake scoring the base is multiplied by 5, 3 or 1, as the loser took up to 5, up to
    12 or more pieces. Source: Banqi rules version 4, "Scoring".
    """
    if rules.scoring is Scoring.RESULT:
        return 0
    if captured_by_loser <= 5:
        return 5 * rules.stake_base
    return (3 if captured_by_loser <= 12 else 1) * rules.stake_base
