"""The layers of ARCHITECTURE.md hold, and nobody reaches what they must not see."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.repository import ROOT, files


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def imported_modules(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def test_every_import_contract_is_kept() -> None:
    checked = run(str(Path(sys.executable).parent / "lint-imports"), "--no-logo", "--no-cache")

    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("path", files("app/**/*.py"), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_of_the_server_imports_the_predictable_generator(path: Path) -> None:
    assert {"random", "numpy.random"}.isdisjoint(imported_modules(path))


@pytest.mark.parametrize("module", ["app.game", "app.gateway.protocol", "app.bot"])
def test_importing_what_must_not_see_the_deal_does_not_load_it(module: str) -> None:
    loaded = f"import sys, {module}; sys.exit('app.game.deal' in sys.modules)"

    assert run(sys.executable, "-c", loaded).returncode == 0


def test_reading_the_rules_loads_no_framework_and_no_event_loop() -> None:
    unwanted = {"asyncio", "fastapi", "pydantic", "random", "redis", "socket", "starlette"}
    loaded = f"import sys, app.game; print(*sorted({unwanted!r} & set(sys.modules)))"

    assert run(sys.executable, "-S", "-c", loaded).stdout.split() == []


def test_the_computer_player_loads_the_rules_and_the_public_view_and_nothing_else_of_ours() -> None:
    modules = [f"app.bot.{path.stem}" for path in files("app/bot/*.py") if path.stem != "__init__"]
    loaded = "print(*(name for name in sys.modules if name.startswith('app')))"
    found = run(sys.executable, "-c", f"import sys, {', '.join(modules)}; {loaded}").stdout.split()
    ours = {name for name in found if not name.startswith(("app.bot", "app.game"))}

    assert {*modules} <= {*found}
    assert ours == {"app", "app.room", "app.room.view"}
    assert "app.game.deal" not in found
