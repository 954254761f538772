"""The script that keeps the page on a device, told which build it keeps and which files that is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

WORKER: Final = "sw.js"
BUILD: Final = b"{{build}}"
FILES: Final = b"{{files}}"
POLICY: Final = "default-src 'none'; connect-src 'self'"
"""What the script itself may do: fetch from here."""

_SCRIPTS: Final = ("js/early.js", "js/main.js", "js/+")
_OTHERS: Final = ("locales/", "pieces/sprite.", "icons/icon.svg", "icons/turn.svg")


def kept(names: Iterable[str], sheets: Iterable[str]) -> list[str]:
    """The files that the page fetches: packed scripts, these sheets, languages, pieces, icons."""
    wanted = (*_SCRIPTS, *_OTHERS)
    return sorted({*sheets, *(name for name in names if name.startswith(wanted))})


def told(source: bytes, build: str, files: Iterable[str]) -> bytes:
    """The script for one build."""
    return source.replace(BUILD, build.encode()).replace(FILES, " ".join(files).encode())
