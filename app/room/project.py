"""The one door out: what everybody may see of a room.

Everything that leaves the server about a room goes through `project`, which names what it
takes. The seeds of the deal are not among it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, assert_never

from app.game import BySeat, Chase, Colour, Seat, barred, barred_by, legal, square_name
from app.game.record import colours_of_seats
from app.room.state import (
    ClockRules,
    ClockState,
    Closed,
    Drawing,
    FirstDraw,
    Millis,
    Over,
    Phase,
    Player,
    Playing,
    Result,
    Room,
    Running,
    Series,
    Table,
    Waiting,
)
from app.room.view import (
    ChaseView,
    ClockRulesView,
    ClockView,
    DrawForFirstView,
    GameView,
    LastView,
    Pair,
    ResultView,
    RoomView,
    SeatView,
    SeriesView,
    TableView,
    View,
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Setting:
    """What a room's table alone decides of its view; the same for as long as the table is."""

    table: Table
    shown: TableView


def setting_of(table: Table) -> Setting:
    """For whoever shows a room again and again: made once for each table, a view is cheaper."""
    return Setting(
        table,
        {
            "code": table.code,
            "opponent": table.opponent,
            "seats": {"host": _seat(table.players.host), "guest": _seat(table.players.guest)},
            "clock": _clock_rules(table.clock),
            "series": _series(table.series),
            "spectators": table.spectators,
            "odds": table.odds,
        },
    )


def project(room: Room, expires_at: Millis, setting: Setting | None = None) -> View:
    """The public view of a room; `setting` is that of its table, if it is at hand."""
    if setting is None or setting.table is not room.table:
        setting = setting_of(room.table)
    running = room.running if isinstance(room, Playing | Over) else None
    result = room.result if isinstance(room, Over) else None
    return View(
        room.table.rules,
        _room(room, setting, expires_at),
        None if running is None else _game(running, result),
        None if running is None else _last(running),
        () if running is None else running.moves,
    )


def phase_of(room: Room) -> Phase:
    """The phase's name on the wire."""
    match room:
        case Waiting():
            return Phase.WAITING
        case Drawing():
            return Phase.DRAWING
        case Playing():
            return Phase.PLAYING
        case Over():
            return Phase.OVER
        case Closed():
            return Phase.CLOSED
        case _:
            assert_never(room)


def _room(room: Room, setting: Setting, expires_at: Millis) -> RoomView:
    return {
        **setting.shown,
        "phase": phase_of(room),
        "rematch": room.rematch if isinstance(room, Over) else (),
        "draw_for_first": _draw_for_first(room),
        "expires_at": expires_at,
    }


def _seat(player: Player | None) -> SeatView | None:
    return None if player is None else {"name": player.name, "computer": player.computer}


def _clock_rules(clock: ClockRules | None) -> ClockRulesView | None:
    if clock is None:
        return None
    return {"initial": clock.initial, "increment": clock.increment}


def _series(series: Series) -> SeriesView:
    return {
        "game": series.game,
        "score": _pair(series.score),
        "points": _pair(series.points),
    }


def _draw_for_first(room: Room) -> DrawForFirstView | None:
    draw = _draw_of(room)
    if draw is None:
        return None
    return {"host": draw.picks.host, "guest": draw.picks.guest, "tiles": draw.tiles}


def _draw_of(room: Room) -> FirstDraw | None:
    if isinstance(room, Drawing):
        return room.draw
    return room.running.draw if isinstance(room, Playing | Over) else None


def _pair(values: BySeat[T]) -> Pair[T]:
    return {"host": values.host, "guest": values.guest}


def _pair_or_none(values: BySeat[T] | None) -> Pair[T] | None:
    return None if values is None else _pair(values)


def _game(running: Running, result: Result | None) -> GameView:
    game = running.game
    on = result is None
    offer = running.offer
    return {
        "number": running.number,
        "ply": game.ply,
        "board": game.board,
        "first": running.first,
        "turn": running.turn if on else None,
        "colors": _pair_or_none(colours_by_seat(running)),
        "legal": legal(game) if on else (),
        "barred": barred(game) if on else (),
        "barred_by": barred_by(game) if on else (),
        "chases": tuple(map(_chase, game.chases)) if on else (),
        "quiet": game.quiet,
        "captured": _captured(running),
        "unseen": game.pool,
        "draw_offer": offer.seat if offer else None,
        "draw_offer_ply": offer.ply if offer else None,
        "draw_rest": _pair(running.offer_rest),
        "clock": _clock(running.clock),
        "result": None if result is None else _result(result),
    }


def colours_by_seat(running: Running) -> BySeat[Colour] | None:
    """Each seat's colour; None before the first flip."""
    colour = running.game.first_colour
    if colour is None:
        return None
    return colours_of_seats(running.first, colour)


def _captured(running: Running) -> Pair[str]:
    captured = running.game.captured
    if running.first is Seat.HOST:
        return {"host": captured.first, "guest": captured.second}
    return {"host": captured.second, "guest": captured.first}


def _chase(chase: Chase) -> ChaseView:
    return {
        "piece": square_name(chase.piece),
        "target": square_name(chase.target),
        "count": chase.count,
    }


def _clock(clock: ClockState | None) -> ClockView | None:
    if clock is None:
        return None
    left = clock.left
    return {"host": left.host, "guest": left.guest, "running": clock.running, "at": clock.at}


def _result(result: Result) -> ResultView:
    return {"winner": result.winner, "reason": result.reason, "points": result.points}


def _last(running: Running) -> LastView | None:
    if running.last is None:
        return None
    return {"ply": running.game.ply, "by": running.last.by, "move": running.last.ply}
