"""What a room is, as values: its phases and what is true in each of them.

Owns the shape of a room. Knows no commands, no events, no clock of the machine and
nothing about how a room is stored or shown.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NewType

from msgspec import Struct

from app.game import START, BySeat, Game, Mover, Position, Reason, Rules, Seat, Undo
from app.game.deal import Seeds
from app.game.outcome import VOID_REASONS

RoomCode = NewType("RoomCode", str)
Version = NewType("Version", int)
Millis = NewType("Millis", int)
"""Milliseconds: an instant since the Unix epoch, or a span of time."""


class Opponent(StrEnum):
    """Who sits opposite the host."""

    FRIEND = "friend"
    COMPUTER = "computer"
    LOCAL = "local"


class Player(Struct, frozen=True):
    """Who sits on a seat; `computer` is the level of a computer player, 1 to 5."""

    name: str | None
    computer: int | None = None


class ClockRules(Struct, frozen=True):
    """The time each player gets: seconds at the start and seconds added after each ply."""

    initial: int
    increment: int


class ClockState(Struct, frozen=True):
    """Milliseconds left to each seat at the instant `at`; `running` is whose time passes."""

    left: BySeat[int]
    running: Seat | None
    at: Millis


class Series(Struct, frozen=True):
    """The games of two players in this room: the number of the newest game and the sums."""

    game: int = 0
    score: BySeat[float] = BySeat(0.0, 0.0)
    points: BySeat[int] = BySeat(0, 0)


class Table(Struct, frozen=True):
    """What outlasts a single game: who sits where, and under which rules."""

    code: RoomCode
    opponent: Opponent
    players: BySeat[Player | None]
    rules: Rules
    clock: ClockRules | None
    spectators: bool
    start: Position = START
    start_seat: Seat = Seat.HOST
    series: Series = Series()
    odds: bool = True
    """Whether pages may show the odds of a face-down piece: for both players or for neither."""

    @property
    def goes_back(self) -> bool:
        """Plies may be taken back here."""
        return self.is_local and self.rules.undo is Undo.LOCAL

    @property
    def is_local(self) -> bool:
        """Two players at one device."""
        return self.opponent is Opponent.LOCAL


class Result(Struct, frozen=True):
    """How a game ended; `points` is what the winner gains and the loser pays."""

    winner: Seat | None
    reason: Reason
    points: int = 0

    @property
    def is_draw(self) -> bool:
        """Half a point each: nobody won, but the game was played to its end."""
        return self.winner is None and self.reason not in VOID_REASONS


class FirstDraw(Struct, frozen=True):
    """The five-piece draw: which place each seat picked, and what lay there once both have."""

    picks: BySeat[int | None] = BySeat(None, None)
    tiles: str | None = None


class DrawOffer(Struct, frozen=True):
    """A standing draw offer and the ply it was made at."""

    seat: Seat
    ply: int


class LastPly(Struct, frozen=True):
    """The newest ply in notation and who played it."""

    by: Seat
    ply: str


class Running(Struct, frozen=True):
    """One game on the table. The seeds are secret until it is over."""

    number: int
    first: Seat
    seeds: Seeds
    game: Game
    started: Millis
    moves: tuple[str, ...] = ()
    last: LastPly | None = None
    clock: ClockState | None = None
    draw: FirstDraw | None = None
    offer: DrawOffer | None = None
    offer_rest: BySeat[int] = BySeat(0, 0)
    """Own plies each seat has still to play before it may offer a draw again."""
    earlier: tuple[Game, ...] = ()
    """Moments of this game to go back to, oldest first: none where nothing may be taken back."""

    def seat_of(self, mover: Mover) -> Seat:
        """The seat that moves first or second in this game."""
        return self.first if mover is Mover.FIRST else self.first.other

    def mover_of(self, seat: Seat) -> Mover:
        """Whether this seat moves first or second in this game."""
        return Mover.FIRST if seat is self.first else Mover.SECOND

    @property
    def turn(self) -> Seat:
        """Whose turn it is by the board; meaningless once there is a result."""
        return self.seat_of(self.game.mover)


class Waiting(Struct, frozen=True):
    """A seat is free and no game is on."""

    table: Table


class Drawing(Struct, frozen=True):
    """Both seats are taken and draw pieces for the first move."""

    table: Table
    seeds: Seeds
    draw: FirstDraw


class Playing(Struct, frozen=True):
    """A game is on."""

    table: Table
    running: Running


class Over(Struct, frozen=True):
    """A game has ended and lies on the table until the next one starts."""

    table: Table
    running: Running
    result: Result
    rematch: tuple[Seat, ...] = ()


class Closed(Struct, frozen=True):
    """Nobody is left; the room is only a memory."""

    table: Table


Room = Waiting | Drawing | Playing | Over | Closed


class Phase(StrEnum):
    """The names of the phases on the wire."""

    WAITING = "waiting"
    DRAWING = "drawing"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"
