"""The server as `make run` runs it: compiled where that can be done, and never out of date.

Where there is no C compiler, `make run` serves from the sources, and so do these tests.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from app.game import judge
from tests.servers import ROOT, Server
from tools import compile as compiling

# Compiling takes half a minute, and more beside other tests.
pytestmark = pytest.mark.timeout(900)

LAWS = (
    *("tests/unit/arena", "tests/unit/bot", "tests/unit/game", "tests/unit/room", "tests/laws"),
    # They take long, and look at what is not compiled.
    *("--ignore=tests/laws/test_secrecy.py", "--ignore=tests/laws/test_codec.py"),
)


@pytest.fixture(scope="module")
def home() -> Path:
    """Where `make run` takes the server from."""
    made = subprocess.run(
        [sys.executable, "-m", "tools.compile"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert bool(made.stdout) is compiling.can_compile(), made.stderr
    return Path(made.stdout.strip() or ROOT)


def run_from(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the server from there."""
    paths = {"PYTHONPATH": f"{home}:{ROOT}", "PYTHONSAFEPATH": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *words]
    env = os.environ | paths
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def test_rules_and_rooms_are_what_their_tests_say(home: Path) -> None:
    used = run_from(home, "-c", "import app.game.judge as judge; print(judge.__file__)").stdout
    assert used.startswith(f"{home}/app/game/judge.")
    words = ("-m", "pytest", "-n", "0", "-q", "-p", "no:cacheprovider", "-o", "pythonpath=")
    ran = run_from(home, *words, "--hypothesis-profile=quick", *LAWS)

    assert ran.returncode == 0, ran.stdout[-5000:]


@pytest.fixture
def server(home: Path, tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path, {"PYTHONPATH": str(home), "PYTHONSAFEPATH": "1"})
    running.start()
    yield running
    running.stop()


def test_the_server_says_whether_it_is_compiled(server: Server) -> None:
    answer = httpx.get(f"{server.url}/version").json()

    assert answer["compiled"] is compiling.can_compile()


def test_whoever_runs_the_sources_runs_what_they_say(home: Path) -> None:
    assert list((ROOT / "app").rglob("*.so")) == []
    assert Path(judge.__file__) == ROOT / "app/game/judge.py"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of a few files, and a copy that was made of them."""
    files = (("app/game/judge.py", ""), ("web/index.html", ""), ("setup.py", ""))
    for name, text in (*files, ("pyproject.toml", "[tool.banqi]\ncompiled = ['app.game.judge']")):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(compiling, "ROOT", tmp_path)
    monkeypatch.setattr(compiling, "HOW", ("pyproject.toml", "setup.py"))
    monkeypatch.setattr(compiling, "BUILD", tmp_path / "build")
    monkeypatch.setattr(compiling, "COPY", tmp_path / "build/compiled")
    monkeypatch.setattr(compiling, "LIBRARY", tmp_path / "build/library")
    for product, parts in ((compiling.COPY, ("app", "web")), (compiling.LIBRARY, ("app/game",))):
        product.mkdir(parents=True)
        made_of = compiling.fingerprint(*parts, *compiling.HOW)
        (product / compiling.MARK).write_text(made_of)
    return tmp_path


def test_a_copy_is_used_as_long_as_it_is_of_these_sources(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compiling.main() == 0

    assert capsys.readouterr() == (f"{project / 'build/compiled'}\n", "")


def test_what_is_not_compiled_is_copied_anew_without_compiling(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "web/index.html").write_text("as it is")

    assert compiling.main() == 0

    assert capsys.readouterr() == (f"{project / 'build/compiled'}\n", "")
    assert (project / "build/compiled/web/index.html").read_text() == "as it is"


@pytest.mark.parametrize("name", ["app/game/judge.py", "app/game/new.py", "setup.py"])
def test_a_copy_of_other_sources_is_thrown_away_where_none_can_be_made(
    project: Path, name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / name).write_text("as it is")
    monkeypatch.setenv("CC", "no-such-compiler")

    assert compiling.main() == 0

    said, complained = capsys.readouterr()
    assert said == ""
    assert complained.count("\n") == 1
    assert "there is no C compiler (no-such-compiler)" in complained
    assert not compiling.COPY.exists()
