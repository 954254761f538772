"""Leaving, being removed, and what becomes of the game."""

from app.game import Reason
from app.room.commands import Leave, RemoveGuest, Rename, Resign, SetRules, TakeSeat
from app.room.events import RoomClosed, SeatLeft
from app.room.project import phase_of
from app.room.seating import free_seat
from app.room.state import Phase, Waiting
from tests.unit.room.scene import GUEST, HOST, Scene, at_one_device, drawing, rules, seated, waiting


def over() -> Scene:
    scene = seated()
    scene.plies(1)
    scene.do(HOST, Resign())
    return scene


def test_a_host_who_leaves_before_anybody_came_closes_the_room() -> None:
    scene = waiting()
    assert scene.do(HOST, Leave()) == RoomClosed()
    assert phase_of(scene.room) is Phase.CLOSED
    assert scene.refusal(HOST, Leave()) == "not_playing"
    assert scene.refusal(HOST, Rename("Lan")) == "not_playing"
    assert free_seat(scene.room) is None


def test_leaving_the_draw_calls_the_game_off_and_frees_the_seat() -> None:
    scene = drawing()
    assert scene.do(HOST, Leave()) == SeatLeft(HOST, None, None)
    assert isinstance(scene.room, Waiting)
    assert free_seat(scene.room) is HOST
    assert scene.room.table.series.game == 0
    scene.do(HOST, TakeSeat("Lan"))
    assert scene.room.table.series.game == 1


def test_leaving_a_game_is_a_resignation_where_the_rules_know_one() -> None:
    scene = seated()
    scene.plies(1)
    scene.do(GUEST, Leave())
    assert (scene.over.result.winner, scene.over.result.reason) == (HOST, Reason.RESIGNATION)
    assert scene.over.table.players.guest is None
    assert free_seat(scene.room) is GUEST


def test_leaving_a_game_without_resignation_in_its_rules_leaves_no_result() -> None:
    scene = seated(rules("paofuqi"))
    scene.do(GUEST, Leave())
    assert (scene.over.result.winner, scene.over.result.reason) == (None, Reason.ABANDONMENT)
    assert scene.over.table.series.score.host == 0


def test_the_last_to_leave_closes_the_room() -> None:
    scene = over()
    scene.do(GUEST, Leave())
    assert free_seat(scene.over) is GUEST
    scene.do(HOST, Leave())
    assert phase_of(scene.room) is Phase.CLOSED


def test_leaving_one_device_closes_the_room() -> None:
    scene = at_one_device()
    scene.plies(2)
    assert scene.do(HOST, Leave()) == RoomClosed()


def test_the_host_may_remove_the_guest_after_a_game_and_not_during_one() -> None:
    scene = over()
    assert scene.refusal(GUEST, RemoveGuest()) == "forbidden"
    scene.do(HOST, RemoveGuest())
    assert scene.room.table.players.guest is None
    assert scene.refusal(HOST, RemoveGuest()) == "not_found"
    assert seated().refusal(HOST, RemoveGuest()) == "not_playing"
    assert waiting().refusal(HOST, RemoveGuest()) == "not_found"


def test_nobody_is_removed_from_one_device() -> None:
    scene = at_one_device(rules())
    scene.do(HOST, Resign())
    assert scene.refusal(HOST, RemoveGuest()) == "not_available"


def test_whoever_stays_alone_may_change_the_rules_for_the_next_guest() -> None:
    scene = over()
    scene.do(GUEST, Leave())
    scene.do(HOST, SetRules(rules("ply_yard")))
    scene.do(GUEST, TakeSeat("Lan"))
    assert scene.playing.running.game.rules == rules("ply_yard")
