"""What a whole run tells by its exit code."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from tests.chaos.__main__ import exit_code
from tests.chaos.checker import Kind, Violation
from tests.chaos.trial import Report
from tests.servers import ROOT

KEPT = Report("a fault", 1)
BROKEN = replace(KEPT, violations=(Violation(Kind.LOST, "ROOM", "a move"),))


@pytest.mark.parametrize(
    ("reports", "code"),
    [
        ([KEPT, KEPT], 0),
        ([KEPT, BROKEN], 1),
        ([KEPT, None], 2),
        ([BROKEN, None], 1),
        ([], 2),
    ],
)
def test_only_a_run_that_tried_everything_and_found_nothing_is_a_success(
    reports: list[Report | None], code: int
) -> None:
    assert exit_code(reports) == code


def test_a_run_whose_time_is_over_names_what_it_did_not_try() -> None:
    command = (sys.executable, "-m", "tests.chaos", "--seconds", "0", "--only", "SQLite")
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert ran.returncode == 2, ran.stderr
    assert "server: kill -9: no time left" in ran.stdout
    assert "3 faults were not tried" in ran.stdout
