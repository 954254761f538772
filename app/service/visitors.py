"""What the headers of a request or socket say about who sent it.

Reads ASGI scopes as plain mappings; knows no framework. Forwarded headers count only when a
trusted proxy wrote them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.service.callers import Caller, Network, caller_of, is_own_origin, is_trusted

_OVER_TLS = frozenset({"https", "wss"})
"""Traefik calls a socket's scheme by a socket's name, the others do not."""

Headers = Iterable[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class Doorway:
    """Which pages and proxies are trusted."""

    allowed_origins: tuple[str, ...] = ()
    require_origin: bool = False
    trusted_proxies: Sequence[Network] = ()


@dataclass(frozen=True, slots=True)
class Visitor:
    """What the headers of a request say about who sent it."""

    caller: Caller
    origin: str | None
    scheme: str
    host: str


def visitor_of(scope: Mapping[str, object], doorway: Doorway) -> Visitor:
    """Read the scope of a request or socket; forwarded headers only from trusted proxies."""
    headers = _joined(scope["headers"])  # type: ignore[arg-type]  # as ASGI says
    peer = _peer(scope)
    trusted = is_trusted(peer, doorway.trusted_proxies)
    scheme = str(scope.get("scheme", "http"))
    if trusted:
        scheme = headers.get("x-forwarded-proto", scheme)
    return Visitor(
        caller=caller_of(peer, headers.get("x-forwarded-for", ""), doorway.trusted_proxies),
        origin=headers.get("origin"),
        scheme="https" if scheme in _OVER_TLS else "http",
        host=headers.get("host", ""),
    )


@dataclass(frozen=True, slots=True)
class Seen:
    """How a request arrived: what its sender may know, to find out what a proxy makes of it."""

    scheme: str
    host: str
    trusted: bool
    """Did it come from a trusted proxy?"""
    forwarded_for: bool
    """Did it say for whom, whether that was believed or not?"""
    forwarded_proto: bool
    """Did it say by which scheme?"""


def seen_of(scope: Mapping[str, object], doorway: Doorway) -> Seen:
    """How this request arrived."""
    visitor, headers = visitor_of(scope, doorway), _joined(scope["headers"])  # type: ignore[arg-type]
    return Seen(
        scheme=visitor.scheme,
        host=visitor.host,
        trusted=is_trusted(_peer(scope), doorway.trusted_proxies),
        forwarded_for="x-forwarded-for" in headers,
        forwarded_proto="x-forwarded-proto" in headers,
    )


def _peer(scope: Mapping[str, object]) -> str | None:
    client = scope.get("client")
    return str(client[0]) if isinstance(client, tuple | list) and client else None


def _joined(headers: Headers) -> dict[str, str]:
    found: dict[str, str] = {}
    for raw_name, raw_value in headers:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        found[name] = f"{found[name]},{value}" if name in found else value
    return found


def is_welcome_page(visitor: Visitor, doorway: Doorway) -> bool:
    """May a page of this origin open a socket? Programs that send none may, unless forbidden."""
    if visitor.origin is None:
        return not doorway.require_origin
    return visitor.origin in doorway.allowed_origins or is_own_origin(
        visitor.origin, visitor.scheme, visitor.host
    )
