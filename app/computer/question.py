"""What an engine is asked: one line made of what everybody at the board sees, and its answer.

The line protocol is told in docs/engine.md. A `Game` holds public facts only, so nothing that
lies face down can get into a line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import orjson

from app.game import Game, Repetition, rules_to_json, square_name

ENOUGH: Final = 200
"""Moves that are told where no rule asks for more."""


class NoAnswer(Exception):
    """The engine did not answer the question; the message says what it did instead."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the engine would do, and the points it expects from that, -1 to 1.

    `values`: the points it expects from each action, if it was asked for them.
    """

    action: str
    score: float
    values: tuple[tuple[str, float], ...] = ()


def question(game: Game, moves: Sequence[str], wish: str) -> str:
    """The request for a game that came about by these moves; `wish` is what is asked for.

    `level 3`, `nodes 5000`, both, or `values nodes 5000`.
    """
    words = [f"position {game.position}", f"chases {_chases(game)}"]
    if told := told_of(game, len(moves)):
        words.append(f"since {','.join(moves[-told:])}")
    rules = orjson.dumps(rules_to_json(game.rules)).decode()
    return " ".join((*words, f"rules {rules}", wish))


def told_of(game: Game, played: int) -> int:
    """How many of so many moves are told: those since the last capture or flip.

    Where no rule counts how often a position was there, only the newest of them: no search
    leads back to what was there so long ago.
    """
    quiet = min(game.quiet, played)
    return quiet if game.rules.repetition is not Repetition.NONE else min(quiet, ENOUGH)


def at_level(level: int, nodes: int) -> str:
    """The wish for what a level would do, which searches no more nodes than this."""
    return f"level {level} nodes {nodes}"


def answer(line: str, legal: Sequence[str]) -> Answer:
    """The answer in a line; NoAnswer for any other line and for what is not legal."""
    words = line.split()
    told = dict(zip(words[::2], words[1::2], strict=False))
    try:
        found = Answer(told["action"], float(told["score"]), _values(told.get("values", "")))
    except (KeyError, ValueError):
        raise NoAnswer(f"it said {line[:_SHOWN]!r}") from None
    if found.action not in legal:
        raise NoAnswer(f"it wants {found.action[:_SHOWN]!r}, which is not legal")
    return found


_SHOWN: Final = 80


def _values(text: str) -> tuple[tuple[str, float], ...]:
    parts = (part.split("=", 1) for part in text.split(",") if part)
    return tuple((action, float(value)) for action, value in parts)


def _chases(game: Game) -> str:
    told = (
        f"{square_name(each.piece)}{square_name(each.target)}={each.count}" for each in game.chases
    )
    return ",".join(told) or "-"
