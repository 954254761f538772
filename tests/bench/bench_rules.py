"""How many random plies a second the rules judge and apply, the list of legal actions included.

Run it alone: `python -m tests.bench.bench_rules [seconds]`. The goal is 20,000.
"""

import random
import sys
import time
from typing import NamedTuple

from app.game import (
    FULL_SET,
    PRESETS,
    Flip,
    Game,
    Piece,
    Rules,
    advance,
    barred,
    legal,
    new_game,
    parse_action,
    parse_ply,
    play,
    ply_of,
)

GOAL = 20_000


class Speed(NamedTuple):
    """Plies, and the processor time they took in seconds."""

    plies: int
    seconds: float

    @property
    def per_second(self) -> float:
        return self.plies / self.seconds


def random_game(chance: random.Random, rules: Rules) -> tuple[Game, list[str]]:
    """One random game to its end, every ply judged, legal and barred listed at each."""
    deal = chance.sample(FULL_SET, 32)
    game, moves = new_game(rules), list[str]()
    while game.outcome is None:
        actions = legal(game)
        barred(game)
        action = parse_action(actions[int(chance.random() * len(actions))])
        ply = ply_of(game, action, Piece(deal[action.square]) if isinstance(action, Flip) else None)
        moves.append(str(ply))
        game = play(game, ply)
    return game, moves


def judged(rules: Rules, seconds: float) -> Speed:
    """Random games for about this long."""
    chance, plies, start = random.Random(1), 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        plies += random_game(chance, rules)[0].ply
    return Speed(plies, spent)


def folded(rules: Rules, seconds: float) -> Speed:
    """Stored plies folded back into games for about this long."""
    stored = [random_game(random.Random(seed), rules)[1] for seed in range(20)]
    plies, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for moves in stored:
            game = new_game(rules)
            for move in moves:
                game = advance(game, parse_ply(move))
            plies += game.ply
    return Speed(plies, spent)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    for name, rules in PRESETS.items():
        if rules.no_progress_limit is not None:
            speed = judged(rules, seconds)
            verdict = "ok" if speed.per_second >= GOAL else "TOO SLOW"
            print(f"judged  {name:<10} {speed.per_second:>9,.0f} plies/s  {verdict}")  # noqa: T201
    speed = folded(PRESETS["douque"], seconds)
    print(f"folded  douque     {speed.per_second:>9,.0f} plies/s")  # noqa: T201


if __name__ == "__main__":
    main()
