"""What a search knows of endings: with nothing face down and a few pieces, the result itself.

Under the rules of chases only what no chase can bar is told as a result, and with `vary` only
wins; of the rest a hint remains that bends the evaluation.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from app.bot import tables
from app.bot.board import Board
from app.bot.codes import HIDDEN, first_of, zeros
from app.bot.law import Law
from app.bot.reach import most_chases
from app.bot.shapes import MOST_PIECES, Shape, fit
from app.bot.tables import LOST, Bounds, Table, index_of, table_of

LARGE: Final = 0 if str(tables.__file__).endswith(".py") else 6
"""How many shapes of four pieces a search may open: none where that would take seconds each."""

UNKNOWN: Final = 1 << 40
SOLVED: Final = 980_000
_STAGE: Final = 200
_HINT: Final = 2700
_HINT_STAGE: Final = 300
_HINT_STEP: Final = 2


@final
class Ending:
    """One set of pieces: its table, none if it is not to be used, and where the pieces go.

    `plain` is the table by rules without chases, for what chases leave open.
    """

    table: Table | None
    plain: Table | None
    codes: vec[i64]
    colour: i64

    def __init__(
        self, table: Table | None, plain: Table | None, codes: tuple[int, ...], colour: int
    ) -> None:
        self.table = table
        self.plain = plain
        self.codes = vec[i64](codes)
        self.colour = colour


@final
class Endings:
    """The endings that one search has come upon. Of the large ones it opens only a few."""

    law: Law
    bounds: Bounds
    plain: Bounds
    found: dict[int, Ending]
    latest: Ending
    balance: i64
    opened: set[Shape]
    squares: vec[i64]
    hint: i64

    def __init__(self, board: Board) -> None:
        self.law = board.law
        self.bounds = Bounds(int(board.law.quiet_limit), int(board.law.chase_limit))
        self.plain = Bounds(int(board.law.quiet_limit), 0)
        self.found = {}
        self.latest = Ending(None, None, (), 0)
        self.balance = -1
        self.opened = set()
        self.squares = zeros(MOST_PIECES)
        self.hint = 0

    def result(self, board: Board) -> i64:
        """The score for the player to move if it is known, else UNKNOWN; sets the hint."""
        self.hint = 0
        if board.left[0] == 0 or board.left[1] == 0:
            return UNKNOWN
        ending = self.of(board)
        table, plain = ending.table, ending.plain
        if table is None or plain is None:
            return UNKNOWN
        side: i64 = board.side ^ ending.colour
        index = index_of(self.place(board, ending), len(ending.codes), side)
        value = i64(table.values[index])
        distance: i64 = value & 127
        if value != 0 and self.is_sure(board, distance, value < LOST):
            score: i64 = SOLVED - _STAGE * len(ending.codes) - distance - board.depth
            return score if value < LOST else -score
        return self.unsure(board, i64(plain.values[index]), len(ending.codes))

    def unsure(self, board: Board, value: i64, pieces: i64) -> i64:
        """What is not won for sure is drawn, or hinted at where chases or variation may matter."""
        distance: i64 = value & 127
        late = board.law.quiet_limit != 0 and board.quiet + distance > board.law.quiet_limit
        if board.law.chase_limit == 0 and not board.law.vary:
            return 0
        if value != 0 and not late:
            hint: i64 = _HINT - _HINT_STAGE * pieces - _HINT_STEP * distance
            self.hint = hint if value < LOST else -hint
        return UNKNOWN

    def is_sure(self, board: Board, distance: i64, won: bool) -> bool:
        """Whether no limit comes before the win."""
        law = board.law
        if law.quiet_limit != 0 and board.quiet + distance > law.quiet_limit:
            return False
        if law.chase_limit == 0:
            return True
        winner: i64 = board.side if won else 1 - board.side
        return most_chases(board.chase, winner) + (distance + 1) // 2 <= law.chase_limit

    def place(self, board: Board, ending: Ending) -> vec[i64]:
        """The squares of the pieces in the order of the table."""
        used: i64 = 0
        bit: i64 = 1
        for at in range(len(ending.codes)):
            square = first_of(board.place[ending.codes[at]] & ~used)
            used |= bit << square
            self.squares[at] = square
        return self.squares

    def of(self, board: Board) -> Ending:
        """The ending with the pieces that are left."""
        balance: i64 = 0
        for code in range(16):
            balance = balance * 6 + board.alive[code] if code & 7 != 0 else balance
        if balance != self.balance:
            self.balance = balance
            self.latest = self.look_up(board, balance)
        return self.latest

    def look_up(self, board: Board, balance: int) -> Ending:
        """The same, when it is not the one before."""
        known = self.found.get(balance)
        if known is None:
            known = self.found[balance] = self.open(board)
        return known

    def open(self, board: Board) -> Ending:
        """Fetch the table of an ending, unless it would be one large one too many."""
        codes = tuple(
            code for code in range(16) for _ in range(board.alive[code]) if code != HIDDEN
        )
        fitted = fit(self.law, codes)
        if len(codes) == MOST_PIECES and fitted.shape not in self.opened:
            if len(self.opened) == LARGE:
                return Ending(None, None, (), 0)
            self.opened.add(fitted.shape)
        table = table_of(fitted.shape, self.bounds)
        plain = table_of(fitted.shape, self.plain) if self.bounds.chases else table
        return Ending(table, plain, fitted.codes, fitted.colour)
