"""The text that Prometheus reads, read by its own parser."""

from __future__ import annotations

import os
import time

from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from app.api.metrics import COUNTERS, GAUGES, HISTOGRAMS, Build, exposition
from app.service.ledger import BOUNDS, Ledger
from app.service.meter import Process

BUILD = Build("1.2.3", "abc")


def samples(ledger: Ledger, *processes: Process) -> dict[str, list[Sample]]:
    text = exposition(BUILD, ledger.reading(4), processes).decode()
    return {family.name: family.samples for family in text_string_to_metric_families(text)}


def test_everything_that_is_counted_has_a_metric() -> None:
    reading = Ledger().reading(0)
    assert {each.count for each in COUNTERS} == set(reading.counts)
    assert {each.count for each in GAUGES} == set(reading.gauges)
    assert {each.count for each in HISTOGRAMS} == set(reading.times)


def test_counts_come_with_their_labels() -> None:
    ledger = Ledger()
    ledger.commands["play", "stale"] += 2
    ledger.connections["spectator",] += 1
    found = samples(ledger)
    (command,) = found["banqi_commands"]
    assert (command.name, command.labels, command.value) == (
        "banqi_commands_total",
        {"type": "play", "result": "stale"},
        2,
    )
    kinds = {s.labels["kind"]: s.value for s in found["banqi_connections"]}
    assert kinds == {"seat": 0, "spectator": 1, "no_hello": 0}
    (watched,) = found["banqi_rooms_watched"]
    assert (watched.labels, watched.value) == ({}, 4)
    (info,) = found["banqi_build_info"]
    assert info.labels == {"version": "1.2.3", "build": "abc"}


def test_times_are_a_histogram_that_adds_up() -> None:
    ledger = Ledger()
    for seconds in (0.0001, 0.003, 0.003, 99.0):
        ledger.appends.add(seconds)
    found = samples(ledger)["banqi_append_seconds"]
    buckets = [s for s in found if s.name.endswith("_bucket")]
    assert [float(s.labels["le"]) for s in buckets] == [*BOUNDS["appends"], float("inf")]
    assert [s.value for s in buckets if s.labels["le"] in {"0.0001", "0.0025", "0.005"}] == [
        1,
        1,
        3,
    ]
    rest = {s.name.rpartition("_")[2]: s.value for s in found if s not in buckets}
    assert rest == {"count": 4, "sum": 99.0061}


def test_each_process_tells_its_memory_files_and_time() -> None:
    here = Process(0, os.getpid(), time.time() - 60)
    gone = Process(1, 2**22 + 1, time.time())
    found = samples(Ledger(), here, gone)
    assert [s.labels["worker"] for s in found["banqi_uptime_seconds"]] == ["0", "1"]
    assert 60 <= found["banqi_uptime_seconds"][0].value < 120
    for name in ("process_resident_memory_bytes", "process_open_fds", "process_cpu_seconds"):
        (sample,) = found[name]
        assert sample.labels == {"worker": "0"}
        assert sample.value > 0
