"""Write the page's types of the wire contract from the server's models.

python -m tools.wire_types            write web/js/wire.d.ts
python -m tools.wire_types --check    exit with 1 if it is not current
"""

from __future__ import annotations

import dataclasses
import sys
import types
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Literal,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import BaseModel

from app.api import answers
from app.api import models as bodies
from app.game import Colour, Reason, Rule, Seat
from app.gateway import messages, protocol, shapes
from app.room.actor import You
from app.room.state import Opponent, Phase

TARGET = Path(__file__).resolve().parent.parent / "web" / "js" / "wire.d.ts"
HEAD = """\
/**
 * The wire contract, version 1 (docs/protocol.md), as types. Owns no behaviour.
 * Written by tools/wire_types.py from the server's models; change those and run it again.
 */
"""

NAMES: dict[object, str] = {
    shapes.RulesShape: "Rules",
    shapes.ClockShape: "Clock",
    protocol.Clock: "Clock",
    bodies.ClockBody: "Clock",
    shapes.PhaseName: "Phase",
    shapes.OpponentName: "Opponent",
}
"""Models and types that have another word in the page's types."""

ENUMS = (Seat, You, Colour, Phase, Opponent, Reason, Rule)
SHAPES = (
    shapes.SeatInfo,
    shapes.ClockShape,
    shapes.Series,
    shapes.DrawForFirst,
    shapes.Room,
    shapes.Chase,
    shapes.Result,
    shapes.GameClock,
    shapes.Game,
    shapes.LastPly,
    shapes.SeatPresence,
)
ANSWERS = (
    answers.RoomCard,
    answers.Seated,
    answers.Range,
    answers.RulesMenu,
    answers.PositionResult,
    answers.Judged,
    answers.GameRecord,
    answers.ReadRecord,
)
BODIES = (bodies.CreateRoom, bodies.TakeSeat, bodies.JudgePosition, bodies.DrawQr)
OPTIONS = protocol.Options


def generated() -> str:
    """The whole file."""
    sent: tuple[type, ...] = get_args(messages.ServerMessage)
    parts: list[str] = [
        HEAD,
        *(f"export type {each.__name__} = {_values(each)};" for each in ENUMS),
        "export type OptionValue = string | number | boolean | null;",
        "export interface BySeat<T> { host: T; guest: T }",
        _rules(),
        *map(_interface, SHAPES),
        *map(_interface, sent),
        f"export type ServerMessage = {' | '.join(each.__name__ for each in sent)};",
        _commands(),
        *map(_interface, BODIES),
        *map(_interface, ANSWERS),
    ]
    return "\n".join(parts) + "\n"


def _values(kind: type[StrEnum]) -> str:
    return " | ".join(f"'{member.value}'" for member in kind)


def _first_line(kind: type) -> str:
    return (kind.__doc__ or "").strip().splitlines()[0]


def _rules() -> str:
    """Options by name; an index as well, for forms that are built from data."""
    fields = "".join(f"\n  {line};" for line in _fields(shapes.RulesShape))
    index = "\n  [option: string]: OptionValue;"
    return f"/** {_first_line(shapes.RulesShape)} */\nexport interface Rules {{{fields}{index}\n}}"


def _interface(kind: type) -> str:
    fields = "".join(f"\n  {line};" for line in _fields(kind))
    return f"/** {_first_line(kind)} */\nexport interface {_name(kind)} {{{fields}\n}}"


def _name(kind: type) -> str:
    return NAMES.get(kind, kind.__name__)


def _commands() -> str:
    members = []
    for model in get_args(protocol.ClientMessage):
        fields = "; ".join(line for line in _fields(model) if not line.startswith("id:"))
        members.append(f"\n  | {{ {fields} }}")
    head = "/** A command without its id; `id` is added when it is queued. */"
    return f"{head}\nexport type Command ={''.join(members)};"


def _fields(kind: type) -> Iterable[str]:
    hints = get_type_hints(kind, include_extras=True)
    for name, optional in _names(kind):
        yield f"{name}{'?' if optional else ''}: {_type(hints[name])}"


def _names(kind: type) -> list[tuple[str, bool]]:
    """Field names in order, and whether they may be left out; `type` comes first."""
    if issubclass(kind, BaseModel):
        found = [(name, not field.is_required()) for name, field in kind.model_fields.items()]
    else:
        found = [(field.name, False) for field in dataclasses.fields(cast("Any", kind))]
    return sorted(found, key=lambda pair: pair[0] != "type")


def _type(hint: Any) -> str:  # noqa: ANN401  # any annotation
    if hint == OPTIONS:
        return "Partial<Rules>"
    if hint == answers.OptionValue:
        return "OptionValue"
    if hint in NAMES:
        return NAMES[hint]
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return parts[1] if isinstance(parts[1], str) else _type(parts[0])
    if origin is Literal:
        return " | ".join(f"'{part}'" for part in parts)
    if origin in {Union, types.UnionType}:
        return " | ".join(map(_type, parts))
    if origin is tuple:
        element = _type(parts[0])
        return f"({element})[]" if " " in element else f"{element}[]"
    if origin is dict:
        return f"Record<{_type(parts[0])}, {_type(parts[1])}>"
    return _plain(hint)


def _plain(hint: Any) -> str:  # noqa: ANN401  # any annotation
    plain = {str: "string", int: "number", float: "number", bool: "boolean", types.NoneType: "null"}
    if hint in plain:
        return plain[hint]
    if hasattr(hint, "__supertype__"):
        return _type(hint.__supertype__)
    if issubclass(hint, StrEnum) and hint not in ENUMS:
        return _values(hint)
    if issubclass(hint, shapes.BySeat):
        return f"BySeat<{_type(hint.__pydantic_generic_metadata__['args'][0])}>"
    return _name(hint)


def main() -> None:
    """Write the file, or say that it is not current."""
    text = generated()
    if "--check" in sys.argv[1:]:
        if TARGET.read_text(encoding="utf-8") != text:
            sys.exit("web/js/wire.d.ts is not current: run python -m tools.wire_types")
        return
    TARGET.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
