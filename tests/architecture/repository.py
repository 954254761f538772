"""The files of this repository as its architecture tests see them."""

import os
import subprocess
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def all_files() -> tuple[Path, ...]:
    """Every file that belongs to the repository, tracked or about to be."""
    found = known_to_git()
    return tuple(path for path in (unpacked() if found is None else found) if path.is_file())


def known_to_git() -> list[Path] | None:
    """What git has or would take; None without git, and in an unpacked archive."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (FileNotFoundError, subprocess.CalledProcessError):
        return None
    return [ROOT / name for name in listed.stdout.split("\0") if name]


def unpacked() -> Iterator[Path]:
    """What lies there and is not ignored: all that is known of an unpacked archive."""
    ignored = [".git", *_ignored()]
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if not _matches(name, ignored)]
        yield from (Path(folder, name) for name in names if not _matches(name, ignored))


def _ignored() -> Iterator[str]:
    for line in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.rstrip("/")


def _matches(name: str, patterns: list[str]) -> bool:
    return any(fnmatch(name, pattern) for pattern in patterns)


def files(pattern: str) -> tuple[Path, ...]:
    """The files whose name relative to the root matches a glob such as `app/**/*.py`."""
    matching = set(ROOT.glob(pattern))
    return tuple(path for path in all_files() if path in matching)


def texts() -> Iterator[tuple[str, str]]:
    """Name and content of every file that is text."""
    for path in all_files():
        try:
            yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
