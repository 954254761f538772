"""Server processes under measurement: started on a core of their own, read from outside.

Owns how a server is started, how much CPU and memory it has used, and how busy its core was
with anything else. Knows nothing of what it serves.
"""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tests.ports import free_port
from tests.servers import as_made

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 20.0
STOP_SECONDS = 10.0

CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE = CORES[0]
LOAD_CORE = CORES[1] if len(CORES) > 1 else CORES[0]
_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_IDLE_COLUMNS = (4, 5)
"""Of a core's line in /proc/stat: idle, and waiting for the disk."""


class ServerFailed(Exception):
    """A server did not start, or died; the message holds what it wrote."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Seconds used so far."""

    cpu: float
    """CPU of the server, all threads, user and system."""
    main: float
    """Of these the main thread's, in which the event loop runs."""
    store: float
    """CPU of the database server behind it, if there is one."""
    core: float
    """What everybody used of the server's core."""
    wall: float

    def since(self, before: Usage) -> Usage:
        """What was used in between."""
        return Usage(
            self.cpu - before.cpu,
            self.main - before.main,
            self.store - before.store,
            self.core - before.core,
            self.wall - before.wall,
        )

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.cpu + other.cpu,
            self.main + other.main,
            self.store + other.store,
            self.core + other.core,
            self.wall + other.wall,
        )


@dataclass(frozen=True, slots=True)
class Worker:
    """One process that answers at `port` on this machine."""

    process: subprocess.Popen[bytes]
    port: int
    log: Path

    def check(self) -> None:
        """Raises `ServerFailed` if it has died."""
        if self.process.poll() is not None:
            raise ServerFailed(f"the server ended by itself:\n{self.log.read_text()[-2000:]}")

    def stop(self) -> None:
        """Ask it to end, and make it end."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@dataclass(frozen=True, slots=True)
class Server:
    """Workers that serve the same rooms, and the process of the store behind them if any."""

    workers: tuple[Worker, ...]
    store: int | None = None

    @property
    def port(self) -> int:
        """Where the first worker answers."""
        return self.workers[0].port

    @property
    def ports(self) -> tuple[int, ...]:
        """Where each worker answers."""
        return tuple(worker.port for worker in self.workers)

    @property
    def resident(self) -> int:
        """Bytes of memory the workers hold."""
        return sum(resident(worker.process.pid) for worker in self.workers)

    @property
    def usage(self) -> Usage:
        """What workers, store and core have used so far."""
        pids = [worker.process.pid for worker in self.workers]
        return Usage(
            sum(cpu_seconds(pid) for pid in pids),
            sum(_main_thread_seconds(pid) for pid in pids),
            0.0 if self.store is None else cpu_seconds(self.store),
            _core_seconds(SERVER_CORE),
            time.perf_counter(),
        )

    def check(self) -> None:
        """Raises `ServerFailed` if a worker has died."""
        for worker in self.workers:
            worker.check()

    def stop(self) -> None:
        """End all workers."""
        for worker in self.workers:
            worker.stop()


def resident(pid: int) -> int:
    """Bytes of memory that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE


def cpu_seconds(pid: int) -> float:
    """CPU that a process has used so far, by its clock as clock_getcpuclockid(3) makes it.

    It shows what utime + stime in /proc count in hundredths of a second, in nanoseconds.
    """
    return time.clock_gettime((~pid << 3) | 2)


def _main_thread_seconds(pid: int) -> float:
    return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[0]) / 1e9


def _core_seconds(core: int) -> float:
    lines = Path("/proc/stat").read_text().splitlines()
    columns = next(line for line in lines if line.startswith(f"cpu{core} ")).split()
    ticks = (int(column) for at, column in enumerate(columns) if 0 < at <= 8)
    busy = (tick for at, tick in enumerate(ticks, 1) if at not in _IDLE_COLUMNS)
    return sum(busy) / _TICK


def start(
    module: str, arguments: Sequence[str], settings: Mapping[str, str], folder: Path
) -> Server:
    """Run `python -m module arguments… `, with `{port}` in settings and arguments filled in."""
    port = free_port()
    settings = {name: value.format(port=port) for name, value in settings.items()}
    command = [sys.executable, "-m", module, *(each.format(port=port) for each in arguments)]
    log = folder / f"{module}-{port}.log"
    own = {name: value for name, value in os.environ.items() if not name.startswith("BANQI_")}
    os.sched_setaffinity(0, {SERVER_CORE})
    try:
        with log.open("wb") as out:
            process = subprocess.Popen(
                command, cwd=ROOT, env={**own, **settings}, stdout=out, stderr=out
            )
    finally:
        os.sched_setaffinity(0, {LOAD_CORE})
    worker = Worker(process, port, log)
    try:
        _wait_until_it_answers(worker)
    except BaseException:
        worker.stop()
        raise
    return Server((worker,))


def _wait_until_it_answers(worker: Worker) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        worker.check()
        connection = http.client.HTTPConnection("127.0.0.1", worker.port, timeout=2)
        try:
            connection.request("GET", "/healthz")
            if connection.getresponse().status < 500:
                return
        except OSError:
            time.sleep(0.05)
        finally:
            connection.close()
    raise ServerFailed(f"no answer within {START_SECONDS} s:\n{worker.log.read_text()[-2000:]}")


@dataclass(frozen=True, slots=True)
class Store:
    """Where rooms are kept: the address, and the process if it is a server."""

    url: str
    pid: int | None = None


def sqlite(folder: Path) -> Store:
    """A new file."""
    return Store(f"sqlite:///{folder}/bench-{time.monotonic_ns()}.sqlite3")


def product(folder: Path, store: Store, workers: int = 1) -> Server:
    """Banqi itself on this store, without limits on rates."""
    server = Server((), store.pid)
    try:
        for _ in range(workers):
            (worker,) = start("app", (), _settings(store) | as_made(), folder).workers
            server = replace(server, workers=(*server.workers, worker))
    except BaseException:
        server.stop()
        raise
    return server


def profiled_product(folder: Path, store: Store, profile: Path) -> Server:
    """The same under a profiler that writes `profile` at the end."""
    settings = _settings(store) | as_made()
    server = start("tests.bench.profiled", (str(profile),), settings, folder)
    return replace(server, store=store.pid)


def _settings(store: Store) -> dict[str, str]:
    return {"BANQI_STORE": store.url, "BANQI_RATE_LIMITS": "off", "BANQI_PORT": "{port}"}


def relay(folder: Path, size: int) -> Server:
    """The bare relay, whose frames are `size` bytes."""
    return start("tests.bench.relay", ("{port}", str(size)), {}, folder)
