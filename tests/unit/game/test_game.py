"""How a game begins and how plies change it."""

import subprocess
import sys
from dataclasses import replace
from itertools import pairwise

import pytest

from app.game import (
    FULL_SET,
    START,
    ByMover,
    Colour,
    End,
    Flip,
    Mover,
    Ply,
    PlyInvalid,
    Square,
    advance,
    barred,
    legal,
    new_game,
    parse_ply,
    parse_position,
)
from app.game.game import begin
from tests.unit.game.build import DOUQUE, after, at, walk


def test_a_game_begins_with_everything_face_down_and_no_colours() -> None:
    game = new_game(DOUQUE)
    assert (game.board, game.pool, game.position) == ("?" * 32, FULL_SET, START)
    assert (game.mover, game.turn, game.ply, game.quiet) == (Mover.FIRST, None, 0, 0)
    assert (game.colour_of(Mover.FIRST), game.colour_of(Mover.SECOND)) == (None, None)
    assert game.captured == ByMover("", "")
    assert len(legal(game)) == 32


@pytest.mark.parametrize(
    ("flip", "colour"), [("a1=G", Colour.RED), ("c4=s", Colour.BLACK), ("d8=c", Colour.BLACK)]
)
def test_the_colour_that_comes_up_first_is_the_flippers(flip: str, colour: Colour) -> None:
    game = after(new_game(DOUQUE), flip)
    assert game.first_colour is game.colour_of(Mover.FIRST) is colour
    assert game.colour_of(Mover.SECOND) is game.turn is colour.other
    assert game.mover is Mover.SECOND
    assert (game.mover_of(colour), game.mover_of(colour.other)) == (Mover.FIRST, Mover.SECOND)


def test_later_flips_change_no_colours() -> None:
    game = after(new_game(DOUQUE), "a1=g", "a2=G", "a3=S")
    assert game.first_colour is Colour.BLACK


def test_the_flipper_gets_the_colour_whoever_flips_first() -> None:
    late = replace(begin(DOUQUE), mover=Mover.SECOND)
    game = advance(late, parse_ply("a1=g"))
    assert game.colour_of(Mover.SECOND) is Colour.BLACK


def test_a_player_moves_only_the_own_colour() -> None:
    game = after(at("4/4/4/4/4/4/?3/r2R b S 0"), "a1-b1")
    assert legal(game) == ("a2", "d1c1", "d1d2")


def test_a_flip_takes_the_piece_out_of_the_pool() -> None:
    game = after(new_game(DOUQUE), "a1=S", "b1=S", "c1=g")
    assert game.pool == "GAAEERRHHCCSSSaaeerrhhccsssss"
    assert (game.board[:4], game.ply, game.quiet) == ("SSg?", 3, 0)


def test_a_captured_piece_does_not_come_back_into_the_pool() -> None:
    game = after(new_game(DOUQUE), "a1=S", "b1=S", "c1=S", "d1=h", "a2=S", "d1xc1=S", "d8=s")
    assert game.pool.count("S") == FULL_SET.count("S") - 4
    assert len(game.pool) == game.board.count("?")


def test_captures_are_listed_by_who_made_them_in_order() -> None:
    game = at("4/4/4/4/4/4/rs1S/RSss r - 0")
    game = after(game, "a1xa2=r", "c1-c2", "a2xb2=s", "c2-c3")
    before = at("4/4/4/4/4/4/rs1S/RSss r - 0").captured
    assert game.captured == ByMover(before.first + "rs", before.second)


def test_what_a_position_lacks_was_taken_by_the_other_player() -> None:
    game = at("gaae/errh/hccs/ssss/4/4/GAAE/ERRH b - 0")
    assert game.captured == ByMover("HCCSSSSS", "")


def test_the_side_to_move_of_a_position_is_the_first_player() -> None:
    game = at("3s/4/4/4/4/4/4/R3 b - 7")
    assert (game.mover, game.turn, game.first_colour) == (Mover.FIRST, Colour.BLACK, Colour.BLACK)
    assert (game.ply, game.quiet, game.chases) == (0, 7, ())
    assert str(game.position) == "3s/4/4/4/4/4/4/R3 b - 7"
    assert game.start == parse_position("3s/4/4/4/4/4/4/R3 b - 7")


def test_believing_gives_what_judging_gave() -> None:
    moments = [*walk(7)]
    believed = begin(DOUQUE)
    for before, now in pairwise(moments):
        ply = _ply_between(before.board, now.board)
        believed = advance(believed, parse_ply(ply))
        assert (believed.board, believed.pool, believed.chases) == (
            now.board,
            now.pool,
            now.chases,
        )
        assert (believed.mover, believed.quiet, believed.captured) == (
            now.mover,
            now.quiet,
            now.captured,
        )


def _ply_between(before: str, now: str) -> str:
    changed = [index for index in range(32) if before[index] != now[index]]
    names = {index: f"{'abcd'[index % 4]}{index // 4 + 1}" for index in changed}
    if len(changed) == 1:
        return f"{names[changed[0]]}={now[changed[0]]}"
    source, target = sorted(changed, key=lambda index: now[index] != ".")
    if before[target] == ".":
        return f"{names[source]}-{names[target]}"
    return f"{names[source]}x{names[target]}={before[target]}"


def test_a_flip_that_names_no_piece_is_no_ply() -> None:
    with pytest.raises(PlyInvalid, match="names the piece"):
        advance(new_game(DOUQUE), Ply(Flip(Square(0)), None, None))


def test_no_chain_is_running_that_could_be_ended() -> None:
    with pytest.raises(PlyInvalid, match="chain"):
        advance(new_game(DOUQUE), Ply(End(), None, None))


def test_games_are_values() -> None:
    game = after(new_game(DOUQUE), "a1=S", "b1=s")
    assert game == after(new_game(DOUQUE), "a1=S", "b1=s")
    assert hash(game) == hash(after(new_game(DOUQUE), "a1=S", "b1=s"))
    assert game != after(new_game(DOUQUE), "a1=S", "b1=h")


def test_asking_twice_gives_the_very_same_lists() -> None:
    game = after(new_game(DOUQUE), "a1=S", "b1=s")
    assert legal(game) is legal(after(new_game(DOUQUE), "a1=S", "b1=s"))
    assert barred(game) == ()


def test_the_package_does_not_reach_the_deal() -> None:
    program = "import sys, app.game; raise SystemExit('app.game.deal' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)
