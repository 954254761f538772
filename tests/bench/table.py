"""Figures as text: tables, and goals met or missed and by how much."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tests.bench.calm import Figures

NOISE = 0.05
"""The part of the servers' core that others may use before a run counts as disturbed."""

WIDTH = 44
COLUMN = 10


@dataclass(frozen=True, slots=True)
class Goal:
    """A figure that must not be above (or below) `must`, and better be within `stretch`."""

    name: str
    value: float
    must: float
    unit: str
    stretch: float | None = None
    at_least: bool = False

    def line(self) -> str:
        """The goal in one line, and by how much it was missed or met."""
        sign = "≥" if self.at_least else "≤"
        word = "met" if self._reaches(self.must) else "MISSED"
        if self.stretch is not None and self._reaches(self.stretch):
            word = "met, and the stretch"
        by = 100 * (self.value / self.must - 1)
        stretch = "" if self.stretch is None else f" (stretch {self.stretch:,g})"
        return (
            f"{self.name:<{WIDTH}}{number(self.value):>8}{self.unit:<4}"
            f"{sign} {self.must:,g}{stretch}: {word} ({by:+.0f} %)"
        )

    def _reaches(self, bound: float) -> bool:
        return self.value >= bound if self.at_least else self.value <= bound


def heading(first: str, columns: Iterable[str]) -> str:
    """The first line of a table."""
    return f"{first:<{WIDTH}}" + "".join(f" {name:>{COLUMN - 1}}" for name in columns)


def line(what: str, values: Iterable[float | None]) -> str:
    """One line of figures; None leaves its place empty."""
    shown = ("" if value is None else number(value) for value in values)
    return f"{what:<{WIDTH}}" + "".join(f"{text:>{COLUMN}}" for text in shown)


def load_lines(when: str, sides: Sequence[Figures]) -> list[str]:
    """What a load of one kind came to at each contender."""

    def row(what: str, of: Callable[[Figures], float | None]) -> str:
        return line(f"{when}: {what}", map(of, sides))

    return [
        row("CPU µs per move", lambda side: side.cpu),
        row("of it in the event loop", lambda side: side.loop),
        row("CPU µs of Redis", lambda side: side.store or None),
        row("p50 ms", lambda side: side.p50),
        row("p99 ms", lambda side: side.p99),
        row("p99 ms, the mover", lambda side: side.p99_mover),
        row("p99 ms, the opponent", lambda side: side.p99_opponent),
        row("moves/s", lambda side: side.rate),
        row("% of the core used by others", lambda side: 100 * side.disturbance),
    ]


def noise_line(sides: Sequence[Figures]) -> str:
    """How quiet the machine was in the slices that count."""
    calm = [side.disturbance for side in sides]
    verdict = "a quiet machine" if max(calm) <= NOISE else "a NOISY machine"
    return (
        "others used, in the calmest quarter of the time, which counts, "
        f"{min(calm):.0%} to {max(calm):.0%} of the servers' core: {verdict}"
    )


def number(value: float) -> str:
    """A figure with three digits or more."""
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"
