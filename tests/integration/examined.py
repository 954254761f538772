"""`banqi doctor` as people run it, and what it found."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from app.doctor.findings import are_good, as_json
from app.doctor.visit import Wish, findings
from tests.servers import ROOT


@dataclass(frozen=True)
class Visit:
    """One run: its exit code and its findings."""

    code: int
    findings: tuple[dict[str, str], ...]

    @property
    def problems(self) -> list[dict[str, str]]:
        return [found for found in self.findings if found["level"] == "problem"]

    def of(self, words: str) -> dict[str, str]:
        """The one finding in which these words stand."""
        found = [each for each in self.findings if words in each["what"]]
        assert len(found) == 1, (words, self.findings)
        return found[0]

    def problem(self, words: str) -> str:
        """The remedy for the only problem, in which these words stand."""
        (only,) = self.problems
        assert words in only["what"], only
        assert self.code == 1
        return only["remedy"]

    def note(self, words: str) -> str:
        """The remedy of a note in which these words stand."""
        found = self.of(words)
        assert found["level"] == "note", found
        return found["remedy"]

    def is_fine_about(self, words: str) -> bool:
        return self.of(words)["level"] == "ok"


def environment(directory: Path, **settings: str) -> dict[str, str]:
    """The environment of a command with these settings and a new store."""
    inherited = {n: v for n, v in os.environ.items() if not n.startswith("BANQI_")}
    store = f"sqlite:///{directory / 'banqi.sqlite3'}"
    return {**inherited, "BANQI_STORE": store, "BANQI_PORT": "0", **settings}


def run(*words: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """One command of `python -m app`."""
    command = [sys.executable, "-m", "app", *words]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def examined(directory: Path, **settings: str) -> Visit:
    """What the doctor finds with these settings; it must not be called inside an event loop."""
    return examined_with(Wish(), directory, **settings)


def examined_with(wish: Wish, directory: Path, **settings: str) -> Visit:
    """The same with a wish."""
    found = list(findings(environment(directory, **settings), wish))
    return Visit(0 if are_good(found) else 1, tuple(json.loads(as_json(found))))
