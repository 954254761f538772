"""What everybody at the board can see at one moment, and the search's board made from it.

This is all that the computer player is ever given. `see` takes it from the view of a room that
goes to everybody.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

from app.bot.board import LONGEST_PAST, Board
from app.bot.codes import BLACK, HIDDEN, LETTERS, NOBODY, PIECE_KEYS, POOL_KEYS, RED, SET, SIDE_KEYS
from app.bot.law import Law
from app.bot.reach import add_chase
from app.game import EMPTY, Chase, Colour, Position, Rules, parse_square
from app.game.board import moved
from app.room.view import GameView, View

Moment = tuple[str, Colour | None]
"""A board and the colour to move."""

SIDES: Final = {Colour.RED: RED, Colour.BLACK: BLACK, None: NOBODY}


@dataclass(frozen=True, slots=True)
class Sight:
    """A moment of a game as everybody knows it.

    `past`: what was there after each ply since the last capture or flip, the present not
    included; rules of repetition need it, and without it the search knows fewer repetitions.
    """

    rules: Rules
    position: Position
    chases: tuple[Chase, ...] = ()
    past: tuple[Moment, ...] = ()


class NothingToSee(Exception):
    """No game is going on in this room."""


def see(view: View) -> Sight:
    """What the view of a room shows of its running game; NothingToSee if there is none."""
    game = view.game
    if game is None or game["turn"] is None:
        raise NothingToSee
    position = Position(game["board"], _turn(game), game["unseen"], game["quiet"])
    chases = tuple(
        Chase(parse_square(chase["piece"]), parse_square(chase["target"]), chase["count"])
        for chase in game["chases"]
    )
    quiet = view.moves[len(view.moves) - game["quiet"] :]
    return Sight(view.rules, position, chases, past_of(position, quiet))


def past_of(position: Position, moves: Sequence[str]) -> tuple[Moment, ...]:
    """The moments before each of the plain moves `a1-b1` that led to a position."""
    board, turn = position.board, position.turn
    past: list[Moment] = []
    for move in reversed(moves):
        board = moved(board, parse_square(move[3:5]), parse_square(move[:2]))
        turn = turn.other if turn else None
        past.append((board, turn))
    return tuple(reversed(past))


def _turn(game: GameView) -> Colour | None:
    colours, turn = game["colors"], game["turn"]
    if colours is None or turn is None:
        return None
    return colours[turn.value]


def board_of(sight: Sight) -> Board:
    """A board on which this moment stands."""
    board = Board(Law(sight.rules))
    position = sight.position
    for letters, turn in sight.past[-LONGEST_PAST:]:
        board.keys[board.last] = _key_of(letters, position.pool, turn)
        board.last += 1
    _lay(board, position)
    for chase in sight.chases:
        side: i64 = board.cell[chase.piece] >> 3
        add_chase(board.chase, side, (chase.piece, chase.target), chase.count)
    board.keys[board.last] = board.key
    return board


def _lay(board: Board, position: Position) -> None:
    for square, letter in enumerate(position.board):
        if letter != EMPTY:
            board.put(square, LETTERS.index(letter))
    for code in range(16):
        count = position.pool.count(LETTERS[code])
        board.pool[code] = count
        board.alive[code] = count + position.board.count(LETTERS[code]) * int(SET[code] > 0)
        board.left[code >> 3] = board.left[code >> 3] + board.alive[code]
    board.side = SIDES[position.turn]
    board.quiet = position.quiet
    board.hidden = len(position.pool)
    board.key = _key_of(position.board, position.pool, position.turn)


def _key_of(letters: str, pool: str, turn: Colour | None) -> int:
    key = SIDE_KEYS[SIDES[turn]]
    for square, letter in enumerate(letters):
        if letter != EMPTY:
            key ^= PIECE_KEYS[LETTERS.index(letter) * 32 + square]
    for code in range(16):
        if code != HIDDEN:
            key ^= POOL_KEYS[code * 8 + pool.count(LETTERS[code])]
    return key
