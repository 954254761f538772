"""The machine: how many files may be open, how many cores there are, whether the port is free."""

from __future__ import annotations

import os
import socket
from typing import Final

from app.doctor.findings import About, Findings
from app.listening import listen, port_trouble, raise_file_limit
from app.settings import Settings
from app.store.redis.address import is_redis

FEW_SOCKETS: Final = 1000

about: Final = About("machine")


def look_at_machine(settings: Settings) -> Findings:
    """Files and cores."""
    yield from _files()
    yield from _cores(settings)


def _files() -> Findings:
    sockets = raise_file_limit()
    if sockets < FEW_SOCKETS:
        yield about.note(
            f"the limit of open files allows {sockets} sockets a worker",
            "raise the hard limit: ulimit -Hn 65536, LimitNOFILE=65536 or --ulimit nofile=65536",
        )
    else:
        yield about.ok(f"the limit of open files allows {sockets} sockets a worker")


def _cores(settings: Settings) -> Findings:
    cores, workers = usable_cores(), settings.workers
    if workers > cores:
        yield about.note(
            f"{workers} workers share {cores} cores", f"set BANQI_WORKERS to at most {cores}"
        )
    elif workers < cores and is_redis(settings.store):
        yield about.note(
            f"workers: {workers}, cores: {cores}; a worker uses one core",
            f"if players are many, BANQI_WORKERS={cores} (less what the store needs)",
        )
    else:
        yield about.ok(f"workers: {workers}, cores: {cores}")


def usable_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def is_free(settings: Settings) -> bool:
    """Could we listen where the settings say? Raises OSError for what is not about others."""
    if settings.port == 0:
        return True
    try:
        listen(settings.host, settings.port).close()
    except socket.gaierror:
        raise
    except OSError as error:
        if "taken" in port_trouble(settings, error):
            return False
        raise
    return True
