"""What the Dockerfile makes, made in a directory: the same steps, files, user and environment.

Every absolute path of the image lies below the directory instead. The last stage's RUN is the
only step that is left out: it takes pip away from a Python which here is the machine's own.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from tests.deploy import compiler
from tests.deploy.image import Instruction, Stage, stages
from tests.servers import ROOT
from tools.compile import can_compile, compiler_of_c

WHEELS = ROOT / ".venv/.wheels"
COMPILER = Path(compiler.__file__)
PLACES = re.compile(r"/(?:opt/banqi|opt/compiler|src|data)\b")
LOOK = "-all,+dac_read_search"
"""The Python of this machine may lie where only root looks; the user may still write nothing."""
SEARCH = f"{Path(sys.executable).parent}:/usr/bin:/bin"


@dataclass
class Scratch:
    """The image's file tree below `root`; its commands are run as its user if that is allowed."""

    root: Path

    def place(self, text: str) -> str:
        """The same text with paths of the image made paths below the root."""
        return PLACES.sub(lambda found: f"{self.root}{found[0]}", text)

    # — building —

    def build(self) -> None:
        """Run the stages, and leave nothing but what the last one copies."""
        build, image = stages()
        context = self.root / "context"
        _send(context)
        self._run_all(build, context)
        (copied,) = image.all("COPY")
        assert copied.words == ["--from=build", "/opt/banqi", "/opt/banqi"]
        shutil.rmtree(context)
        shutil.rmtree(self.root / "src")
        shutil.rmtree(self.root / "opt/compiler")
        self.data.mkdir()
        if self._owner:
            os.chown(self.data, *self.user)
        for path in self._kept():
            path.chmod(path.stat().st_mode & ~0o222, follow_symlinks=False)

    def _run_all(self, stage: Stage, context: Path) -> None:
        here = self.root
        for each in stage.instructions:
            match each.word:
                case "ENV":
                    continue
                case "WORKDIR":
                    here = Path(self.place(each.text))
                    here.mkdir(parents=True)
                case "COPY":
                    _copy(each, context, here)
                case "RUN":
                    self._run(each, here, stage.environment)
                case other:
                    raise AssertionError(f"{other} is new in the first stage")

    def _run(self, each: Instruction, here: Path, environment: dict[str, str]) -> None:
        """A command of the build; packages come from the wheels that lie ready.

        The C compiler leaves out what `make` has had compiled already. Where there is none, which
        the image's stage has, nothing is compiled.
        """
        env = {**environment, "PATH": SEARCH, "PIP_FIND_LINKS": str(WHEELS), "PIP_NO_INDEX": "1"}
        if can_compile():
            env["CC"] = shlex.join([sys.executable, "-IS", str(COMPILER), *compiler_of_c()])
        else:
            env["COMPILE"] = "no"
        command = ["sh", "-ec", self.place(each.text)]
        ran = subprocess.run(
            command, cwd=here, env=env, capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stderr

    # — running —

    @property
    def data(self) -> Path:
        return self.root / "data"

    @property
    def user(self) -> tuple[int, int]:
        number, group = stages()[-1].the("USER").text.split(":")
        return int(number), int(group)

    @property
    def _owner(self) -> bool:
        """May this process become somebody else?"""
        return os.geteuid() == 0

    def environment(self, **more: str) -> dict[str, str]:
        """What a process finds in its environment; there is no HOME."""
        own = {name: self.place(text) for name, text in stages()[-1].environment.items()}
        own["PATH"] = own["PATH"].replace("$PATH", SEARCH)
        return {"LANG": "C.UTF-8", **own, **more}

    def start(self, command: list[str], **more: str) -> subprocess.Popen[str]:
        """Start a command of the image as Docker would."""
        return subprocess.Popen(
            [*self._become(), *command],
            cwd=self.place(stages()[-1].the("WORKDIR").text),
            env=self.environment(**more),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def _become(self) -> list[str]:
        """What makes a command that of the image's user, without any right to more."""
        if not self._owner:
            return []
        user, group = self.user
        return [
            *("setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups", "--no-new-privs"),
            *(f"--inh-caps={LOOK}", f"--ambient-caps={LOOK}", f"--bounding-set={LOOK}"),
        ]

    def run(self, command: list[str], **more: str) -> tuple[int, str]:
        """Run one to its end; its exit code and all it says."""
        with self.start(command, **more) as process:
            said, complained = process.communicate(timeout=20)
        return process.returncode, said + complained

    # — what lies there —

    def _kept(self) -> Iterator[Path]:
        """Everything that must not change."""
        for path in self.root.rglob("*"):
            if not path.is_relative_to(self.data) and not path.is_symlink():
                yield path

    def snapshot(self) -> dict[Path, tuple[int, int]]:
        """What lies outside of the volume, and when it was changed."""
        return {path: (path.stat().st_size, path.stat().st_mtime_ns) for path in self._kept()}

    def remove(self) -> None:
        """Delete all of it, read-only directories too."""
        for path in (self.root, *self._kept()):
            path.chmod(path.stat().st_mode | stat.S_IRWXU)
        shutil.rmtree(self.root)


def _send(context: Path) -> None:
    """What Docker would be given: all that .dockerignore lets through."""
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        if not line.startswith("!"):
            continue
        source, target = ROOT / line[1:], context / line[1:]
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, target)


def _copy(each: Instruction, context: Path, here: Path) -> None:
    *sources, target = each.words
    for name in sources:
        assert not fnmatch(name, "*[[*?]*"), "name what is copied"
        source, goal = context / name, here / target
        if source.is_dir():
            shutil.copytree(source, goal)
        else:
            goal.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, goal)
