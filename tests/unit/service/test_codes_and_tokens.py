"""Room codes as typed, and seat tokens."""

from __future__ import annotations

import pytest

from app.service.codes import code_of
from app.service.tokens import hash_of, new_token


@pytest.mark.parametrize(
    "typed",
    ["BCDFGH", "bcdfgh", " BCD FGH ", "bcd-fgh", "BCD\u2013FGH", "ＢＣＤＦＧＨ", "b_c\u00a0dfgh"],
)
def test_a_code_is_read_as_people_type_it(typed: str) -> None:
    assert code_of(typed) == "BCDFGH"


@pytest.mark.parametrize("typed", ["", " ", "..", "{room:*}", "\x00", "é", "x" * 65, "a/b", "將"])
def test_what_cannot_be_a_code_is_none(typed: str) -> None:
    assert code_of(typed) is None


def test_a_token_is_43_letters_and_only_its_hash_is_kept() -> None:
    token = new_token()
    hashed = hash_of(token)
    assert len(token) == 43
    assert hashed is not None
    assert len(hashed) == 64
    assert token not in hashed
    assert new_token() != token


@pytest.mark.parametrize("token", ["", "A" * 42, "A" * 44, "A" * 42 + "=", "A" * 43 + "\n", 5])
def test_what_cannot_be_a_token_has_no_hash(token: object) -> None:
    assert hash_of(token) is None
