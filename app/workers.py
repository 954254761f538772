"""Several processes that serve one listening socket: started, watched, told to stop.

One that dies is started again. Each notices when this process is gone and stops by itself.
Knows nothing of what is served.
"""

from __future__ import annotations

import contextlib
import logging
import os
import selectors
import signal
import sys
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Final

log = logging.getLogger(__name__)

STOP_SECONDS: Final = 15.0
"""How long a worker may take to stop before it is killed."""

FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 5.0
PID_BYTES: Final = 8
STOPS: Final = (signal.SIGINT, signal.SIGTERM)

Serve = Callable[[int, int, Callable[[], None]], int]
"""Serves as the worker of this number, until told to stop or until the given file reads to its
end; calls back once it is up."""


class Workers:
    """So many workers of this process. `on_start` is called once all of them are up."""

    def __init__(self, count: int, serve: Serve, on_start: Callable[[], None]) -> None:
        self._count = count
        self._serve = serve
        self._on_start = on_start
        self._up: dict[int, bool] = {}
        """The living workers, and whether each has said that it is up."""
        self._numbers: dict[int, int] = {}
        """Their numbers, from 0; one that is started again gets the number of a dead one."""
        self._has_started = False
        self._lifeline, self._life = os.pipe()
        self._started, self._starting = os.pipe()
        self._due: list[float] = []
        """When dead workers are to be started again."""
        self._pause = FIRST_PAUSE
        self._stop_by: float | None = None
        self._code = 0

    def run(self) -> int:
        """Serve until told to stop; the exit code."""
        with self._signals() as woken, selectors.DefaultSelector() as selector:
            selector.register(woken, selectors.EVENT_READ)
            selector.register(self._started, selectors.EVENT_READ)
            for _ in range(self._count):
                self._start()
            while self._up or self._due:
                for key, _ in selector.select(self._patience()):
                    self._read(key.fd, is_start=key.fd == self._started)
                self._bury_the_dead()
                self._look_at_the_time()
        return self._code

    # — what happens —

    def _read(self, source: int, *, is_start: bool) -> None:
        told = os.read(source, PID_BYTES * self._count)
        for start in range(0, len(told) if is_start else 0, PID_BYTES):
            pid = int.from_bytes(told[start : start + PID_BYTES], "big")
            if pid in self._up:
                self._up[pid] = True
        if not self._has_started and list(self._up.values()).count(True) == self._count:
            self._has_started = True
            self._on_start()

    def _start(self) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        # A stop that comes just now must find the child with handlers of its own.
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
        number = min(set(range(self._count)) - set(self._numbers.values()))
        try:
            pid = os.fork()
        except OSError as error:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
            self._start_later(error)
            return
        if pid:
            self._up[pid] = False
            self._numbers[pid] = number
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
            return
        code = 1
        try:
            code = self._work(number)
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
        except BaseException:
            log.exception("a worker failed")
        finally:
            with contextlib.suppress(OSError, ValueError):
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(code)

    def _start_later(self, why: OSError) -> None:
        """The system has no process or no memory to spare just now; the others go on."""
        log.error("a worker could not be started and is tried again: %s", why.strerror or why)
        self._pause = min(LONGEST_PAUSE, 2 * self._pause)
        if self._stop_by is None:
            self._due.append(time.monotonic() + self._pause)

    def _work(self, number: int) -> int:
        """In a new process: serve."""
        os.close(self._life)
        os.close(self._started)
        signal.set_wakeup_fd(-1)
        for each in (signal.SIGCHLD, *STOPS):
            signal.signal(each, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
        # A terminal's interrupt is for the parent, which passes it on.
        os.setpgid(0, 0)
        return self._serve(number, self._lifeline, lambda: _tell(self._starting))

    def _bury_the_dead(self) -> None:
        while self._up:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            was_up = self._up.pop(pid, False)
            self._numbers.pop(pid, None)
            self._mourn(os.waitstatus_to_exitcode(status), was_up=was_up)

    def _mourn(self, code: int, *, was_up: bool) -> None:
        """A worker has ended: as it was told, before it ever was up, or it is started again."""
        if self._stop_by is not None:
            # One that was only just starting ends by the signal itself.
            self._code = self._code or (0 if code in {0, -signal.SIGTERM} else 1)
        elif not self._has_started:
            self._code = 1
            self._stop(signal.SIGTERM)
        else:
            self._pause = FIRST_PAUSE if was_up else min(LONGEST_PAUSE, 2 * self._pause)
            self._due.append(time.monotonic() + self._pause)
            log.error("a worker ended with code %s and is started again", code)

    # — time —

    def _patience(self) -> float | None:
        """How long nothing needs to be done unless something happens."""
        times = [*self._due, *(() if self._stop_by is None else (self._stop_by,))]
        return max(0.0, min(times) - time.monotonic()) if times else None

    def _look_at_the_time(self) -> None:
        now = time.monotonic()
        due, self._due = self._due, [each for each in self._due if each > now]
        for _ in range(len(due) - len(self._due)):
            self._start()
        if self._stop_by is not None and now >= self._stop_by:
            log.error("workers that did not stop are killed")
            self._stop_by, self._code = now + STOP_SECONDS, 1
            self._tell_all(signal.SIGKILL)

    # — signals —

    @contextlib.contextmanager
    def _signals(self) -> Iterator[int]:
        """Stop on SIGINT and SIGTERM; wake up for these and for a worker's end."""
        woken, waking = os.pipe()
        os.set_blocking(waking, False)
        before = {
            signal.SIGCHLD: signal.signal(signal.SIGCHLD, lambda *_: None),
            signal.SIGINT: signal.signal(signal.SIGINT, self._told_to_stop),
            signal.SIGTERM: signal.signal(signal.SIGTERM, self._told_to_stop),
        }
        wakeup = signal.set_wakeup_fd(waking)
        try:
            yield woken
        finally:
            signal.set_wakeup_fd(wakeup)
            for each, handler in before.items():
                signal.signal(each, handler)
            os.close(woken)
            os.close(waking)

    def _told_to_stop(self, number: int, _: FrameType | None) -> None:
        self._stop(number)

    def _stop(self, number: int) -> None:
        """Ask all to stop; a second interrupt does not wait for sockets."""
        is_second = self._stop_by is not None and number == signal.SIGINT
        if self._stop_by is None:
            self._stop_by = time.monotonic() + STOP_SECONDS
        self._due.clear()
        self._tell_all(signal.SIGINT if is_second else signal.SIGTERM)

    def _tell_all(self, number: int) -> None:
        for pid in tuple(self._up):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)


def _tell(fd: int) -> None:
    with contextlib.suppress(OSError):
        os.write(fd, os.getpid().to_bytes(PID_BYTES, "big"))
