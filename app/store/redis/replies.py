"""What a server answered, read strictly: an answer of another kind is `Unavailable`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from redis.exceptions import (
    AskError,
    ClusterDownError,
    MovedError,
    NoScriptError,
    ReadOnlyError,
    ResponseError,
    TryAgainError,
)

from app.store.port import Unavailable

MOVING: Final = (MovedError, AskError, ClusterDownError, TryAgainError, ReadOnlyError)
"""Errors that mean: not here, or not yet. Nothing was done."""


def checked(replies: list[object]) -> list[object]:
    """The answers, if none of them is an error."""
    for reply in replies:
        if isinstance(reply, (NoScriptError, *MOVING)):
            raise reply
        if isinstance(reply, ResponseError):
            raise Unavailable(f"{type(reply).__name__}: {reply}") from reply
    return replies


def raw(reply: object) -> bytes:
    """Bytes."""
    if type(reply) is not bytes:
        raise Unavailable(f"the store answered {type(reply).__name__} instead of bytes")
    return reply


def text(reply: object) -> str:
    """Text."""
    return raw(reply).decode()


def maybe_raw(reply: object) -> bytes | None:
    """Bytes, or None for what is not there."""
    return None if reply is None else raw(reply)


def whole(reply: object) -> int:
    """A whole number."""
    if type(reply) is not int:
        raise Unavailable(f"the store answered {type(reply).__name__} instead of a number")
    return reply


def listed(reply: object) -> Sequence[object]:
    """A list of answers."""
    if type(reply) is not list:
        raise Unavailable(f"the store answered {type(reply).__name__} instead of a list")
    return reply
