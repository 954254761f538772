"""A ruleset as the search's board wants it: a table of who takes whom, and plain numbers."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from app.bot.codes import LETTERS, numbers
from app.game import CannonRule, Elimination, Repetition, Rules
from app.game.pieces import PREY


@final
class Law:
    """The rules that bear on play. A limit that is off is 0.

    `takes[attacker * 16 + target]` is 1 if the one takes the other on the square beside it.
    """

    takes: vec[i64]
    jumps: bool
    quiet_limit: i64
    chase_limit: i64
    vary: bool
    threefold: bool
    elimination: bool

    def __init__(self, rules: Rules) -> None:
        self.takes = numbers(_takes())
        self.jumps = rules.cannon is CannonRule.JUMP
        self.quiet_limit = rules.no_progress_limit or 0
        self.chase_limit = rules.chase_limit or 0
        self.vary = rules.repetition is Repetition.VARY
        self.threefold = rules.repetition is Repetition.DRAW3
        self.elimination = rules.elimination is Elimination.IMMEDIATE


def _takes() -> list[int]:
    return [int(one in PREY and other in PREY[one]) for one in LETTERS for other in LETTERS]
