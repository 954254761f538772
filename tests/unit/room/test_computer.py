"""The computer's seat: how it is taken and left, and when something is up to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.game import BySeat, FirstMover, NextFirstMover, parse_position
from app.room.commands import (
    Leave,
    OfferDraw,
    Pick,
    Rematch,
    RemoveGuest,
    Resign,
    Restart,
    SeatComputer,
    TakeSeat,
    Undo,
)
from app.room.computer import CONSIDERS, acts_at, awaited, due, seat_of_computer
from app.room.events import RoomClosed
from app.room.state import ClockRules, Drawing, Millis, Opponent, Playing, Room
from app.service.presence import claim_at
from app.store.port import Presence, SeatPresence
from tests.unit.room.scene import (
    GUEST,
    HOST,
    Scene,
    against_computer,
    drawing,
    rules,
    seated,
    waiting,
)

NOW = Millis(1_000_000)
ALTERNATING = rules(next_first_mover=NextFirstMover.ALTERNATE)


def level(room: Room) -> int | None:
    guest = room.table.players.guest
    return None if guest is None else guest.computer


def test_a_room_against_the_computer_begins_at_once() -> None:
    scene = against_computer(level=4)

    assert isinstance(scene.room, Playing)
    assert scene.room.table.opponent is Opponent.COMPUTER
    assert seat_of_computer(scene.room.table) is GUEST
    assert level(scene.room) == 4


def test_it_draws_for_the_first_move_like_anybody() -> None:
    scene = against_computer(rules(first_mover=FirstMover.DRAW))
    assert isinstance(scene.room, Drawing)
    assert awaited(scene.room) is GUEST

    scene.do(GUEST, Pick(tile=2))
    assert awaited(scene.room) is None
    scene.do(HOST, Pick(tile=0))
    assert isinstance(scene.room, Playing)


def test_it_is_awaited_on_its_own_turn_only() -> None:
    scene = against_computer()
    assert acts_at(scene.room, NOW) is None

    scene.play()
    assert awaited(scene.room) is GUEST
    assert acts_at(scene.room, NOW) == NOW + CONSIDERS
    scene.play()
    assert awaited(scene.room) is None
    scene.do(HOST, Resign())
    assert awaited(scene.room) is None


def test_nobody_waits_for_a_computer_where_none_sits() -> None:
    for scene in (waiting(), seated(), drawing()):
        assert awaited(scene.room) is None
        assert seat_of_computer(scene.room.table) is None


def test_a_room_is_looked_at_when_the_flag_falls_or_the_computer_acts() -> None:
    scene = against_computer(clock=ClockRules(60, 0))
    assert due(scene.room, NOW) is None

    scene.play()
    assert due(scene.room, NOW) == NOW + CONSIDERS
    scene.play()
    assert due(scene.room, NOW) == NOW + 60_000
    assert due(seated().room, NOW) is None


def test_a_flag_may_fall_before_the_computer_acts() -> None:
    scene = against_computer(clock=ClockRules(60, 0))
    scene.play()
    scene.now += 59_900
    late = Millis(scene.now)

    assert due(scene.room, late) == NOW + 60_000


def test_it_may_play_on_from_a_position() -> None:
    start = parse_position("?3/4/4/4/4/4/4/2?G b Ss 7")
    scene = against_computer(start=start, start_seat=GUEST)

    assert awaited(scene.room) is GUEST


def test_a_waiting_host_may_seat_it() -> None:
    scene = waiting()
    scene.do(HOST, SeatComputer(5))

    assert isinstance(scene.room, Playing)
    assert level(scene.room) == 5
    assert scene.room.table.opponent is Opponent.FRIEND


def test_who_may_not_seat_it() -> None:
    assert waiting().refusal(GUEST, SeatComputer(3)) == "forbidden"
    assert seated().refusal(HOST, SeatComputer(3)) == "not_playing"
    assert seated().refusal(GUEST, SeatComputer(3)) == "forbidden"
    over = seated()
    over.do(HOST, Resign())
    assert over.refusal(HOST, SeatComputer(3)) == "not_playing"


def test_it_takes_a_seat_that_somebody_left_after_a_game() -> None:
    scene = seated()
    scene.do(GUEST, Resign())
    scene.do(GUEST, Leave())
    scene.do(HOST, SeatComputer(1))

    series = scene.playing.table.series
    assert (series.game, series.score) == (2, BySeat(0.0, 0.0))


def test_it_agrees_to_another_game_at_once() -> None:
    scene = against_computer(ALTERNATING)
    scene.do(HOST, Resign())
    scene.do(HOST, Rematch())

    assert scene.playing.running.number == 2


def test_it_plays_the_next_game_at_another_level() -> None:
    scene = against_computer(ALTERNATING, level=1)
    scene.do(HOST, Resign())
    scene.do(HOST, SeatComputer(2))

    assert scene.playing.running.number == 2
    assert level(scene.room) == 2
    assert scene.playing.table.series.score == BySeat(0.0, 1.0)


def friend_gone() -> Scene:
    """A waiting host has asked the computer instead of a friend."""
    scene = waiting()
    scene.do(HOST, SeatComputer(2))
    return scene


@pytest.mark.parametrize("make", [against_computer, friend_gone])
def test_a_room_where_only_the_computer_is_left_closes(make: Callable[[], Scene]) -> None:
    scene = make()

    assert scene.do(HOST, Leave()) == RoomClosed()


@pytest.mark.parametrize("make", [against_computer, friend_gone])
def test_a_game_against_it_can_be_dealt_anew(make: Callable[[], Scene]) -> None:
    scene = make()
    scene.play()
    scene.do(HOST, Restart())

    assert scene.playing.running.number == 2
    assert scene.playing.running.moves == ()


def test_nothing_can_be_taken_back_against_it() -> None:
    scene = against_computer()
    scene.play()

    assert scene.refusal(HOST, Undo()) == "not_allowed_by_rules"


def test_it_makes_room_for_a_friend_after_a_game() -> None:
    scene = friend_gone()
    scene.do(HOST, Resign())
    scene.do(HOST, RemoveGuest())
    scene.do(GUEST, TakeSeat("Bo"))

    assert level(scene.room) is None
    against = against_computer()
    against.do(HOST, Resign())
    assert against.refusal(HOST, RemoveGuest()) == "not_available"


def test_a_draw_can_be_offered_to_it() -> None:
    scene = against_computer()
    scene.play()
    scene.do(HOST, OfferDraw())
    scene.do(GUEST, OfferDraw())

    assert scene.over.result.is_draw


@pytest.mark.parametrize("make", [against_computer, friend_gone])
def test_nobody_is_away_from_a_game_against_it(make: Callable[[], Scene]) -> None:
    scene = make()
    scene.play()
    gone = Presence(BySeat(SeatPresence(1, None, NOW), SeatPresence(0, NOW)), 0)

    assert claim_at(scene.room, gone, 60_000) is None
