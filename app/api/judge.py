"""The rules over HTTP: what there is to choose, a verdict on a position, a record read."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from app.api.bodies import read_json, read_text
from app.api.errors import Problem
from app.api.models import JudgePosition
from app.api.rooms import position_of, rules_of
from app.game import (
    Chase,
    IllegalAction,
    PlyInvalid,
    Position,
    PositionVerdict,
    RecordInvalid,
    Rules,
    check,
    judge_position,
    new_game,
    options_json,
    parse_action,
    read_record,
    record_to_json,
    record_to_text,
    replay,
    square_name,
)
from app.room.commands import Refusal
from app.service.encode import compact

router = APIRouter(prefix="/api")


@router.get("/rules")
async def rules() -> Response:
    """Presets, and per option its values: what a create form is built from."""
    return Response(compact(options_json()), media_type="application/json")


@router.post("/positions")
async def judge(request: Request) -> Response:
    """Judge a position that has no past; with `action`, say why that is refused."""
    body = await read_json(request, JudgePosition)
    position, by = position_of(body.position), rules_of(body.rules)
    answer = _verdict(judge_position(position, by))
    if body.action is not None:
        answer["refused"] = refusal_of(position, by, body.action)
    return Response(compact(answer), media_type="application/json")


def _verdict(verdict: PositionVerdict) -> dict[str, object]:
    result = None
    if verdict.reason is not None:
        result = {"winner": verdict.winner, "reason": verdict.reason}
    return {
        "legal": verdict.legal,
        "captures": verdict.captures,
        "barred": verdict.barred,
        "unseen": verdict.unseen,
        "result": result,
    }


def refusal_of(position: Position, by: Rules, action: str) -> str | None:
    """The rule that an action breaks, `not_playing` when the game is over, None if it is legal."""
    try:
        check(new_game(by, position), parse_action(action))
    except IllegalAction as illegal:
        return illegal.rule
    except PlyInvalid:
        return Refusal.NOT_PLAYING
    return None


@router.post("/records")
async def read(request: Request) -> Response:
    """Read a record of either kind; what it is as text, and all that it passes through."""
    text = await read_text(request)
    try:
        record = read_record(text)
        games = replay(record)
    except RecordInvalid as invalid:
        raise Problem(
            422, Refusal.RECORD_INVALID, invalid.reason, ply=invalid.ply, rule=invalid.rule
        ) from None
    answer = {
        "record": record_to_json(record),
        "text": record_to_text(record),
        "boards": [game.board for game in games],
        "positions": [str(game.position) for game in games],
        "chases": [[_chase(chase) for chase in game.chases] for game in games],
    }
    return Response(compact(answer), media_type="application/json")


def _chase(chase: Chase) -> dict[str, object]:
    piece, target = square_name(chase.piece), square_name(chase.target)
    return {"piece": piece, "target": target, "count": chase.count}
