"""Where the SQLite file lies: read from a URL, or the place each platform has for user data."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

SCHEME: Final = "sqlite:///"
_FILE: Final = "banqi.sqlite3"


def sqlite_path(url: str) -> Path:
    """The file of `sqlite:///relative/path` or `sqlite:////absolute/path`.

    The rest of the URL is the path as it stands, nothing in it is decoded. Raises ValueError
    with a sentence for anything else.
    """
    path = url.removeprefix(SCHEME)
    if path == url:
        raise ValueError(
            "a SQLite URL is sqlite:///relative/path or sqlite:////absolute/path, another redis://…"
        )
    if not path or path.endswith("/") or "\0" in path:
        raise ValueError("a SQLite URL names a file")
    return Path(path)


def default_path(
    environ: Mapping[str, str] = os.environ, platform: str = sys.platform, home: Path | None = None
) -> Path:
    r"""The file in the user's own data directory.

    `$XDG_DATA_HOME/banqi` or `~/.local/share/banqi`; on macOS `~/Library/Application
    Support/banqi`; on Windows `%LOCALAPPDATA%\banqi`.
    """
    home = home or Path.home()
    if platform == "win32":
        base = _absolute(environ, "LOCALAPPDATA") or home / "AppData" / "Local"
    elif platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = _absolute(environ, "XDG_DATA_HOME") or home / ".local" / "share"
    return base / "banqi" / _FILE


def _absolute(environ: Mapping[str, str], name: str) -> Path | None:
    """A directory from the environment; a relative one does not count (XDG base directories)."""
    path = Path(environ.get(name, ""))
    return path if path.is_absolute() else None
