"""Small programs that speak the line protocol, well or badly, for tests of who asks them."""

from __future__ import annotations

import sys
from pathlib import Path

from app.computer.engines import Engines, Patience

_SPEAKS = """
import random, sys, time
for line in sys.stdin:
    words = line.split()
    {deed}
"""

ECHO = "print('action a1 score 0.5 nodes 1000 depth 1 of', line.strip(), flush=True)"
DEAF = "time.sleep(60)"
DIES = "sys.exit(3)"
WAITS_FOR_NOW = (
    "said = sys.stdin.readline().strip(); "
    "print('action a1 score 0 nodes 1 depth 1 of', line.strip(), said, flush=True)"
)
BABBLES = "print('I think that I will flip', flush=True)"
THOROUGH = "print('action a1 score 0 nodes 10000 depth 1', line, end='', flush=True)"
DIES_LATER = "print('action a1 score 0 nodes 1', flush=True); sys.exit(0)"


def command(directory: Path, deed: str) -> tuple[str, ...]:
    """The command of a program that does this with every `line`, of which it knows `words`."""
    program = directory / "engine.py"
    program.write_text(_SPEAKS.format(deed=deed))
    return (sys.executable, str(program))


def engines(
    directory: Path, deed: str, count: int = 1, *, patience: Patience | None = None
) -> Engines:
    """Engines that run such a program."""
    return Engines(count, command(directory, deed), patience or Patience(20, 10))
