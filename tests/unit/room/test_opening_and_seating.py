"""Opening a room and sitting down."""

import pytest

from app.game import PRESETS, START, FirstMover, Seat, parse_position
from app.room.commands import Leave, Play, Refused, Rename, Resign, TakeSeat
from app.room.decide import Given, Opening, open_room
from app.room.events import DrawStarted, GameStarted, Renamed, RoomOpened
from app.room.names import clean_name
from app.room.seating import free_seat
from app.room.state import (
    ClockRules,
    Drawing,
    Millis,
    Opponent,
    Player,
    Playing,
    RoomCode,
    Waiting,
)
from tests.unit.room.scene import (
    GUEST,
    HOST,
    Scene,
    at_one_device,
    drawing,
    rules,
    seated,
    seeds,
    waiting,
)

FAMILY = "👨‍👩‍👧‍👦"


def opening(opponent: Opponent, position: str | None = None) -> Opening:
    start = START if position is None else parse_position(position)
    return Opening(RoomCode("K7Q2MX"), opponent, "Mei", PRESETS["douque"], start=start)


def refused_code(asked: Opening) -> str:
    with pytest.raises(Refused) as refused:
        open_room(asked, Given(Millis(1), seeds))
    return refused.value.code.value


def test_a_host_waits_on_its_seat_and_the_guests_seat_is_free() -> None:
    scene = waiting()
    assert isinstance(scene.room, Waiting)
    assert scene.room.table.players.host == Player("Mei")
    assert free_seat(scene.room) is GUEST
    assert isinstance(scene.past[0], RoomOpened)


def test_the_game_starts_when_the_second_player_sits() -> None:
    scene = seated()
    assert isinstance(scene.past[-1], GameStarted)
    assert scene.playing.running.number == 1
    assert scene.playing.running.turn is HOST
    assert free_seat(scene.room) is None


def test_the_five_piece_draw_starts_when_the_rules_have_it() -> None:
    scene = drawing()
    assert isinstance(scene.past[-1], DrawStarted)
    assert isinstance(scene.room, Drawing)
    assert scene.room.draw.picks.host is None


@pytest.mark.parametrize(("who", "first"), [(FirstMover.HOST, HOST), (FirstMover.GUEST, GUEST)])
def test_the_rules_may_name_who_moves_first(who: FirstMover, first: Seat) -> None:
    assert seated(rules(first_mover=who)).playing.running.first is first


def test_chance_may_say_who_moves_first_and_says_both() -> None:
    firsts = set()
    for number in range(20):
        scene = waiting(rules(first_mover=FirstMover.RANDOM))
        scene.deals = number
        scene.do(GUEST, TakeSeat(None))
        firsts.add(scene.playing.running.first)
    assert firsts == {HOST, GUEST}


def test_a_third_player_finds_no_seat() -> None:
    assert seated().refusal(GUEST, TakeSeat("Lan")) == "room_full"
    assert drawing().refusal(GUEST, TakeSeat("Lan")) == "room_full"


def test_a_name_that_reads_like_the_others_gets_a_number() -> None:
    scene = waiting(name="Mei")
    scene.do(GUEST, TakeSeat("ＭＥＩ"))
    assert scene.room.table.players.guest == Player("ＭＥＩ (2)")


@pytest.mark.parametrize(
    ("name", "others", "numbered"),
    [
        ("Mei", "mei (2)", "Mei"),
        ("a" * 20 + " (2)", "a" * 20 + " (2)", "a" * 20 + " (3)"),
        ("a" * 24, "A" * 24, "a" * 20 + " (2)"),
        (FAMILY * 5, FAMILY * 5, FAMILY * 5 + " (2)"),
        ("好" * 24, "好" * 24, "好" * 20 + " (2)"),
    ],
)
def test_a_number_tells_two_names_apart_and_cuts_no_letter_in_two(
    name: str, others: str, numbered: str
) -> None:
    scene = waiting(name=others)
    scene.do(GUEST, TakeSeat(name))
    assert scene.room.table.players.guest == Player(numbered)
    assert clean_name(numbered) == numbered


def test_a_player_may_be_renamed_in_every_phase_and_not_to_the_others_name() -> None:
    for scene in (waiting(), drawing(), seated()):
        assert scene.do(HOST, Rename("Lan")) == Renamed(HOST, "Lan")
        assert scene.room.table.players.host == Player("Lan")
        assert scene.do(HOST, Rename("Lan")) is None
    scene = seated(name="Bao")
    assert scene.do(HOST, Rename("bao")) == Renamed(HOST, "bao (2)")


def test_nobody_speaks_for_an_empty_seat() -> None:
    assert waiting().refusal(GUEST, Rename("Lan")) == "forbidden"


def test_one_device_starts_at_once_with_both_seats_taken() -> None:
    scene = at_one_device()
    assert isinstance(scene.room, Playing)
    assert scene.room.table.players.guest is not None
    assert isinstance(at_one_device(rules(first_mover=FirstMover.DRAW)).room, Drawing)


def test_one_device_may_start_from_a_position() -> None:
    start = parse_position("?3/4/4/4/4/4/4/2?G b Ss 7")
    scene = at_one_device(start=start, start_seat=GUEST)
    running = scene.playing.running
    assert running.turn is GUEST
    assert running.game.ply == 0
    assert running.game.quiet == 7
    assert running.game.turn is not None
    assert running.game.turn.value == "black"


def test_a_position_with_a_friend_and_a_finished_position_are_refused() -> None:
    going, finished = "?3/4/4/4/4/4/4/2?G b Ss 0", "?3/4/4/4/4/4/4/2?G b SS 0"
    assert refused_code(opening(Opponent.FRIEND, going)) == "position_invalid"
    assert refused_code(opening(Opponent.LOCAL, finished)) == "position_invalid"


def test_nothing_can_be_played_while_waiting_or_drawing() -> None:
    for scene in (waiting(), drawing()):
        assert scene.refusal(HOST, Play(ply=0, action="a1")) == "not_playing"


def test_a_clock_stands_still_until_the_first_ply() -> None:
    scene = seated(clock=ClockRules(300, 5))
    clock = scene.playing.running.clock
    assert clock is not None
    assert clock.running is None
    assert (clock.left.host, clock.left.guest) == (300_000, 300_000)


def test_a_new_series_begins_when_somebody_new_sits_down() -> None:
    scene: Scene = seated()
    scene.plies(2)
    scene.do(GUEST, Resign())
    assert scene.room.table.series.score.host == 1
    scene.do(GUEST, Leave())
    scene.do(GUEST, TakeSeat("Lan"))
    assert scene.playing.running.number == 2
    assert scene.room.table.series.score.host == 0
    assert scene.room.table.series.points.host == 0
