"""A real server in a process of its own, on a free port, for tests of everything outside it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from tools import compile as compiling

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 20
STOP_SECONDS = 60
"""Much more than it takes: on a busy machine the disk may keep a store waiting."""

QUICK = {
    "BANQI_RATE_LIMITS": "off",
    "BANQI_AWAY_SECONDS": "0.3",
    "BANQI_PRESENCE_SECONDS": "1.5",
    "BANQI_HELLO_SECONDS": "2",
}
"""Settings under which nothing takes long and nothing is counted."""


class Server:
    """One run of `python -m app`; `url` is where it says that it serves.

    `wrapper` are the words of a command that ends up as what follows it.
    """

    module = "app"
    directory = ROOT
    """Where the program is."""

    def __init__(
        self, directory: Path, environment: dict[str, str], wrapper: tuple[str, ...] = ()
    ) -> None:
        self._command = (*wrapper, sys.executable, "-m", self.module)
        self.log = directory / "server.log"
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("BANQI_")},
            "BANQI_STORE": f"sqlite:///{directory / 'banqi.sqlite3'}",
            "BANQI_PORT": "0",
            "PYTHONFAULTHANDLER": "1",
            **(as_made() if self.module == "app" else {}),
            **environment,
        }
        self.url = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start, and wait until it says where it serves."""
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                self._command,
                cwd=self.directory,
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if "http://" not in line:
            self.stop()
        assert "http://" in line, f"the server did not start: {self.log.read_text()}"
        self.url = line.split()[-1].rstrip("/")
        self.environment["BANQI_PORT"] = self.url.rsplit(":", 1)[1].split("/", 1)[0]

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def socket_url(self) -> str:
        """The address under which sockets are opened."""
        return self.url.replace("http", "ws", 1)

    @property
    def port(self) -> int:
        return int(self.environment["BANQI_PORT"])

    def stop(self) -> int:
        """Ask it to stop as a system does; its exit code."""
        return self._end(signal.SIGTERM)

    def kill(self) -> int:
        """Kill it without a chance to do anything more."""
        return self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> int:
        process = self._process
        if process is None:
            return 0
        self._process = None
        with process:
            process.send_signal(how)
            try:
                return process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                # So that its log tells where every thread of it stood.
                process.send_signal(signal.SIGABRT)
                process.wait()
        raise AssertionError(f"the server did not stop: {self.complaints()}")

    def complaints(self) -> str:
        """Everything it has written to its log."""
        return self.log.read_text()


@cache
def as_made() -> dict[str, str]:
    """Lets a server run from where `make run` has it run: the compiled copy, if there is one.

    One that is not of the sources as they are is not used.
    """
    home = str(compiling.COPY) if compiling.is_current() else ""
    return {"PYTHONPATH": os.pathsep.join(filter(None, (home, str(ROOT)))), "PYTHONSAFEPATH": "1"}


COLLECTING = """
import gc, pathlib, threading, time

def collect():
    while True:
        gc.collect()
        pathlib.Path(__file__).with_name("collected").touch()
        time.sleep(1)

threading.Thread(target=collect, daemon=True).start()
"""


COUNTING = """
import asyncio, pathlib, signal

def count(*_):
    part = pathlib.Path(__file__).with_name("part")
    part.write_text(str(len(asyncio.all_tasks())))
    part.replace(part.with_name("tasks"))

signal.signal(signal.SIGUSR1, count)
"""
"""Writes down on SIGUSR1 how many tasks there are."""


def with_program(directory: Path, program: str) -> dict[str, str]:
    """Settings with which a server runs this before anything else."""
    directory.mkdir(parents=True)
    (directory / "sitecustomize.py").write_text(program)
    path = (str(directory), *filter(None, (as_made().get("PYTHONPATH"),)))
    return {"PYTHONPATH": os.pathsep.join(path)}


@contextmanager
def collecting(directory: Path) -> Iterator[dict[str, str]]:
    """Settings with which a server collects garbage every second, and must have done so.

    Work that nothing holds on to does not live long then.
    """
    yield with_program(directory, COLLECTING)
    assert (directory / "collected").exists()


def children_of(pid: int) -> list[int]:
    """The processes that this one has started, by any of its threads."""
    if lists := list(Path(f"/proc/{pid}/task").glob("*/children")):
        return [int(child) for each in lists for child in _read(each).split()]
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False)
    return [int(line) for line in found.stdout.split()]


def _read(path: Path) -> str:
    """A file of a thread, which may end meanwhile."""
    with suppress(OSError):
        return path.read_text()
    return ""


@contextmanager
def running_server(directory: Path, **environment: str) -> Iterator[Server]:
    """A server with its own new store; afterwards it must have stopped well and logged no trace."""
    server = Server(directory, environment)
    server.start()
    try:
        yield server
    finally:
        code = server.stop()
    assert code == 0, server.complaints()
    assert "Traceback" not in server.complaints(), server.complaints()
