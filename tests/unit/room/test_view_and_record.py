"""What everybody may see, and what is kept of a finished game."""

import pytest

from app.game import (
    Colour,
    FirstMover,
    Piece,
    colour_of,
    judge_position,
    legal,
    parse_position,
    replay,
)
from app.game.deal import deal
from app.room.commands import Leave, Resign, Undo
from app.room.events import DrawOffered, Renamed, RoomClosed, TilePicked
from app.room.evolve import Impossible, evolve, fold
from app.room.project import phase_of, project
from app.room.record import record_of
from app.room.state import ClockRules, Millis, Over, Running
from app.room.view import ChaseView
from tests.unit.room.scene import GUEST, HOST, Scene, at_one_device, drawing, rules, seated, waiting


def test_a_view_names_what_the_contract_names() -> None:
    scene = seated(clock=ClockRules(60, 5))
    scene.plies(3)
    view = project(scene.room, Millis(5))
    assert view.game is not None
    assert view.room["phase"] == "playing"
    assert view.room["expires_at"] == 5
    assert view.game["ply"] == 3
    assert view.game["turn"] is GUEST
    assert view.game["board"].count("?") == len(view.game["unseen"]) == 29
    assert view.last is not None
    assert (view.last["ply"], view.last["by"], view.last["move"]) == (3, HOST, view.moves[-1])
    assert view.game["clock"] is not None
    assert view.game["clock"]["running"] is GUEST


def test_colours_are_the_first_flippers_and_the_others() -> None:
    scene = seated()
    assert project(scene.room, Millis(0)).game["colors"] is None  # type: ignore[index]
    scene.play("a1")
    shown = scene.playing.running.game.board[0]
    mine = Colour.RED if shown.isupper() else Colour.BLACK
    colors = project(scene.room, Millis(0)).game["colors"]  # type: ignore[index]
    assert colors is not None
    assert (colors["host"], colors["guest"]) == (mine, mine.other)


def test_colours_and_captures_belong_to_seats_whoever_moved_first() -> None:
    scene = seated(rules(first_mover=FirstMover.GUEST))
    for _ in range(60):
        scene.play(next(iter(capture_first(scene))))
    game = project(scene.room, Millis(0)).game
    assert game is not None
    assert game["colors"] is not None
    assert game["first"] is GUEST
    assert game["captured"]["guest"]
    taken = {colour_of(Piece(letter)) for letter in game["captured"]["guest"]}
    assert taken == {game["colors"]["host"]}


def capture_first(scene: Scene) -> tuple[str, ...]:
    game = scene.playing.running.game
    captures = judge_position(game.position, game.rules).captures if game.ply else ()
    return captures or legal(game)


def test_a_chase_is_told_by_the_squares_where_the_two_stand() -> None:
    scene = at_one_device(rules(), parse_position("4/4/4/4/4/2s1/3R/4 r - 0"))
    told = []
    for action in ("d2c2", "c3b3", "c2b2"):
        scene.play(action)
        game = project(scene.room, Millis(0)).game
        assert game is not None
        told.append(game["chases"])
    assert told == [
        (ChaseView(piece="c2", target="c3", count=1),),
        (ChaseView(piece="c2", target="b3", count=1),),
        (ChaseView(piece="b2", target="b3", count=2),),
    ]


def test_an_ended_game_has_no_turn_and_nothing_legal() -> None:
    scene = seated()
    scene.plies(2)
    scene.do(HOST, Resign())
    game = project(scene.room, Millis(0)).game
    assert game is not None
    assert (game["turn"], game["legal"], game["barred"], game["chases"]) == (None, (), (), ())
    assert game["result"] is not None
    assert game["result"]["winner"] is GUEST


def test_the_newest_ply_is_not_told_after_undo() -> None:
    scene = at_one_device()
    scene.plies(2)
    scene.do(HOST, Undo())
    assert project(scene.room, Millis(0)).last is None


def test_every_phase_has_its_name() -> None:
    scene = seated()
    phases = [phase_of(scene.room)]
    scene.do(HOST, Resign())
    phases.append(phase_of(scene.room))
    scene.do(HOST, Leave())
    scene.do(GUEST, Leave())
    phases += [phase_of(scene.room), phase_of(waiting().room), phase_of(drawing().room)]
    assert phases == ["playing", "over", "closed", "waiting", "drawing"]


def test_no_view_and_no_printed_value_holds_a_secret() -> None:
    scene = seated()
    scene.plies(4)
    running = scene.playing.running
    secrets = [running.seeds.server.hex(), running.seeds.host.hex(), running.seeds.guest.hex()]
    printed = repr(project(scene.room, Millis(0))) + repr(scene.room) + repr(scene.past)
    assert not any(secret in printed for secret in secrets)
    assert "<hidden>" in printed


def finished(scene: Scene) -> tuple[Over, Running]:
    before = scene.room
    scene.do(HOST, Resign())
    assert isinstance(scene.room, Over)
    return scene.over, before.running  # type: ignore[union-attr]


def test_a_record_replays_and_holds_the_deal() -> None:
    scene = seated()
    scene.plies(6)
    before = scene.room
    over, running = finished(scene)
    record = record_of(before, over, Millis(1_700_000_000_000))
    assert record.date == "2023-11-14"
    assert record.deal == deal(running.seeds)
    assert record.moves == running.moves
    assert (record.names.host, record.names.guest) == ("Mei", "Bao")
    assert replay(record)[-1].board == over.running.game.board
    assert record.fairness is not None
    assert record.fairness["server_seed"] == running.seeds.server.hex()


def test_who_left_is_still_named_in_the_record() -> None:
    scene = seated()
    scene.plies(1)
    before = scene.room
    scene.do(GUEST, Leave())
    assert record_of(before, scene.over, Millis(0)).names.guest == "Bao"


def test_folding_the_past_makes_the_same_room() -> None:
    scene = seated()
    scene.plies(9)
    scene.do(HOST, Resign())
    assert fold(scene.past) == scene.room


def test_events_that_cannot_follow_are_noticed() -> None:
    with pytest.raises(Impossible):
        fold([])
    with pytest.raises(Impossible):
        evolve(None, RoomClosed())
    with pytest.raises(Impossible):
        evolve(waiting().room, DrawOffered(HOST))
    with pytest.raises(Impossible):
        evolve(waiting().room, TilePicked(HOST, 1))
    with pytest.raises(Impossible):
        evolve(waiting().room, Renamed(GUEST, "Lan"))
