"""The fair deal: fixed vectors, no bias, nothing shown."""

import hashlib
from collections import Counter

import pytest

from app.game import FULL_SET, START, parse_position
from app.game.deal import Seeds, _below, coin, deal, first_tiles

KNOWN = Seeds(bytes(range(32)), bytes(range(32, 64)), bytes(range(64, 96)), "G-TEST-0001")


def seeds(number: int) -> Seeds:
    """Seeds that look like any others and are the same in every run."""
    parts = [hashlib.sha256(f"{number} {part}".encode()).digest() for part in "shg"]
    return Seeds(parts[0], parts[1], parts[2], f"game {number}")


def test_the_deal_is_the_one_that_every_implementation_derives() -> None:
    assert deal(KNOWN) == "eGhsHeSrCAsArgcsaScSESCHssRhESRa"


def test_every_part_of_the_seeds_matters() -> None:
    others = [
        Seeds(bytes(32), KNOWN.host, KNOWN.guest, KNOWN.game_id),
        Seeds(KNOWN.server, bytes(32), KNOWN.guest, KNOWN.game_id),
        Seeds(KNOWN.server, KNOWN.host, bytes(32), KNOWN.game_id),
        Seeds(KNOWN.server, KNOWN.host, KNOWN.guest, "G-TEST-0002"),
        Seeds(KNOWN.server, KNOWN.guest, KNOWN.host, KNOWN.game_id),
    ]
    assert len({deal(other) for other in [KNOWN, *others]}) == 6


def test_the_draw_for_the_first_move_and_the_coin_have_streams_of_their_own() -> None:
    assert (first_tiles(KNOWN), coin(KNOWN)) == ("EHRGA", 1)


def test_a_deal_is_a_whole_set() -> None:
    for number in range(50):
        assert sorted(deal(seeds(number))) == sorted(FULL_SET)
        assert sorted(first_tiles(seeds(number))) == sorted("GAERH")


def test_a_position_is_dealt_from_its_pool_over_its_hidden_squares() -> None:
    start = parse_position("?2s/4/4/?3/4/4/4/R2? r Gas 0")
    dealt = deal(KNOWN, start)
    assert [dealt[index] for index in (0, 31)] == ["R", "s"]
    assert sorted(dealt[index] for index in (3, 16, 28)) == sorted("Gas")
    assert dealt.count(".") == 27
    orders = {"".join(deal(seeds(number), start)[i] for i in (3, 16, 28)) for number in range(60)}
    assert orders == {"Gas", "Gsa", "aGs", "asG", "sGa", "saG"}


def test_a_position_without_hidden_pieces_is_its_own_deal() -> None:
    start = parse_position("3s/4/4/4/4/4/4/R3 r - 0")
    assert deal(KNOWN, start) == start.board


def test_the_start_is_the_usual_one_unless_said_otherwise() -> None:
    assert deal(KNOWN, START) == deal(KNOWN)


@pytest.mark.parametrize("show", [repr, str, "{}".format])
def test_printing_seeds_shows_nothing(show: type[str]) -> None:
    assert show(KNOWN) == "Seeds(<hidden>)"


def test_words_beyond_the_last_full_run_are_skipped() -> None:
    # below 3, only the very last word would tip the scales
    assert _below(3, iter([2**32 - 1, 7])) == 1
    assert _below(2, iter([2**32 - 1])) == 1


def test_every_piece_is_as_likely_on_every_square() -> None:
    games = 3000
    found = [Counter[str]() for _ in range(32)]
    for number in range(games):
        for square, piece in enumerate(deal(seeds(number))):
            found[square][piece] += 1
    squared = sum(
        (counts[kind] - expected) ** 2 / expected
        for counts in found
        for kind in dict.fromkeys(FULL_SET)
        if (expected := games * FULL_SET.count(kind) / 32)
    )
    # 32 × 13 degrees of freedom: mean 416, deviation 29; the seeds are fixed, so is the sum
    assert 300 < squared < 550


def test_coin_and_first_place_are_even() -> None:
    games = 2000
    assert 900 < sum(coin(seeds(number)) for number in range(games)) < 1100
    first = Counter(first_tiles(seeds(number))[0] for number in range(games))
    assert all(330 < first[kind] < 470 for kind in "GAERH")
