"""Who acts for which seat."""

import pytest

from app.room.actor import You, acting_seat
from app.room.commands import Command, OfferDraw, Play, Refused, Rename, Resign, Undo
from tests.unit.room.scene import GUEST, HOST, at_one_device, seated


def refused(you: You, command: Command, named: object = None) -> str:
    with pytest.raises(Refused) as caught:
        acting_seat(at_one_device().room, you, command, named)  # type: ignore[arg-type]
    return caught.value.code.value


def test_online_the_seat_comes_from_the_token_alone() -> None:
    room = seated().room
    assert acting_seat(room, You.HOST, Resign(), None) is HOST
    assert acting_seat(room, You.GUEST, Play(), None) is GUEST
    assert refused(You.HOST, Resign(), GUEST) == "malformed"
    assert refused(You.GUEST, Play(), HOST) == "malformed"


def test_at_one_device_some_commands_name_their_seat_and_must() -> None:
    room = at_one_device().room
    assert acting_seat(room, You.BOTH, Resign(), GUEST) is GUEST
    assert refused(You.BOTH, OfferDraw()) == "malformed"
    assert refused(You.BOTH, Rename("Lan")) == "malformed"
    assert refused(You.BOTH, Undo(), HOST) == "malformed"


def test_at_one_device_a_ply_is_for_whoever_is_to_move() -> None:
    scene = at_one_device()
    assert acting_seat(scene.room, You.BOTH, Play(), None) is HOST
    scene.play()
    assert acting_seat(scene.room, You.BOTH, Play(), None) is GUEST
    assert acting_seat(scene.room, You.BOTH, Undo(), None) is HOST


def test_a_spectator_acts_for_nobody() -> None:
    assert refused(You.SPECTATOR, Play()) == "forbidden"
    assert refused(You.SPECTATOR, Resign(), HOST) == "malformed"
