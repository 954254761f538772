"""The files of this repository as its architecture tests see them."""

import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_MADE = {".git", ".venv", "node_modules", "build", "dist", "__pycache__", "test-results"}


@cache
def all_files() -> tuple[Path, ...]:
    """Every file that belongs to the repository, tracked or about to be."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode == 0:
        found = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:  # an unpacked archive
        found = [path for path in ROOT.rglob("*") if not _MADE & set(path.parts)]
    return tuple(path for path in found if path.is_file())


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
