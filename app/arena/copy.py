"""Which copy of a checkout searches: its sources, or what was compiled of them."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

import app
from app.bot import tree


def use_compiled_copy() -> None:
    """In a checkout, start this command again from the compiled copy: many times as quick.

    Goes on where it is where there is none of the sources as they are, after one line on
    standard error; and without a word in an installed package, and where whoever started Python
    has said where to import from (PYTHONSAFEPATH).
    """
    root = Path(app.__file__).resolve().parent.parent
    tool = root / "tools/compile.py"
    if sys.flags.safe_path or not str(tree.__file__).endswith(".py") or not tool.is_file():
        return
    copy = _current_copy(tool)
    if copy is None:
        sys.stderr.write("Not compiled, so a search takes much longer; `make dev` compiles.\n")
        return
    where = {"PYTHONPATH": copy, "PYTHONSAFEPATH": "1"}
    sys.stdout.flush()
    os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ | where)  # noqa: S606 - itself


def _current_copy(tool: Path) -> str | None:
    """Where the compiled copy lies; None if there is none, or one of other sources."""
    spec = importlib.util.spec_from_file_location("compiling", tool)
    if spec is None or spec.loader is None:
        return None
    compiling = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(compiling)
    return str(compiling.COPY) if compiling.is_current() else None
