"""What pyproject.toml cannot say: how the modules that it lists are compiled.

They are only if the environment says `COMPILE=yes`; without it everything stays Python.
"""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path

from setuptools import Extension, setup

PROJECT = Path(__file__).with_name("pyproject.toml")


def extensions() -> list[Extension]:
    """The modules that `tool.banqi.compiled` names, as one library."""
    from mypyc.build import mypycify  # noqa: PLC0415  # who does not compile need not have it

    names: list[str] = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["tool"]["banqi"][
        "compiled"
    ]
    files = [f"{name.replace('.', '/')}.py" for name in names]
    options = ["--config-file=", "--ignore-missing-imports"]
    return mypycify([*options, *files], opt_level="3", debug_level="0", group_name="banqi")


def is_to_compile() -> bool:
    """Not where the package is only described, as pip asks before it has anything built."""
    return os.environ.get("COMPILE") == "yes" and "dist_info" not in sys.argv


setup(ext_modules=extensions() if is_to_compile() else [])
