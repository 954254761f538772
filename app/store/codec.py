"""Events as bytes and back: compact JSON, each with the number of the schema it was written in.

Owns the stored format. A change of it gets a new schema number and keeps a reader for the
old one; the golden bytes in the tests show every change. Nothing is judged here: an event
that reads well is believed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, assert_never

import orjson

from app.game import PositionInvalid, Seat
from app.room.events import (
    ClockExtended,
    DrawDeclined,
    DrawOffered,
    DrawStarted,
    Event,
    GameEnded,
    GameStarted,
    PlyPlayed,
    PlyUndone,
    RematchAsked,
    RematchDropped,
    Renamed,
    RoomClosed,
    RoomOpened,
    RulesSet,
    SeatLeft,
    TilePicked,
)
from app.room.state import ClockState, Millis, Result
from app.store.shapes import (
    Damaged,
    Fields,
    UnknownEvent,
    UnknownSchema,
    all_taken,
    fields_of,
    maybe,
    text,
    whole,
)
from app.store.values import (
    read_clock,
    read_clock_rules,
    read_first_draw,
    read_result,
    read_rules,
    read_seat,
    read_seeds,
    read_table,
    write_clock,
    write_clock_rules,
    write_first_draw,
    write_result,
    write_rules,
    write_seeds,
    write_table,
)

SCHEMA: Final = 1

_KINDS: Final[Mapping[type[Event], str]] = {
    RoomOpened: "opened",
    DrawStarted: "draw",
    TilePicked: "picked",
    GameStarted: "game",
    PlyPlayed: "ply",
    DrawOffered: "offered",
    DrawDeclined: "declined",
    GameEnded: "ended",
    ClockExtended: "extended",
    PlyUndone: "undone",
    RematchAsked: "asked",
    RematchDropped: "dropped",
    RulesSet: "rules",
    Renamed: "renamed",
    SeatLeft: "left",
    RoomClosed: "closed",
}


def encode(event: Event) -> bytes:
    """The bytes that stand for this event in a store."""
    fields: Fields = {"v": SCHEMA, "e": _KINDS[type(event)]}
    _write_played(event, fields)
    return orjson.dumps(fields)


def decode(body: bytes) -> Event:
    """The event that was encoded; raises Damaged for anything else."""
    try:
        fields = fields_of(orjson.loads(body))
        event = _reader(fields)(fields)
        all_taken(fields)
    except KeyError as error:
        raise Damaged(f"no field {error}") from None
    except (ValueError, PositionInvalid) as error:
        raise Damaged(f"not readable: {type(error).__name__}") from None
    return event


def holds_secret(event: Event) -> bool:
    """Whether whoever sees this event could know what lies face down."""
    return isinstance(event, GameStarted | DrawStarted)


def _write_played(event: Event, fields: Fields) -> None:
    """Put in what happens during a game, the most frequent first."""
    match event:
        case PlyPlayed(ply, clock, result):
            fields["ply"] = ply
            _write_ending(fields, clock, result)
        case DrawOffered(seat) | DrawDeclined(seat) | RematchAsked(seat) | RematchDropped(seat):
            fields["seat"] = seat
        case TilePicked(seat, tile):
            fields["seat"], fields["tile"] = seat, tile
        case GameEnded(result, clock):
            _write_ending(fields, clock, result)
        case ClockExtended(clock) | PlyUndone(clock):
            _write_ending(fields, clock, None)
        case _:
            _write_around(event, fields)


def _write_around(
    event: RoomOpened | DrawStarted | GameStarted | RulesSet | Renamed | SeatLeft | RoomClosed,
    fields: Fields,
) -> None:
    """Put in what happens between games."""
    match event:
        case RoomOpened(table):
            fields["table"] = write_table(table)
        case DrawStarted(table, seeds):
            fields["table"], fields["seeds"] = write_table(table), write_seeds(seeds)
        case GameStarted():
            _write_game(event, fields)
        case RulesSet(rules, clock):
            fields["rules"] = write_rules(rules)
            fields["clock"] = None if clock is None else write_clock_rules(clock)
        case Renamed(seat, name):
            fields["seat"], fields["name"] = seat, name
        case SeatLeft(seat, result, clock):
            fields["seat"] = seat
            _write_ending(fields, clock, result)
        case RoomClosed():
            pass
        case _:
            assert_never(event)


def _write_ending(fields: Fields, clock: ClockState | None, result: Result | None) -> None:
    if clock is not None:
        fields["clock"] = write_clock(clock)
    if result is not None:
        fields["result"] = write_result(result)


def _write_game(event: GameStarted, fields: Fields) -> None:
    fields["table"] = write_table(event.table)
    fields["first"] = event.first
    fields["seeds"] = write_seeds(event.seeds)
    fields["started"] = event.started
    if event.draw is not None:
        fields["draw"] = write_first_draw(event.draw)
    _write_ending(fields, event.clock, None)


def _reader(fields: Fields) -> Callable[[Fields], Event]:
    schema, kind = whole(fields.pop("v")), text(fields.pop("e"))
    if schema != SCHEMA:
        raise UnknownSchema(f"schema {schema}; this program reads {SCHEMA}")
    reader = _READERS.get(kind)
    if reader is None:
        raise UnknownEvent("no event of that name in this schema")
    return reader


def _seat(fields: Fields) -> Seat:
    return read_seat(fields.pop("seat"))


def _clock(fields: Fields) -> ClockState | None:
    return maybe(read_clock, fields.pop("clock", None))


def _result(fields: Fields) -> Result | None:
    return maybe(read_result, fields.pop("result", None))


def _read_game(fields: Fields) -> GameStarted:
    return GameStarted(
        table=read_table(fields.pop("table")),
        first=read_seat(fields.pop("first")),
        seeds=read_seeds(fields.pop("seeds")),
        started=Millis(whole(fields.pop("started"))),
        draw=maybe(read_first_draw, fields.pop("draw", None)),
        clock=_clock(fields),
    )


_READERS: Final[Mapping[str, Callable[[Fields], Event]]] = {
    "opened": lambda fields: RoomOpened(read_table(fields.pop("table"))),
    "draw": lambda fields: DrawStarted(
        read_table(fields.pop("table")), read_seeds(fields.pop("seeds"))
    ),
    "picked": lambda fields: TilePicked(_seat(fields), whole(fields.pop("tile"))),
    "game": _read_game,
    "ply": lambda fields: PlyPlayed(text(fields.pop("ply")), _clock(fields), _result(fields)),
    "offered": lambda fields: DrawOffered(_seat(fields)),
    "declined": lambda fields: DrawDeclined(_seat(fields)),
    "ended": lambda fields: GameEnded(read_result(fields.pop("result")), _clock(fields)),
    "extended": lambda fields: ClockExtended(read_clock(fields.pop("clock"))),
    "undone": lambda fields: PlyUndone(_clock(fields)),
    "asked": lambda fields: RematchAsked(_seat(fields)),
    "dropped": lambda fields: RematchDropped(_seat(fields)),
    "rules": lambda fields: RulesSet(
        read_rules(fields.pop("rules")), maybe(read_clock_rules, fields.pop("clock"))
    ),
    "renamed": lambda fields: Renamed(_seat(fields), text(fields.pop("name"))),
    "left": lambda fields: SeatLeft(_seat(fields), _result(fields), _clock(fields)),
    "closed": lambda _: RoomClosed(),
}
