"""Plies, turns, staleness, ends on the board, taking back and dealing anew."""

import pytest

from app.game import NextFirstMover, Reason, legal, parse_position
from app.game.deal import deal
from app.room.clock import LEAST_EXTENSION, deadline, overdue
from app.room.commands import Play, Rematch, Resign, Restart, SetRules, Undo
from app.room.events import GameStarted, PlyPlayed
from app.room.evolve import STRIDE
from app.room.state import ClockRules, Millis, Result
from tests.unit.room.scene import GUEST, HOST, Scene, at_one_device, rules, seated, waiting


def test_a_flip_shows_the_piece_that_was_dealt_there() -> None:
    scene = seated()
    dealt = deal(scene.playing.running.seeds)
    assert scene.play("b3") == PlyPlayed(f"b3={dealt[9]}", None, None)
    assert scene.playing.running.game.board[9] == dealt[9]
    assert scene.playing.running.turn is GUEST


def test_another_ply_number_and_another_game_number_are_stale() -> None:
    scene = seated()
    scene.play()
    assert scene.refusal(GUEST, Play(ply=0, action="a2")) == "stale"
    assert scene.refusal(GUEST, Play(game=2, ply=1, action="a2")) == "stale"
    assert scene.refusal(GUEST, Resign(game=2)) == "stale"
    assert scene.do(GUEST, Play(game=1, ply=1, action="a2")) is not None


def test_stale_comes_before_the_turn_and_the_turn_before_legality() -> None:
    scene = seated()
    assert scene.refusal(GUEST, Play(ply=3, action="zz")) == "stale"
    assert scene.refusal(GUEST, Play(ply=0, action="zz")) == "not_your_turn"
    assert scene.refusal(HOST, Play(ply=0, action="zz")) == "illegal_action"


def test_nothing_is_played_after_the_end() -> None:
    scene = seated()
    scene.play()
    scene.do(GUEST, Resign())
    assert scene.refusal(GUEST, Play(ply=1, action="a2")) == "not_playing"
    assert scene.refusal(GUEST, Play(ply=0, action="a2")) == "stale"
    assert scene.refusal(GUEST, Resign()) == "not_playing"


def test_there_is_no_chain_of_captures_to_end() -> None:
    scene = seated()
    assert scene.refusal(HOST, Play(ply=0, action="end")) == "not_allowed_by_rules"


def test_the_ply_that_ends_the_game_carries_the_result() -> None:
    start = parse_position("4/4/4/4/4/4/s3/R3 r - 0")
    scene = at_one_device(rules(), start)
    event = scene.play("a1a2")
    assert isinstance(event, PlyPlayed)
    assert event.result == Result(HOST, Reason.ELIMINATION, 1)
    assert scene.over.table.series.score.host == 1
    assert scene.over.table.series.points.guest == -1


def test_undo_takes_back_a_flip_and_the_same_piece_lies_there_again() -> None:
    scene = at_one_device()
    before = scene.playing.running.game
    scene.play("a1")
    shown = scene.playing.running.game.board[0]
    scene.do(HOST, Undo())
    assert scene.playing.running.game == before
    assert scene.playing.running.moves == ()
    scene.play("a1")
    assert scene.playing.running.game.board[0] == shown


def test_undo_goes_back_to_the_very_game_that_was_a_ply_at_a_time() -> None:
    scene = at_one_device()
    games = []
    while scene.ply < 120:
        games.append(scene.playing.running.game)
        wanders(scene)
    while games:
        scene.do(HOST, Undo())
        assert scene.playing.running.game == games.pop()
        if len(games) == 60:
            games.append(scene.playing.running.game)
            wanders(scene)
            scene.do(HOST, Undo())
            assert scene.playing.running.game == games.pop()


def wanders(scene: Scene) -> None:
    """A ply that seldom flips or takes, so that there is much to go back over."""
    game = scene.playing.running.game
    quiet = [text for text in legal(game) if len(text) == 4 and game.board[square_of(text)] == "."]
    choices = quiet if quiet and scene.ply > 6 else list(legal(game))
    scene.play(choices[scene.ply * 7 % len(choices)])


def square_of(move: str) -> int:
    """The square that a move goes to."""
    return "abcd".index(move[2]) + 4 * (int(move[3]) - 1)


def test_undo_plays_only_a_few_plies_again() -> None:
    scene = at_one_device()
    while scene.ply < 120:
        wanders(scene)
        running = scene.playing.running
        assert running.game.ply - running.earlier[-1].ply <= STRIDE


def test_where_nothing_can_be_taken_back_nothing_is_kept_for_it() -> None:
    scene = seated(rules("paofuqi"))
    scene.plies(5)
    assert scene.playing.running.earlier == ()


def test_undo_after_the_end_takes_back_result_and_score() -> None:
    scene = at_one_device(rules("paofuqi", resignation=True))
    scene.plies(3)
    scene.do(GUEST, Resign())
    assert scene.over.table.series.score.host == 1
    scene.do(HOST, Undo())
    assert scene.ply == 2
    assert scene.room.table.series.score.host == 0


@pytest.mark.parametrize(
    "others",
    [
        SetRules(rules("tournament")),
        SetRules(rules("paofuqi", resignation=True), ClockRules(60, 0), has_clock=True),
    ],
)
def test_undo_does_not_take_a_game_back_that_the_room_s_rules_are_no_longer_of(
    others: SetRules,
) -> None:
    scene = at_one_device(rules("paofuqi", resignation=True))
    scene.plies(3)
    scene.do(GUEST, Resign())
    scene.do(HOST, others)
    assert scene.refusal(HOST, Undo()) == "not_allowed_by_rules"


def test_undo_hands_the_clock_back_to_whose_ply_it_was() -> None:
    scene = at_one_device(clock=ClockRules(60, 0))
    scene.plies(2)
    scene.now += 5_000
    scene.do(HOST, Undo())
    clock = scene.playing.running.clock
    assert clock is not None
    assert clock.running is scene.playing.running.turn is GUEST
    assert clock.left.host == 55_000
    scene.do(HOST, Undo())
    clock = scene.playing.running.clock
    assert clock is not None
    assert clock.running is None


def test_undo_of_a_loss_on_time_leaves_time_to_play_on() -> None:
    scene = at_one_device(clock=ClockRules(60, 0))
    scene.plies(3)
    loser = scene.playing.running.turn
    scene.now += 60_500
    flag = overdue(scene.room, Millis(scene.now))
    assert flag is not None
    scene.tell(flag)
    assert scene.over.result.reason is Reason.TIME

    scene.do(HOST, Undo())
    clock = scene.playing.running.clock
    assert clock is not None
    assert clock.left.of(loser) == LEAST_EXTENSION
    assert clock.left.of(loser.other) == 60_000
    scene.play()
    falls = deadline(scene.room)
    assert falls is not None
    assert falls == scene.now + LEAST_EXTENSION


def test_undo_of_the_first_ply_gives_time_too() -> None:
    scene = at_one_device(clock=ClockRules(60, 0))
    scene.plies(1)
    scene.now += 60_000
    scene.do(HOST, Undo())
    clock = scene.playing.running.clock
    assert clock is not None
    assert (clock.left.host, clock.left.guest) == (60_000, LEAST_EXTENSION)


def test_undo_is_for_local_rooms_whose_rules_have_it() -> None:
    scene = at_one_device()
    assert scene.refusal(HOST, Undo()) == "nothing_to_undo"
    assert at_one_device(rules("douque")).refusal(HOST, Undo()) == "not_allowed_by_rules"
    assert seated(rules("paofuqi")).refusal(HOST, Undo()) == "not_allowed_by_rules"
    assert waiting().refusal(HOST, Undo()) == "not_playing"


def test_restart_deals_anew_under_the_next_number_and_scores_nothing() -> None:
    scene = at_one_device()
    scene.plies(4)
    old = scene.playing.running
    assert isinstance(scene.do(HOST, Restart()), GameStarted)
    new = scene.playing.running
    assert (new.number, new.game.ply, new.first) == (2, 0, old.first)
    assert new.seeds != old.seeds
    assert scene.room.table.series.score.host == 0


def test_restart_is_not_for_friends_and_needs_a_running_game() -> None:
    assert seated().refusal(HOST, Restart()) == "not_allowed_by_rules"
    assert waiting().refusal(HOST, Restart()) == "not_playing"


def test_a_position_is_set_up_again_for_the_next_game() -> None:
    start = parse_position("4/4/4/4/4/4/s3/R3 r - 0")
    scene = at_one_device(rules(next_first_mover=NextFirstMover.DRAW), start, start_seat=GUEST)
    scene.play("a1a2")
    scene.do(HOST, Rematch(accept=True))
    assert scene.playing.running.game.position == start
    assert scene.playing.running.first is GUEST


def test_sixty_plies_without_progress_are_a_draw_with_half_a_point_each() -> None:
    scene = at_one_device(rules(), parse_position("3s/4/4/4/4/4/4/R3 r - 59"))
    scene.play("a1b1")
    assert scene.over.result == Result(None, Reason.NO_PROGRESS)
    assert scene.over.table.series.score.guest == 0.5


def test_a_single_wish_is_a_rematch_at_one_device() -> None:
    scene = at_one_device(rules("paofuqi", resignation=True))
    scene.do(HOST, Resign())
    scene.do(HOST, Rematch(accept=True))
    assert scene.playing.running.number == 2
