"""What an ended game is worth to whom."""

from __future__ import annotations

from app.game import BySeat, Game, Mover, Outcome, Reason, Seat, points_for
from app.room.state import Result, Running, Series


def won_by(running: Running, winner: Seat, reason: Reason) -> Result:
    """A win off the board: resignation, time, a claim."""
    return _win(running.game, running.mover_of(winner), winner, reason)


def result_of(running: Running, ended: Game, outcome: Outcome) -> Result:
    """The result of a running game that has come to this end on the board."""
    if outcome.winner is None:
        return Result(None, outcome.reason)
    return _win(ended, outcome.winner, running.seat_of(outcome.winner), outcome.reason)


def counted(series: Series, result: Result) -> Series:
    """The series with one more result in it."""
    return _summed(series, result, 1)


def uncounted(series: Series, result: Result) -> Series:
    """The series with a result taken out again."""
    return _summed(series, result, -1)


def _win(game: Game, mover: Mover, seat: Seat, reason: Reason) -> Result:
    """A win is worth more the less the loser has captured (Douque v4, Scoring)."""
    taken = len(game.captured.of(mover.other))
    return Result(seat, reason, points_for(game.rules, taken))


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
