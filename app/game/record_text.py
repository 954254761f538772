"""Records as text for people: tags in brackets, then the plies in numbered pairs.

Letters and coordinates are named by tags, because "G" is a general here and a guard
elsewhere and "a1" another corner on a wide board: a text without these tags is not guessed at.
"""

import json
import re
import textwrap
from collections.abc import Mapping
from typing import Final

from app.game.outcome import Outcome
from app.game.position import START
from app.game.record import Record, RecordInvalid, colours_of_seats, seat_of
from app.game.record_coords import Coords, read, written
from app.game.record_json import parse_json_object, record_from_json
from app.game.rules import DEFAULT_PRESET, PRESETS, Rules
from app.game.rules_json import CUSTOM, OptionValue, preset_of, rules_to_json
from app.game.sides import BySeat, Colour, Mover, Seat

_HEAD: Final[Mapping[str, str]] = {
    "Game": "Banqi",
    "Format": "1",
    "Coords": Coords.TALL,
    "Letters": "GAERHCS",
}
_TAG: Final = re.compile(r'\[([A-Za-z]+) "((?:[^"\\]|\\["\\])*)"\]')
_SPACE: Final = re.compile(r"\s*")
_COMMENT: Final = re.compile(r"\{[^{}]*\}")
_NUMBER: Final = re.compile(r"\A[0-9]++\.+")
_FLAGS: Final[Mapping[str, bool]] = {"on": True, "off": False}
_DEFAULTS: Final = rules_to_json(PRESETS[DEFAULT_PRESET])


def record_to_text(record: Record, coords: Coords = Coords.TALL) -> str:
    """The record as tags and numbered plies, ended by a newline."""
    named = _tags(record, coords).items()
    tags = "\n".join(f'[{name} "{_escaped(value)}"]' for name, value in named)
    moves = tuple(written(move, coords) for move in record.moves)
    movetext = " ".join([*_numbered(moves), _score(record)])
    lines = textwrap.fill(movetext, 80, break_on_hyphens=False, break_long_words=False)
    return f"{tags}\n\n{lines}\n"


def record_from_text(text: str) -> Record:
    """The record that a text tells; RecordInvalid when it is none. The plies are not judged."""
    tags, end = _read_tags(text)
    for name, value in _HEAD.items():
        if name != "Coords" and tags.get(name) != value:
            raise RecordInvalid(f'a Banqi record has the tag [{name} "{value}"]')
    coords = _read_coords(tags)
    plies, score = _read_moves(text[end:])
    moves = [read(ply, coords) for ply in plies]
    record = record_from_json(_as_json(tags, moves, score))
    if score != _score(record) or score != tags.get("Result", score):
        raise RecordInvalid("the tags and the end of the moves tell different results")
    return record


def read_record(text: str) -> Record:
    """The record in a text of either kind: JSON begins with a brace."""
    text = text.removeprefix("\ufeff").lstrip()
    return record_from_json(parse_json_object(text)) if text[:1] == "{" else record_from_text(text)


def _tags(record: Record, coords: Coords) -> dict[str, str]:
    tags = {**_HEAD, "Coords": coords, **_rule_tags(record.rules)}
    tags |= {"First": _name(record, Mover.FIRST), "Second": _name(record, Mover.SECOND)}
    tags["FirstSeat"] = record.first.value
    if record.colors is not None:
        tags["FirstColour"] = record.colors.of(record.first).value
    if record.start != str(START):
        tags["Start"] = record.start
    tags |= {"Room": record.room, "Number": str(record.number), "Date": record.date}
    tags["Result"] = _score(record)
    return tags | _end_tags(record)


def _end_tags(record: Record) -> dict[str, str]:
    """What is told only after the end."""
    tags: dict[str, str] = {}
    if record.result is not None:
        tags["Termination"] = record.result.reason.value
        tags["Points"] = str(record.result.points)
    if record.deal is not None:
        tags["Deal"] = record.deal
    if record.fairness is not None:
        tags["Fairness"] = json.dumps(record.fairness, ensure_ascii=False)
    return tags


def _rule_tags(rules: Rules) -> dict[str, str]:
    """The preset, and every option in which the rules differ from it."""
    preset = preset_of(rules)
    base = rules_to_json(PRESETS[DEFAULT_PRESET if preset == CUSTOM else preset])
    differing = [
        f"{name}={_word(value)}"
        for name, value in rules_to_json(rules).items()
        if name != "preset" and value != base[name]
    ]
    return {"Ruleset": preset, **({"Rules": " ".join(differing)} if differing else {})}


def _word(value: OptionValue) -> str:
    if value is None:
        return "off"
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _name(record: Record, mover: Mover) -> str:
    return record.names.of(seat_of(record.first, mover)) or ""


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _numbered(moves: tuple[str, ...]) -> list[str]:
    """The plies, each pair of them after its number."""
    return [
        f"{index // 2 + 1}. {move}" if index % 2 == 0 else move for index, move in enumerate(moves)
    ]


def _score(record: Record) -> str:
    result = record.result
    if result is None:
        return "*"
    if result.winner is not None:
        return "1-0" if result.winner is record.first else "0-1"
    return "*" if Outcome(None, result.reason).is_void else "1/2-1/2"


def _read_tags(text: str) -> tuple[dict[str, str], int]:
    """The tags at the head of a text, and where they end."""
    tags: dict[str, str] = {}
    end = _end(_SPACE, text, 0)
    while tag := _TAG.match(text, end):
        if tag[1] in tags:
            raise RecordInvalid("a tag is there twice")
        tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
        end = _end(_SPACE, text, tag.end())
    return tags, end


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    found = pattern.match(text, start)
    return start if found is None else found.end()


def _read_moves(text: str) -> tuple[list[str], str]:
    """The plies and the result behind them, without numbers and comments."""
    words = [_NUMBER.sub("", word, count=1) for word in _COMMENT.sub(" ", text).split()]
    *moves, score = [word for word in words if word] or [""]
    return moves, score


def _as_json(tags: Mapping[str, str], moves: list[str], score: str) -> dict[str, object]:
    """The same record as an object, to be read by the reader of objects."""
    first = _seat(tags.get("FirstSeat", Seat.HOST))
    nobody: BySeat[str | None] = BySeat(None, None)
    names = nobody.with_(first, tags.get("First") or None)
    names = names.with_(first.other, tags.get("Second") or None)
    return {
        "format": 1,
        "room": tags.get("Room", ""),
        "number": _whole(tags, "Number", "1"),
        "rules": _read_rules(tags),
        "first": first.value,
        "names": {"host": names.host, "guest": names.guest},
        "colors": _read_colors(tags, first),
        "start": tags.get("Start", str(START)),
        "moves": moves,
        "result": _read_result(tags, first, score),
        "deal": tags.get("Deal"),
        "date": tags.get("Date", ""),
        "fairness": parse_json_object(tags["Fairness"]) if "Fairness" in tags else None,
    }


def _read_coords(tags: Mapping[str, str]) -> Coords:
    text = tags.get("Coords", "")
    if text in list(Coords):
        return Coords(text)
    raise RecordInvalid(f"a Banqi record has the tag Coords: {' or '.join(Coords)}")


def _seat(text: str) -> Seat:
    if text in list(Seat):
        return Seat(text)
    raise RecordInvalid("the tag FirstSeat is host or guest")


def _whole(tags: Mapping[str, str], name: str, default: str) -> int:
    if re.fullmatch("[0-9]{1,7}", tags.get(name, default)):
        return int(tags.get(name, default))
    raise RecordInvalid(f"the tag {name} must be a whole number")


def _read_rules(tags: Mapping[str, str]) -> dict[str, OptionValue]:
    rules: dict[str, OptionValue] = {"preset": tags.get("Ruleset", DEFAULT_PRESET)}
    for word in tags.get("Rules", "").split():
        name, _, value = word.partition("=")
        rules[name] = _read_option(name, value)
    return rules


def _read_option(name: str, word: str) -> OptionValue:
    """The value of an option as its kind asks; what does not fit is left to the rules' reader."""
    usual = _DEFAULTS.get(name)
    if isinstance(usual, bool):
        return _FLAGS.get(word, word)
    if isinstance(usual, int):
        return None if word == "off" else int(word) if re.fullmatch("[0-9]{1,4}", word) else word
    return word


def _read_colors(tags: Mapping[str, str], first: Seat) -> dict[str, str] | None:
    if "FirstColour" not in tags:
        return None
    if tags["FirstColour"] not in list(Colour):
        raise RecordInvalid("the tag FirstColour is red or black")
    colors = colours_of_seats(first, Colour(tags["FirstColour"]))
    return {"host": colors.host.value, "guest": colors.guest.value}


def _read_result(tags: Mapping[str, str], first: Seat, score: str) -> dict[str, object] | None:
    if "Termination" not in tags:
        return None
    winner = {"1-0": first.value, "0-1": first.other.value}.get(score)
    points = _whole(tags, "Points", "0")
    return {"winner": winner, "reason": tags["Termination"], "points": points}
