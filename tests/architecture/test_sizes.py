"""Code stays small enough to be read at once."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.repository import ROOT, files

LONGEST_FUNCTION = 40
LONGEST_FILE = 300

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(path: Path) -> Iterator[Function]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, Function):
            yield node


def lines_of_code(function: Function) -> int:
    """Lines from `def` to the end, the docstring not counted."""
    total = (function.end_lineno or function.lineno) - function.lineno + 1
    docstring = function.body[0]
    if ast.get_docstring(function) is None or docstring.end_lineno is None:
        return total
    return total - (docstring.end_lineno - docstring.lineno + 1)


@pytest.mark.parametrize("path", files("app/**/*.py"), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_function_of_the_server_is_long(path: Path) -> None:
    long = [f"{f.name}: {lines_of_code(f)}" for f in functions(path)]

    assert [entry for entry in long if int(entry.rsplit(": ", 1)[1]) > LONGEST_FUNCTION] == []


@pytest.mark.parametrize(
    "path",
    files("app/**/*.py") + files("web/js/**/*.js"),
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_no_file_is_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_FILE
