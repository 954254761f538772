"""The five-piece draw for the first move."""

import itertools

from app.game.deal import first_tiles
from app.room.commands import Claim, Pick
from app.room.events import GameStarted, TilePicked
from app.room.project import project
from app.room.state import Drawing, FirstDraw, Millis
from tests.unit.room.scene import GUEST, HOST, drawing, drawn, seated

ORDER = "GAERH"


def test_a_pick_is_public_at_once_and_shows_no_piece() -> None:
    scene = drawing()
    assert scene.do(GUEST, Pick(tile=3)) == TilePicked(GUEST, 3)
    view = project(scene.room, Millis(0)).room["draw_for_first"]
    assert view is not None
    assert (view["host"], view["guest"], view["tiles"]) == (None, 3, None)


def test_a_taken_place_and_a_second_pick_are_refused() -> None:
    scene = drawing()
    scene.do(GUEST, Pick(tile=3))
    assert scene.refusal(HOST, Pick(tile=3)) == "tile_taken"
    assert scene.refusal(GUEST, Pick(tile=2)) == "not_your_turn"


def test_the_higher_piece_moves_first_whoever_picked_it() -> None:
    for host, guest in itertools.permutations(range(5), 2):
        scene = drawn(host, guest)
        running = scene.playing.running
        assert running.draw is not None
        tiles = running.draw.tiles
        assert tiles is not None
        assert sorted(tiles) == sorted(ORDER)
        higher = HOST if ORDER.index(tiles[host]) < ORDER.index(tiles[guest]) else GUEST
        assert running.first is higher


def test_the_tiles_come_from_the_deals_secrets_and_stay_until_the_first_ply() -> None:
    scene = drawn(1, 2)
    started = scene.past[-1]
    assert isinstance(started, GameStarted)
    assert started.draw == FirstDraw(
        scene.playing.running.draw.picks,  # type: ignore[union-attr]
        first_tiles(started.seeds),
    )
    scene.play()
    assert scene.playing.running.draw is None


def test_picks_outside_the_draw_are_not_playing() -> None:
    assert seated().refusal(HOST, Pick(tile=0)) == "not_playing"


def test_a_draw_against_an_absent_player_can_be_called_off_but_not_won() -> None:
    scene = drawing()
    scene.claim_at = scene.now
    assert scene.refusal(HOST, Claim(win=True)) == "not_allowed_by_rules"
    scene.do(HOST, Claim(win=False))
    assert scene.over.result.winner is None
    assert scene.over.result.reason.value == "abandonment"
    assert scene.room.table.series.score.host == 0


def test_whoever_has_picked_cannot_be_claimed_against() -> None:
    scene = drawing()
    scene.claim_at = scene.now
    scene.do(GUEST, Pick(tile=0))
    assert scene.refusal(HOST, Claim(win=False)) == "too_early"
    assert isinstance(scene.room, Drawing)
