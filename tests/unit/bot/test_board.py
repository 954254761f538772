"""The search's board and the judge agree at every moment of random games."""

import pytest

from app.bot.board import Board
from app.bot.choices import DRAWN, GOES_ON, LOST, WON, end_of
from app.bot.codes import HIDDEN, LETTERS, zeros
from app.bot.sight import board_of
from app.game import PRESETS, Game, legal
from tests.unit.bot.playing import choices_on, number_of, random_game, sight_of_game
from tests.unit.game.build import ruleset

RULESETS = {
    **PRESETS,
    "short chases": ruleset(chase_limit=2, no_progress_limit=None, repetition="vary"),
    "chases in threes": ruleset(chase_limit=3, no_progress_limit=100),
    "repetitions": ruleset(preset="paofuqi", repetition="draw3", no_progress_limit=40),
    "varied": ruleset(preset="tournament", repetition="vary"),
}


def state_of(board: Board) -> tuple[object, ...]:
    """Everything that an action changes and taking it back must restore."""
    parts = (board.cell, board.place, board.seen, board.pool, board.alive, board.left, board.chase)
    since = [board.keys[at] for at in range(board.first, board.last + 1)]
    numbers = (board.hidden, board.side, board.quiet, board.key, board.depth, board.last)
    return tuple(tuple(part) for part in parts), tuple(since), numbers


def end_for_mover(game: Game) -> int:
    if game.outcome is None:
        return GOES_ON
    if game.outcome.winner is None:
        return DRAWN
    return WON if game.outcome.winner is game.mover else LOST


def assert_same(board: Board, game: Game) -> None:
    assert "".join(LETTERS[code] for code in board.cell) == game.board
    assert end_of(board, zeros(256), 0) == end_for_mover(game)
    if game.outcome is None:
        assert choices_on(board) == sorted(map(number_of, legal(game)))


def step(board: Board, action: int, found: int) -> None:
    if board.cell[action & 31] == HIDDEN:
        board.flip(action & 31, found)
    else:
        board.move(action)


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("seed", range(4))
def test_both_boards_agree_along_a_whole_game(name: str, seed: int) -> None:
    moments = [*random_game(seed, RULESETS[name], 240)]
    board = board_of(sight_of_game(moments[0][0]))
    before = []
    for game, action, found in moments:
        assert_same(board, game)
        before.append(state_of(board))
        if action >= 0:
            step(board, action, found)
    for state in reversed(before[:-1]):
        board.undo()
        assert state_of(board) == state


@pytest.mark.parametrize("name", RULESETS)
def test_a_board_set_up_in_the_middle_is_the_one_that_was_played_to(name: str) -> None:
    moments = [*random_game(7, RULESETS[name], 240)]
    past = tuple(game for game, _, _ in moments)
    board = board_of(sight_of_game(past[0]))
    for index, (game, action, found) in enumerate(moments):
        fresh = board_of(sight_of_game(game, past[:index]))
        assert_same(fresh, game)
        assert fresh.key == board.key
        assert fresh.times_seen() == board.times_seen()
        if action >= 0:
            step(board, action, found)
