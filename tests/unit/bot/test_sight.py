"""What the computer player takes from the view of a room is the moment of the game."""

from app.bot.sight import past_of
from tests.unit.bot.playing import random_game, sight_of_game
from tests.unit.game.build import ruleset


def test_moves_lead_back_to_the_moments_before_them() -> None:
    moments = [*random_game(4, ruleset(preset="tournament", no_progress_limit=None), 200)]
    games = tuple(game for game, _, _ in moments)
    for index, game in enumerate(games):
        quiet = moments[index - game.quiet : index]
        moves = [f"{square(action % 32)}-{square(action // 32)}" for _, action, _ in quiet]
        assert past_of(game.position, moves) == sight_of_game(game, games[:index]).past


def square(number: int) -> str:
    return "abcd"[number % 4] + str(number // 4 + 1)
