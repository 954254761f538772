"""How a position looks without search: log-odds of winning for the player to move, in 1000ths.

Nothing random and nothing hidden: what is face down counts by how many of each kind there are.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from app.bot.board import Board
from app.bot.codes import (
    ALL_SQUARES,
    BESIDE,
    CANNON,
    DISTANCE,
    first_of,
    numbers,
    size_of,
    zeros,
)
from app.bot.law import Law
from app.bot.reach import jumps
from app.bot.weights import AIM, FACE_DOWN, FREEDOM, HUNT, MATTER, PREY, SECOND_LOSS, TEMPO, UNSEEN

_CACHED: Final = 1024
_STEPS: Final = 5
_THREAT_STEPS: Final = numbers([0, 1, 2, 3, 3] + [4] * 12)
_VICTIM_STEPS: Final = numbers([0, 1, 1, 2, 2, 2, 3, 3, 3] + [4] * 8)


@final
class Weights:
    """The numbers of the evaluation as flat arrays; `app.bot.weights` unless others are given."""

    matter: vec[i64]
    prey: vec[i64]
    freedom: vec[i64]
    unseen: vec[i64]
    hunt: vec[i64]
    face_down: i64
    aim: i64
    tempo: i64
    second_loss: i64

    def __init__(self) -> None:
        self.matter = numbers([value for row in MATTER for value in row])
        self.prey = numbers([value for row in PREY for value in row])
        self.freedom = numbers([value for row in FREEDOM for value in row])
        self.unseen = numbers([*UNSEEN])
        self.hunt = numbers([*HUNT])
        self.face_down = FACE_DOWN
        self.aim = AIM
        self.tempo = TEMPO
        self.second_loss = SECOND_LOSS


@final
class Evaluation:
    """Judges positions under one law; remembers what pieces are worth for each balance."""

    law: Law
    weights: Weights
    balances: vec[i64]
    worths: vec[i64]

    def __init__(self, law: Law, weights: Weights) -> None:
        self.law = law
        self.weights = weights
        self.balances = numbers([-1] * _CACHED)
        self.worths = zeros(_CACHED * 16)

    def worth(self, board: Board) -> i64:
        """Where in `worths` the worth of each code begins, for what is alive now."""
        balance: i64 = 0
        for code in range(16):
            balance = balance * 6 + board.alive[code] if code & 7 != 0 else balance
        place: i64 = balance % _CACHED
        start: i64 = place * 16
        if self.balances[place] != balance:
            self.balances[place] = balance
            for code in range(16):
                if code & 7 != 0:
                    self.worths[start + code] = self.worth_of(board.alive, code)
        return start

    def worth_of(self, alive: vec[i64], code: i64) -> i64:
        """What a piece of this code is worth when so many of each code are alive."""
        threats: i64 = 0
        victims: i64 = 0
        is_cannon = code & 7 == CANNON and self.law.jumps
        for other in range(16):
            if alive[other] != 0 and other & 7 != 0 and other >> 3 != code >> 3:
                if self.law.takes[other * 16 + code] != 0:
                    threats += alive[other]
                if is_cannon or self.law.takes[code * 16 + other] != 0:
                    victims += alive[other]
        row: i64 = ((code & 7) - 1) * _STEPS
        return (
            self.weights.matter[row + _THREAT_STEPS[threats]]
            + self.weights.prey[row + _VICTIM_STEPS[victims]]
        )

    def judge(self, board: Board) -> i64:
        """The log-odds for the player to move."""
        start = self.worth(board)
        own = self.of_colour(board, board.side, start)
        other = self.of_colour(board, 1 - board.side, start)
        return own - other + self.weights.tempo - self.second_loss(board, start)

    def of_colour(self, board: Board, side: i64, start: i64) -> i64:
        """What a colour's pieces are worth where they stand, in 256ths."""
        total: i64 = 0
        weights = self.weights
        for kind in range(side * 8 + 1, side * 8 + 8):
            each = self.worths[start + kind] * weights.face_down
            total += board.pool[kind] * (each + weights.unseen[(kind & 7) - 1] * 256)
        empty: i64 = ALL_SQUARES ^ board.occupied()
        left: i64 = board.seen[side]
        while left != 0:
            square = first_of(left)
            left &= left - 1
            code = board.cell[square]
            free = size_of(BESIDE[square] & empty)
            worth = self.worths[start + code] + weights.freedom[((code & 7) - 1) * _STEPS + free]
            total += worth * 256
            total += self.hunting(board, square, start)
        return total >> 8

    def hunting(self, board: Board, square: i64, start: i64) -> i64:
        """What the piece here may come to take, by how near it is, in 256ths."""
        total: i64 = 0
        code: i64 = board.cell[square]
        enemies: i64 = board.seen[1 - (code >> 3)]
        if code & 7 == CANNON and self.law.jumps:
            aims = jumps(board.cell, enemies, square)
            while aims != 0:
                total += self.worths[start + board.cell[first_of(aims)]] * self.weights.aim
                aims &= aims - 1
            return total
        while enemies != 0:
            target = first_of(enemies)
            enemies &= enemies - 1
            victim = board.cell[target]
            if self.law.takes[code * 16 + victim] != 0:
                near = self.weights.hunt[DISTANCE[square * 32 + target]]
                total += self.worths[start + victim] * near
        return total

    def second_loss(self, board: Board, start: i64) -> i64:
        """What the player to move cannot save when two pieces are attacked."""
        most: i64 = 0
        second: i64 = 0
        left: i64 = board.seen[board.side]
        while left != 0:
            square = first_of(left)
            left &= left - 1
            code = board.cell[square]
            near: i64 = BESIDE[square] & board.seen[1 - board.side]
            while near != 0:
                attacker = board.cell[first_of(near)]
                near &= near - 1
                if self.law.takes[attacker * 16 + code] != 0:
                    worth = self.worths[start + code]
                    if worth > most:
                        second = most
                        most = worth
                    elif worth > second:
                        second = worth
                    break
        return (second * self.weights.second_loss) >> 8
