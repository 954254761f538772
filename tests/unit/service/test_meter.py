"""Several processes count together, also when one of them dies."""

from __future__ import annotations

import os
from unittest.mock import patch

import pytest

from app.service.ledger import Ledger
from app.service.meter import Meter, Place
from app.service.slots import HALF, MOST, Slots

NOBODY = 2**22 + 1
"""Above the highest id that a process can have."""


def counted(number: int) -> Ledger:
    ledger = Ledger()
    ledger.commands["play", "done"] += number
    ledger.connections["seat",] += number
    return ledger


def meter(slots: Slots, number: int, ledger: Ledger, pid: int | None = None) -> Meter:
    with patch.object(os, "getpid", lambda: pid or os.getppid()):
        return Meter(ledger, lambda: 1, Place(slots, number))


def plays(asked: Meter) -> int:
    return asked.everything()[0].counts["commands"]["play", "done"]


def test_alone_a_process_tells_what_it_has_counted_itself() -> None:
    alone = Meter(counted(3), lambda: 2)
    reading, (process,) = alone.everything()
    assert reading.counts["commands"] == {("play", "done"): 3}
    assert reading.counts["starts"] == {(): 1}
    assert reading.gauges["watched"] == {(): 2}
    assert (process.number, process.pid) == (0, os.getpid())
    alone.publish()


def test_whoever_is_asked_tells_what_all_have_counted() -> None:
    slots = Slots(3)
    ledgers = [counted(number) for number in (1, 2, 3)]
    meters = [meter(slots, number, ledger) for number, ledger in enumerate(ledgers)]
    for each in meters:
        each.publish()
    assert [plays(each) for each in meters] == [6, 6, 6]
    ledgers[0].commands["play", "done"] += 10
    assert plays(meters[0]) == 16, "one's own counts are always new"
    assert plays(meters[1]) == 16, "what was told stays told, whoever dies"
    ledgers[0].commands["play", "done"] += 100
    assert plays(meters[1]) == 16
    meters[0].publish()
    assert plays(meters[1]) == 116
    assert [each.number for each in meters[1].everything()[1]] == [0, 1, 2]


def test_a_dead_process_leaves_its_counts_and_takes_its_sockets_along() -> None:
    slots = Slots(2)
    meter(slots, 1, counted(5), pid=NOBODY).publish()
    living = meter(slots, 0, counted(1))
    reading, processes = living.everything()
    assert reading.counts["commands"] == {("play", "done"): 6}
    assert reading.gauges["connections"] == {("seat",): 1}
    assert [each.number for each in processes] == [0]


def test_whoever_takes_a_dead_one_s_place_goes_on_from_its_counts() -> None:
    slots = Slots(2)
    meter(slots, 1, counted(5), pid=NOBODY).publish()
    living, heir = meter(slots, 0, counted(1)), meter(slots, 1, counted(2))
    heir.publish()
    reading, processes = living.everything()
    assert reading.counts["commands"] == {("play", "done"): 8}
    assert reading.counts["starts"] == {(): 3}
    assert reading.gauges["connections"] == {("seat",): 3}
    assert len(processes) == 2


def test_a_message_half_written_is_not_read() -> None:
    slots = Slots(2)
    assert slots.read(1) is None
    slots.write(1, b"first")
    slots.write(1, b"second")
    slots.write(0, b"another's")
    assert slots.read(1) == b"second"
    at = HALF * 2 + slots._memory[2 * HALF :].find(b"second")
    slots._memory[at] ^= 1
    assert slots.read(1) == b"first"
    slots.write(1, b"third")
    assert (slots.read(0), slots.read(1)) == (b"another's", b"third")


def test_a_message_that_does_not_fit_leaves_the_one_before() -> None:
    slots = Slots(1)
    slots.write(0, b"x" * MOST)
    with pytest.raises(ValueError, match="does not fit"):
        slots.write(0, b"x" * (MOST + 1))
    assert slots.read(0) == b"x" * MOST
