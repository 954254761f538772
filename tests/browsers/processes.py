"""Programs that a driver starts, and that end with everything they have started themselves."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from threading import Thread

from tests.browsers.driver import Lost

END_SECONDS = 10


class Program:
    """One run of a program, in a process group of its own."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str] | None = None
    ) -> None:
        self._process = subprocess.Popen(
            command,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        self._ear = Thread(target=self._drain, daemon=True)

    def says(self, is_meant: Callable[[str], bool]) -> str:
        """Wait for a line; what comes after it is heard but not kept."""
        assert self._process.stdout is not None
        said = []
        for line in self._process.stdout:
            said.append(line)
            if is_meant(line):
                self._ear.start()
                return line.strip()
        raise Lost("it did not start: " + "".join(said))

    def _drain(self) -> None:
        assert self._process.stdout is not None
        for _ in self._process.stdout:
            pass

    def end(self) -> None:
        """End it and its children, politely at first."""
        for how in (signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, how)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(END_SECONDS)
        if self._ear.ident is not None:
            self._ear.join(END_SECONDS)
        if self._process.stdout is not None:
            self._process.stdout.close()
