"""What a run came to, as a table and a list of goals met and missed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from tests.bench.load import Window
from tests.bench.measure import Plan, Run, Side
from tests.bench.parts import Parts

NOISE = 0.05
"""The part of the servers' core that others may use before a run counts as disturbed."""

MS, US, KB = 1e3, 1e6, 1 / 1024

Row = tuple[str, str, str, str]


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


def table(plan: Plan, run: Run) -> str:
    """Both servers side by side, medians over the rounds."""
    rows: list[Row] = [("", "relay", "Banqi", "ratio")]
    rows += _load_rows(f"at {plan.rate:,.0f} moves/s", run, lambda side: side.steady)
    rows += _load_rows("at full speed", run, lambda side: side.full)
    rows += [
        _row("KB per idle connection", run, lambda side: side.idle.memory * KB),
        _row("CPU µs to set up a connection", run, lambda side: side.idle.set_up * US),
        _row("CPU µs to open a room and fill it", run, lambda side: side.idle.opening * US),
    ]
    return "\n".join(f"{a:<46}{b:>10}{c:>10}{d:>8}" for a, b, c, d in rows)


def _load_rows(when: str, run: Run, windows: Callable[[Side], Sequence[Window]]) -> list[Row]:
    def row(what: str, of: Callable[[Window], float]) -> Row:
        return _row(f"{what} {when}", run, lambda side: median(map(of, windows(side))))

    return [
        row("CPU µs per move", cpu_us),
        row("  of it in the event loop's thread", loop_us),
        row("p50 ms", lambda window: MS * quantile(window, 0.5)),
        row("p99 ms", p99_ms),
        row("p99 ms to the mover", lambda w: MS * _quantile(w.meter.mover, 0.99)),
        row("p99 ms to the opponent", lambda w: MS * _quantile(w.meter.opponent, 0.99)),
        row("moves/s", lambda window: window.moves_per_second),
    ]


def _row(what: str, run: Run, of: Callable[[Side], float]) -> Row:
    relay, product = of(run.relay), of(run.product)
    ratio = f"{product / relay:.2f}" if relay else ""
    return what, _number(relay), _number(product), ratio


def _number(value: float) -> str:
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def cpu_us(window: Window) -> float:
    """Microseconds of the server's CPU per move."""
    return US * window.usage.cpu / max(1, window.meter.moves)


def loop_us(window: Window) -> float:
    """The same of its main thread alone."""
    return US * window.usage.main / max(1, window.meter.moves)


def quantile(window: Window, part: float) -> float:
    """Seconds from a move to its answers, on both sockets together."""
    return _quantile([*window.meter.mover, *window.meter.opponent], part)


def p99_ms(window: Window) -> float:
    """Milliseconds in which 99 of 100 answers have come."""
    return MS * quantile(window, 0.99)


def _quantile(times: Sequence[float], part: float) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


def parts_table(parts: Parts) -> str:
    """What the rules and the store do on their own."""
    lines = [f"{'rules: plies/s, judged, with legal list':<56}{_number(parts.plies):>10}"]
    lines += [
        f"{f'store: CPU µs per append, {each.rooms} rooms at a time':<56}{_number(each.cpu):>10}"
        for each in parts.appends
    ]
    return "\n".join(lines)


def goals(plan: Plan, run: Run, parts: Parts) -> list[Goal]:
    """The figures that the project holds itself to."""

    def ratio(of: Callable[[Window], float], windows: Callable[[Side], Sequence[Window]]) -> float:
        relay = median(map(of, windows(run.relay)))
        return median(map(of, windows(run.product))) / relay

    rate = f"{plan.rate:,.0f} moves/s"
    return [
        Goal(f"CPU per move at {rate}", ratio(cpu_us, lambda side: side.steady), 3, " ×", 2.2),
        Goal("CPU per move at full speed", ratio(cpu_us, lambda side: side.full), 3, " ×", 2.2),
        Goal(f"p99 at {rate}", ratio(p99_ms, lambda side: side.steady), 2, " ×", 1.5),
        Goal("memory per idle connection", run.product.idle.memory * KB, 45, " KB", 36),
        Goal("rules, plies/s", parts.plies, 20_000, "", at_least=True),
    ]


def conditions(run: Run) -> str:
    """How large the frames were, and how quiet the machine was."""
    windows = [*run.relay.steady, *run.product.steady, *run.relay.full, *run.product.full]
    disturbance = median(window.disturbance for window in windows)
    worst = max(window.disturbance for window in windows)
    busiest = max(window.load_cpu for window in windows)
    verdict = "the machine was NOISY" if disturbance > NOISE else "the machine was quiet"
    return (
        f"frames: {run.play_size} bytes in, {run.relay_size} bytes out in the relay "
        f"({run.sizes.state_mean} on average in all of Banqi's games)\n"
        f"others on the servers' core: {disturbance:.1%} (at worst {worst:.1%}): {verdict}; "
        f"the load used at most {busiest:.0%} of its own core"
    )
