"""What a module has to keep to that mypyc compiles."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tools.compile import ROOT, modules

WAITING = (ast.Await, ast.AsyncFor, ast.AsyncWith, ast.Yield, ast.YieldFrom)


def places_that_wait(module: str) -> Iterator[int]:
    """The lines in `except` and `finally` at which others may run, and of `async with`."""
    path = ROOT / f"{module.replace('.', '/')}.py"
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.AsyncWith):
            yield node.lineno
        elif isinstance(node, ast.Try):
            for statement in (*node.handlers, *node.finalbody):
                yield from (
                    each.lineno for each in ast.walk(statement) if isinstance(each, WAITING)
                )


@pytest.mark.parametrize("module", modules())
def test_nothing_waits_while_it_handles_an_exception(module: str) -> None:
    # Compiled, the exception would be taken for that of whatever runs meanwhile.
    assert not list(places_that_wait(module))
