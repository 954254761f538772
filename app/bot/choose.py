"""The computer player's one question: what would you do, seeing this?"""

from dataclasses import dataclass
from typing import Protocol

from app.bot.codes import NOBODY, numbers
from app.bot.evaluate import Weights
from app.bot.mind import WIN, IsHurried, Mind, never
from app.bot.root import Root
from app.bot.sight import Sight, board_of
from app.game.board import SQUARE_NAMES


class NoAction(Exception):
    """The player to move has nothing to do: the game is over."""


class Chance(Protocol):
    """Where the player's chance comes from."""

    def randrange(self, stop: int, /) -> int:
        """A whole number below `stop`."""
        ...


@dataclass(frozen=True, slots=True)
class Choice:
    """An action with its expected result, −1 to 1, and what it cost to find.

    `values`: every action that was looked at, best first. Only the first one's is exact, the
    others' are at most that, unless the search was told to be exact.
    """

    action: str
    score: float
    nodes: int
    depth: int
    values: tuple[tuple[str, float], ...]


def choose(
    sight: Sight,
    budget: int,
    rng: Chance,
    *,
    exact: bool = False,
    is_hurried: IsHurried = never,
) -> Choice:
    """The best action found with so many nodes; the same for the same sight, budget and chance.

    Once `is_hurried` says so, the best that has been found so far. NoAction if there is none.
    """
    board = board_of(sight)
    order = _shuffled(32, rng)
    if board.side == NOBODY:
        return Choice(SQUARE_NAMES[order[0]], 0.0, 0, 0, ((SQUARE_NAMES[order[0]], 0.0),))
    root = Root(Mind(board, budget, Weights(), is_hurried), exact)
    root.add_flips(numbers(order))
    if root.count == 0:
        raise NoAction
    root.think()
    values = tuple((text_of(root.actions[at]), root.scores[at] / WIN) for at in range(root.count))
    return Choice(values[0][0], values[0][1], root.mind.nodes, root.depth, values)


def text_of(action: int) -> str:
    """An action of the search as the game writes it."""
    source, target = action & 31, action >> 5
    return SQUARE_NAMES[source] + (SQUARE_NAMES[target] if target != source else "")


def _shuffled(count: int, rng: Chance) -> list[int]:
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        chosen = rng.randrange(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order
