"""What an engine is asked: one line made of what everybody at the board sees, and its answer.

The line protocol is told in docs/engine.md. Takes a `View`, so nothing face down can get in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import orjson

from app.game import Colour, Position, rules_to_json
from app.room.view import GameView, Pair, View


class NoAnswer(Exception):
    """The engine did not answer the question; the message says what it did instead."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the engine would do, and the points it expects from that, -1 to 1."""

    action: str
    score: float


def question(view: View, level: int, nodes: int | None) -> str:
    """The request for the game on the table, by a player of this level.

    `nodes` bounds the search more than the level does.
    """
    game = view.game
    if game is None:
        raise ValueError("no game is on")
    words = [
        f"position {Position(game['board'], _side(game), game['unseen'], game['quiet'])}",
        f"chases {_chases(game)}",
        f"rules {orjson.dumps(rules_to_json(view.rules)).decode()}",
        f"level {level}",
    ]
    if quiet := min(game["quiet"], len(view.moves)):
        since = (move.replace("-", "") for move in view.moves[-quiet:])
        words.insert(2, f"since {','.join(since)}")
    if nodes is not None:
        words.append(f"nodes {nodes}")
    return " ".join(words)


def answer(line: str, legal: tuple[str, ...]) -> Answer:
    """The answer in a line; NoAnswer for any other line and for what is not legal."""
    words = line.split()
    if len(words) < len(_ANSWER) or tuple(words[0:4:2]) != ("action", "score"):
        raise NoAnswer(f"it said {line[:80]!r}")
    if words[1] not in legal:
        raise NoAnswer(f"it wants {words[1][:8]!r}, which is not legal")
    try:
        return Answer(words[1], float(words[3]))
    except ValueError:
        raise NoAnswer(f"it said {line[:80]!r}") from None


_ANSWER: Final = ("action", "a1", "score", "0")


def _side(game: GameView) -> Colour | None:
    colours: Pair[Colour] | None = game["colors"]
    if colours is None or game["turn"] is None:
        return None
    return colours["host"] if game["turn"] == "host" else colours["guest"]


def _chases(game: GameView) -> str:
    told = [f"{each['piece']}{each['target']}={each['count']}" for each in game["chases"]]
    return ",".join(told) or "-"
