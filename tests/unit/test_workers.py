"""Worker processes: what happens when the system has no room for one more."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

THIRD_FORK_FAILS = """
import os, signal
from app.workers import Workers

fork, children = os.fork, []

def failing_once():
    children.append(0)
    if len(children) == 3:
        raise BlockingIOError("no process is free")
    children[-1] = fork()
    return children[-1]

def serve(number, lifeline, is_up):
    os.write(1, b"worker %d\\n" % number)
    is_up()
    if len(children) == 4:
        os.kill(os.getppid(), signal.SIGTERM)
    os.read(lifeline, 1)
    return 0

os.fork = failing_once
raise SystemExit(Workers(2, serve, lambda: os.kill(children[0], signal.SIGKILL)).run())
"""


def test_a_worker_that_cannot_be_started_is_started_later() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", THIRD_FORK_FAILS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert sorted(ended.stdout.split("\n")) == ["", "worker 0", "worker 0", "worker 1"]
    assert "a worker could not be started" in ended.stderr
    assert "Traceback" not in ended.stderr
