"""Random games played side by side with OpenSpiel's independent implementation of Banqi.

It knows no chase, no repetition and no loss by elimination alone, and its draw without
progress comes before a loss on the same ply; the rules compared are set to the same, and
that one difference is named below.
"""

import random
from typing import Protocol

import pyspiel
import pytest

from app.game import Flip, Game, Mover, Outcome, Piece, Reason, Rules, legal, new_game, play, ply_of
from app.game.moves import parse_action
from tests.unit.game.build import ruleset, shuffled

REVEALS = "GAERHCSgaerhcs"
GAMES = 100


class State(Protocol):
    """What is asked of their state of a game."""

    def apply_action(self, action: int) -> None: ...
    def legal_actions(self) -> list[int]: ...
    def is_terminal(self) -> bool: ...
    def returns(self) -> list[float]: ...


def theirs(square: int) -> int:
    """Their number of a square: their board lies on its side."""
    return square % 4 * 8 + square // 4


def number_of(text: str) -> int:
    """Their number of an action: the square of a flip, else 32 + 32 × source + target."""
    action = parse_action(text)
    if isinstance(action, Flip):
        return theirs(action.square)
    return 32 + 32 * theirs(_square(text[:2])) + theirs(_square(text[2:]))


def _square(name: str) -> int:
    return "abcd".index(name[0]) + 4 * (int(name[1]) - 1)


def their_board(state: State) -> str:
    """Their board in our order of squares."""
    rows = [line.split() for line in str(state).splitlines()[:4]]
    return "".join(rows[index % 4][index // 4] for index in range(32))


def step(game: Game, state: State, text: str, deal: str) -> Game:
    """The same action on both boards."""
    action = parse_action(text)
    state.apply_action(number_of(text))
    under = None
    if isinstance(action, Flip):
        under = Piece(deal[action.square])
        state.apply_action(REVEALS.index(under))
    return play(game, ply_of(game, action, under))


def assert_same_end(game: Game, state: State, limit: int) -> None:
    outcome = game.outcome
    assert state.is_terminal() == (outcome is not None)
    if outcome is None:
        return
    score = {None: 0.0, Mover.FIRST: 1.0, Mover.SECOND: -1.0}[outcome.winner]
    if outcome.reason is Reason.NO_LEGAL_MOVE and game.quiet == limit:
        score = 0.0  # they draw here; by our rules the loss comes first
    assert state.returns() == [score, -score]
    assert outcome.reason in {Reason.NO_LEGAL_MOVE, Reason.NO_PROGRESS}


def compare(seed: int, rules: Rules, limit: int) -> Outcome | None:
    """Play one random game on both boards; they must agree at every ply."""
    chance = random.Random(seed)
    deal = shuffled(seed)
    game = new_game(rules)
    theirs_game = pyspiel.load_game("banqi", {"max_no_progress": limit})
    state: State = theirs_game.new_initial_state()
    while game.outcome is None:
        assert sorted(map(number_of, legal(game))) == state.legal_actions()
        game = step(game, state, chance.choice(legal(game)), deal)
        assert their_board(state) == game.board
        assert_same_end(game, state, limit)
    return game.outcome


@pytest.mark.parametrize("limit", [40, 60, 120])
@pytest.mark.parametrize("part", range(2))
def test_both_agree_on_every_ply_of_random_games(limit: int, part: int) -> None:
    rules = ruleset(no_progress_limit=limit, chase_limit=None, elimination="no_action_only")
    seeds = range(part * GAMES, (part + 1) * GAMES)
    outcomes = [compare(seed, rules, limit) for seed in seeds]
    assert len({outcome.winner for outcome in outcomes if outcome}) >= 2
