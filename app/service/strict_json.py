"""One strict reading of JSON for HTTP bodies and socket frames.

Owns what is accepted as JSON at all: UTF-8, no duplicate keys, no NaN or Infinity, whole
numbers within 2^53, bounded depth, no lone surrogates. Knows nothing of what a message
means; that is the wire models' part.
"""

from __future__ import annotations

import json
import math
import re
from typing import NoReturn

import orjson

MAX_DEPTH = 16
MAX_DIGITS = 16
MAX_INTEGER = 2**53 - 1
MAX_FLOAT_LENGTH = 32
SHORT = 512
"""Of a text no longer than this it is worth finding out whether it is a plain one."""

_STRING = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)', re.DOTALL)
"""One that nobody closes goes to the end: else it would be looked for from each of its quotes."""


class NotJson(ValueError):
    """The text is not JSON as this server reads it."""


def decode(raw: bytes | str) -> object:
    """The value of a JSON text; raises `NotJson` (whose message echoes nothing of the text)."""
    value = _plain(raw) if len(raw) <= SHORT else None
    return _looked_into(raw) if value is None else value


def _plain(raw: bytes | str) -> object:
    """The value of a short text that says nothing twice and nothing large; None for any other.

    Written anew it is the same text, as most of what the page sends: then it has no key twice,
    no number that was rounded and no character in disguise.
    """
    try:
        written = raw if isinstance(raw, bytes) else raw.encode()
        if b"\\" in written or written.count(b"[") + written.count(b"{") > MAX_DEPTH:
            return None
        value: object = orjson.loads(written)
        return value if orjson.dumps(value, option=orjson.OPT_STRICT_INTEGER) == written else None
    except (ValueError, TypeError):
        return None


def _looked_into(raw: bytes | str) -> object:
    try:
        text = raw if isinstance(raw, str) else raw.decode("utf-8")
        if text.count("[") + text.count("{") > MAX_DEPTH:
            _check_depth(text)
        value: object = _DECODER.decode(text)
        if "\\u" in text:
            _check_surrogates(value)
    except NotJson:
        raise
    except (ValueError, RecursionError):
        raise NotJson("not JSON") from None
    return value


def _check_depth(text: str) -> None:
    depth = 0
    for character in _STRING.sub("", text):
        if character in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise NotJson("nested too deeply")
        elif character in "]}":
            depth -= 1


def _check_surrogates(value: object) -> None:
    match value:
        case str():
            value.encode("utf-8")
        case list():
            for item in value:
                _check_surrogates(item)
        case dict():
            for key, item in value.items():
                _check_surrogates(key)
                _check_surrogates(item)
        case _:
            pass


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotJson("a key occurs twice")
    return found


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS + 1 or not -MAX_INTEGER <= (number := int(digits)) <= MAX_INTEGER:
        raise NotJson("a number is too large")
    return number


def _float(text: str) -> float:
    if len(text) > MAX_FLOAT_LENGTH or not math.isfinite(number := float(text)):
        raise NotJson("a number is too large")
    return number


def _constant(_name: str) -> NoReturn:
    raise NotJson("not a number")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_constant
)
