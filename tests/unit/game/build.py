"""Short ways to set up games and to ask the judge, for the tests of the rules."""

import random
from collections.abc import Iterator

from app.game import (
    FULL_SET,
    PRESETS,
    Colour,
    Flip,
    Game,
    IllegalAction,
    Piece,
    Position,
    Rule,
    Rules,
    check,
    legal,
    new_game,
    parse_action,
    parse_ply,
    parse_position,
    play,
    ply_of,
    rules_from_json,
)
from app.game.pieces import in_set_order

DOUQUE = PRESETS["douque"]


def ruleset(**options: object) -> Rules:
    """The default rules with these options."""
    return rules_from_json(options)


BARE = ruleset(chase_limit=None, repetition="none")


def at(position: str, rules: Rules = DOUQUE) -> Game:
    """A game that starts from a position string."""
    return new_game(rules, parse_position(position))


def line(letters: str, turn: str = "r", pool: str = "", rules: Rules = DOUQUE) -> Game:
    """A game on file a: eight squares in a row, a1 first.

    A red soldier on d1 and a black one on d8 keep it going.
    """
    board = [f"{letter}..." for letter in letters]
    board[0], board[7] = f"{letters[0]}..S", f"{letters[7]}..s"
    side = Colour.RED if turn == "r" else Colour.BLACK
    return new_game(rules, Position("".join(board), side, in_set_order(pool), 0))


def after(game: Game, *plies: str) -> Game:
    """The game after plies, each judged: `a1=G`, `a1-b1`, `a1xb1=s`."""
    for text in plies:
        game = play(game, parse_ply(text))
    return game


def acted(game: Game, *actions: str, deal: str = "") -> Game:
    """The game after actions, each judged; flips find what the deal has there."""
    for text in actions:
        action = parse_action(text)
        under = Piece(deal[action.square]) if isinstance(action, Flip) else None
        game = play(game, ply_of(game, action, under))
    return game


def refusal(game: Game, text: str) -> Rule | None:
    """The rule for which the judge refuses an action; None when it may be done."""
    try:
        check(game, parse_action(text))
    except IllegalAction as error:
        return error.rule
    return None


def shuffled(seed: int) -> str:
    """A deal of the whole set."""
    pieces = list(FULL_SET)
    random.Random(seed).shuffle(pieces)
    return "".join(pieces)


def walk(seed: int, rules: Rules = DOUQUE, longest: int = 5000) -> Iterator[Game]:
    """A random game, moment by moment, from the untouched board on."""
    chance = random.Random(seed)
    deal = shuffled(seed)
    game = new_game(rules)
    yield game
    while game.outcome is None and game.ply < longest:
        game = acted(game, chance.choice(legal(game)), deal=deal)
        yield game
