"""The five levels: how many nodes each may spend on an action, and how steady its hand is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from app.bot.choose import Chance, Choice, choose
from app.bot.mind import IsHurried, never
from app.bot.sight import Sight


@dataclass(frozen=True, slots=True)
class Level:
    """Nodes for an action, and how far off its judgement may be, in points of expected result.

    Nodes and not seconds, so that a level is as strong on every machine.
    """

    nodes: int
    doubt: float = 0.0


LEVELS: Final[Mapping[int, Level]] = {
    1: Level(400, 0.5),
    2: Level(800, 0.12),
    3: Level(1_500),
    4: Level(10_000),
    5: Level(900_000),
}
_GRAIN: Final = 1 << 20


def choose_at(level: Level, sight: Sight, rng: Chance, is_hurried: IsHurried = never) -> Choice:
    """What a level does: the best action found, or one that looks as good to an unsteady eye."""
    if level.doubt == 0.0:
        return choose(sight, level.nodes, rng, is_hurried=is_hurried)
    choice = choose(sight, level.nodes, rng, exact=True, is_hurried=is_hurried)
    doubted = [
        (score + level.doubt * rng.randrange(_GRAIN) / _GRAIN, text)
        for text, score in choice.values
    ]
    action = max(doubted)[1]
    return Choice(action, dict(choice.values)[action], choice.nodes, choice.depth, choice.values)
