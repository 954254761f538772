"""The players' time, as arithmetic on absolute instants.

Knows no clock of the machine: `now` is always an argument. A clock runs for the player to
move from the first ply on; the increment comes after one's own ply.
"""

from __future__ import annotations

from msgspec.structs import replace

from app.game import BySeat, Reason, Seat
from app.room.events import ClockExtended, Event, GameEnded
from app.room.result import won_by
from app.room.state import ClockRules, ClockState, Millis, Playing, Room, Running

MISSED_FLAG = Millis(3_000)
"""A flag found later than this was missed by an outage and does not fall."""

NO_TIME = Millis(0)
LEAST_EXTENSION = Millis(10_000)
"""Whom an outage has cost time has at least so much after it."""


def started(rules: ClockRules | None, now: Millis) -> ClockState | None:
    """Both clocks full and standing still."""
    if rules is None:
        return None
    full = rules.initial * 1000
    return ClockState(BySeat(full, full), None, now)


def stopped(clock: ClockState | None, now: Millis) -> ClockState | None:
    """The clock with the running side's time taken off, standing still at `now`."""
    if clock is None:
        return None
    if clock.running is None:
        return replace(clock, at=now)
    left = max(0, clock.left.of(clock.running) - max(0, now - clock.at))
    return ClockState(clock.left.with_(clock.running, left), None, now)


def handed_over(
    clock: ClockState | None, rules: ClockRules | None, by: Seat, to: Seat | None, now: Millis
) -> ClockState | None:
    """The clock after a ply of `by`: increment added, time running for `to` (None: nobody)."""
    still = stopped(clock, now)
    if still is None or rules is None:
        return None
    gained = still.left.of(by) + rules.increment * 1000
    return ClockState(still.left.with_(by, gained), to, now)


def deadline(room: Room) -> Millis | None:
    """When the flag of the player to move falls; None if no time is running."""
    running = _on_the_clock(room)
    return None if running is None else _flag_falls(*running)


def runs_since(room: Room) -> Millis | None:
    """Since when the player to move has been thinking; None if no time is running."""
    running = _on_the_clock(room)
    return None if running is None else running[0].at


def overdue(room: Room, now: Millis, down: Millis = NO_TIME) -> Event | None:
    """What the time that passed makes of the room: a loss on time, or an outage's time given back.

    `down`: for how long of the running side's time the service was not there. That is given
    back. A flag found more than three seconds late fell while the service was down; its player
    gets the overdue time back. After either there are at least ten seconds.
    """
    running = _on_the_clock(room)
    if running is None:
        return None
    clock, seat, game = running
    late = now - _flag_falls(*running)
    if down > 0 or late > MISSED_FLAG:
        left = clock.left.with_(seat, max(down - late, late, LEAST_EXTENSION))
        return ClockExtended(ClockState(left, seat, now))
    if late < 0:
        return None
    return GameEnded(won_by(game, seat.other, Reason.TIME), stopped(clock, now))


def _on_the_clock(room: Room) -> tuple[ClockState, Seat, Running] | None:
    """The clock, the seat whose time runs, and the game; None where no time runs."""
    if not isinstance(room, Playing):
        return None
    clock = room.running.clock
    if clock is None or clock.running is None:
        return None
    return clock, clock.running, room.running


def _flag_falls(clock: ClockState, seat: Seat, _game: Running) -> Millis:
    return Millis(clock.at + clock.left.of(seat))
