"""The explanation of refusals and the list of legal actions never contradict each other."""

import pytest

from app.game import barred, legal, parse_action
from app.game.board import SQUARE_NAMES, SQUARES
from app.game.game import own_letters
from app.game.moves import MOVE_TEXTS
from app.game.refusals import broken_rule
from tests.unit.game.build import refusal, walk

EVERYTHING = [*SQUARE_NAMES, *(MOVE_TEXTS[a][b] for a in SQUARES for b in SQUARES), "end"]


@pytest.mark.parametrize("seed", range(4))
def test_an_action_is_refused_exactly_when_it_is_not_legal(seed: int) -> None:
    for game in [*walk(seed)][:-1:20]:
        allowed, forbidden = legal(game), barred(game)
        own = own_letters(game)
        for text in EVERYTHING:
            assert (refusal(game, text) is None) == (text in allowed)
            is_bare = broken_rule(game.board, own, parse_action(text)) is None
            assert is_bare == (text in allowed or text in forbidden)
