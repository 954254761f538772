"""Reading stored JSON strictly: every value is exactly of its type, and nothing is left over.

Owns the complaint `Damaged` and the smallest readers. Knows no event.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from app.game import BySeat

T = TypeVar("T")
E = TypeVar("E")

Fields = dict[str, object]
"""A JSON object on its way to become a value: each reader pops what it takes."""


class Damaged(Exception):
    """Stored bytes that are no known event; says what is wrong, never what they hold."""


class UnknownSchema(Damaged):
    """An event written under a schema number that this program does not read."""


class UnknownEvent(Damaged):
    """A stored event of a kind that this program does not know."""


def whole(value: object) -> int:
    """A whole number; true and false are none."""
    if type(value) is not int:
        raise Damaged("expected a whole number")
    return value


def number(value: object) -> float:
    """A number with a fraction, as it was written."""
    if type(value) is not float:
        raise Damaged("expected a number with a fraction")
    return value


def flag(value: object) -> bool:
    """True or false."""
    if type(value) is not bool:
        raise Damaged("expected true or false")
    return value


def text(value: object) -> str:
    """A string."""
    if type(value) is not str:
        raise Damaged("expected a string")
    return value


def fields_of(value: object) -> Fields:
    """An object."""
    if type(value) is not dict:
        raise Damaged("expected an object")
    return value


def maybe(read: Callable[[object], T], value: object) -> T | None:
    """What `read` makes of it, or None for null."""
    return None if value is None else read(value)


def pair(read: Callable[[object], T], value: object) -> BySeat[T]:
    """One value for each seat, written as a list: the host's, the guest's."""
    if type(value) is not list or len(value) != 2:
        raise Damaged("expected a list of two")
    return BySeat(read(value[0]), read(value[1]))


def maybe_pair(read: Callable[[object], T], value: object) -> BySeat[T | None]:
    """The same where either may be null."""
    return pair(lambda each: maybe(read, each), value)


def all_taken(fields: Fields) -> None:
    """Raises Damaged if the object held more than was asked of it."""
    if fields:
        raise Damaged(f"{len(fields)} unknown fields")
