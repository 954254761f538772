"""Request bodies: bounded, of a known kind, decoded strictly, checked against a model."""

from __future__ import annotations

import asyncio
from typing import Final, TypeVar

from fastapi import Request
from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect

from app.api.errors import Problem, malformed
from app.service.strict_json import NotJson, decode

MOST_JSON: Final = 8 * 1024
MOST_RECORD: Final = 64 * 1024
MOST_DISCARDED: Final = 256 * 1024
BODY_SECONDS: Final = 10.0

Body = TypeVar("Body", bound=BaseModel)


async def read_json(request: Request, model: type[Body]) -> Body:
    """The JSON body as `model`; an empty body is an object without fields."""
    raw = await read_bytes(request, MOST_JSON)
    if not raw:
        return _checked({}, model)
    if _media_type(request) != "application/json":
        raise Problem(415, "unsupported_media_type", "send application/json")
    try:
        value = decode(raw)
    except NotJson as reason:
        raise malformed(str(reason)) from None
    return _checked(value, model)


def _checked(value: object, model: type[Body]) -> Body:
    try:
        return model.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        raise malformed(_place(first["loc"], model)) from None


def _place(place: tuple[int | str, ...], model: type[BaseModel]) -> str:
    """Which field is wrong, if it is one of ours: a stranger's words are not repeated."""
    if place and place[0] in model.model_fields:
        return f"{place[0]} is not valid"
    return "there is an unknown field" if place else "send an object"


async def read_text(request: Request) -> str:
    """The body as UTF-8 text of the length of a record."""
    if _media_type(request) not in {"", "text/plain", "application/json"}:
        raise Problem(415, "unsupported_media_type", "send text/plain or application/json")
    try:
        return (await read_bytes(request, MOST_RECORD)).decode("utf-8")
    except UnicodeDecodeError:
        raise malformed("not UTF-8") from None


async def read_bytes(request: Request, most: int) -> bytes:
    """The body; of one that is longer than `most` nothing is kept."""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            return await _read(request, most)
    except ClientDisconnect:
        raise malformed("the body is not whole") from None
    except TimeoutError:
        raise _closing(408, "too_slow", "the body did not come in time") from None


async def _read(request: Request, most: int) -> bytes:
    """Read on for a while when it is too long: whoever still sends does not hear an answer."""
    found = bytearray()
    length = 0
    async for part in request.stream():
        length += len(part)
        if length > MOST_DISCARDED:
            break
        if length <= most:
            found += part
    if length > most:
        raise _closing(413, "too_large", "the body is too large")
    return bytes(found)


def _closing(status: int, code: str, detail: str) -> Problem:
    problem = Problem(status, code, detail)
    problem.headers["Connection"] = "close"
    return problem


def _media_type(request: Request) -> str:
    kind, _, parameters = request.headers.get("content-type", "").partition(";")
    charset = parameters.replace(" ", "").lower()
    if charset not in {"", "charset=utf-8", 'charset="utf-8"'}:
        raise Problem(415, "unsupported_media_type", "send UTF-8")
    return kind.strip().lower()
