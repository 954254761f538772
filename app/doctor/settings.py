"""The settings: good, and good together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from app.doctor.findings import About, Findings
from app.settings import PREFIX, Settings

about: Final = About("settings")


def look_at_settings(settings: Settings, environment: Mapping[str, str]) -> Findings:
    """What is allowed and still worth a word."""
    given = sum(name.startswith(PREFIX) for name in environment)
    yield about.ok(f"{given} are given, all of them good")
    if not settings.rate_limits:
        yield about.note(
            "rates and counts are off: that is for benchmarks and tests",
            "leave BANQI_RATE_LIMITS on wherever strangers come",
        )
    if settings.trusted_proxies and not settings.hosts:
        yield about.note(
            "the server answers to any name",
            "set BANQI_HOSTS to the names that players use",
        )
