"""Request bodies: bounded, of a known kind, decoded strictly, checked against a model."""

from __future__ import annotations

from typing import Final, TypeVar

from fastapi import Request
from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect

from app.api.errors import Problem, malformed
from app.service.strict_json import NotJson, decode

MOST_JSON: Final = 8 * 1024
MOST_RECORD: Final = 64 * 1024

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
    """The body; one that is longer than `most` is not read to its end."""
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > most:
        raise _too_large()
    found = bytearray()
    try:
        async for part in request.stream():
            found += part
            if len(found) > most:
                raise _too_large()
    except ClientDisconnect:
        raise malformed("the body is not whole") from None
    return bytes(found)


def _too_large() -> Problem:
    problem = Problem(413, "too_large", "the body is too large")
    problem.headers["Connection"] = "close"
    return problem


def _media_type(request: Request) -> str:
    kind, _, parameters = request.headers.get("content-type", "").partition(";")
    charset = parameters.replace(" ", "").lower()
    if charset not in {"", "charset=utf-8", 'charset="utf-8"'}:
        raise Problem(415, "unsupported_media_type", "send UTF-8")
    return kind.strip().lower()
