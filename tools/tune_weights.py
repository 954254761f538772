"""Tune the numbers of the evaluation by games of the computer player with itself (SPSA).

    python -m tools.tune_weights --pairs 1500 --nodes 500 --seed 1

    python -m tools.tune_weights --pairs 1500 --nodes 500 --seed 1 --keep docs/tuning.json
    python -m tools.tune_weights --pairs 200 --nodes 1500 --seed 9 --try docs/tuning.json

All numbers of a group are multiplied by one factor. In every step all factors are pushed up or
down at once, by chance; the two evaluations play one deal twice with the seats exchanged, and the
factors follow the winner a little. The numbers are printed as they stand in `app.bot.weights`;
`--keep` also writes the factors and the command into a file, and `--try` lets the numbers with such
factors play against those without. The same command gives the same numbers where it was compiled
both times or neither: only a compiled search opens the larger tables of endings. So the file says
that too. Put the compiled copy first on the path, which is fifty times as fast:

    PYTHONPATH=$(python -m tools.compile):. PYTHONSAFEPATH=1 python -m tools.tune_weights
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev
from typing import Final

from app.arena.chance import Stream
from app.arena.games import acted, deal_of, points_of, turn_of
from app.bot import mind
from app.bot import weights as now
from app.bot.choose import text_of
from app.bot.codes import numbers
from app.bot.evaluate import Weights
from app.bot.mind import Mind
from app.bot.root import Root
from app.bot.sight import Sight, board_of
from app.game import PRESETS, Game, Mover, legal, new_game

KINDS: Final = 7
TABLES: Final = ("MATTER", "PREY", "FREEDOM")
ROWS: Final = ("UNSEEN", "HUNT")
SINGLES: Final = ("FACE_DOWN", "AIM", "TEMPO", "SECOND_LOSS")
PUSH: Final = {"FACE_DOWN": 0.03, "MATTER": 0.08, "PREY": 0.15}
USUAL_PUSH: Final = 0.2
FOLLOW: Final = 0.015
RULES: Final = PRESETS["douque"]
OPENING: Final = 4
IS_COMPILED: Final = not str(mind.__file__).endswith(".py")

Factors = dict[str, float]
Numbers = dict[str, list[list[int]]]


@dataclass(frozen=True, slots=True)
class Asked:
    """The words of the command line."""

    pairs: int
    nodes: int
    seed: int


def groups() -> tuple[str, ...]:
    """What is multiplied together: a kind of piece in a table, a row, a single number."""
    by_kind = [f"{table} {kind}" for table in TABLES for kind in range(KINDS)]
    return (*by_kind, *ROWS, *SINGLES)


def rows_of(name: str) -> list[list[int]]:
    """The numbers of that name as they are now, in rows."""
    value = getattr(now, name)
    if name in SINGLES:
        return [[value]]
    return [list(row) for row in value] if name in TABLES else [list(value)]


def multiplied(factors: Factors) -> Numbers:
    """All numbers with these factors."""
    found: Numbers = {}
    for name in (*TABLES, *ROWS, *SINGLES):
        rows = rows_of(name)
        keys = [f"{name} {kind}" for kind in range(KINDS)] if name in TABLES else [name]
        found[name] = [
            [round(value * factors[key]) for value in row]
            for key, row in zip(keys, rows, strict=True)
        ]
    return found


def weights_of(factors: Factors) -> Weights:
    """The evaluation's numbers with these factors."""
    values, made = multiplied(factors), Weights()
    for name in (*TABLES, *ROWS):
        setattr(made, name.lower(), numbers([each for row in values[name] for each in row]))
    for name in SINGLES:
        setattr(made, name.lower(), values[name][0][0])
    return made


def pushed(factors: Factors, signs: dict[str, int]) -> Factors:
    """The factors, all pushed one way or the other."""
    return {name: value * (1 + signs[name] * push(name)) for name, value in factors.items()}


def push(name: str) -> float:
    """How far a factor is pushed."""
    return PUSH.get(name.partition(" ")[0], USUAL_PUSH)


def lead(asked: Asked, number: int, one: Weights, other: Weights) -> float:
    """How many points of two the first evaluation has more than the other on one deal."""
    deal = deal_of(asked.seed, number)
    points = 0.0
    for mover in Mover:
        rng = Stream("tune", asked.seed, number)
        game = played(asked.nodes, {mover: one, mover.other: other}, deal, rng)
        points += points_of(game, mover)
    return 2 * (points - 1)


def played(nodes: int, players: dict[Mover, Weights], deal: str, rng: Stream) -> Game:
    """One game, opened by some random flips."""
    game, quiet = new_game(RULES), list[tuple[Game, str]]()
    while game.outcome is None:
        if game.ply < OPENING:
            flips = [text for text in legal(game) if len(text) == 2]
            text = flips[rng.randrange(len(flips))]
        else:
            sight = turn_of(game, quiet).sight
            text = found(sight, nodes, players[game.mover])
        after = acted(game, text, deal)
        quiet = [*quiet, (game, text)] if after.quiet else []
        game = after
    return game


def found(sight: Sight, nodes: int, weights: Weights) -> str:
    """What the search does with these numbers."""
    root = Root(Mind(board_of(sight), nodes, weights), exact=False)
    root.add_flips(numbers(list(range(32))))
    root.think()
    return text_of(root.actions[0])


def tuned(asked: Asked) -> Factors:
    """The factors after so many pairs of games."""
    factors = dict.fromkeys(groups(), 1.0)
    for number in range(asked.pairs):
        rng = Stream("push", asked.seed, number)
        signs = {name: 2 * rng.randrange(2) - 1 for name in factors}
        against = {name: -sign for name, sign in signs.items()}
        one, other = weights_of(pushed(factors, signs)), weights_of(pushed(factors, against))
        won = FOLLOW * (1 - number / (2 * asked.pairs)) * lead(asked, number, one, other)
        for name, sign in signs.items():
            factors[name] *= 1 + won * sign * push(name)
        print(f"\r{number + 1}", end="", file=sys.stderr, flush=True)
    return factors


def kept(asked: Asked, factors: Factors) -> str:
    """The factors with what finds them again, as JSON."""
    words = f"--pairs {asked.pairs} --nodes {asked.nodes} --seed {asked.seed}"
    found = {
        "command": f"python -m tools.tune_weights {words}",
        "compiled": IS_COMPILED,
        "factors": {name: round(value, 3) for name, value in factors.items()},
    }
    return json.dumps(found, indent=2) + "\n"


def tried(asked: Asked, factors: Factors) -> tuple[float, float]:
    """The part of all points that numbers with these factors win, and the 95 % interval's half."""
    one, other = weights_of(factors), weights_of(dict.fromkeys(factors, 1.0))
    parts = [(2 + lead(asked, number, one, other)) / 4 for number in range(asked.pairs)]
    return fmean(parts), 1.96 * stdev(parts) / math.sqrt(len(parts))


def told(factors: Factors) -> str:
    """The numbers as they stand in `app.bot.weights`."""
    lines = [f"# {name}: {value:.3f}" for name, value in factors.items()]
    for name, rows in multiplied(factors).items():
        if name in SINGLES:
            lines.append(f"{name}: Final = {rows[0][0]}")
        elif name in TABLES:
            lines.append(f"{name}: Final = (")
            lines += [f"    {tuple(row)}," for row in rows]
            lines.append(")")
        else:
            lines.append(f"{name}: Final = {tuple(rows[0])}")
    return "\n".join(lines)


def main() -> None:
    """Do what the command line says."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--pairs", type=int, default=1500)
    words.add_argument("--nodes", type=int, default=500)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--keep", type=Path, help="write the factors found into this file")
    words.add_argument("--try", type=Path, dest="file", help="let the factors in this file play")
    given = words.parse_args()
    asked = Asked(given.pairs, given.nodes, given.seed)
    if given.file is not None:
        if asked.pairs < 2:
            words.error("an interval needs two pairs at least")
        part, margin = tried(asked, json.loads(given.file.read_text())["factors"])
        print(f"{100 * part:.1f} % ± {100 * margin:.1f} of {2 * asked.pairs} games")
        return
    factors = tuned(asked)
    print(told(factors))
    if given.keep is not None:
        given.keep.write_text(kept(asked, factors))


if __name__ == "__main__":
    main()
