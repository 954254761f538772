"""What is counted, read, added up, and carried from process to process."""

from __future__ import annotations

from app.service.ledger import BOUNDS, Ledger, Reading, Times, decode


def test_a_time_falls_into_the_first_bound_that_holds_it() -> None:
    times = Times((0.1, 1.0))
    for seconds in (0.0, 0.1, 0.2, 1.0, 1.5):
        times.add(seconds)
    assert times.counts == [2, 2, 1]
    assert times.total == 2.8


def some_ledger() -> Ledger:
    ledger = Ledger()
    ledger.commands["play", "done"] += 2
    ledger.conflicts[()] += 1
    ledger.connections["seat",] += 3
    ledger.appends.add(0.0003)
    return ledger


def test_a_reading_stays_as_it_was_read() -> None:
    ledger = some_ledger()
    reading = ledger.reading(watched=7)
    ledger.commands["play", "done"] += 1
    ledger.appends.add(1)
    assert reading.counts["commands"] == {("play", "done"): 2}
    assert reading.gauges == {"connections": {("seat",): 3}, "watched": {(): 7}}
    assert sum(reading.times["appends"][0]) == 1
    assert set(reading.times) == set(BOUNDS)
    assert "connections" not in reading.counts


def test_readings_of_several_processes_add_up() -> None:
    one, other = some_ledger(), some_ledger()
    other.commands["ping", "done"] += 1
    both = one.reading(1) + other.reading(2)
    assert both.counts["commands"] == {("play", "done"): 4, ("ping", "done"): 1}
    assert both.gauges["watched"] == {(): 3}
    counts, total = both.times["appends"]
    assert (sum(counts), total) == (2, 0.0006)
    assert Reading() + both == both


def test_a_reading_survives_its_way_to_another_process() -> None:
    reading = some_ledger().reading(5)
    assert decode(reading.encode()) == reading


def test_of_a_process_that_is_gone_only_counts_remain() -> None:
    reading = some_ledger().reading(5)
    left = reading.without_gauges
    assert (left.counts, left.times, left.gauges) == (reading.counts, reading.times, {})
