"""From the tap on a link to a page that can be used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from playwright.sync_api import Browser

from tests.bench.page.phone import SLOWER, phone
from tests.bench.plan import Section
from tests.bench.table import Goal, heading, line
from tests.e2e.rooms import Room

LATENCIES: Final = (0, 40, 150)
"""Milliseconds that every request takes besides its bytes: none, a near server, a far one."""
JUDGED: Final = 40
USABLE_MS: Final = 1000.0


@dataclass(frozen=True, slots=True)
class Door:
    """An address, and what shows that the page there can be used."""

    name: str
    path: str
    shown: str


def doors(room: Room, half: Room) -> tuple[Door, ...]:
    """The first page, an invitation, and a game."""
    return (
        Door("the first page", "", "[data-screen=home] [data-act=create]"),
        Door("an invitation", half.code, "[data-screen=join] [data-act=sit]"),
        Door("a game", room.seat("host"), "[data-screen=game] [data-square][data-usable]"),
    )


def measure(browser: Browser, base: str, wanted: Sequence[Door], rounds: int) -> Section:
    """Every door at every latency, in turns."""
    times: dict[tuple[str, int], list[float]] = {}
    sizes: dict[str, float] = {}
    work = {door.name: _work(browser, f"{base}/{door.path}", door) for door in wanted}
    for _ in range(rounds):
        for door in wanted:
            for latency in LATENCIES:
                with phone(browser) as new:
                    new.throttle(latency)
                    new.slow_down()
                    took, size = new.usable(f"{base}/{door.path}", door.shown)
                times.setdefault((door.name, latency), []).append(took)
                sizes[door.name] = size
    return _section(wanted, times, sizes, work)


def _work(browser: Browser, url: str, door: Door) -> float:
    """Milliseconds of the main thread at the phone's speed, which others do not disturb."""
    with phone(browser) as new:
        new.page.add_init_script("globalThis.requestIdleCallback = () => 0;")
        new.usable(url, door.shown)
        return SLOWER * new.work()


def _section(
    wanted: Sequence[Door],
    times: dict[tuple[str, int], list[float]],
    sizes: dict[str, float],
    work: dict[str, float],
) -> Section:
    names = [door.name for door in wanted]
    rows = [heading("until it can be used", names)]
    for latency in LATENCIES:
        for word, of in (("median", median), ("best", min)):
            values = [of(times[name, latency]) for name in names]
            rows.append(line(f"{word} ms at {latency} ms a request", values))
    rows.append(line("KB on the wire until then", [sizes[name] for name in names]))
    rows.append(line("ms of the main thread, whatever else runs", [work[name] for name in names]))
    goals = [
        Goal(f"{name}, usable", median(times[name, JUDGED]), USABLE_MS, "ms") for name in names
    ]
    return Section(rows, goals)
