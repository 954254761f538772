"""The server as `make run` runs it: compiled where that can be done, and never out of date.

Where there is no C compiler, `make run` serves from the sources, and so do these tests.
"""

from __future__ import annotations

import os
import shutil
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
    *("tests/unit/gateway", "tests/unit/service", "tests/unit/store"),
    # They put something of their own in place of what is called: compiled code calls its own.
    *("--ignore=tests/laws/test_secrecy.py", "--ignore=tests/unit/store/test_writer.py"),
    # It reads annotations, which compiled classes have no more.
    "--ignore=tests/unit/gateway/test_wire.py",
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


def engine_of_checkout(folder: Path) -> subprocess.CompletedProcess[str]:
    """An engine asked for one search, started as in the documentation, with nothing set."""
    unset = ("PYTHONPATH", "PYTHONSAFEPATH")
    env = {name: value for name, value in os.environ.items() if name not in unset}
    question = "position 4/4/4/4/1r2/1A2/4/H3 r - 4 chases - rules douque nodes 500\nquit\n"
    words = [sys.executable, "-v", "-m", "app", "engine", "--seed", "1"]
    return subprocess.run(
        words, cwd=folder, env=env, input=question, capture_output=True, text=True, check=True
    )


def test_an_engine_of_a_checkout_is_the_compiled_one(home: Path) -> None:
    ran = engine_of_checkout(ROOT)

    assert ran.stdout.startswith("action ")
    is_compiled = "extension module 'app.game.board' loaded" in ran.stderr
    assert is_compiled is compiling.can_compile()
    assert ("Not compiled" in ran.stderr) is not is_compiled


def test_an_engine_of_a_checkout_says_when_nothing_is_compiled(tmp_path: Path) -> None:
    for name in ("app", "tools", *compiling.HOW):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)
    (tmp_path / "web").mkdir()

    ran = engine_of_checkout(tmp_path)

    assert ran.stdout.startswith("action ")
    assert "Not compiled, so a search takes much longer; `make dev` compiles.\n" in ran.stderr


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
