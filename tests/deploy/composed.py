"""What Docker Compose makes of the compose files, with a `.env` as somebody might write it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.servers import ROOT

Service = Mapping[str, Any]

BASE = "docker-compose.yml"
OVERLAYS = tuple(sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("deploy/*/compose.yml")))
"""Every file that is laid over the first one."""


def program(name: str) -> str:
    """A program that a wheel has brought into this environment."""
    beside = Path(sys.executable).with_name(name)
    found = str(beside) if beside.exists() else shutil.which(name)
    assert found, f"there is no {name}: run `make dev`"
    return found


def compose_command() -> tuple[str, ...]:
    """Compose by itself, or the one of Docker where it has no wheel."""
    if Path(sys.executable).with_name("docker-compose").exists():
        return (program("docker-compose"),)
    return (program("docker"), "compose")


def composed(*files: str, **env: str) -> Mapping[str, Any]:
    """The project that `docker compose up` would start with these files and such a `.env`."""
    return _composed(files, tuple(sorted(env.items())))


@cache
def _composed(files: tuple[str, ...], env: tuple[tuple[str, str], ...]) -> Mapping[str, Any]:
    lines = [f"{name}={value}\n" for name, value in env]
    if files:
        lines.append(f"COMPOSE_FILE={':'.join((BASE, *files))}\n")
    with TemporaryDirectory() as place:
        shutil.copy(ROOT / BASE, place)
        shutil.copytree(ROOT / "deploy", Path(place, "deploy"))
        if lines:
            Path(place, ".env").write_text("".join(lines))
        ran = subprocess.run(
            [*compose_command(), "config", "--format", "json"],
            cwd=place,
            env={"PATH": os.environ["PATH"]},
            capture_output=True,
            text=True,
            check=False,
        )
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == "", "compose warns"
    found: Mapping[str, Any] = json.loads(ran.stdout)
    return found
