"""The computer player against OpenSpiel's Monte Carlo tree search, on OpenSpiel's own Banqi.

    python -m tests.bench.against_spiel [GAMES] [NODES] [SIMULATIONS] [SEED]

Their game knows no chase and ends only when nobody can move or nothing happens for 60 plies, so
that is what is played. Every deal is played twice with the seats exchanged.
"""

import sys
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Protocol

import pyspiel

from app.arena.chance import Stream
from app.arena.games import deal_of, points_of
from app.arena.match import Pair, score_of
from app.bot.choose import choose
from app.bot.levels import LEVELS
from app.bot.sight import Sight
from app.game import Game, Mover, legal, new_game, parse_action, play, ply_of
from tests.bench.games import found_by, numbers
from tests.differential.test_open_spiel import REVEALS, number_of
from tests.unit.game.build import ruleset

RULES = ruleset(no_progress_limit=60, chase_limit=None, elimination="no_action_only")
EXPLORATION = 1.4


class State(Protocol):
    """What is asked of their state of a game."""

    def apply_action(self, action: int) -> None: ...


class Bot(Protocol):
    """Their player."""

    def step(self, state: State) -> int: ...


@dataclass(frozen=True, slots=True)
class Plan:
    """How much each side may think, and the seed of deals and chance."""

    nodes: int
    simulations: int
    seed: int


def their_player(game: object, plan: Plan, number: int) -> Bot:
    """Their search with random play-outs."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, plan.seed + number)
    bot: Bot = pyspiel.MCTSBot(
        game, evaluator, EXPLORATION, plan.simulations, 1000, True, plan.seed + number, False
    )
    return bot


def play_out(plan: Plan, number: int, ours: Mover) -> Game:
    """One game, on both boards at once."""
    deal, game = deal_of(plan.seed, number), new_game(RULES)
    their_game = pyspiel.load_game("banqi", {"max_no_progress": 60})
    state, bot = their_game.new_initial_state(), their_player(their_game, plan, number)
    rng, past = Stream("spiel", plan.seed, number, ours), list[Game]()
    while game.outcome is None:
        text = _ours(game, past, plan, rng) if game.mover is ours else _theirs(game, state, bot)
        state.apply_action(number_of(text))
        under = found_by(text, deal)
        if under is not None:
            state.apply_action(REVEALS.index(under))
        after = play(game, ply_of(game, parse_action(text), under))
        past = [*past, game] if after.quiet else []
        game = after
    return game


def _ours(game: Game, past: list[Game], plan: Plan, rng: Stream) -> str:
    seen = tuple((before.board, before.turn) for before in past)
    return choose(Sight(game.rules, game.position, game.chases, seen), plan.nodes, rng).action


def _theirs(game: Game, state: State, bot: Bot) -> str:
    chosen = bot.step(state)
    return next(text for text in legal(game) if number_of(text) == chosen)


def play_pair(job: tuple[Plan, int]) -> Pair:
    """Both games on one deal."""
    plan, number = job
    games = [play_out(plan, number, ours) for ours in (Mover.FIRST, Mover.SECOND)]
    points = [points_of(game, ours) for game, ours in zip(games, Mover, strict=True)]
    return Pair((points[0], points[1]), sum(game.ply for game in games))


def main() -> None:
    games, *rest = numbers(100, LEVELS[5].nodes, 1000, 1)
    plan = Plan(*rest)
    pairs: list[Pair] = []
    with get_context("spawn").Pool(2) as pool:
        for pair in pool.imap_unordered(play_pair, [(plan, n) for n in range(games // 2)]):
            pairs.append(pair)
            sys.stdout.write(f"{score_of(pairs)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
