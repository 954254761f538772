"""Finds an nginx for the tests of deploy/nginx.

Looked for in this order: `$NGINX`, the one of the system, the one that this has fetched. With
`--install` the program is taken out of Debian's package when there is none; nothing is installed
on the system, and no service is started.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools.finding import tell

FETCHED = Path(sys.prefix) / ".nginx"
PLACES = ("nginx", "/usr/sbin/nginx", "/usr/local/sbin/nginx", "/opt/homebrew/bin/nginx")
ADVICE = (
    "The tests of deploy/nginx need nginx: install it (on Debian: apt-get install nginx), "
    "or say where it is with NGINX=/path/to/nginx."
)


def find() -> str | None:
    """The path of an nginx that exists, or None."""
    named = (os.environ.get("NGINX"), *PLACES, str(FETCHED / "usr/sbin/nginx"))
    return next((found for name in named if name and (found := shutil.which(name))), None)


def install() -> None:
    """Ask Debian's mirrors for the package; if that fails, our advice says it better."""
    if not all(map(shutil.which, ("apt-get", "dpkg"))):
        return
    print("Asking apt-get for nginx ...", file=sys.stderr)
    FETCHED.mkdir(exist_ok=True)
    if not _run("apt-get", "download", "nginx"):
        _run("apt-get", "update")  # a fresh machine has no lists yet
        _run("apt-get", "download", "nginx")
    for package in FETCHED.glob("nginx_*.deb"):
        _run("dpkg", "--extract", str(package), str(FETCHED))


def _run(*command: str) -> bool:
    ran = subprocess.run(
        command,
        cwd=FETCHED,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return ran.returncode == 0


def main() -> int:
    """Prints the path and returns 0, or says in one line what to do and returns 1."""
    return tell(__doc__, find, install, ADVICE)


if __name__ == "__main__":
    sys.exit(main())
