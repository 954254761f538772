"""What trials came to, as a table that can be pasted into the documentation."""

from __future__ import annotations

from collections.abc import Sequence

from tests.chaos.trial import Report

HEAD = (
    "fault",
    "times",
    "commands",
    "acked",
    "unavailable",
    "sent again",
    "lost with the store",
    "violations",
    "play went on after",
)


def table(name: str, reports: Sequence[Report]) -> str:
    """One site's trials in Markdown."""
    rows = [HEAD, ("---", *("---:" for _ in HEAD[1:])), *map(_row, reports)]
    return "\n".join([f"**{name}**", "", *(f"| {' | '.join(row)} |" for row in rows)])


def _row(report: Report) -> tuple[str, ...]:
    counts = (report.faults, report.commands, report.acked, report.unavailable, report.resent)
    lost = str(report.lost) if report.may_lose else "–"
    return (
        report.name,
        *map(str, counts),
        lost,
        str(len(report.violations)),
        f"{report.longest:.1f} s",
    )


def complaints(report: Report) -> str:
    """Every violation of a trial, a line each; empty if there is none."""
    return "".join(f"  {violation}\n" for violation in report.violations)
