"""The tests that documents name are there, and every row of their tables names one."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
NAMED = re.compile(r"`(tests/[\w/]+\.(?:py|test\.js))(?:::(\w+))?`")
ROW = re.compile(r"^\| (.+?) \| (.+?) \|$", re.MULTILINE)


def rows(name: str) -> dict[str, list[tuple[str, str]]]:
    """What a table promises, and the tests it names for it."""
    text = (ROOT / "docs" / name).read_text(encoding="utf-8").split("\n## ")[0]
    found = {left: NAMED.findall(right) for left, right in ROW.findall(text)}
    return {left: tests for left, tests in found.items() if left != "---"}


def functions(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return {node.name for node in tree.body if isinstance(node, kinds)}


@pytest.mark.parametrize("name", ["complaints.md", "accessibility.md"])
def test_every_named_test_is_there(name: str) -> None:
    promised = [one for tests in list(rows(name).values())[1:] for one in tests]
    assert promised
    lost = [
        f"{path}::{test}"
        for path, test in promised
        if not (ROOT / path).is_file() or (test and test not in functions(ROOT / path))
    ]
    assert lost == []


@pytest.mark.parametrize(("name", "count"), [("complaints.md", 32), ("accessibility.md", 27)])
def test_every_row_names_a_test(name: str, count: int) -> None:
    promised = dict(list(rows(name).items())[1:])
    assert len(promised) == count
    assert [left for left, tests in promised.items() if not tests] == []
