"""A game as a value, and how a ply that is known to have happened changes it.

Nothing is judged here: `advance` believes what it is given, so that a stored list of plies
folds into the game in no time. Judging is in `judge`.
"""

from dataclasses import dataclass, field
from typing import Final

from app.game.board import moved, turned_over
from app.game.chase import Chase, chases_after
from app.game.moves import Flip, Move, Ply
from app.game.outcome import Outcome, PlyInvalid
from app.game.pieces import BLACK_LETTERS, RED_LETTERS, colour_of, missing
from app.game.position import START, Position
from app.game.rules import Repetition, Rules
from app.game.sides import ByMover, Colour, Mover

LONGEST_GAME: Final = 5000

Available = tuple[tuple[str, ...], tuple[str, ...]]
"""The texts of what is legal, and of what chase and repetition alone forbid."""


@dataclass(slots=True, unsafe_hash=True)
class Game:
    """A game at one moment: public facts only, what lies face down is not in it.

    A value like all others here, though nothing forbids to change it: every ply makes one, and
    forbidding takes longer than judging the ply.

    `board`: 32 letters, a1 b1 … d8. `pool`: the face-down pieces in set order. `mover`: who
    is to move. `first_colour`: the first player's, None before the first flip. `ply`: plies
    played. `quiet`: plies since the last capture or flip. `chases`: the running counts of
    both players (none when the rules have no limit). `seen`: board and player to move after
    each ply since the last capture or flip (nothing when the rules ask for no repetition).
    `captured`: what each player took, in order. `outcome`: None while the game runs, and
    after `advance`, which does not ask. `available`: what the judge found legal and barred,
    once it was asked; it follows from the rest.
    """

    rules: Rules
    start: Position
    board: str
    pool: str
    mover: Mover
    first_colour: Colour | None
    ply: int
    quiet: int
    chases: tuple[Chase, ...]
    seen: tuple[str, ...]
    captured: ByMover[str]
    outcome: Outcome | None
    available: Available | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def position(self) -> Position:
        """The position on the board."""
        return Position(self.board, self.turn, self.pool, self.quiet)

    @property
    def turn(self) -> Colour | None:
        """The colour to move, None before the first flip."""
        return self.colour_of(self.mover)

    def colour_of(self, mover: Mover) -> Colour | None:
        """The colour of a player, None before the first flip."""
        if self.first_colour is None or mover is Mover.FIRST:
            return self.first_colour
        return self.first_colour.other

    def mover_of(self, colour: Colour) -> Mover:
        """The player who has this colour, once the colours are known."""
        return Mover.FIRST if colour is self.first_colour else Mover.SECOND


def own_letters(game: Game) -> str:
    """The letters of the pieces of the player to move, none before the first flip."""
    if game.first_colour is None:
        return ""
    first_is_red = game.first_colour is Colour.RED
    return RED_LETTERS if first_is_red is (game.mover is Mover.FIRST) else BLACK_LETTERS


def begin(rules: Rules, start: Position = START) -> Game:
    """A game at its start; the side to move there is the first player. Nothing is judged.

    What a position lacks of a colour's set counts as taken by the other player.
    """
    return Game(
        rules=rules,
        start=start,
        board=start.board,
        pool=start.pool,
        mover=Mover.FIRST,
        first_colour=start.turn,
        ply=0,
        quiet=start.quiet,
        chases=(),
        seen=_seen(rules, (), start.board, Mover.FIRST),
        captured=_taken_before(start),
        outcome=None,
    )


def advance(game: Game, ply: Ply) -> Game:
    """The game after a ply that happened. Believes it; the outcome stays None."""
    match ply.action:
        case Flip(square):
            board = turned_over(game.board, square, str(ply.revealed))
            return _after_flip(game, ply, board)
        case Move(source, target) as move:
            board = moved(game.board, source, target)
            if ply.taken is None:
                return _after_move(game, move, board)
            return _after_capture(game, ply.taken, board)
        case _:
            raise PlyInvalid("no chain of captures is running")


def repetition_key(board: str, mover: Mover) -> str:
    """What makes two moments the same: the board by letters, and who is to move."""
    return board + mover


def _after_flip(game: Game, ply: Ply, board: str) -> Game:
    """Colours if they are new, the piece out of the pool; all counts start again."""
    if ply.revealed is None:
        raise PlyInvalid("a flip names the piece that came up")
    mover = game.mover.other
    return Game(
        game.rules,
        game.start,
        board,
        game.pool.replace(ply.revealed, "", 1),
        mover,
        game.first_colour or _first_colour(game.mover, colour_of(ply.revealed)),
        game.ply + 1,
        0,
        (),
        _seen(game.rules, (), board, mover),
        game.captured,
        None,
    )


def _after_capture(game: Game, taken: str, board: str) -> Game:
    mover = game.mover.other
    return Game(
        game.rules,
        game.start,
        board,
        game.pool,
        mover,
        game.first_colour,
        game.ply + 1,
        0,
        (),
        _seen(game.rules, (), board, mover),
        game.captured.with_(game.mover, game.captured.of(game.mover) + taken),
        None,
    )


def _after_move(game: Game, move: Move, board: str) -> Game:
    mover = game.mover.other
    return Game(
        game.rules,
        game.start,
        board,
        game.pool,
        mover,
        game.first_colour,
        game.ply + 1,
        game.quiet + 1,
        ()
        if game.rules.chase_limit is None
        else chases_after(game.chases, move, board, own_letters(game)),
        _seen(game.rules, game.seen, board, mover),
        game.captured,
        None,
    )


def _first_colour(flipper: Mover, colour: Colour) -> Colour:
    """The colour that came up is the flipper's."""
    return colour if flipper is Mover.FIRST else colour.other


def _seen(rules: Rules, before: tuple[str, ...], board: str, mover: Mover) -> tuple[str, ...]:
    if rules.repetition is Repetition.NONE:
        return ()
    return (*before, repetition_key(board, mover))


def _taken_before(start: Position) -> ByMover[str]:
    if start.turn is None:
        return ByMover("", "")
    left = start.board + start.pool
    return ByMover(missing(left, start.turn.other), missing(left, start.turn))
