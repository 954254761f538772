"""One engine: a process that answers one line with one line, and can be replaced at any time."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from app.computer.question import NoAnswer

NICE: Final = 10
"""How far engines stand back behind the server when both want the processor."""

LONGEST_LINE: Final = 4096

NOW: Final = b"now\n"

HERE: Final = Path(__file__).parents[2]
"""Where this very server lies: `-m app` there is the same code, compiled if this is."""


class Engine:
    """A process of this command, started when it is first asked and whenever it is gone."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self._dying: set[asyncio.Task[None]] = set()

    async def ask(self, line: str, seconds: float, hurry: asyncio.Event | None = None) -> str:
        """Its answer; NoAnswer if it ends or takes longer. Cancelled or late, it is killed.

        Once `hurry` is set it is told to answer with the best that it has found.
        """
        try:
            async with asyncio.timeout(seconds):
                return await self._answer(line, hurry)
        except TimeoutError:
            self.kill()
            raise NoAnswer(f"it took longer than {seconds:.0f} s") from None
        except BaseException:
            self.kill()
            raise

    async def _answer(self, line: str, hurry: asyncio.Event | None) -> str:
        process = self._process
        if process is None or process.returncode is not None:
            self.kill()
            process = await self._start()
        if process.stdin is None or process.stdout is None:
            raise NoAnswer("it has no standard streams")
        try:
            process.stdin.write(line.encode() + b"\n")
            await process.stdin.drain()
            with _hurried(process.stdin, hurry):
                answered = await process.stdout.readline()
        except (OSError, ValueError, RuntimeError) as error:
            # RuntimeError is uvloop's word for a pipe that was just closed.
            raise NoAnswer(f"it cannot be spoken to: {error}") from error
        if not answered.endswith(b"\n"):
            raise NoAnswer("it has ended")
        return answered.decode(errors="replace").strip()

    async def _start(self) -> asyncio.subprocess.Process:
        try:
            self._process = process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=LONGEST_LINE,
                cwd=HERE,
                start_new_session=True,
            )
        except OSError as error:
            raise NoAnswer(f"it cannot be started: {error}") from error
        with suppress(OSError, AttributeError):  # no priorities on Windows
            own = os.getpriority(os.PRIO_PROCESS, 0)
            os.setpriority(os.PRIO_PROCESS, process.pid, own + NICE)
        return process

    def kill(self) -> None:
        """End it at once; the next question starts another."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGKILL)
        burial = asyncio.create_task(_bury(process))
        self._dying.add(burial)
        burial.add_done_callback(self._dying.discard)

    async def close(self) -> None:
        """End it, and wait until it is gone."""
        self.kill()
        await asyncio.gather(*self._dying)


@contextmanager
def _hurried(requests: asyncio.StreamWriter, hurry: asyncio.Event | None) -> Iterator[None]:
    """Pass on that there is a hurry, if there is one while the context lasts."""
    if hurry is None:
        yield
        return
    passing_on = asyncio.create_task(_pass_on(requests, hurry))
    try:
        yield
    finally:
        passing_on.cancel()


async def _pass_on(requests: asyncio.StreamWriter, hurry: asyncio.Event) -> None:
    await hurry.wait()
    requests.write(NOW)


async def _bury(process: asyncio.subprocess.Process) -> None:
    """Let go of everything that is left of a process."""
    if process.stdin is not None:
        process.stdin.close()
    await process.wait()
