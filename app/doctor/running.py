"""The port of the settings: free, taken by another program, or by a server of ours."""

from __future__ import annotations

import http.client
from pathlib import Path
from typing import Final

import app
from app.api.site import load, web_directory
from app.doctor.asking import Answer, Site
from app.doctor.findings import About, Findings
from app.doctor.machine import is_free
from app.main import version
from app.settings import Settings

about: Final = About("port")

_OWN: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # compared, not bound
STRANGER: Final = "192.0.2.1"
"""An address that nobody has (RFC 5737)."""


def look_at_port(settings: Settings) -> Findings:
    """Whether it is free, and how the server is that serves there."""
    where = f"{settings.host}:{settings.port}"
    try:
        if is_free(settings):
            yield about.ok("the port is free: no server runs there")
            return
    except OSError as error:
        yield about.problem(
            f"cannot listen on {where}: {error.strerror or error}", "correct BANQI_HOST"
        )
        return
    site = own_site(settings)
    build = build_of(site)
    if build is None:
        yield about.problem(
            f"{where} is taken by another program", "set BANQI_PORT to another port"
        )
        return
    yield about.ok(f"a server runs there, build {build}")
    if build != own_build():
        yield about.note("it is another build than this one", "restart it after an upgrade")
    yield from _ready(site)
    yield from _proxies(settings, site)


def own_site(settings: Settings) -> Site:
    """Where the server of these settings is reached from the same machine."""
    host = _OWN.get(settings.host, settings.host)
    shown = f"[{host}]" if ":" in host else host
    named = {"Host": settings.hosts[0]} if settings.hosts else {}
    return Site(f"http://{shown}:{settings.port}{settings.base_path}", named)


def own_build() -> str:
    """The build that would run if a server were started now."""
    return load(web_directory(Path(app.__file__).parent), version()).build


def build_of(site: Site) -> str | None:
    """The build of the server there; None if it is none of ours."""
    answer = _asked(site, "/version")
    fields = {} if answer is None else answer.fields
    return str(fields["build"]) if {"build", "protocol"} <= set(fields) else None


def _asked(site: Site, path: str, **more: str) -> Answer | None:
    try:
        return site.get(path, **more)
    except (OSError, http.client.HTTPException):
        return None


def _ready(site: Site) -> Findings:
    answer = _asked(site, "/readyz")
    if answer is not None and answer.status == http.client.OK:
        yield about.ok("it is ready: its store takes writes and its bells are heard")
    else:
        yield about.problem(
            "it is not ready", "see what is said about the store, then the server's log"
        )


def _proxies(settings: Settings, site: Site) -> Findings:
    """Whom the server believes about where requests come from."""
    if not settings.trusted_proxies:
        yield about.note(
            "no proxy is believed: right for a server that is reached directly",
            "behind a proxy set BANQI_TRUSTED_PROXIES to its address, then ask with --url",
        )
        return
    forwarded = {"X_Forwarded_For": STRANGER, "X_Forwarded_Proto": "https"}
    answer = _asked(site, "/api/seen", **forwarded)
    seen = {} if answer is None else answer.fields
    told = ", ".join(map(str, settings.trusted_proxies))
    if seen.get("trusted") and seen.get("scheme") == "https":
        yield about.ok(f"proxies at {told} are believed, this machine among them")
    else:
        yield about.ok(f"proxies at {told} are believed; this machine is none of them")
