"""How much luck the players of many games have: about none in sum, as it should be.

    python -m tests.bench.luck [GAMES] [NODES] [SEED]

The computer player plays itself on honest deals, and every flip is judged as a review judges it,
with so many nodes for each piece that could have come up.
"""

import math
import sys
from dataclasses import dataclass, replace

from app.arena.chance import Stream
from app.arena.games import acted, deal_of, turn_of
from app.bot.choose import choose
from app.bot.sight import Sight
from app.computer.question import Answer
from app.game import (
    PRESETS,
    Game,
    Mover,
    Record,
    RecordResult,
    Scoring,
    Seat,
    new_game,
    parse_action,
    ply_of,
)
from app.game.record import seat_of
from app.review.plan import Step, odds, steps
from app.review.verdict import Judged, luck, turned_values
from tests.bench.games import found_by, numbers

RULES = replace(PRESETS["douque"], scoring=Scoring.RESULT)


@dataclass(frozen=True, slots=True)
class Flipped:
    """A flip's luck for who made it, and the variance that its luck was to be expected to have."""

    mover: Mover
    luck: float
    variance: float


def game_played(seed: int, number: int, nodes: int) -> Record:
    """The record of one game of the computer player with itself."""
    deal, rng = deal_of(seed, number), Stream("luck", seed, number)
    game, quiet, moves = new_game(RULES), list[tuple[Game, str]](), list[str]()
    while game.outcome is None:
        text = choose(turn_of(game, quiet).sight, nodes, rng).action
        moves.append(str(ply_of(game, parse_action(text), found_by(text, deal))))
        after = acted(game, text, deal)
        quiet = [*quiet, (game, text)] if after.quiet else []
        game = after
    winner = None if game.outcome.winner is None else seat_of(Seat.HOST, game.outcome.winner)
    result = RecordResult(winner, game.outcome.reason)
    return Record(rules=RULES, first=Seat.HOST, moves=tuple(moves), result=result)


def flips_of(record: Record, nodes: int, seed: int) -> list[Flipped]:
    """Every flip of a game as the review sees it."""
    return [flipped(each) for each in judged_flips(record, nodes, seed)]


def judged_flips(record: Record, nodes: int, seed: int) -> list[Judged]:
    """Every flip of a game with what it could have brought."""
    return [judged(step, nodes, seed) for step in steps(record) if step.could]


def judged(step: Step, nodes: int, seed: int) -> Judged:
    """A flip, with a search for each piece that could have come up."""
    rng = Stream("judge", seed, step.number)
    scores = {
        turned.piece: choose(sight_of(turned.game), nodes, rng).score
        for turned in step.could
        if turned.game.outcome is None
    }
    return Judged(step, Answer(step.action, 0.0), turned_values(step, scores))


def flipped(flip: Judged) -> Flipped:
    """The luck of a flip, and how much of it there was to be had."""
    chances = odds(flip.step.could)
    mean = sum(chances[piece] * value for piece, value in flip.turned.items())
    variance = sum(chances[piece] * (value - mean) ** 2 for piece, value in flip.turned.items())
    return Flipped(flip.step.before.mover, luck(flip), variance)


def sight_of(game: Game) -> Sight:
    """What everybody sees right after a flip."""
    return Sight(game.rules, game.position, game.chases)


def told(name: str, sums: list[float], expected: float) -> str:
    """Mean luck of a game with its standard error, and how much of it a game has."""
    count = len(sums)
    mean = sum(sums) / count
    spread = math.sqrt(sum((each - mean) ** 2 for each in sums) / (count - 1))
    return (
        f"{name}: {mean:+.4f} ± {spread / math.sqrt(count):.4f} points a game "
        f"(one game {spread:.3f}, expected {math.sqrt(expected / count):.3f})"
    )


def main() -> None:
    games, nodes, seed = numbers(200, 400, 1)
    sums: dict[Mover, list[float]] = {mover: [] for mover in Mover}
    expected = dict.fromkeys(Mover, 0.0)
    count = 0
    for number in range(games):
        flips = flips_of(game_played(seed, number, nodes), nodes, seed)
        count += len(flips)
        for mover in Mover:
            own = [each for each in flips if each.mover is mover]
            sums[mover].append(sum(each.luck for each in own))
            expected[mover] += sum(each.variance for each in own)
    sys.stdout.write(f"{games} games with {nodes} nodes, {count} flips\n")
    for mover in Mover:
        sys.stdout.write(f"{told(f'the {mover.value} player', sums[mover], expected[mover])}\n")
    both = [one + other for one, other in zip(*sums.values(), strict=True)]
    sys.stdout.write(f"{told('both', both, sum(expected.values()))}\n")


if __name__ == "__main__":
    main()
