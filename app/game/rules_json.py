"""Rules as they cross the wire: reading them strictly, writing them out, offering the choices.

Read is `{preset, …options that differ}`; written is every option and the preset's name. An
option that is off is null if it is a number, else false or its named value.
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from enum import StrEnum
from typing import Final

from app.game.rules import (
    DEFAULT_PRESET,
    PRESETS,
    CannonRule,
    ColourRule,
    DarkCapture,
    Elimination,
    EqualRanks,
    FirstMover,
    NextFirstMover,
    Ranking,
    Repetition,
    Rules,
    RulesInvalid,
    Scoring,
    Undo,
)

CUSTOM: Final = "custom"
STAKE_BASES: Final = range(1, 1001)

_NAMED: Final[Mapping[str, type[StrEnum]]] = {
    "repetition": Repetition,
    "elimination": Elimination,
    "undo": Undo,
    "first_mover": FirstMover,
    "next_first_mover": NextFirstMover,
    "scoring": Scoring,
    "ranking": Ranking,
    "cannon": CannonRule,
    "equal_ranks": EqualRanks,
    "dark_capture": DarkCapture,
    "colours": ColourRule,
}
_LIMITS: Final[Mapping[str, tuple[int, ...]]] = {
    "no_progress_limit": (40, 60, 100, 120),
    "chase_limit": (2, 3, 4, 5, 6, 7, 8, 9),
}
# The values a house rule has today.
_STANDARD: Final[Mapping[str, bool | StrEnum]] = {
    "general_takes_soldier": False,
    "soldier_takes_cannon": False,
    "ranking": Ranking.TAIWAN,
    "cannon": CannonRule.JUMP,
    "equal_ranks": EqualRanks.CAPTURE,
    "chain_captures": False,
    "dark_capture": DarkCapture.OFF,
    "chariot_rush": False,
    "horse_diagonal": False,
    "colours": ColourRule.FIRST_FLIP,
}
OPTIONS: Final = tuple(field.name for field in fields(Rules))
# What a form offers for the stake; any whole number of STAKE_BASES is taken.
_STAKE_CHOICES: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)

OptionValue = bool | int | str | None


def rules_from_json(obj: Mapping[str, object]) -> Rules:
    """The rules that an object of the wire names; RulesInvalid tells what is wrong with it.

    `preset` may be left out (the default one) or `custom` (the default one with whatever
    differs), so what `rules_to_json` writes is read back as the same rules.
    """
    if not isinstance(obj, Mapping):
        raise RulesInvalid("rules are an object")
    base = _base(obj.get("preset", DEFAULT_PRESET))
    given = {name: _value(name, value) for name, value in obj.items() if name != "preset"}
    return replace(base, **given)  # type: ignore[arg-type]  # each was checked by its name


def rules_to_json(rules: Rules) -> dict[str, OptionValue]:
    """Every option by name, and `preset`: the preset these rules are, or `custom`."""
    return {"preset": preset_of(rules), **_options(rules)}


def preset_of(rules: Rules) -> str:
    """The name of the preset that has exactly these rules, else `custom`."""
    return next((name for name, preset in PRESETS.items() if preset == rules), CUSTOM)


def options_json() -> dict[str, object]:
    """What there is to choose: `{presets: {name: {…}}, options: {name: [values…]}, default}`.

    Numbers that may be anything in between have their bounds in `ranges`; their list of
    values is a suggestion.
    """
    return {
        "presets": {name: rules_to_json(rules) for name, rules in PRESETS.items()},
        "options": {name: _choices(name) for name in OPTIONS},
        "ranges": {"stake_base": {"min": STAKE_BASES.start, "max": STAKE_BASES.stop - 1}},
        "default": DEFAULT_PRESET,
    }


def _options(rules: Rules) -> dict[str, OptionValue]:
    return {name: _plain(getattr(rules, name)) for name in OPTIONS}


def _plain(value: OptionValue) -> OptionValue:
    return value.value if isinstance(value, StrEnum) else value


def _choices(name: str) -> list[OptionValue]:
    if name in _STANDARD:
        return [_plain(_STANDARD[name])]
    if name in _LIMITS:
        return [None, *_LIMITS[name]]
    if name in _NAMED:
        return [member.value for member in _NAMED[name]]
    return [*_STAKE_CHOICES] if name == "stake_base" else [True, False]


def _base(preset: object) -> Rules:
    if preset == CUSTOM:
        return PRESETS[DEFAULT_PRESET]
    if isinstance(preset, str) and preset in PRESETS:
        return PRESETS[preset]
    raise RulesInvalid(f"preset must be one of {', '.join(PRESETS)} or {CUSTOM}")


def _value(name: str, value: object) -> bool | int | StrEnum | None:
    if name not in OPTIONS:
        raise RulesInvalid(f"there is no option {_shown(name)}")
    if name in _LIMITS:
        return _limit(name, value)
    if name == "stake_base":
        return _stake_base(value)
    chosen = _named(name, value) if name in _NAMED else _flag(name, value)
    if name in _STANDARD and chosen != _STANDARD[name]:
        raise RulesInvalid(f"{name} is not available yet")
    return chosen


def _shown(name: object) -> str:
    """A name from outside, only if it is one that could have been meant."""
    plain = isinstance(name, str) and name.isascii() and name.replace("_", "").isalnum()
    return str(name) if plain and len(str(name)) <= 32 else "of that name"


def _limit(name: str, value: object) -> int | None:
    if value is None or (type(value) is int and value in _LIMITS[name]):
        return value
    allowed = ", ".join(map(str, _LIMITS[name]))
    raise RulesInvalid(f"{name} must be null or one of {allowed}")


def _stake_base(value: object) -> int:
    if type(value) is int and value in STAKE_BASES:
        return value
    raise RulesInvalid("stake_base must be a whole number from 1 to 1000")


def _named(name: str, value: object) -> StrEnum:
    kind = _NAMED[name]
    if isinstance(value, str) and value in list(kind):
        return kind(value)
    raise RulesInvalid(f"{name} must be one of {', '.join(kind)}")


def _flag(name: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise RulesInvalid(f"{name} must be true or false")
