"""Rows of a room that do not fit together."""

from __future__ import annotations

import pytest

from app.store import rows
from app.store.codec import encode
from app.store.log import KeptRows, NewerRows, Row
from app.store.port import Unavailable
from tests.contract.kit import PLY, START

ROW: Row = (4, "0" * 16, START, "host", "x1", encode(PLY))
TORN: Row = (4, "0" * 16, START, "host", "x1", b"{")


@pytest.mark.parametrize("log", [[], [ROW]])
def test_a_room_without_its_checkpoint_cannot_be_read(log: list[Row]) -> None:
    with pytest.raises(Unavailable, match="a room cannot be read: its checkpoint is missing"):
        rows.kept(KeptRows(log, 3, []))


def test_an_event_that_is_none_cannot_be_read() -> None:
    with pytest.raises(Unavailable, match="a room cannot be read"):
        rows.kept(KeptRows([TORN], 4, []))
    with pytest.raises(Unavailable, match="a room cannot be read"):
        rows.newer(NewerRows([ROW, TORN], []))
