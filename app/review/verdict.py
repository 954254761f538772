"""From answers to a review: what each ply gave away, what luck it had, and what turned the game.

All values are expected points of the player who made the ply, from -1 to 1. docs/review.md
tells the method and its error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from app.computer.question import Answer
from app.game import Game, Mover, Record, Seat
from app.review.plan import AFTER_NODES, ROOT_NODES, Step, Turned, odds, threats

FORMAT: Final = 1
TURNING_POINTS: Final = 3
_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class Judged:
    """A ply and what was answered about it: before it, and after each piece that could come up."""

    step: Step
    root: Answer
    turned: Mapping[str, float]
    """By piece the expected points of the player who flipped."""


def worth(game: Game, mover: Mover, answered: float | None) -> float:
    """The points that `mover` can expect in a game whose player to move expects `answered`."""
    if game.outcome is not None:
        winner = game.outcome.winner
        return 0.0 if winner is None else (1.0 if winner is mover else -1.0)
    told = 0.0 if answered is None else answered
    return told if game.mover is mover else -told


def gave_away(judged: Judged) -> float:
    """How much less than the best action the played one was worth, by what was public."""
    values = dict(judged.root.values)
    best = max(values.values(), default=judged.root.score)
    return max(0.0, best - values.get(judged.step.action, best))


def luck(judged: Judged) -> float:
    """What came up less what was to be expected; 0 for anything but a flip."""
    if not judged.turned:
        return 0.0
    expected = sum(chance * judged.turned[p] for p, chance in odds(judged.step.could).items())
    return judged.turned[str(judged.step.ply.revealed)] - expected


def review(record: Record, judged: Sequence[Judged]) -> dict[str, object]:
    """The whole review as plain values for JSON."""
    plies = [_ply(record, each) for each in judged]
    return {
        "format": FORMAT,
        "number": record.number,
        "nodes": {"before": ROOT_NODES, "after": AFTER_NODES},
        "plies": plies,
        "players": {seat.value: _player(record, seat, judged) for seat in Seat},
        "turning_points": _turning_points(record, judged),
    }


def _seat(record: Record, mover: Mover) -> Seat:
    return record.first if mover is Mover.FIRST else record.first.other


def _ply(record: Record, judged: Judged) -> dict[str, object]:
    step, values = judged.step, dict(judged.root.values)
    best = max(values, key=values.__getitem__, default=judged.root.action)
    told: dict[str, object] = {
        "ply": step.number,
        "by": _seat(record, step.before.mover).value,
        "move": str(step.ply),
        "best": best,
        "best_value": _short(values.get(best, judged.root.score)),
        "value": _short(values.get(step.action, judged.root.score)),
        "gave_away": _short(gave_away(judged)),
        "luck": _short(luck(judged)),
        "chances": _short(_chances(record, judged)),
    }
    return told | (_flip(step, judged) if step.could else {})


def _flip(step: Step, judged: Judged) -> dict[str, object]:
    """What could have come up and what each would have been worth; the threats of the other."""
    other = step.before.mover.other
    return {
        "could": {t.piece: [t.count, _short(judged.turned[t.piece])] for t in step.could},
        "threats": {
            "before": threats(step.before, other),
            "after": threats(step.after, other),
        },
    }


def _chances(record: Record, judged: Judged) -> float:
    """The points that the host could expect before this ply, as everybody saw the board."""
    points = judged.root.score
    return points if _seat(record, judged.step.before.mover) is Seat.HOST else -points


def _player(record: Record, seat: Seat, judged: Sequence[Judged]) -> dict[str, object]:
    own = [each for each in judged if _seat(record, each.step.before.mover) is seat]
    return {
        "plies": len(own),
        "flips": sum(bool(each.step.could) for each in own),
        "gave_away": _short(sum(map(gave_away, own))),
        "luck": _short(sum(map(luck, own))),
    }


def _turning_points(record: Record, judged: Sequence[Judged]) -> list[int]:
    """The numbers of the plies around which the chances changed most, in the order of play."""
    chances = [_chances(record, each) for each in judged]
    if judged:
        chances.append(_final(record, judged[-1]))
    swings = [abs(after - before) for before, after in pairwise(chances)]
    most = sorted(range(len(swings)), key=lambda at: -swings[at])[:TURNING_POINTS]
    return sorted(judged[at].step.number for at in most if swings[at] > 0)


def _final(record: Record, last: Judged) -> float:
    """What came of it for the host; a game that was broken off stays as it stood."""
    if record.result is None or record.result.winner is None:
        return _chances(record, last) if last.step.after.outcome is None else 0.0
    return 1.0 if record.result.winner is Seat.HOST else -1.0


def _short(value: float) -> float:
    return round(value, _DIGITS)


def turned_values(step: Step, answered: Mapping[str, float]) -> Mapping[str, float]:
    """By piece what the player who flipped could expect; `answered` is of the player to move."""
    return {turned.piece: _of(step, turned, answered) for turned in step.could}


def _of(step: Step, turned: Turned, answered: Mapping[str, float]) -> float:
    return worth(turned.game, step.before.mover, answered.get(turned.piece))
