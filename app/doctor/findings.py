"""What the doctor says: one line for each thing it looked at."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum


class Level(StrEnum):
    """How bad it is: fine; worth knowing; not to be left like that."""

    OK = "ok"
    NOTE = "note"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line. `about` is the part it concerns, `remedy` what to do unless it is fine."""

    level: Level
    about: str
    what: str
    remedy: str = ""

    def __str__(self) -> str:
        remedy = f" -> {self.remedy}" if self.remedy else ""
        return f"{self.level:<8} {self.about:<9} {self.what}{remedy}"


Findings = Iterator[Finding]


@dataclass(frozen=True, slots=True)
class About:
    """Makes findings about one part."""

    part: str

    def ok(self, what: str) -> Finding:
        """It is fine."""
        return Finding(Level.OK, self.part, what)

    def note(self, what: str, remedy: str) -> Finding:
        """It is worth knowing."""
        return Finding(Level.NOTE, self.part, what, remedy)

    def problem(self, what: str, remedy: str) -> Finding:
        """It must not be left like that."""
        return Finding(Level.PROBLEM, self.part, what, remedy)


def are_good(findings: Iterable[Finding]) -> bool:
    """Is there no problem among them?"""
    return all(finding.level is not Level.PROBLEM for finding in findings)


def as_json(findings: Iterable[Finding]) -> str:
    """All of them, for programs."""
    return json.dumps([asdict(finding) for finding in findings], ensure_ascii=False, indent=1)
