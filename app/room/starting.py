"""How a room is opened and how its games begin."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from app.game import START, BySeat, FirstMover, NextFirstMover, Position, Rules, Seat, new_game
from app.game.deal import Seeds, coin
from app.room import clock
from app.room.commands import Refusal, Refused
from app.room.events import DrawStarted, Event, GameStarted, RoomOpened
from app.room.state import (
    ClockRules,
    FirstDraw,
    Millis,
    Opponent,
    Over,
    Player,
    RoomCode,
    Table,
)


class Given(Struct, frozen=True):
    """What the world adds to a command: the time, fresh secrets, and who may be claimed against.

    `draw_seeds` is called once by the command that needs a deal, by no other. `claim_at` is
    the instant from which the absent player whose move it is may be claimed against; None
    while nobody may.
    """

    now: Millis
    draw_seeds: Callable[[], Seeds]
    claim_at: Millis | None = None


@dataclass(frozen=True, slots=True)
class Opening:
    """What a host asks for; another `start` than the usual one is not for two friends."""

    code: RoomCode
    opponent: Opponent
    name: str | None
    rules: Rules
    clock: ClockRules | None = None
    spectators: bool = True
    odds: bool = True
    start: Position = START
    start_seat: Seat = Seat.HOST
    level: int = 3
    """How well the computer plays, 1 to 5, if it is the opponent."""


def open_room(opening: Opening, given: Given) -> Event:
    """The first event of a room: waiting for a friend, or a game at once.

    Raises Refused(POSITION_INVALID) for a start that is finished or does not belong into this
    kind of room.
    """
    _check_start(opening)
    table = _table(opening)
    if opening.opponent is Opponent.FRIEND:
        return RoomOpened(table)
    return begin_series(table, given)


def _check_start(opening: Opening) -> None:
    if opening.start == START:
        return
    if opening.opponent is Opponent.FRIEND:
        raise Refused(Refusal.POSITION_INVALID, "with a friend one cannot start from a position")
    if is_finished(opening.rules, opening.start):
        raise Refused(Refusal.POSITION_INVALID, "the game is over in this position")


def is_finished(rules: Rules, start: Position) -> bool:
    """Is a game by these rules over before its first ply?"""
    return start != START and new_game(rules, start).outcome is not None


def _table(opening: Opening) -> Table:
    host = Player(opening.name)
    guest = _opposite(opening)
    return Table(
        code=opening.code,
        opponent=opening.opponent,
        players=BySeat(host, guest),
        rules=opening.rules,
        clock=opening.clock,
        spectators=opening.spectators,
        start=opening.start,
        start_seat=opening.start_seat,
        odds=opening.odds,
    )


def _opposite(opening: Opening) -> Player | None:
    match opening.opponent:
        case Opponent.FRIEND:
            return None
        case Opponent.LOCAL:
            return Player(None)
        case Opponent.COMPUTER:
            return Player(None, opening.level)
        case _:
            assert_never(opening.opponent)


def begin_series(table: Table, given: Given) -> Event:
    """The first game of two players: `first_mover` says who starts."""
    if table.start != START:
        return begin_draw(table, given)
    match table.rules.first_mover:
        case FirstMover.DRAW:
            return begin_draw(table, given)
        case FirstMover.HOST:
            return begin_game(table, Seat.HOST, given)
        case FirstMover.GUEST:
            return begin_game(table, Seat.GUEST, given)
        case FirstMover.RANDOM:
            return _begin_by_chance(table, given)
        case _:
            assert_never(table.rules.first_mover)


def begin_next(over: Over, given: Given) -> Event:
    """The game after this one: `next_first_mover` says who starts.

    A draw for the first move that was called off named nobody: it is drawn again.
    """
    draw = over.running.draw
    if draw is not None and draw.tiles is None:
        return begin_draw(over.table, given)
    before = over.running.first
    winner = over.result.winner
    match over.table.rules.next_first_mover:
        case NextFirstMover.ALTERNATE:
            return begin_game(over.table, before.other, given)
        case NextFirstMover.WINNER:
            return begin_game(over.table, winner or before, given)
        case NextFirstMover.LOSER:
            return begin_game(over.table, winner.other if winner else before, given)
        case NextFirstMover.DRAW:
            return begin_draw(over.table, given)
        case _:
            assert_never(over.table.rules.next_first_mover)


def begin_draw(table: Table, given: Given) -> Event:
    """The five pieces are laid out for game number + 1; a set-up position needs no draw."""
    if table.start != START:
        return begin_game(table, table.start_seat, given)
    return DrawStarted(_numbered(table), given.draw_seeds())


def begin_game(table: Table, first: Seat, given: Given) -> Event:
    """Deal game number + 1; `first` moves first."""
    return dealt(_numbered(table), first, given.draw_seeds(), None, given.now)


def _begin_by_chance(table: Table, given: Given) -> Event:
    """Who moves first follows from the secrets of the deal itself."""
    seeds = given.draw_seeds()
    return dealt(_numbered(table), tuple(Seat)[coin(seeds)], seeds, None, given.now)


def dealt(
    table: Table, first: Seat, seeds: Seeds, draw: FirstDraw | None, now: Millis
) -> GameStarted:
    """The deal of the game whose number the table already has."""
    return GameStarted(table, first, seeds, now, draw, clock.started(table.clock, now))


def _numbered(table: Table) -> Table:
    return replace(table, series=replace(table.series, game=table.series.game + 1))
