"""What a Redis says about itself, as findings. Pure: asks nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from app.doctor.findings import About, Findings

FULL: Final = 0.9
GETTING_FULL: Final = 0.75
CLOCK_SECONDS: Final = 1.0

SLOTS: Final = 16_384


@dataclass(frozen=True, slots=True)
class Facts:
    """One server: its name for people, the answer to INFO, and what else could be asked."""

    name: str
    info: Mapping[str, str]
    settings: Mapping[str, str]
    """What CONFIG GET told, as far as the user may ask."""
    cluster: Mapping[str, str]
    """The answer to CLUSTER INFO, as far as the user may ask."""
    ahead: float
    """Seconds by which its clock is ahead of this machine's."""


def look_at_facts(facts: Facts, *, replicas_wanted: int) -> Findings:
    """Everything that one server's own words tell."""
    about = About("store")
    yield from _persistence(about, facts)
    yield from _memory(about, facts)
    yield from _replication(about, facts, replicas_wanted)
    yield from _cluster(about, facts)
    yield from _clock(about, facts)


def _persistence(about: About, facts: Facts) -> Findings:
    name, info = facts.name, facts.info
    if info.get("loading") == "1":
        yield about.problem(f"{name} is still loading its data", "wait until it has")
    if info.get("aof_enabled") == "0":
        yield about.problem(
            f"{name} has no append-only file: a crash loses games", "set appendonly yes"
        )
    elif facts.settings.get("appendfsync") == "no":
        yield about.note(
            f"{name} leaves it to the system when moves reach the disk",
            "set appendfsync everysec, so that a power cut takes a second at most",
        )
    else:
        yield about.ok(f"{name} keeps an append-only file")
    for field, what in (
        ("aof_last_write_status", "write its append-only file"),
        ("aof_last_bgrewrite_status", "rewrite its append-only file"),
        ("rdb_last_bgsave_status", "save its snapshot"),
    ):
        if info.get(field, "ok") != "ok":
            yield about.problem(
                f"{name} could not {what}", "look into its log; mostly its disk is full"
            )


def _memory(about: About, facts: Facts) -> Findings:
    name, info = facts.name, facts.info
    used, most = int(info.get("used_memory", 0)), int(info.get("maxmemory", 0))
    policy = info.get("maxmemory_policy", "noeviction")
    if policy != "noeviction":
        yield about.problem(
            f"{name} throws rooms away when its memory is full (maxmemory-policy {policy})",
            "set maxmemory-policy noeviction: then it refuses moves and loses none",
        )
    else:
        yield about.ok(f"{name} evicts nothing")
    if not most:
        yield about.note(
            f"{name} has no limit of memory; {used // 2**20} MiB are used",
            "set maxmemory below what the machine has, so that the system does not kill it",
        )
        return
    told = f"{name} uses {used // 2**20} of {most // 2**20} MiB"
    if used > FULL * most:
        yield about.problem(told, "raise maxmemory: when it is full, moves are refused")
    elif used > GETTING_FULL * most:
        yield about.note(told, "raise maxmemory before it is full")
    else:
        yield about.ok(told)


def _replication(about: About, facts: Facts, wanted: int) -> Findings:
    name, info = facts.name, facts.info
    if info.get("role") == "slave":
        yield about.problem(
            f"{name} is a replica and takes no writes",
            "name its primary in BANQI_STORE, or use redis+sentinel:// or redis+cluster://",
        )
        return
    replicas = sum(
        "state=online" in value
        for field, value in info.items()
        if re.fullmatch(r"slave\d+", field) is not None
    )
    if replicas < wanted:
        yield about.problem(
            f"{name} has {replicas} replicas in reach, BANQI_REDIS_WAIT is {wanted}: "
            "moves are refused",
            "connect more replicas, or lower BANQI_REDIS_WAIT",
        )
    elif replicas and not wanted:
        yield about.note(
            f"{name} has {replicas} replicas; one that is promoted may miss the last moves",
            "set BANQI_REDIS_WAIT=1 if none must be lost (docs/operate.md)",
        )
    elif wanted:
        yield about.ok(f"{name} has {replicas} replicas, {wanted} must have every move")


def _cluster(about: About, facts: Facts) -> Findings:
    if not facts.cluster:
        return
    state = facts.cluster.get("cluster_state", "?")
    served = int(facts.cluster.get("cluster_slots_ok", 0))
    if state != "ok" or served < SLOTS:
        yield about.problem(
            f"{facts.name} says: cluster_state {state}, {served} of {SLOTS} slots are served",
            "bring back the missing servers, or give their slots to others",
        )
    else:
        yield about.ok(f"{facts.name} says that all slots of the cluster are served")
    if facts.settings.get("cluster-require-full-coverage") == "yes":
        yield about.note(
            f"{facts.name} stops all rooms when one server of the cluster is away",
            "set cluster-require-full-coverage no",
        )


def _clock(about: About, facts: Facts) -> Findings:
    told = f"the clock of {facts.name} is {abs(facts.ahead):.1f} s"
    if abs(facts.ahead) > CLOCK_SECONDS:
        way = "ahead of" if facts.ahead > 0 else "behind"
        yield about.note(
            f"{told} {way} this machine's; players live by the store's time",
            "let both follow a time server (NTP), or log lines will not match",
        )
    else:
        yield about.ok(f"the clock of {facts.name} agrees with this machine's")


def look_at_clocks(every: list[Facts]) -> Findings:
    """Whether the servers of a cluster agree on the time: each judges the flags of its rooms."""
    apart = max(each.ahead for each in every) - min(each.ahead for each in every)
    if apart > CLOCK_SECONDS:
        yield About("store").problem(
            f"the clocks of the store's servers are {apart:.1f} s apart",
            "let all of them follow a time server (NTP): flags fall by them",
        )
