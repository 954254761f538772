"""What an ended game is worth to whom."""

from __future__ import annotations

from app.game import BySeat, Outcome, Reason, Seat, points_for
from app.room.state import Result, Running, Series


def won_by(running: Running, winner: Seat, reason: Reason) -> Result:
    """A win, with the points that the loser's captures make it worth."""
    loser = running.mover_of(winner.other)
    taken = len(running.game.captured.of(loser))
    return Result(winner, reason, points_for(running.game.rules, taken))


def result_of(running: Running, outcome: Outcome) -> Result:
    """The result of a game that came to its end on the board."""
    if outcome.winner is None:
        return Result(None, outcome.reason)
    return won_by(running, running.seat_of(outcome.winner), outcome.reason)


def counted(series: Series, result: Result) -> Series:
    """The series with one more result in it."""
    return _summed(series, result, 1)


def uncounted(series: Series, result: Result) -> Series:
    """The series with a result taken out again."""
    return _summed(series, result, -1)


def _summed(series: Series, result: Result, sign: int) -> Series:
    score = BySeat(*(series.score.of(seat) + sign * _score(result, seat) for seat in Seat))
    points = BySeat(*(series.points.of(seat) + sign * _points(result, seat) for seat in Seat))
    return Series(series.game, score, points)


def _score(result: Result, seat: Seat) -> float:
    if result.is_draw:
        return 0.5
    return 1.0 if result.winner is seat else 0.0


def _points(result: Result, seat: Seat) -> int:
    if result.winner is None:
        return 0
    return result.points if result.winner is seat else -result.points
