"""Records as JSON objects: `{format: 1, room, number, rules, first, names, colors, …}`.

Reading is strict about what it knows and ignores fields it does not know, so that a later
version may add some.
"""

import json
import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NoReturn, TypeVar

from app.game.outcome import Reason
from app.game.position import START
from app.game.record import Record, RecordInvalid, RecordResult, read_ply, read_start
from app.game.rules import Rules, RulesInvalid
from app.game.rules_json import rules_from_json, rules_to_json
from app.game.sides import BySeat, Colour, Seat

FORMAT: Final = 1
_LONGEST_TEXT: Final = 100
_UNPRINTABLE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")

Named = TypeVar("Named", bound=StrEnum)


def record_to_json(record: Record) -> dict[str, object]:
    """The record as an object of plain values; the rules are whole."""
    colors, result = record.colors, record.result
    return {
        "format": FORMAT,
        "room": record.room,
        "number": record.number,
        "rules": rules_to_json(record.rules),
        "first": record.first.value,
        "names": {"host": record.names.host, "guest": record.names.guest},
        "colors": None
        if colors is None
        else {"host": colors.host.value, "guest": colors.guest.value},
        "start": record.start,
        "moves": list(record.moves),
        "result": None if result is None else _result_to_json(result),
        "deal": record.deal,
        "date": record.date,
        "fairness": None if record.fairness is None else dict(record.fairness),
    }


def record_from_json(obj: Mapping[str, object]) -> Record:
    """The record in an object; RecordInvalid when it is none. The plies are not judged yet."""
    if type(obj.get("format")) is not int or obj["format"] != FORMAT:
        raise RecordInvalid("format must be 1")
    return Record(
        room=_text(obj, "room"),
        number=_number(obj, "number", 1),
        rules=_rules(obj.get("rules")),
        first=_member(Seat, obj.get("first"), "first"),
        names=_names(obj.get("names")),
        colors=_colors(obj.get("colors")),
        start=_start(obj),
        moves=_moves(obj.get("moves")),
        result=_result(obj.get("result")),
        deal=_deal(obj.get("deal")),
        date=_text(obj, "date"),
        fairness=_fairness(obj.get("fairness")),
    )


def parse_json_object(text: str) -> Mapping[str, object]:
    """The object that a JSON text holds; RecordInvalid for anything else.

    Repeated keys, numbers that JSON does not know, lone surrogates and bottomless nesting
    are refused.
    """
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise RecordInvalid("this is not well-formed JSON") from None
    return _object(value, "the record")


def readable(value: object, name: str) -> str:
    """A short text without control characters."""
    if not isinstance(value, str) or len(value) > _LONGEST_TEXT or _UNPRINTABLE.search(value):
        raise RecordInvalid(f"{name} must be a short text without control characters")
    return value


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("repeated key")
    return found


def _no_constant(_: str) -> NoReturn:
    raise ValueError("no JSON number")


def _result_to_json(result: RecordResult) -> dict[str, object]:
    return {
        "winner": None if result.winner is None else result.winner.value,
        "reason": result.reason.value,
        "points": result.points,
    }


def _object(value: object, name: str) -> Mapping[str, object]:
    if isinstance(value, Mapping):
        return value
    raise RecordInvalid(f"{name} must be an object")


def _text(obj: Mapping[str, object], name: str) -> str:
    return readable(obj.get(name, ""), name)


def _number(obj: Mapping[str, object], name: str, least: int) -> int:
    value = obj.get(name, least)
    if type(value) is int and least <= value <= 1_000_000:
        return value
    raise RecordInvalid(f"{name} must be a whole number from {least} on")


def _member(kind: type[Named], value: object, name: str) -> Named:
    if isinstance(value, str) and value in list(kind):
        return kind(value)
    raise RecordInvalid(f"{name} must be one of {', '.join(kind)}")


def _rules(value: object) -> Rules:
    try:
        return rules_from_json(_object(value, "rules"))
    except RulesInvalid as error:
        raise RecordInvalid(f"rules: {error.reason}") from None


def _names(value: object) -> BySeat[str | None]:
    if value is None:
        return BySeat(None, None)
    names = _object(value, "names")
    return BySeat(_name(names.get("host")), _name(names.get("guest")))


def _name(value: object) -> str | None:
    return None if value is None else readable(value, "a name")


def _colors(value: object) -> BySeat[Colour] | None:
    if value is None:
        return None
    colors = _object(value, "colors")
    host = _member(Colour, colors.get("host"), "a colour")
    guest = _member(Colour, colors.get("guest"), "a colour")
    if host is guest:
        raise RecordInvalid("the two colours must differ")
    return BySeat(host, guest)


def _start(obj: Mapping[str, object]) -> str:
    value = obj.get("start", str(START))
    if isinstance(value, str):
        return str(read_start(value))
    raise RecordInvalid("start must be a position string")


def _moves(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise RecordInvalid("moves must be a list of texts")
    for number, move in enumerate(value, 1):
        if not isinstance(move, str):
            raise RecordInvalid("moves must be a list of texts", number)
        read_ply(move, number)
    return tuple(value)


def _result(value: object) -> RecordResult | None:
    if value is None:
        return None
    result = _object(value, "result")
    winner = result.get("winner")
    return RecordResult(
        None if winner is None else _member(Seat, winner, "the winner"),
        _member(Reason, result.get("reason"), "the reason"),
        _number(result, "points", 0),
    )


def _deal(value: object) -> str | None:
    if value is None or (isinstance(value, str) and len(value) == 32):
        return value
    raise RecordInvalid("deal must be 32 letters")


def _fairness(value: object) -> dict[str, object] | None:
    return None if value is None else dict(_object(value, "fairness"))
