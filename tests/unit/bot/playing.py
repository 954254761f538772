"""Random games, moment by moment, as the judge sees them and as the computer player does."""

import random
from collections.abc import Iterator

from app.bot.board import Board
from app.bot.choices import add_captures, add_flips, add_moves
from app.bot.codes import LETTERS, zeros
from app.bot.sight import Sight
from app.game import Flip, Game, Piece, Rules, legal, new_game, parse_action, play, ply_of
from app.game.board import SQUARE_NAMES
from tests.unit.game.build import shuffled


def random_game(seed: int, rules: Rules, longest: int = 400) -> Iterator[tuple[Game, int, int]]:
    """Each moment before its ply, the action and what it turns over, as the search writes them."""
    chance = random.Random(seed)
    deal, game = shuffled(seed), new_game(rules)
    while game.outcome is None and game.ply < longest:
        action = parse_action(chance.choice(_tempting(legal(game), game, chance)))
        under = Piece(deal[action.square]) if isinstance(action, Flip) else None
        yield game, number_of(str(action)), LETTERS.index(under) if under else 0
        game = play(game, ply_of(game, action, under))
    yield game, -1, 0


def _tempting(texts: tuple[str, ...], game: Game, chance: random.Random) -> tuple[str, ...]:
    """Mostly plain moves of what moved last, so that chases and repetitions come about."""
    if chance.random() < 0.5:
        return texts
    chasers = {SQUARE_NAMES[chase.piece] for chase in game.chases}
    again = tuple(text for text in texts if len(text) == 4 and text[:2] in chasers)
    plain = tuple(text for text in texts if len(text) == 4)
    return again or plain or texts


def number_of(text: str) -> int:
    """An action as the search writes it."""
    source = SQUARE_NAMES.index(text[:2])
    return source + 32 * (source if len(text) == 2 else SQUARE_NAMES.index(text[2:]))


def choices_on(board: Board) -> list[int]:
    """Everything that the search's board allows, sorted."""
    room = zeros(512)
    end = add_flips(board, room, add_moves(board, room, add_captures(board, room, 0)))
    return sorted(room[at] for at in range(end))


def sight_of_game(game: Game, past: tuple[Game, ...] = ()) -> Sight:
    """What everybody can see of a game; the past are the moments before."""
    since = past[len(past) - game.quiet :]
    return Sight(game.rules, game.position, game.chases, tuple((g.board, g.turn) for g in since))
