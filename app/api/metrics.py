"""What is counted, in the text format of Prometheus. Made only when somebody asks."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from typing import Final

from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from app.service.ledger import BOUNDS, Histogram, Numbers, Reading
from app.service.meter import Process

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4


@dataclass(frozen=True, slots=True)
class Family:
    """A count by its name in the ledger: what it is called outside, and by which labels."""

    count: str
    name: str
    help: str
    labels: tuple[str, ...] = ()


COUNTERS: Final = (
    Family("commands", "commands", "Commands answered", ("type", "result")),
    Family("turned_away", "sockets_refused", "Sockets that got into no room", ("reason",)),
    Family("sockets_closed", "sockets_closed", "Sockets that were in a room", ("reason",)),
    Family("requests", "http_requests", "HTTP requests", ("method", "route", "status")),
    Family("conflicts", "append_conflicts", "Appends that came second and were decided anew"),
    Family("failures", "store_failures", "Calls that the store did not do in time", ("call",)),
    Family("bells", "bells", "Bells of watched rooms that were heard", ("kind",)),
    Family("resyncs", "resyncs", "Watched rooms that were read again", ("reason",)),
    Family("rewinds", "rewinds", "Rooms whose past in the store had become another one"),
    Family("deadlines", "deadlines_fired", "Deadlines that were fired", ("outcome",)),
    Family("searches", "computer_moves", "Moves that engines were asked for", ("outcome",)),
    Family("starts", "process_starts", "Processes that have begun to serve"),
)
GAUGES: Final = (
    Family("connections", "connections", "Open sockets", ("kind",)),
    Family("watched", "rooms_watched", "Rooms with an open socket, once for each process"),
)
HISTOGRAMS: Final = (
    Family("appends", "append_seconds", "Time from asking for an append to its outcome"),
    Family("lateness", "deadline_lag_seconds", "How late deadlines were fired"),
    Family("loop_lag", "event_loop_lag_seconds", "How late the event loop woke up"),
)
ALWAYS: Final[Mapping[str, Sequence[tuple[str, ...]]]] = {
    "connections": (("seat",), ("spectator",), ("no_hello",)),
    "conflicts": ((),),
    "rewinds": ((),),
}
"""Labels that are shown with 0 as well."""


@dataclass(frozen=True, slots=True)
class Build:
    """What is running."""

    version: str
    build: str


def exposition(build: Build, reading: Reading, processes: Sequence[Process]) -> bytes:
    """All metrics as text."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Found(tuple(_families(build, reading, processes))))
    return generate_latest(registry)


class _Found(Collector):
    """Metrics that are there already."""

    def __init__(self, metrics: Iterable[Metric]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterable[Metric]:
        """All of them."""
        return self._metrics


def _families(build: Build, reading: Reading, processes: Sequence[Process]) -> Iterator[Metric]:
    info = GaugeMetricFamily("banqi_build_info", "What is running", labels=("version", "build"))
    info.add_metric((build.version, build.build), 1)
    yield info
    for each in COUNTERS:
        counter = CounterMetricFamily(f"banqi_{each.name}", each.help, labels=each.labels)
        yield _filled(counter, each, reading.counts)
    for each in GAUGES:
        gauge = GaugeMetricFamily(f"banqi_{each.name}", each.help, labels=each.labels)
        yield _filled(gauge, each, reading.gauges)
    for each in HISTOGRAMS:
        yield _histogram(each, reading.times[each.count])
    yield from _of_processes(processes)


Simple = CounterMetricFamily | GaugeMetricFamily


def _filled(metric: Simple, family: Family, all_counts: Mapping[str, Numbers]) -> Metric:
    numbers = dict.fromkeys(ALWAYS.get(family.count, ()), 0) | dict(
        all_counts.get(family.count, {})
    )
    for labels, number in sorted(numbers.items()):
        metric.add_metric(labels, number)
    return metric


def _histogram(family: Family, found: Histogram) -> Metric:
    counts, total = found
    bounds = (*map(repr, BOUNDS[family.count]), "+Inf")
    metric = HistogramMetricFamily(f"banqi_{family.name}", family.help, labels=())
    metric.add_metric((), tuple(zip(bounds, accumulate(counts), strict=True)), total)
    return metric


def _of_processes(processes: Sequence[Process]) -> Iterator[Metric]:
    """Memory, files and processor time, for each process by its number."""
    uptime = GaugeMetricFamily(
        "banqi_uptime_seconds", "How long the process has served", labels=("worker",)
    )
    merged: dict[str, Metric] = {"": uptime}
    for process in processes:
        worker = {"worker": str(process.number)}
        uptime.add_metric(tuple(worker.values()), max(0.0, time.time() - process.since))
        for found in ProcessCollector(pid=partial(int, process.pid), registry=None).collect():
            metric = Metric(found.name, found.documentation, found.type)
            metric = merged.setdefault(found.name, metric)
            for sample in found.samples:
                metric.add_sample(sample.name, worker, sample.value)
    yield from merged.values()
