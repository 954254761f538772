"""What is tried: on which site, which faults, how often."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.chaos import faults, networks, sites
from tests.chaos.sites import Site
from tests.chaos.trial import Break, Scene
from tests.proxy import Proxy

Strike = Callable[[Site, Scene], Awaitable[float | None]]
Net = Callable[[Sequence[Proxy], Scene], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Part:
    """One fault of a plan, so many times. The rest is as in `Break`."""

    name: str
    strike: Strike
    times: int = 5
    went_back: bool = False
    hushes_clients: bool = False
    is_announced: bool = False

    def on(self, site: Site) -> Break:
        """The same on this site."""
        return Break(
            self.name,
            partial(self.strike, site),
            went_back=self.went_back,
            hushes_clients=self.hushes_clients,
            is_announced=self.is_announced,
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """A site and what is done to it, one trial for each part."""

    name: str
    opened: Callable[[Path], AbstractAsyncContextManager[Site]]
    parts: tuple[Part, ...]


def of_clients(strike: Net) -> Strike:
    """The network between clients and workers."""
    return lambda site, scene: strike(site.client_nets, scene)


def of_store(strike: Net) -> Strike:
    """The network between workers and store."""
    return lambda site, scene: strike(site.store_nets, scene)


KILL = Part("worker: kill -9", faults.kill_worker)
RESTART = Part("workers: SIGTERM, one by one", faults.restart_workers, 3, is_announced=True)
CUT = Part("store: CLIENT KILL", faults.cut_connections)
PAUSE = Part("store: CLIENT PAUSE", faults.pause_clients, 3)
DEAFEN = Part("store: bells die in silence", networks.deafen)
FLUSH = Part("store: SCRIPT FLUSH", faults.flush_scripts)
FULL = Part("store: out of memory, noeviction", faults.fill_memory, 3)

BACKUP = Part("store: an older backup", faults.restore_backup, went_back=True)
FAILOVER = Part("primary: CLUSTER FAILOVER", faults.fail_over)
CRASH_ALONE = Part(
    "primary: the same, replica was cut off", faults.crash_primary_alone, 3, went_back=True
)

STORE = (
    Part("store: kill -9 and start", faults.kill_store),
    Part("store: kill -9, start a minute later", partial(faults.kill_store, away=60.0), 1),
    Part("store: stands still for 10 s", partial(faults.freeze_store, seconds=10.0), 2),
    PAUSE,
    CUT,
    DEAFEN,
    FLUSH,
    Part("store: READONLY", faults.be_read_only, 3),
    FULL,
    BACKUP,
)

STORE_NETWORK = (
    Part("store's network: drops", of_store(networks.cut)),
    Part("store's network: lets nobody in", of_store(networks.shut)),
    Part("store's network: delays", of_store(networks.slow_down), 3),
    Part("store's network: loses answers", of_store(networks.swallow_answers)),
    Part("store's network: dies in silence", of_store(networks.fall_silent), 3),
    Part("store's network: half-closes", of_store(networks.half_close), 3),
)

CLIENTS_NETWORK = (
    Part("clients' network: drops", of_clients(networks.cut)),
    Part("clients' network: lets nobody in", of_clients(networks.shut), 3),
    Part("clients' network: delays", of_clients(networks.slow_down), 3),
    Part("clients' network: loses answers", of_clients(networks.swallow_answers)),
    Part(
        "clients' network: dies in silence",
        of_clients(networks.fall_silent),
        3,
        hushes_clients=True,
    ),
    Part("clients' network: half-closes", of_clients(networks.half_close), 3, hushes_clients=True),
)

CLUSTER = (
    FAILOVER,
    Part("primary: kill -9, replica takes over", faults.crash_primary, 3, went_back=True),
    CRASH_ALONE,
    Part("primary: cut off, replica takes over", faults.cut_off_primary, 3, went_back=True),
    Part("primary: stands still for 1 s", faults.freeze_primary, 3),
    CUT,
    FLUSH,
    FULL,
)

SQLITE = (
    Part("server: kill -9", faults.kill_worker, 10),
    Part("server: SIGTERM", faults.restart_workers, 3, is_announced=True),
    Part("server: an older file", faults.restore_database, 3, went_back=True),
)


def plans(kills: int) -> tuple[Plan, ...]:
    """All there are; so many kills of workers where workers are many."""
    many, some = Part(KILL.name, KILL.strike, kills), Part(KILL.name, KILL.strike, 20)
    return (
        Plan("Redis, two workers of one server", sites.supervised, (many, RESTART)),
        Plan(
            "Redis, two servers",
            sites.wired,
            (some, RESTART, *STORE, *STORE_NETWORK, *CLIENTS_NETWORK),
        ),
        Plan("cluster of 3 + 3, two servers", sites.clustered, (some, RESTART, *CLUSTER)),
        Plan("SQLite, one server", sites.lone, SQLITE),
    )
