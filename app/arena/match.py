"""A match: every deal twice with the seats exchanged, in several processes, counted in pairs."""

import math
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.arena.chance import Stream
from app.arena.games import deal_of, play_game, points_of
from app.arena.players import NoPlayer, Player, player
from app.game import PRESETS, ByMover, Mover

SURELY: Final = 1.96
"""So many standard errors hold 95 %."""


@dataclass(frozen=True, slots=True)
class Match:
    """What is to be played: two names, a preset, pairs of games, the seed, a program's nodes.

    The preset goes to other processes by its name: compiled rules cannot be sent.
    """

    one: str
    other: str
    preset: str
    pairs: int
    seed: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games on one deal: what the first named player got in each, and the plies of both."""

    points: tuple[float, float]
    plies: int


@dataclass(frozen=True, slots=True)
class Score:
    """A match so far, from the first named player's side. `low` to `high` is a 95 % interval."""

    games: int
    won: int
    drawn: int
    lost: int
    share: float
    low: float
    high: float
    plies: int

    def __str__(self) -> str:
        return (
            f"{100 * self.share:.1f} % ({100 * self.low:.1f}–{100 * self.high:.1f}) "
            f"of {self.games} games "
            f"(+{self.won} ={self.drawn} −{self.lost}, {self.plies / max(1, self.games):.0f} plies)"
        )


def score_of(pairs: Sequence[Pair]) -> Score:
    """The score of these pairs. Both games of a pair share a deal, so pairs are what varies."""
    points = [point for pair in pairs for point in pair.points]
    games = len(points)
    share = sum(points) / games if games else 0.5
    low, high = interval([sum(pair.points) / 2 for pair in pairs])
    return Score(
        games,
        points.count(1.0),
        points.count(0.5),
        points.count(0.0),
        share,
        low,
        high,
        sum(pair.plies for pair in pairs),
    )


def interval(parts: Sequence[float]) -> tuple[float, float]:
    """A 95 % interval for the mean of these parts of 1: Wilson's, narrowed by how they spread.

    The spread counts as if one more part lay as far off as can be; where all parts are 0 or all
    are 1 it tells nothing, and nothing is narrowed.
    """
    if not parts:
        return 0.0, 1.0
    share = sum(parts) / len(parts)
    count = float(len(parts))
    widest = share * (1 - share)
    spread = math.fsum((part - share) ** 2 for part in parts)
    if widest > 0:
        count /= min(1.0, (spread / widest + 1) / len(parts))
    doubt = SURELY**2 / count
    half = SURELY * math.sqrt(widest / count + doubt / (4 * count))
    return (share + doubt / 2 - half) / (1 + doubt), (share + doubt / 2 + half) / (1 + doubt)


def play_match(match: Match, jobs: int, told: Callable[[Score], None]) -> Score:
    """Play it in so many processes; each pair is told when it is over. NoPlayer ends it."""
    pairs: list[Pair] = []
    for pair in _pairs(match, min(jobs, match.pairs)):
        pairs.append(pair)
        told(score_of(pairs))
    return score_of(pairs)


def _pairs(match: Match, jobs: int) -> Iterator[Pair]:
    if jobs == 1:
        yield from map(partial(play_pair, match), range(match.pairs))
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(partial(play_pair, match), range(match.pairs))


def play_pair(match: Match, number: int) -> Pair:
    """One deal, played twice."""
    players = [player(match.one, match.nodes), player(match.other, match.nodes)]
    try:
        return _played(match, number, players)
    finally:
        for each in players:
            each.leave()


def _played(match: Match, number: int, players: list[Player]) -> Pair:
    deal = deal_of(match.seed, number)
    points: list[float] = []
    plies = 0
    for turned in (False, True):
        seats = ByMover(players[turned], players[not turned])
        rng = Stream("play", match.seed, number, turned)
        game = play_game(seats, PRESETS[match.preset], deal, rng)
        points.append(points_of(game, Mover.SECOND if turned else Mover.FIRST))
        plies += game.ply
    return Pair((points[0], points[1]), plies)


__all__ = ["Match", "NoPlayer", "Pair", "Score", "interval", "play_match", "play_pair", "score_of"]
