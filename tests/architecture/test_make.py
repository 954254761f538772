"""The first things a newcomer types answer in words."""

import os
import subprocess
import sys

import pytest

from tests.architecture.repository import ROOT


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | environment,
    )


def test_make_without_a_word_lists_the_words() -> None:
    listed = run("make", MAKEFLAGS="").stdout

    assert [
        word
        for word in (
            "setup",
            "run",
            "test",
            "check",
            "bench",
            "chaos",
            "a11y",
            "lock",
            "screenshots",
            "clean",
        )
        if f"make {word} " not in listed
    ] == []


def test_everything_is_installed_before_the_first_test_runs() -> None:
    steps = run("make", "--dry-run", "--always-make", "test", MAKEFLAGS="").stdout.splitlines()

    begin = next(number for number, step in enumerate(steps) if "-m pytest" in step)
    for needed in ("requirements/dev.txt", "npm ci", "pip --disable-pip-version-check download"):
        assert any(needed in step for step in steps[:begin]), needed


def test_a_missing_python_is_told_in_one_line() -> None:
    found = run("sh", "tools/find_python.sh", PYTHON="no-such-python")

    assert found.returncode == 1
    assert found.stdout == ""
    assert found.stderr.count("\n") == 1
    assert "Python 3.11 or newer" in found.stderr


def test_a_python_that_is_too_old_is_told_in_one_line() -> None:
    found = run("sh", "tools/find_python.sh", PYTHON="false")

    assert (found.returncode, found.stderr.count("\n")) == (1, 1)


@pytest.mark.parametrize("name", ["chromium", "nginx"])
def test_a_missing_program_is_told_in_one_line_that_says_what_to_do(name: str) -> None:
    script = f"import tools.find_{name} as f; f.find = lambda: None; raise SystemExit(f.main())"
    found = run(sys.executable, "-c", script)

    assert found.returncode == 1
    assert found.stdout == ""
    assert found.stderr.count("\n") == 1
    assert f"{name.upper()}=" in found.stderr
