"""A whole visit: everything that is looked at, in the order in which one thing needs another."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from app.doctor.files import look_at_file
from app.doctor.findings import About, Findings, are_good, as_json
from app.doctor.machine import look_at_machine
from app.doctor.proxy import look_at_address
from app.doctor.running import look_at_port
from app.doctor.settings import look_at_settings
from app.doctor.upgrade import SILENCE
from app.settings import BadSetting, Settings, load
from app.store.location import sqlite_path
from app.store.redis.address import is_redis


@dataclass(frozen=True, slots=True)
class Wish:
    """What the doctor is asked for besides the settings."""

    url: str | None = None
    silence: float = SILENCE
    is_json: bool = False


def visit(environment: Mapping[str, str], wish: Wish) -> int:
    """Look at everything, say what was found, and whether it is good: 0, or 1 for a problem."""
    found = []
    for finding in findings(environment, wish):
        found.append(finding)
        if not wish.is_json:
            sys.stdout.write(f"{finding}\n")
            sys.stdout.flush()
    if wish.is_json:
        sys.stdout.write(f"{as_json(found)}\n")
    return 0 if are_good(found) else 1


def findings(environment: Mapping[str, str], wish: Wish) -> Findings:
    """Everything that is to be said."""
    try:
        settings = load(environment)
    except BadSetting as bad:
        yield About("settings").problem(str(bad), "correct it or leave it out (docs/operate.md)")
        return
    yield from look_at_settings(settings, environment)
    yield from look_at_machine(settings)
    yield from _store(settings)
    yield from look_at_port(settings)
    if wish.url is not None:
        yield from look_at_address(settings, wish.url, wish.silence)


def _store(settings: Settings) -> Findings:
    if not is_redis(settings.store):
        yield from look_at_file(sqlite_path(settings.store).absolute())
        return
    # Only here: with SQLite the client library need not be loaded.
    from app.doctor.servers import look_at_servers  # noqa: PLC0415

    yield from asyncio.run(look_at_servers(settings))
