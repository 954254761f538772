"""From events to the room. Believes every event and judges nothing."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from app.game import BySeat, Game, Seat, advance, new_game, parse_ply
from app.room import events as e
from app.room.result import counted, uncounted
from app.room.state import (
    ClockState,
    Closed,
    Drawing,
    DrawOffer,
    FirstDraw,
    LastPly,
    Millis,
    Over,
    Playing,
    Result,
    Room,
    Running,
    Table,
    Waiting,
)

STRIDE = 16
"""Of the moments to go back to one is kept for so many plies; going back plays the rest again."""

OFFER_REST = 3
"""Own plies before a draw offer that came to nothing may be renewed."""


class Impossible(Exception):
    """An event that cannot follow on this room: the log is damaged."""


def fold(log: Iterable[e.Event]) -> Room:
    """The room that these events make, oldest first; raises Impossible if there are none."""
    room: Room | None = None
    for event in log:
        room = evolve(room, event)
    if room is None:
        raise Impossible("a room without events")
    return room


def evolve(room: Room | None, event: e.Event) -> Room:
    """The room after `event`."""
    match event:
        case e.PlyPlayed() if isinstance(room, Playing):
            return _ply_played(room, event)
        case e.RoomOpened(table):
            return Waiting(table)
        case e.DrawStarted(table, seeds):
            return Drawing(table, seeds, FirstDraw())
        case e.GameStarted():
            return _game_started(event)
        case _ if room is None:
            raise Impossible(type(event).__name__)
        case _:
            return _evolve_room(room, event)


def _evolve_room(room: Room, event: e.Event) -> Room:
    match event:
        case e.Renamed(seat, name):
            return _renamed(room, seat, name)
        case e.SeatLeft(seat, result, clock):
            return _seat_left(room, seat, result, clock)
        case e.RoomClosed():
            return Closed(room.table)
        case e.RulesSet():
            return _rules_set(room, event)
        case _:
            return _evolve_game(room, event)


def _evolve_game(room: Room, event: e.Event) -> Room:
    match room, event:
        case Drawing(), e.TilePicked(seat, tile):
            picks = room.draw.picks.with_(seat, tile)
            return replace(room, draw=replace(room.draw, picks=picks))
        case Drawing(), e.GameEnded():
            return _ended(_undealt(room), event.result, None)
        case Playing(), e.GameEnded(result, clock):
            return _ended(room, result, clock)
        case Playing(), e.DrawOffered(seat):
            offer = DrawOffer(seat, room.running.game.ply)
            return replace(room, running=replace(room.running, offer=offer))
        case Playing(running=Running(offer=DrawOffer() as offer)), e.DrawDeclined():
            return replace(room, running=_without(offer, room.running))
        case Playing(), e.ClockExtended(clock):
            return replace(room, running=replace(room.running, clock=clock))
        case ((Playing() | Over()), e.PlyUndone()):
            return _ply_undone(room, event)
        case Over(), e.RematchAsked(seat):
            return replace(room, rematch=(*room.rematch, seat))
        case Over(), e.RematchDropped():
            return replace(room, rematch=())
        case _:
            raise Impossible(f"{type(event).__name__} in {type(room).__name__}")


def _game_started(event: e.GameStarted) -> Playing:
    table = event.table
    running = Running(
        number=table.series.game,
        first=event.first,
        seeds=event.seeds,
        game=new_game(table.rules, table.start),
        started=event.started,
        clock=event.clock,
        draw=event.draw,
    )
    return Playing(table, running)


def _undealt(room: Drawing) -> Playing:
    """The game that would have been dealt, for a room that is called off before it was."""
    return _game_started(
        e.GameStarted(room.table, Seat.HOST, room.seeds, Millis(0), room.draw, None)
    )


def _ply_played(room: Playing, event: e.PlyPlayed) -> Room:
    earlier = _earlier(room.running) if room.table.goes_back else ()
    after = Playing(room.table, _after_ply(room.running, event, earlier))
    return after if event.result is None else _ended(after, event.result, event.clock)


def _earlier(running: Running) -> tuple[Game, ...]:
    """The moments to go back to once another ply is played: one in every STRIDE quiet plies."""
    kept, game = running.earlier, running.game
    return kept if kept and game.quiet % STRIDE else (*kept, game)


def _after_ply(running: Running, event: e.PlyPlayed, earlier: tuple[Game, ...]) -> Running:
    by = running.turn
    if running.offer is not None and running.offer.seat is not by:
        running = _without(running.offer, running)
    rest = running.offer_rest
    if rest.of(by):
        rest = rest.with_(by, rest.of(by) - 1)
    return Running(  # spelled out: `replace` takes three times as long, and this is every ply
        number=running.number,
        first=running.first,
        seeds=running.seeds,
        game=event.game or advance(running.game, parse_ply(event.ply)),
        started=running.started,
        moves=(*running.moves, event.ply),
        last=LastPly(by, event.ply),
        clock=event.clock,
        draw=None,
        offer=running.offer,
        offer_rest=rest,
        earlier=earlier,
    )


def _without(offer: DrawOffer, running: Running) -> Running:
    """The offer is gone; whoever made it has to wait before the next one."""
    rest = running.offer_rest.with_(offer.seat, OFFER_REST)
    return replace(running, offer=None, offer_rest=rest)


def _ended(room: Playing, result: Result, clock: ClockState | None) -> Over:
    table = replace(room.table, series=counted(room.table.series, result))
    return Over(table, replace(room.running, offer=None, clock=clock), result)


def _ply_undone(room: Playing | Over, event: e.PlyUndone) -> Playing:
    table = room.table
    if isinstance(room, Over):
        table = replace(table, series=uncounted(table.series, room.result))
    running = room.running
    game, moves = taken_back(running), running.moves[:-1]
    before = replace(
        running,
        game=game,
        earlier=tuple(each for each in running.earlier if each.ply < game.ply),
        moves=moves,
        last=None,
        clock=event.clock,
        offer=None,
        offer_rest=BySeat(0, 0),
    )
    return Playing(table, before)


def taken_back(running: Running) -> Game:
    """The game before its newest ply, from the last moment that was kept."""
    game = running.earlier[-1]
    for ply in running.moves[game.ply : -1]:
        game = advance(game, parse_ply(ply))
    return game


def _renamed(room: Room, seat: Seat, name: str) -> Room:
    player = room.table.players.of(seat)
    if player is None:
        raise Impossible("Renamed on an empty seat")
    players = room.table.players.with_(seat, replace(player, name=name))
    return replace(room, table=replace(room.table, players=players))


def _seat_left(room: Room, seat: Seat, result: Result | None, clock: ClockState | None) -> Room:
    after: Room = room
    if result is not None and isinstance(room, Playing):
        after = _ended(room, result, clock)
    table = replace(after.table, players=after.table.players.with_(seat, None))
    if isinstance(after, Over):
        return replace(after, table=table, rematch=())
    return Waiting(_uncalled(table) if isinstance(room, Drawing) else table)


def _uncalled(table: Table) -> Table:
    """A draw that was called off uses up no game number."""
    return replace(table, series=replace(table.series, game=table.series.game - 1))


def _rules_set(room: Room, event: e.RulesSet) -> Room:
    table = replace(room.table, rules=event.rules, clock=event.clock)
    after: Room = replace(room, table=table)
    return replace(after, rematch=()) if isinstance(after, Over) else after
