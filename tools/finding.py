"""What the programs that look for another program have in common."""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Callable


def tell(
    about: str | None,
    find: Callable[[], str | None],
    install: Callable[[], None],
    advice: str,
) -> int:
    """Prints what was found and returns 0, or the advice and returns 1.

    With `--install` something is fetched first when there is nothing.
    """
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--install", action="store_true", help="fetch one if none is found")
    wanted = parser.parse_args()
    found = find()
    if found is None and wanted.install:
        install()
        found = find()
    print(found or advice, file=sys.stdout if found else sys.stderr)
    return 0 if found else 1


def apt_install(*packages: str) -> None:
    """Asks apt-get for packages, if there is one and it may; the caller sees what came of it."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    if not is_root or shutil.which("apt-get") is None:
        return
    print(f"Asking apt-get for {' and '.join(packages)} ...", file=sys.stderr)
    install = ("install", "--yes", "--no-install-recommends", *packages)
    if not _apt_get(*install):
        _apt_get("update")  # a fresh machine has no lists yet, an old one has stale ones
        _apt_get(*install)


def _apt_get(*words: str) -> bool:
    ran = subprocess.run(
        ("apt-get", "--option=DPkg::Lock::Timeout=120", *words),
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return ran.returncode == 0
