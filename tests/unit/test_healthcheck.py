"""The question that a container's health check asks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.healthcheck import answers
from app.settings import load
from tests.ports import free_port
from tests.servers import ROOT, running_server


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"BANQI_HOST": "0.0.0.0"},  # noqa: S104
        {"BANQI_HOSTS": "banqi.example,other.example", "BANQI_BASE_PATH": "/games/banqi"},
    ],
    ids=["plain", "bound wide", "host and path"],
)
def test_a_living_server_answers_whatever_its_settings_are(
    tmp_path: Path, more: dict[str, str]
) -> None:
    with running_server(tmp_path, **more) as server:
        given = {"BANQI_PORT": str(server.port), **more}
        assert answers(load(given))


def asked(**environment: str) -> tuple[int, str]:
    ran = subprocess.run(
        [sys.executable, "-m", "app.healthcheck"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.returncode, ran.stderr


def test_where_nothing_answers_one_line_says_so() -> None:
    code, said = asked(BANQI_PORT=str(free_port()))
    assert code == 1
    assert said.count("\n") == 1


def test_a_bad_setting_is_told_apart() -> None:
    code, said = asked(BANQI_PORT="none")
    assert code == 2
    assert said.startswith("banqi: BANQI_PORT: ")
