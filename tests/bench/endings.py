"""Are won endings won, and what do the tables cost?

    python -m tests.bench.endings [GAMES] [NODES] [SEED]

Prints what the tables of all endings of up to four pieces cost, then lets the computer player play
both sides of endings that the tables call won without chases, with twelve plies or more to the
next capture: by each preset, so that it shows how often the limit of chases stands in the way.
"""

import sys
import time
from collections.abc import Iterator
from itertools import combinations_with_replacement

from app.arena.chance import Stream
from app.arena.games import acted, turn_of
from app.bot.choose import choose
from app.bot.codes import SET
from app.bot.endings import SOLVED, UNKNOWN, Endings
from app.bot.law import Law
from app.bot.shapes import Shape, fit
from app.bot.sight import Sight, board_of
from app.bot.tables import Bounds, table_of
from app.game import EMPTY, PRESETS, Colour, Game, Position, new_game

SETS = ("HHs", "AEr", "GAe", "AHHs", "GRRs", "AErh", "GAec", "EHsc", "RRhs", "CHs", "GSSa", "EECh")
FAR = 12


def all_shapes(pieces: int) -> set[Shape]:
    """The shapes of all endings with so many pieces."""
    law = Law(PRESETS["douque"])
    return {
        fit(law, (*red, *black)).shape
        for own in range(1, pieces)
        for red in hands(own, 0)
        for black in hands(pieces - own, 8)
    }


def hands(count: int, colour: int) -> Iterator[tuple[int, ...]]:
    """All hands of so many pieces of one colour."""
    for kinds in combinations_with_replacement(range(1, 8), count):
        if all(kinds.count(kind) <= SET[kind] for kind in kinds):
            yield tuple(kind + colour for kind in kinds)


def tell_costs() -> None:
    """Make every table once."""
    for pieces in (2, 3, 4):
        shapes, begun = all_shapes(pieces), time.process_time()
        longest = max(table_of(shape, Bounds(0, 0)).longest for shape in shapes)
        took = time.process_time() - begun
        sys.stdout.write(
            f"{pieces} pieces: {len(shapes)} tables in {took:.2f} s, at most {longest} plies\n"
        )


def won_endings(seed: int) -> Iterator[tuple[Position, bool]]:
    """Endings that are won far ahead without chases, and whether by the player to move."""
    rng = Stream("endings", seed)
    while True:
        letters = SETS[rng.randrange(len(SETS))]
        squares = rng.shuffled("".join(map(chr, range(32))))[: len(letters)]
        board = [EMPTY] * 32
        for square, letter in zip(squares, letters, strict=True):
            board[ord(square)] = letter
        position = Position("".join(board), (Colour.RED, Colour.BLACK)[rng.randrange(2)], "", 0)
        seen = board_of(Sight(PRESETS["ply_yard"], position))
        score = int(Endings(seen).result(seen))
        left = SOLVED - 200 * len(letters) - abs(score)
        if score not in {UNKNOWN, 0} and left >= FAR:
            yield position, score > 0


def is_won(position: Position, first: bool, preset: str, nodes: int) -> bool:
    """Whether the side that should win does."""
    game = new_game(PRESETS[preset], position)
    rng, quiet = Stream("play", str(position)), list[tuple[Game, str]]()
    winner = game.mover if first else game.mover.other
    while game.outcome is None:
        text = choose(turn_of(game, quiet).sight, nodes, rng).action
        after = acted(game, text, EMPTY * 32)
        quiet = [*quiet, (game, text)] if after.quiet else []
        game = after
    return game.outcome.winner is winner


def main() -> None:
    given = [int(word) for word in sys.argv[1:]]
    games, nodes, seed = given + [40, 3000, 1][len(given) :]
    tell_costs()
    for preset in PRESETS:
        endings = won_endings(seed)
        won = sum(is_won(*next(endings), preset, nodes) for _ in range(games))
        sys.stdout.write(f"{preset}: {won} of {games} won with {nodes} nodes\n")


if __name__ == "__main__":
    main()
