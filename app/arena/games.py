"""One game between two players, on a deal that follows from the match's seed."""

from app.arena.chance import Stream
from app.arena.players import Player, Turn
from app.bot.sight import Sight
from app.game import (
    FULL_SET,
    ByMover,
    Flip,
    Game,
    Mover,
    Piece,
    Rules,
    legal,
    new_game,
    parse_action,
    play,
    ply_of,
)


def play_game(players: ByMover[Player], rules: Rules, deal: str, rng: Stream) -> Game:
    """The finished game."""
    game = new_game(rules)
    quiet: list[tuple[Game, str]] = []
    while game.outcome is None:
        turn = turn_of(game, quiet)
        text = players.of(game.mover).act(turn, rng)
        after = acted(game, text, deal)
        quiet = [*quiet, (game, text)] if after.quiet else []
        game = after
    return game


def turn_of(game: Game, quiet: list[tuple[Game, str]]) -> Turn:
    """What the player to move is asked; `quiet`: moments and moves since a capture or flip."""
    past = tuple((before.board, before.turn) for before, _ in quiet)
    sight = Sight(game.rules, game.position, game.chases, past)
    since = tuple(f"{text[:2]}-{text[2:]}" for _, text in quiet)
    return Turn(sight, legal(game), since)


def acted(game: Game, text: str, deal: str) -> Game:
    """The game after an action; a flip finds what the deal has there."""
    action = parse_action(text)
    under = Piece(deal[action.square]) if isinstance(action, Flip) else None
    return play(game, ply_of(game, action, under))


def deal_of(seed: int, pair: int) -> str:
    """The 32 letters of a pair's deal."""
    return Stream("deal", seed, pair).shuffled(FULL_SET)


def points_of(game: Game, mover: Mover) -> float:
    """What a finished game brings this player: 1, ½ or 0; ½ too if it had no result."""
    if game.outcome is None or game.outcome.winner is None:
        return 0.5
    return float(game.outcome.winner is mover)
