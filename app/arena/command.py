"""The commands `match` and `engine`: what they read and print."""

import sys
from dataclasses import dataclass
from secrets import SystemRandom
from typing import TextIO

from app.arena.chance import Stream
from app.arena.match import Match, NoPlayer, Score, play_match
from app.arena.requests import Requests
from app.bot.choose import Chance
from app.bot.line import answer, seed_of


@dataclass(frozen=True, slots=True)
class Asked:
    """The words of `match`."""

    one: str
    other: str
    games: int
    seed: int
    rules: str
    nodes: int
    jobs: int


def match(asked: Asked) -> int:
    """Play a match and print its result; the exit code."""
    plan = Match(
        asked.one,
        asked.other,
        asked.rules,
        max(1, asked.games // 2),
        asked.seed,
        asked.nodes,
    )
    try:
        score = play_match(plan, max(1, asked.jobs), lambda so_far: _tell(so_far, plan.pairs))
    except NoPlayer as reason:
        print(f"\n{reason}", file=sys.stderr)
        return 1
    print(file=sys.stderr)
    print(f"{asked.one} against {asked.other}: {score}")
    return 0


def engine(seed: int | None, requests: Requests, answers: TextIO) -> int:
    """Answer requests until `quit` or the end, at once where `now` comes; the exit code.

    With a seed, or with one in the request, an answer follows from its request alone.
    """
    for line in requests:
        if line == "quit":
            break
        print(answer(line, _chance(line, seed), requests.has_now), file=answers, flush=True)
    return 0


def _chance(line: str, seed: int | None) -> Chance:
    """What the request says about chance, else what the engine was started with."""
    asked = seed_of(line)
    named = seed if asked is None else asked
    return SystemRandom() if named is None else Stream("engine", named)


def _tell(score: Score, pairs: int) -> None:
    done = 24 * score.games // (2 * pairs)
    bar = "#" * done + "." * (24 - done)
    print(f"\r[{bar}] {score}", end="", file=sys.stderr, flush=True)
