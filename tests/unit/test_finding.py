"""Programs that look for a browser say in one line what to do, and ask Debian where they may."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
APT_GET = """#!/bin/sh
echo "$@" >> {log}
test "$1" = "--option=DPkg::Lock::Timeout=120" && test -e {log}.updated && cp {log} {firefox}
test "$2" = update && touch {log}.updated
chmod +x {firefox}
"""


def look(tool: str, path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run one of the tools where only this directory is searched."""
    return subprocess.run(
        [sys.executable, "-m", f"tools.{tool}", *words],
        cwd=ROOT,
        env={"PATH": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("tool", "package"), [("find_firefox", "firefox-esr"), ("find_webkit", "webkit2gtk-driver")]
)
def test_what_is_missing_is_said_in_one_line(tmp_path: Path, tool: str, package: str) -> None:
    found = look(tool, tmp_path, "--install")
    assert found.returncode == 1
    assert found.stdout == ""
    assert len(found.stderr.splitlines()) == 1
    assert f"apt-get install {package}" in found.stderr


def test_debian_is_asked_where_one_is_root(tmp_path: Path) -> None:
    firefox, log = tmp_path / "firefox-esr", tmp_path / "asked"
    apt_get = tmp_path / "apt-get"
    apt_get.write_text(APT_GET.format(log=log, firefox=firefox))
    apt_get.chmod(0o755)
    for name in ("touch", "cp", "chmod"):
        (tmp_path / name).symlink_to(f"/bin/{name}")
    found = look("find_firefox", tmp_path, "--install")
    assert (found.stdout.strip() == str(firefox)) is IS_ROOT
    assert (found.returncode == 0) is IS_ROOT
    asked = log.read_text().splitlines() if log.exists() else []
    assert [line.split()[1] for line in asked] == (["install", "update", "install"] * IS_ROOT)
