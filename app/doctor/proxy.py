"""The address that players use, asked from outside: what the proxies in between make of it."""

from __future__ import annotations

import http.client
import re
import ssl
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from app.doctor.asking import Site
from app.doctor.findings import About, Findings
from app.doctor.running import build_of, own_site
from app.doctor.upgrade import look_at_socket
from app.settings import Settings

about: Final = About("proxy")

_ASSET: Final = re.compile(rb'(?:src|href)="(static/[^"]+)"')
GATEWAY: Final = frozenset({502, 503, 504})


def look_at_address(settings: Settings, url: str, silence: float) -> Findings:
    """Everything about the public address; a socket is left silent for so many seconds."""
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        yield about.problem(f"{url} is no address", "give --url as in https://banqi.example/games")
        return
    site = Site(url.rstrip("/"), {})
    try:
        answer = site.get("/healthz")
    except ssl.SSLError as error:
        yield about.problem(f"TLS fails: {error}", "renew the certificate, or send its whole chain")
        return
    except (OSError, http.client.HTTPException) as error:
        yield about.problem(
            f"{url} cannot be reached: {str(error) or 'no answer in time'}",
            "is the proxy running, the name right, the firewall open?",
        )
        return
    if answer.fields.get("status") != "ok":
        yield from _not_ours(answer.status, settings)
        return
    yield about.ok(f"{url} leads to a server")
    try:
        yield from _build(settings, site)
        yield from _seen(site)
        yield from _page(site)
        yield from _metrics(site)
        yield from look_at_socket(site, silence)
    except (OSError, http.client.HTTPException) as error:
        yield about.problem(
            f"{url} answered once and then no more: {str(error) or 'no answer in time'}",
            "look into the logs of the proxy and of the server",
        )


def _not_ours(status: int, settings: Settings) -> Findings:
    if status in GATEWAY:
        yield about.problem(
            f"the proxy does not reach the server ({status})",
            f"let it pass requests on to port {settings.port}; is the server running?",
        )
    elif status == http.client.BAD_REQUEST and settings.hosts:
        yield about.problem(
            "the server does not answer to this name (400)",
            "add it to BANQI_HOSTS, and let the proxy pass the header Host on",
        )
    else:
        yield about.problem(
            f"something else answers there ({status})",
            "let the proxy send this path to the server, and set BANQI_BASE_PATH to it",
        )


def _build(settings: Settings, site: Site) -> Findings:
    here = None if settings.port == 0 else build_of(own_site(settings))
    there = build_of(site)
    if here is not None and there != here:
        yield about.note(
            f"the server behind it is build {there}, the one here is {here}",
            "is the proxy's target the server you think it is?",
        )


def _seen(site: Site) -> Findings:
    """Whether scheme, host and caller arrive as they were."""
    seen = site.get("/api/seen").fields
    yield from _scheme(site, seen)
    wanted = site.parts.netloc.rpartition("@")[2].lower()
    if seen.get("host") != wanted:
        yield about.problem(
            f"the server sees the host {seen.get('host')} instead of {wanted}",
            "let the proxy pass the header Host on unchanged (nginx: proxy_set_header Host "
            "$http_host)",
        )
    else:
        yield about.ok("the header Host arrives unchanged")
    yield from _caller(seen)


def _scheme(site: Site, seen: Mapping[str, object]) -> Findings:
    scheme = site.parts.scheme
    if seen.get("scheme") == scheme:
        yield about.ok(f"the server knows that it is reached by {scheme}")
    elif seen.get("forwarded_proto") and not seen.get("trusted"):
        yield about.problem(
            f"the server does not believe that it is reached by {scheme}: sockets get 403",
            "set BANQI_TRUSTED_PROXIES to the address that the proxy connects from",
        )
    else:
        yield about.problem(
            f"the server is not told that it is reached by {scheme}: sockets get 403",
            f"let the proxy send X-Forwarded-Proto: {scheme}",
        )


def _caller(seen: Mapping[str, object]) -> Findings:
    if seen.get("forwarded_for") and seen.get("trusted"):
        yield about.ok("each player's address arrives: limits are for each of them")
    elif seen.get("forwarded_for"):
        yield about.problem(
            "the server does not believe whom requests come from: all share one address's limits",
            "set BANQI_TRUSTED_PROXIES to the address that the proxy connects from",
        )
    elif seen.get("trusted"):
        yield about.problem(
            "the server is not told whom requests come from: all share one address's limits",
            "let the proxy send X-Forwarded-For",
        )
    else:
        yield about.note(
            "no proxy tells whom requests come from",
            "right without a proxy; else let it send X-Forwarded-For and X-Forwarded-Proto",
        )


def _page(site: Site) -> Findings:
    """Whether the page and its files are found below this address."""
    page = site.get("/")
    assets = _ASSET.findall(page.body)
    if page.status != http.client.OK or not assets:
        yield about.problem(
            f"the page is not at {site.url}/ ({page.status})",
            "let the proxy pass the path on with its slash; BANQI_BASE_PATH must be that path",
        )
        return
    asset = site.get(f"/{assets[0].decode()}")
    if asset.status != http.client.OK:
        yield about.problem(
            f"files of the page are not found ({asset.status})",
            "let the proxy pass on everything below the path, static files too",
        )
    else:
        yield about.ok("the page and its files are found")


def _metrics(site: Site) -> Findings:
    if site.get("/metrics").status == http.client.OK:
        yield about.note(
            "everybody can read /metrics", "let the proxy refuse that path, and scrape the server"
        )
    else:
        yield about.ok("strangers cannot read /metrics")
