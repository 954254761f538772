"""Errors over HTTP: one shape for all, a code for programs, and nothing of what was sent."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from http import HTTPStatus

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from app.room.commands import Refusal, Refused
from app.room.state import Millis
from app.service.encode import compact
from app.store.port import Unavailable

log = logging.getLogger(__name__)

STATUS: Mapping[Refusal, int] = {
    Refusal.MALFORMED: 400,
    Refusal.UNAUTHORIZED: 401,
    Refusal.FORBIDDEN: 403,
    Refusal.ROOM_NOT_FOUND: 404,
    Refusal.NOT_FOUND: 404,
    Refusal.ROOM_FULL: 409,
    Refusal.NOT_AVAILABLE: 422,
    Refusal.NAME_INVALID: 422,
    Refusal.RULES_INVALID: 422,
    Refusal.POSITION_INVALID: 422,
    Refusal.RECORD_INVALID: 422,
    Refusal.TEXT_INVALID: 422,
    Refusal.RATE_LIMITED: 429,
    Refusal.UNAVAILABLE: 503,
}

_OF_STATUS = {404: "not_found", 405: "method_not_allowed"}


class Problem(Exception):
    """An answer that is not what was asked for."""

    def __init__(self, status: int, code: str, detail: str = "", **members: object) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.detail = detail
        self.members = members
        self.headers: dict[str, str] = {}


def malformed(detail: str) -> Problem:
    """The body is not what this address takes."""
    return Problem(400, Refusal.MALFORMED, detail)


def too_many(wait: Millis) -> Problem:
    """Come back in `wait` milliseconds."""
    problem = Problem(429, Refusal.RATE_LIMITED)
    problem.headers["Retry-After"] = str(max(1, -(-wait // 1000)))
    return problem


def of_refusal(refusal: Refused) -> Problem:
    """A refusal of the domain as an answer."""
    problem = Problem(STATUS.get(refusal.code, 409), refusal.code, refusal.detail)
    if problem.status in {429, 503}:
        problem.headers["Retry-After"] = "2"
    return problem


def answer(problem: Problem) -> Response:
    """The problem as `application/problem+json`."""
    body: dict[str, object] = {
        "type": "about:blank",
        "title": HTTPStatus(problem.status).phrase,
        "status": problem.status,
        "code": problem.code,
    }
    if problem.detail:
        body["detail"] = problem.detail
    body.update(problem.members)
    return Response(
        compact(body), problem.status, problem.headers, media_type="application/problem+json"
    )


def install(app: FastAPI) -> None:
    """Answer every error of this application in the one shape."""

    @app.exception_handler(Problem)
    async def on_problem(_: Request, problem: Problem) -> Response:
        return answer(problem)

    @app.exception_handler(Refused)
    async def on_refusal(_: Request, refusal: Refused) -> Response:
        return answer(of_refusal(refusal))

    @app.exception_handler(Unavailable)
    async def on_unavailable(_: Request, __: Unavailable) -> Response:
        return answer(of_refusal(Refused(Refusal.UNAVAILABLE)))

    @app.exception_handler(HTTPException)
    async def on_http(_: Request, error: HTTPException) -> Response:
        problem = Problem(error.status_code, _OF_STATUS.get(error.status_code, "error"))
        problem.headers.update(error.headers or {})
        return answer(problem)

    @app.exception_handler(RequestValidationError)
    async def on_invalid(_: Request, __: RequestValidationError) -> Response:
        return answer(malformed("the request is not understood"))

    @app.exception_handler(Exception)
    async def on_failure(_: Request, __: Exception) -> Response:
        return answer(Problem(500, "internal_error"))
