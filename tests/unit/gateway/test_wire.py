"""Wire models: what they take, and that what is derived from them is current."""

from __future__ import annotations

from typing import get_args

import pytest

from app.gateway import protocol as p
from app.room.commands import Refusal
from tools.wire_types import TARGET, generated


def test_the_types_of_the_page_are_current() -> None:
    assert TARGET.read_text(encoding="utf-8") == generated()


def test_flaws_are_refusals() -> None:
    assert {p.MALFORMED, p.UNKNOWN_TYPE} <= set(Refusal)


def test_every_command_of_the_contract_has_a_model() -> None:
    assert {
        "play",
        "pick",
        "offer_draw",
        "accept_draw",
        "decline_draw",
        "resign",
        "claim",
        "rematch",
        "set_rules",
        "undo",
        "restart",
        "remove_guest",
        "seat_computer",
        "move_now",
        "move_seat",
        "drop_tokens",
        "say",
        "rename",
        "leave",
        "history",
        "commit",
        "open",
        "ping",
    } == p.TYPES


def test_every_model_forbids_unknown_fields_and_needs_an_id() -> None:
    for model in get_args(p.ClientMessage):
        assert model.model_config["extra"] == "forbid"
        assert model.model_fields["id"].is_required()


@pytest.mark.parametrize("value", [{}, [], None, 1, "x", {"type": "play"}, {"type": ["play"]}])
def test_what_is_no_message_is_malformed(value: object) -> None:
    assert p.read_message(value) == p.MALFORMED
    assert p.id_of(value) is None


def test_only_usable_ids_are_repeated() -> None:
    assert p.id_of({"id": "a-Z_9"}) == "a-Z_9"
    for identity in ("", "a" * 65, "a\n", "a:b", 5, None):
        assert p.id_of({"id": identity}) is None
