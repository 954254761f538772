"""Matches: every deal twice, counted in pairs, the same again with the same seed."""

import sys

import pytest

from app.arena.chance import Stream
from app.arena.games import deal_of, turn_of
from app.arena.match import Match, NoPlayer, Pair, Score, interval, play_match, score_of
from app.arena.players import AtLevel, AtRandom, Greedy, Program, WithNodes, player
from app.game import FULL_SET, PRESETS, new_game

DOUQUE = PRESETS["douque"]


def played(one: str, other: str, pairs: int = 2, jobs: int = 1) -> tuple[Score, list[Score]]:
    told: list[Score] = []
    match = Match(one, other, "douque", pairs, 1, 50)
    return play_match(match, jobs, told.append), told


def test_the_same_seed_gives_the_same_match_however_many_processes_play_it() -> None:
    assert played("greedy", "random", 4)[0] == played("greedy", "random", 4, jobs=2)[0]


def test_the_score_so_far_is_told_after_every_pair() -> None:
    score, told = played("random", "random", 3)

    assert [each.games for each in told] == [2, 4, 6]
    assert told[-1] == score


def test_a_player_with_nodes_beats_chance() -> None:
    score, _ = played("nodes:100", "random")

    assert score.share > 0.7


def test_a_program_plays_over_the_line_protocol() -> None:
    score, _ = played("random", f"{sys.executable} -m app engine --seed 1", 1)

    assert score.games == 2


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (f"{sys.executable} -c 'print(\"hello\")'", "no legal action was answered: hello"),
        (f"{sys.executable} -c pass", "no legal action was answered: nothing"),
        ("/no/such/program", "cannot be started"),
    ],
)
def test_a_program_that_does_not_play_ends_the_match(command: str, reason: str) -> None:
    with pytest.raises(NoPlayer, match=reason):
        played(command, "random", 1)


def test_a_program_that_stays_silent_is_ended() -> None:
    silent = Program.start(f"{sys.executable} -c 'import sys; sys.stdin.read()'", 1, patience=0.2)

    with pytest.raises(NoPlayer, match="nothing"):
        silent.act(turn_of(new_game(DOUQUE), []), Stream("silent"))
    silent.leave()


def test_points_are_counted_in_pairs() -> None:
    score = score_of([Pair((1.0, 0.0), 10), Pair((1.0, 0.5), 20)])

    assert (score.games, score.won, score.drawn, score.lost) == (4, 2, 1, 1)
    assert score.share == pytest.approx(0.625)
    assert 0 < score.low < score.share < score.high < 1
    assert str(score).startswith(
        f"62.5 % ({100 * score.low:.1f}–{100 * score.high:.1f}) of 4 games"
    )


def test_nothing_is_sure_because_it_was_always_so() -> None:
    # Wilson's interval for five of five.
    assert interval([1.0] * 5) == pytest.approx((0.5655, 1.0), abs=1e-4)
    assert interval([0.0] * 5) == pytest.approx((0.0, 0.4345), abs=1e-4)
    low, high = interval([0.5] * 5)
    assert (low < 0.4, high > 0.6) == (True, True)
    assert interval([]) == (0.0, 1.0)


def test_many_even_pairs_narrow_the_interval() -> None:
    wide, narrow = interval([0.0, 1.0] * 50), interval([0.5, 0.5, 0.25, 0.75] * 25)

    assert wide == pytest.approx((0.404, 0.596), abs=2e-3)
    assert narrow[1] - narrow[0] < 0.4 * (wide[1] - wide[0])


@pytest.mark.parametrize("chances", [(5, 20, 75), (50, 30, 20), (1, 2, 97)])
def test_the_interval_holds_the_truth_about_as_often_as_it_says(
    chances: tuple[int, int, int],
) -> None:
    stream = Stream("interval")
    truth = (chances[1] / 2 + chances[2]) / 100
    held = 0
    for _ in range(400):
        points = [_drawn(stream.randrange(100), chances) for _ in range(40)]
        low, high = interval(
            [sum(pair) / 2 for pair in zip(points[::2], points[1::2], strict=True)]
        )
        held += low <= truth <= high

    assert held > 0.92 * 400


def _drawn(number: int, chances: tuple[int, int, int]) -> float:
    return 0.0 if number < chances[0] else 0.5 if number < chances[0] + chances[1] else 1.0


def test_players_have_names() -> None:
    assert isinstance(player("random"), AtRandom)
    assert isinstance(player("greedy"), Greedy)
    assert player("level3") == AtLevel(3)
    assert player("nodes:70") == WithNodes(70)


def test_a_deal_is_the_whole_set_and_follows_from_its_number() -> None:
    assert sorted(deal_of(1, 1)) == sorted(FULL_SET)
    assert deal_of(1, 1) == deal_of(1, 1) != deal_of(1, 2)


def test_chance_is_even() -> None:
    stream = Stream("dice")
    thrown = [stream.randrange(6) for _ in range(6_000)]

    assert all(900 < thrown.count(side) < 1_100 for side in range(6))
