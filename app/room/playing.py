"""Commands on the board: picks, plies, taking back, dealing anew."""

from __future__ import annotations

from msgspec.structs import replace

from app.game import (
    Action,
    BySeat,
    End,
    Flip,
    Game,
    IllegalAction,
    Piece,
    Ply,
    Seat,
    advance,
    check,
    parse_action,
    ply_of,
    settle,
)
from app.game.deal import deal, first_tiles
from app.room import commands as c
from app.room import events as e
from app.room.clock import LEAST_EXTENSION, handed_over, stopped
from app.room.commands import Refusal, Refused
from app.room.computer import seat_of_computer
from app.room.evolve import taken_back
from app.room.result import result_of
from app.room.starting import Given, begin_game, dealt
from app.room.state import (
    ClockState,
    Drawing,
    FirstDraw,
    Over,
    Playing,
    Room,
    Running,
)

TILE_ORDER = "GAERH"
"""The five pieces of the draw, highest first (Douque v4, Picking who moves first)."""


def play(room: Room, seat: Seat, command: c.Play, given: Given) -> e.PlyPlayed:
    """Flip, move or capture on one's own turn; the piece that comes up is looked up here."""
    if isinstance(room, Playing | Over) and command.ply != room.running.game.ply:
        raise Refused(Refusal.STALE)
    if not isinstance(room, Playing):
        raise Refused(Refusal.NOT_PLAYING)
    running = room.running
    if seat is not running.turn:
        raise Refused(Refusal.NOT_YOUR_TURN)
    ply = judged(running, command.action)
    game = advance(running.game, ply)
    after = settle(game)
    result = None if after.outcome is None else result_of(running, after, after.outcome)
    clock = _clock_after(room, seat, after, given) if running.clock is not None else None
    return e.PlyPlayed(str(ply), clock, result, game)


def judged(running: Running, text: str) -> Ply:
    """The ply that an action is on this board; raises Refused(ILLEGAL_ACTION) with its rule."""
    try:
        action = parse_action(text)
        if isinstance(action, End):
            raise Refused(Refusal.NOT_ALLOWED_BY_RULES, "no chain of captures to end")
        check(running.game, action)
    except IllegalAction as illegal:
        raise Refused(Refusal.ILLEGAL_ACTION, rule=illegal.rule) from None
    return ply_of(running.game, action, _found(running, action))


def _found(running: Running, action: Action) -> Piece | None:
    if not isinstance(action, Flip):
        return None
    return Piece(deal(running.seeds, running.game.start)[action.square])


def _clock_after(room: Playing, seat: Seat, after: Game, given: Given) -> ClockState | None:
    to = room.running.seat_of(after.mover) if after.outcome is None else None
    return handed_over(room.running.clock, room.table.clock, seat, to, given.now)


def pick(room: Room, seat: Seat, command: c.Pick, given: Given) -> e.Event:
    """Take a place in the five-piece draw; the second pick reveals both and starts the game."""
    if not isinstance(room, Drawing):
        raise Refused(Refusal.NOT_PLAYING)
    if room.draw.picks.of(seat) is not None:
        raise Refused(Refusal.NOT_YOUR_TURN)
    if command.tile == room.draw.picks.of(seat.other):
        raise Refused(Refusal.TILE_TAKEN)
    if room.draw.picks.of(seat.other) is None:
        return e.TilePicked(seat, command.tile)
    return _drawn(room, seat, command.tile, given)


def _drawn(room: Drawing, seat: Seat, tile: int, given: Given) -> e.GameStarted:
    picks = room.draw.picks.with_(seat, tile)
    tiles = first_tiles(room.seeds)
    mine, theirs = (tiles[picks.of(who) or 0] for who in (seat, seat.other))
    first = seat if TILE_ORDER.index(mine) < TILE_ORDER.index(theirs) else seat.other
    return dealt(room.table, first, room.seeds, FirstDraw(picks, tiles), given.now)


def undo(room: Room, given: Given) -> e.PlyUndone:
    """Take back one ply, a flip too: learning only, at one device."""
    if not isinstance(room, Playing | Over):
        raise Refused(Refusal.NOT_PLAYING)
    if not room.table.goes_back or _goes_by_others(room):
        raise Refused(Refusal.NOT_ALLOWED_BY_RULES)
    if not room.running.moves:
        raise Refused(Refusal.NOTHING_TO_UNDO)
    return e.PlyUndone(_clock_before(room.running, given))


def _goes_by_others(room: Playing | Over) -> bool:
    """Have other rules, or a clock, been set for the next game? This one cannot go on by them."""
    table, running = room.table, room.running
    return table.rules != running.game.rules or (table.clock is None) != (running.clock is None)


def _clock_before(running: Running, given: Given) -> ClockState | None:
    """The clock of whoever plays on from there; with nothing left nobody could."""
    still = stopped(running.clock, given.now)
    if still is None:
        return None
    host, guest = (still.left.of(seat) or LEAST_EXTENSION for seat in Seat)
    still = replace(still, left=BySeat(host, guest))
    if len(running.moves) == 1:
        return still
    return replace(still, running=running.seat_of(taken_back(running).mover))


def restart(room: Room, given: Given) -> e.Event:
    """Throw the running game away, unscored, and deal the next one to the same first player."""
    if not isinstance(room, Playing):
        raise Refused(Refusal.NOT_PLAYING)
    if not room.table.is_local and seat_of_computer(room.table) is None:
        raise Refused(Refusal.NOT_ALLOWED_BY_RULES)
    return begin_game(room.table, room.running.first, given)
