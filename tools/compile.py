"""Make a copy of the server whose busiest modules are compiled, if that can be done here.

Prints where it lies; what is wrong is told in one line, and then nothing is printed: the server
runs as well from its sources. These have no compiled module beside them and never use one, so
that whoever changes one runs what it says. The copy is made again when it is not of the sources
as they are.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
COPY = BUILD / "compiled"
LIBRARY = BUILD / "library"
"""What the compiler makes; the copy is this laid over the sources."""
MARK = ".made-of"
LOG = BUILD / "compile.log"
PACKAGES = ROOT / "requirements/compile.txt"
COPIED = ("app", "web")
HOW = ("pyproject.toml", "setup.py", "requirements/compile.txt")
"""What says which modules are compiled, and how."""


class Obstacle(Exception):
    """Why nothing can be compiled, in a few words."""


def modules() -> tuple[str, ...]:
    """The modules that are compiled, as pyproject.toml lists them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return tuple(project["tool"]["banqi"]["compiled"])


def is_current() -> bool:
    """Is there a copy, made of the sources as they are?"""
    return _is_made_of(COPY, fingerprint(*COPIED, *HOW))


def _is_made_of(product: Path, what: str) -> bool:
    mark = product / MARK
    return mark.is_file() and mark.read_text() == what


def fingerprint(*names: str) -> str:
    """What these files and folders hold, and for which Python and machine."""
    digest = hashlib.sha256(f"{sys.version} {platform.machine()}".encode())
    for path in _files(names):
        content = path.read_bytes()
        digest.update(f"\n{path.relative_to(ROOT)} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def _files(names: Iterable[str]) -> Iterator[Path]:
    for name in names:
        path = ROOT / name
        within = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (each for each in within if each.is_file() and "__pycache__" not in each.parts)


def _compiled_folders() -> tuple[str, ...]:
    """The packages in which something is compiled: they import from one another alone."""
    return tuple(sorted({module.rpartition(".")[0].replace(".", "/") for module in modules()}))


def make() -> Path:
    """The copy, made if need be; raises `Obstacle`."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / ".compiling").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_current():
            _make()
    return COPY


def _make() -> None:
    look_for_a_compiler()
    made_of, library_of = fingerprint(*COPIED, *HOW), fingerprint(*_compiled_folders(), *HOW)
    is_new = not _is_made_of(LIBRARY, library_of)
    if is_new:
        _compile()
    _lay_out()
    if is_new:
        _see_that_it_works()
        (LIBRARY / MARK).write_text(library_of)
    (COPY / MARK).write_text(made_of)


def _lay_out() -> None:
    shutil.rmtree(COPY, ignore_errors=True)
    for name in COPIED:
        shutil.copytree(ROOT / name, COPY / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(LIBRARY, COPY, dirs_exist_ok=True, ignore=shutil.ignore_patterns(MARK))


def _compile() -> None:
    _say("Compiling the busiest modules; this may take a minute ...")
    shutil.rmtree(LIBRARY, ignore_errors=True)
    if importlib.util.find_spec("mypyc") is None:
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--no-input"]
        _run([*pip, "--require-hashes", "--only-binary", ":all:", "-r", str(PACKAGES)], ROOT)
    _run([sys.executable, "setup.py", "-q", "build_ext", "--build-lib", str(LIBRARY)], ROOT)


def _see_that_it_works() -> None:
    """All that should be compiled is, and the whole server can be imported with it."""
    names = ["app.main", *modules()]
    tell = f"import importlib as i; print(*(i.import_module(n).__file__ for n in {names}))"
    _, *found = _run([sys.executable, "-c", tell], COPY).split()
    if any(each.endswith(".py") or not Path(each).is_relative_to(COPY) for each in found):
        raise Obstacle("what was compiled is not what is imported")


def can_compile() -> bool:
    """Is there what it takes?"""
    try:
        look_for_a_compiler()
    except Obstacle:
        return False
    return True


def look_for_a_compiler() -> None:
    """Raises `Obstacle` where no extension of this Python can be made."""
    compiler = compiler_of_c()[0]
    if shutil.which(compiler) is None:
        raise Obstacle(f"there is no C compiler ({compiler})")
    if not (Path(sysconfig.get_path("include")) / "Python.h").is_file():
        raise Obstacle("the header files of Python are not installed")


def compiler_of_c() -> list[str]:
    """The words with which C is compiled here."""
    return shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")


def _run(command: list[str], where: Path) -> str:
    """What a step says; all of it is kept in a file."""
    env = os.environ | {"COMPILE": "yes", "PYTHONPATH": str(where)}
    ran = subprocess.run(command, cwd=where, env=env, capture_output=True, text=True, check=False)
    LOG.write_text(f"{shlex.join(command)}\n{ran.stdout}{ran.stderr}")
    if ran.returncode != 0:
        raise Obstacle(f"see {LOG.relative_to(ROOT)}")
    return ran.stdout


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main() -> int:
    """Always well: nobody needs what is made here."""
    try:
        print(make())
    except (Obstacle, OSError) as why:
        shutil.rmtree(COPY, ignore_errors=True)
        _say(f"Not compiled, so a move costs more of the processor: {why}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
