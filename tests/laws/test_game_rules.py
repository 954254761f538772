"""Laws of the rules: true at every moment of every random game, under every ruleset."""

from contextlib import suppress
from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from app.game import (
    FULL_SET,
    Colour,
    Game,
    Mover,
    PositionInvalid,
    Repetition,
    RulesInvalid,
    barred,
    judge_position,
    legal,
    new_game,
    options_json,
    parse_position,
    preset_of,
    rules_from_json,
    rules_to_json,
)
from app.game.game import own_letters
from app.game.generate import bare_actions
from tests.unit.game import reference
from tests.unit.game.build import ruleset, walk

RULESETS = st.sampled_from(
    [
        ruleset(),
        ruleset(chase_limit=2),
        ruleset(chase_limit=2, repetition="vary", no_progress_limit=None),
        ruleset(preset="tournament"),
        ruleset(preset="paofuqi", repetition="draw3"),
    ]
)
SEEDS = st.integers(0, 2**32)


@st.composite
def games(draw: st.DrawFn) -> list[Game]:
    """A random game, moment by moment, of at most 250 plies."""
    return [*walk(draw(SEEDS), draw(RULESETS), draw(st.integers(1, 250)))]


@given(games())
def test_pieces_are_conserved(moments: list[Game]) -> None:
    for game in moments:
        shown = game.board.replace("?", "").replace(".", "")
        taken = game.captured.first + game.captured.second
        assert sorted(shown + game.pool + taken) == sorted(FULL_SET)


@given(games())
def test_the_pool_has_a_letter_for_every_face_down_square(moments: list[Game]) -> None:
    for game in moments:
        assert len(game.pool) == game.board.count("?")
        assert game.pool == "".join(sorted(game.pool, key=FULL_SET.index))


@given(games())
def test_what_a_player_took_is_the_enemys(moments: list[Game]) -> None:
    for game in moments:
        for mover in Mover:
            enemy = game.colour_of(mover.other)
            taken = game.captured.of(mover)
            assert not taken or taken.isupper() == (enemy is Colour.RED)


@given(games())
def test_legal_and_barred_are_disjoint_and_together_what_the_bare_rules_allow(
    moments: list[Game],
) -> None:
    for game in moments:
        if game.outcome is not None:
            assert (legal(game), barred(game)) == ((), ())
            continue
        free = ruleset(chase_limit=None, repetition="none")
        bare = legal(replace(game, rules=free, chases=(), seen=()))
        assert set(legal(game)).isdisjoint(barred(game))
        assert sorted([*legal(game), *barred(game)]) == list(bare) == sorted(bare)
        assert all(len(text) == 4 and game.board[_target(text)] == "." for text in barred(game))


def _target(move: str) -> int:
    return "abcd".index(move[2]) + 4 * (int(move[3]) - 1)


@given(games())
def test_the_slow_judge_finds_the_same_actions(moments: list[Game]) -> None:
    for game in moments[::7]:
        red = None if game.turn is None else game.turn is Colour.RED
        expected = reference.actions(reference.board_of(game.board), red)
        assert set(bare_actions(game.board, own_letters(game))) == expected


@given(games())
def test_chases_stand_on_an_attacker_and_its_prey(moments: list[Game]) -> None:
    for game in moments:
        limit = game.rules.chase_limit
        assert limit is not None or game.chases == ()
        for chase in game.chases:
            piece, target = game.board[chase.piece], game.board[chase.target]
            assert piece.isalpha()
            assert target.isalpha()
            assert piece.isupper() != target.isupper()
            assert limit is not None
            assert 1 <= chase.count <= limit


@given(SEEDS, st.sampled_from([2, 3, 5]))
def test_chases_are_those_of_pieces_followed_one_by_one(seed: int, limit: int) -> None:
    rules = ruleset(chase_limit=limit, no_progress_limit=None)
    book = reference.Individuals()
    for before, now in pairwise(walk(seed, rules, 400)):
        board = reference.board_of(before.board)
        bare = bare_actions(before.board, own_letters(before))
        assert list(barred(before)) == [t for t in bare if book.is_barred(board, t, limit)]
        book.see(board, _action_between(before, now), reference.board_of(now.board))
        found = {(_who(book, c.piece), _who(book, c.target)): c.count for c in now.chases}
        assert found == book.counts


def _who(book: reference.Individuals, place: int) -> int:
    return book.at[place % 4, place // 4]


def _action_between(before: Game, now: Game) -> str:
    changed = [i for i in range(32) if before.board[i] != now.board[i]]
    changed.sort(key=lambda index: now.board[index] != ".")
    return "".join(reference.name((index % 4, index // 4)) for index in changed)


@given(games())
def test_positions_are_written_and_read_back(moments: list[Game]) -> None:
    for game in moments:
        assert parse_position(str(game.position)) == game.position


@given(games())
def test_a_position_alone_is_judged_as_in_a_game_without_a_past(moments: list[Game]) -> None:
    for game in moments[::9]:
        verdict = judge_position(game.position, game.rules)
        fresh = new_game(game.rules, game.position)
        assert (verdict.legal, verdict.barred) == (legal(fresh), barred(fresh))
        assert verdict.unseen == game.pool
        assert set(verdict.captures) <= set(verdict.legal)


@given(games())
def test_players_take_turns(moments: list[Game]) -> None:
    for before, now in pairwise(moments):
        assert (now.mover, now.ply) == (before.mover.other, before.ply + 1)


@given(games(), st.sampled_from(["files", "ranks", "both"]))
def test_a_mirrored_board_has_mirrored_moves(moments: list[Game], axis: str) -> None:
    for game in moments[::5]:
        own = own_letters(game)
        mirrored = bare_actions(_mirrored_board(game.board, axis), own)
        expected = sorted(_mirrored(text, axis) for text in bare_actions(game.board, own))
        assert list(mirrored) == expected


@given(games())
def test_a_board_with_its_colours_swapped_has_the_same_moves(moments: list[Game]) -> None:
    for game in moments[::5]:
        own = own_letters(game)
        assert bare_actions(game.board.swapcase(), own.swapcase()) == bare_actions(game.board, own)


def _mirrored(text: str, axis: str) -> str:
    if axis != "ranks":
        text = text.translate(str.maketrans("abcd", "dcba"))
    return text if axis == "files" else text.translate(str.maketrans("12345678", "87654321"))


def _mirrored_board(board: str, axis: str) -> str:
    rows = [board[start : start + 4] for start in range(0, 32, 4)]
    if axis != "ranks":
        rows = [row[::-1] for row in rows]
    return "".join(rows if axis == "files" else rows[::-1])


@given(games())
def test_repetition_never_gets_beyond_three(moments: list[Game]) -> None:
    for game in moments:
        most = max(map(game.seen.count, game.seen), default=0)
        assert (
            most
            <= {Repetition.NONE: 0, Repetition.DRAW3: 3, Repetition.VARY: 2}[game.rules.repetition]
        )


@given(st.text(max_size=100))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    with suppress(PositionInvalid):
        position = parse_position(text)
        assert parse_position(str(position)) == position


@st.composite
def choices(draw: st.DrawFn) -> dict[str, object]:
    """A body of rules as a form would send it: a preset and any of the offered values."""
    offered = options_json()["options"]
    assert isinstance(offered, dict)
    chosen = draw(st.lists(st.sampled_from(sorted(offered)), unique=True))
    preset = draw(st.sampled_from(["douque", "paofuqi", "ply_yard", "tournament", "custom"]))
    return {"preset": preset} | {name: draw(st.sampled_from(offered[name])) for name in chosen}


@given(choices())
def test_offered_rules_are_written_and_read_back(body: dict[str, object]) -> None:
    rules = rules_from_json(body)
    written = rules_to_json(rules)
    assert rules_from_json(written) == rules
    assert written["preset"] == preset_of(rules)
    assert all(written[name] == value for name, value in body.items() if name != "preset")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=4,
)


@given(st.dictionaries(st.sampled_from(sorted(rules_to_json(ruleset()))) | st.text(), JSON))
def test_any_object_is_rules_or_refused_with_a_reason(body: dict[str, object]) -> None:
    with suppress(RulesInvalid):
        rules = rules_from_json(body)
        assert rules_from_json(rules_to_json(rules)) == rules


def test_the_laws_see_chases_barred_moves_and_repetitions() -> None:
    """The games that the laws look at contain what the laws are about."""
    rules = ruleset(chase_limit=2, repetition="vary", no_progress_limit=None)
    moments = [game for seed in range(12) for game in walk(seed, rules, 400)]
    assert any(len(game.chases) > 1 for game in moments)
    assert any(barred(game) for game in moments)
    assert any(max(map(game.seen.count, game.seen)) == 2 for game in moments)
