"""Rooms over HTTP: open one, look at its card, sit down, read its finished games."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import orjson
from fastapi import APIRouter, Request, Response

from app.api.bodies import read_json
from app.api.desk import Desk, caller_of, desk_of, look_up
from app.api.errors import Problem, malformed, too_many
from app.api.models import CreateRoom, Options, TakeSeat
from app.game import (
    START,
    Coords,
    FirstMover,
    Position,
    PositionInvalid,
    Rules,
    RulesInvalid,
    Seat,
    parse_position,
    record_from_json,
    record_to_text,
    rules_from_json,
    rules_to_json,
)
from app.room.commands import Refusal, Refused
from app.room.decide import Opening
from app.room.names import clean_name
from app.room.project import project
from app.room.state import ClockRules, Drawing, Opponent, Playing, RoomCode
from app.service.encode import compact
from app.service.live import Live
from app.service.tokens import hash_of, new_token

router = APIRouter(prefix="/api/rooms")

LONGEST_NUMBER: Final = 6


@router.post("")
async def create(request: Request) -> Response:
    """Open a room; the host's token comes with it."""
    body = await read_json(request, CreateRoom)
    opening = opening_of(body)
    desk, caller = desk_of(request), caller_of(request)
    token = body.token or new_token()
    hashed = hash_of(token)
    if hashed is None:
        raise malformed("token is not valid")
    wait = await desk.limits.may_open(caller, hashed)
    if wait:
        raise too_many(wait)
    live, seat = await desk.rooms.open(opening, hashed)
    await desk.limits.opened(caller, live.room.table.code)
    return seated(desk, live, seat, token)


def opening_of(body: CreateRoom) -> Opening:
    """What the host asks for. Raises Refused for a name, rules or position that cannot be."""
    clock, start = body.clock, _start(body)
    start_seat = Seat.GUEST if body.first == "guest" else Seat.HOST
    first = body.first if body.position is None or start != START else start_seat
    rules = rules_of(body.rules)
    return Opening(
        code=RoomCode(""),
        opponent=Opponent(body.opponent),
        name=name_of(body.name),
        rules=rules if first is None else replace(rules, first_mover=FirstMover(first)),
        clock=None if clock is None else ClockRules(clock.initial, clock.increment),
        spectators=body.spectators,
        odds=body.odds,
        start=start,
        start_seat=start_seat,
        level=body.level,
    )


def _start(body: CreateRoom) -> Position:
    """The position to start from; one that is named, be it the usual one, is not for friends."""
    if body.position is None:
        return START
    start = position_of(body.position)
    if body.opponent == "friend":
        raise Refused(Refusal.POSITION_INVALID, "with a friend one cannot start from a position")
    return start


def name_of(name: str | None) -> str | None:
    """The cleaned name, if one was given."""
    return None if name is None else clean_name(name)


def rules_of(options: Options | None) -> Rules:
    """The rules meant by a preset and what differs from it."""
    try:
        return rules_from_json(options or {})
    except RulesInvalid as invalid:
        raise Refused(Refusal.RULES_INVALID, invalid.reason) from None


def position_of(text: str) -> Position:
    """The position that a string tells."""
    try:
        return parse_position(text)
    except PositionInvalid as invalid:
        raise Refused(Refusal.POSITION_INVALID, invalid.reason) from None


def seated(desk: Desk, live: Live, seat: Seat, token: str) -> Response:
    """The answer to whoever has got a seat."""
    code = live.room.table.code
    answer = {
        "code": code,
        "seat": seat,
        "token": token,
        "path": f"{desk.base_path}/{code}",
        "room": project(live.room, desk.rooms.expires_at(live)).room,
    }
    return Response(compact(answer), 201, media_type="application/json")


@router.get("/{code}")
async def card(request: Request, code: str) -> Response:
    """What is told at the door: who sits there, and under which rules."""
    live = await look_up(request, code)
    view = project(live.room, desk_of(request).rooms.expires_at(live))
    room = view.room
    answer = {
        "code": room["code"],
        "phase": room["phase"],
        "opponent": room["opponent"],
        "seats": room["seats"],
        "rules": rules_to_json(live.room.table.rules),
        "clock": room["clock"],
        "spectators": room["spectators"],
        "turn": view.game["turn"] if view.game else None,
    }
    return Response(compact(answer), media_type="application/json")


@router.post("/{code}/seats")
async def take_seat(request: Request, code: str) -> Response:
    """Sit down on the free seat."""
    body = await read_json(request, TakeSeat)
    name = name_of(body.name)
    live = await look_up(request, code)
    token = body.token or new_token()
    hashed = hash_of(token)
    if hashed is None:
        raise malformed("token is not valid")
    desk = desk_of(request)
    live, seat = await desk.rooms.take_seat(live.room.table.code, name, hashed)
    return seated(desk, live, seat, token)


@router.get("/{code}/games/{name}")
async def game(request: Request, code: str, name: str) -> Response:
    """The record of a finished game: JSON, or text for a name that ends in `.txt`.

    A text's squares are counted as `?coords=` says.
    """
    digits = name.removesuffix(".txt")
    live = await look_up(request, code)
    record = await record_of(desk_of(request), live, number_of(digits))
    if digits == name:
        return Response(record, media_type="application/json")
    coords = coords_of(request.query_params.get("coords", Coords.TALL))
    text = record_to_text(record_from_json(orjson.loads(record)), coords)
    return Response(text, media_type="text/plain; charset=utf-8")


def coords_of(text: str) -> Coords:
    """How squares are counted, as an address says; raises Problem for any other way."""
    if text in list(Coords):
        return Coords(text)
    raise malformed(f"coords is {' or '.join(Coords)}")


def number_of(digits: str) -> int:
    """The number of a game in an address; raises Refused(NOT_FOUND)."""
    if not (digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER):
        raise Refused(Refusal.NOT_FOUND)
    return int(digits)


async def record_of(desk: Desk, live: Live, number: int) -> bytes:
    """The JSON record of a finished game; a problem of its own for one that is still on."""
    record = await desk.store.record(live.room.table.code, number)
    if record is not None:
        return record
    if number == live.room.table.series.game and isinstance(live.room, Drawing | Playing):
        raise Problem(409, "game_not_over", "the game is not over")
    raise Refused(Refusal.NOT_FOUND)
