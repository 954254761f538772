"""The review of a finished game over HTTP: asked for, looked after, given up."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from app.api.desk import desk_of, look_up
from app.api.errors import Problem
from app.api.rooms import number_of, record_of
from app.review.reviews import FAILED, Busy, Failed, Progress, Wanted
from app.room.state import Millis
from app.service.encode import compact

router = APIRouter(prefix="/api/rooms")

BUSY = Millis(30_000)
"""About so long a review takes: then there may be room for one more wish."""


@router.get("/{code}/games/{name}/review")
async def ask(request: Request, code: str, name: str) -> Response:
    """The review, or 202 with how far it is; the first one who asks begins it."""
    live = await look_up(request, code)
    desk, number = desk_of(request), number_of(name)
    record = await record_of(desk, live, number)
    try:
        found = await desk.reviews.ask(Wanted(live.room.table.code, number), record)
    except Failed:
        raise _later("review_failed", FAILED) from None
    except Busy:
        raise _later("review_busy", BUSY) from None
    if isinstance(found, Progress):
        told = {"state": "thinking", "done": found.done, "of": found.of}
        return Response(compact(told), 202, media_type="application/json")
    return Response(found, media_type="application/json")


def _later(code: str, wait: Millis) -> Problem:
    """It is not to be had now; later it is tried again."""
    problem = Problem(503, code)
    problem.headers["Retry-After"] = str(wait // 1000)
    return problem


@router.delete("/{code}/games/{name}/review")
async def drop(request: Request, code: str, name: str) -> Response:
    """Stop working on it; what was found before stays."""
    live = await look_up(request, code)
    await desk_of(request).reviews.drop(Wanted(live.room.table.code, number_of(name)))
    return Response(status_code=204)
