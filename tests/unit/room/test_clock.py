"""The players' time."""

import pytest

from app.game import BySeat, Reason
from app.room.clock import deadline, handed_over, overdue
from app.room.commands import Resign
from app.room.events import ClockExtended, GameEnded
from app.room.state import ClockRules, ClockState, Millis
from tests.unit.room.scene import GUEST, HOST, Scene, rules, seated, waiting


def timed(initial: int = 60, increment: int = 5) -> Scene:
    return seated(clock=ClockRules(initial, increment))


def test_time_runs_for_the_player_to_move_from_the_first_ply_on() -> None:
    scene = timed()
    scene.now += 30_000
    assert deadline(scene.room) is None
    scene.play()
    clock = scene.playing.running.clock
    assert clock == ClockState(BySeat(65_000, 60_000), GUEST, Millis(scene.now))
    assert deadline(scene.room) == scene.now + 60_000


def test_the_increment_comes_after_ones_own_ply() -> None:
    scene = timed()
    scene.play()
    scene.now += 10_000
    scene.play()
    clock = scene.playing.running.clock
    assert clock is not None
    assert clock.left == BySeat(65_000, 55_000)
    assert clock.running is HOST


def test_the_clock_stops_with_the_game() -> None:
    scene = timed()
    scene.play()
    scene.now += 7_000
    scene.do(HOST, Resign())
    clock = scene.over.running.clock
    assert clock == ClockState(BySeat(65_000, 53_000), None, Millis(scene.now))
    assert deadline(scene.room) is None


def test_a_flag_falls_at_its_deadline_and_not_before() -> None:
    scene = timed()
    scene.play()
    due = deadline(scene.room)
    assert due is not None
    assert overdue(scene.room, Millis(due - 1)) is None
    event = overdue(scene.room, due)
    assert isinstance(event, GameEnded)
    assert (event.result.winner, event.result.reason) == (HOST, Reason.TIME)
    assert event.result.points == 5
    assert event.clock is not None
    assert event.clock.left.guest == 0
    scene.tell(event)
    assert scene.over.table.series.score.host == 1


@pytest.mark.parametrize(("late", "given"), [(3_001, 10_000), (9_000, 10_000), (15_000, 15_000)])
def test_a_flag_that_nobody_was_there_to_see_gives_the_time_back(late: int, given: int) -> None:
    scene = timed()
    scene.play()
    due = deadline(scene.room)
    assert due is not None
    now = Millis(due + late)
    event = overdue(scene.room, now)
    assert event == ClockExtended(ClockState(BySeat(65_000, given), GUEST, now))
    scene.tell(event)
    assert deadline(scene.room) == now + given


def test_the_clock_of_a_game_that_ends_before_its_first_ply_never_ran() -> None:
    scene = timed()
    scene.now += 9_000
    scene.do(HOST, Resign())
    assert scene.over.running.clock == ClockState(BySeat(60_000, 60_000), None, Millis(scene.now))


def test_a_flag_three_seconds_late_still_falls() -> None:
    scene = timed()
    scene.play()
    due = deadline(scene.room)
    assert due is not None
    assert isinstance(overdue(scene.room, Millis(due + 3_000)), GameEnded)


def test_without_a_clock_none_is_handed_over() -> None:
    assert handed_over(None, None, HOST, GUEST, Millis(1)) is None


def test_games_without_a_clock_have_no_deadline() -> None:
    scene = seated(rules())
    scene.play()
    assert deadline(scene.room) is None
    assert overdue(scene.room, Millis(scene.now + 10**9)) is None
    assert overdue(waiting().room, Millis(10**12)) is None
