"""What a run came to, as a table and a list of goals met and missed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.bench.calm import US, Figures, figures
from tests.bench.measure import Plan, Run, Side
from tests.bench.parts import Parts

NOISE = 0.05
"""The part of the servers' core that others may use before a run counts as disturbed."""

KB = 1 / 1024

Row = tuple[str, float, float]


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
            f"{self.name:<36}{_number(self.value):>8}{self.unit:<4}"
            f"{sign} {self.must:,g}{stretch}: {word} ({by:+.0f} %)"
        )

    def _reaches(self, bound: float) -> bool:
        return self.value >= bound if self.at_least else self.value <= bound


@dataclass(frozen=True, slots=True)
class Report:
    """A run and the figures of both sides of it."""

    plan: Plan
    run: Run
    parts: Parts
    steady: tuple[Figures, Figures]
    full: tuple[Figures, Figures]

    @property
    def rate(self) -> str:
        """The steady rate, in words."""
        return f"{self.plan.rate:,.0f} moves/s"


def report_of(plan: Plan, run: Run, parts: Parts) -> Report:
    """Work the figures out, relay and product."""
    steady = figures(run.relay.steady), figures(run.product.steady)
    full = figures(run.relay.full), figures(run.product.full)
    return Report(plan, run, parts, steady, full)


def text(report: Report) -> str:
    """All of it, for people."""
    rows = [*_load_rows(report.rate, report.steady), *_load_rows("full speed", report.full)]
    rows += _idle_rows(report.run)
    lines = [f"{'':<44}{'relay':>10}{'Banqi':>10}{'ratio':>8}", *map(_line, rows)]
    lines += _part_lines(report.parts)
    goals = [goal.line() for goal in goals_of(report)]
    return "\n".join([*lines, "", _conditions(report), "", *goals])


def _line(row: Row) -> str:
    what, relay, product = row
    ratio = f"{product / relay:.2f}" if relay else ""
    return f"{what:<44}{_number(relay):>10}{_number(product):>10}{ratio:>8}"


def _load_rows(when: str, sides: tuple[Figures, Figures]) -> list[Row]:
    def row(what: str, of: Callable[[Figures], float]) -> Row:
        return (f"{when}: {what}", *(of(side) for side in sides))  # type: ignore[return-value]

    return [
        row("CPU µs per move", lambda side: side.cpu),
        row("of it in the event loop", lambda side: side.loop),
        row("p50 ms", lambda side: side.p50),
        row("p99 ms", lambda side: side.p99),
        row("p99 ms, the mover", lambda side: side.p99_mover),
        row("p99 ms, the opponent", lambda side: side.p99_opponent),
        row("moves/s", lambda side: side.rate),
        row("% of the core used by others", lambda side: 100 * side.disturbance),
    ]


def _idle_rows(run: Run) -> list[Row]:
    def row(what: str, of: Callable[[Side], float]) -> Row:
        return what, of(run.relay), of(run.product)

    return [
        row("KB per idle connection", lambda side: KB * side.idle.memory),
        row("CPU µs to set up a connection", lambda side: US * side.idle.set_up),
        row("CPU µs to open a room and fill it", lambda side: US * side.idle.opening),
    ]


def _part_lines(parts: Parts) -> list[str]:
    lines = [f"{'rules: plies/s, judged, with legal list':<54}{_number(parts.plies):>10}"]
    lines += [
        f"{f'store: CPU µs per append, {each.rooms} rooms at a time':<54}{_number(each.cpu):>10}"
        for each in parts.appends
    ]
    return lines


def goals_of(report: Report) -> list[Goal]:
    """The figures that the project holds itself to."""

    def ratio(sides: tuple[Figures, Figures], of: Callable[[Figures], float]) -> float:
        return of(sides[1]) / of(sides[0])

    def cpu(side: Figures) -> float:
        return side.cpu

    p99 = ratio(report.steady, lambda side: side.p99)
    memory = KB * report.run.product.idle.memory
    return [
        Goal(f"CPU per move at {report.rate}", ratio(report.steady, cpu), 3, " ×", 2.2),
        Goal("CPU per move at full speed", ratio(report.full, cpu), 3, " ×", 2.2),
        Goal(f"p99 at {report.rate}", p99, 2, " ×", 1.5),
        Goal("memory per idle connection", memory, 45, " KB", 36),
        Goal("rules, plies/s", report.parts.plies, 20_000, "", at_least=True),
    ]


def _conditions(report: Report) -> str:
    """How large the frames were, and how quiet the machine was."""
    run = report.run
    slices = [*run.relay.steady, *run.product.steady, *run.relay.full, *run.product.full]
    everywhere = sum(each.disturbance for each in slices) / len(slices)
    calm = [side.disturbance for side in (*report.steady, *report.full)]
    verdict = "a quiet machine" if max(calm) <= NOISE else "a NOISY machine"
    busiest = max(each.load / each.usage.wall for each in slices)
    return (
        f"frames: {run.play_size} bytes in, {run.relay_size} bytes out in the relay "
        f"({run.sizes.state_mean} on average in all of Banqi's games)\n"
        f"others used {everywhere:.0%} of the servers' core, and in the calmest quarter of the "
        f"time, which counts,\n{min(calm):.0%} to {max(calm):.0%}: {verdict}; "
        f"the load used at most {busiest:.0%} of its own core"
    )


def _number(value: float) -> str:
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"
