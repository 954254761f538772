"""The name of the request or socket that is being served, for every line logged meanwhile."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from contextvars import ContextVar
from typing import Final

from app.service.callers import is_trusted
from app.service.visitors import Doorway

current: Final[ContextVar[str | None]] = ContextVar("request_id", default=None)
"""Set where a request or socket comes in; tasks made from there on have it as well."""

HEADER: Final = b"x-request-id"
_SANE: Final = re.compile(rb"[A-Za-z0-9][A-Za-z0-9._:-]{3,63}")


def begin(scope: Mapping[str, object], doorway: Doorway) -> str:
    """Name what comes in with this scope: as a trusted proxy does, else by a name drawn anew."""
    name = _given(scope, doorway) or draw()
    current.set(name)
    return name


def draw() -> str:
    """A new name."""
    return secrets.token_hex(8)


def _given(scope: Mapping[str, object], doorway: Doorway) -> str | None:
    client = scope.get("client")
    peer = str(client[0]) if isinstance(client, tuple | list) and client else None
    if not is_trusted(peer, doorway.trusted_proxies):
        return None
    headers: list[tuple[bytes, bytes]] = list(scope["headers"])  # type: ignore[call-overload]  # as ASGI says
    given = [value for name, value in headers if name.lower() == HEADER]
    if len(given) != 1 or _SANE.fullmatch(given[0]) is None:
        return None
    return given[0].decode("ascii")


def header() -> tuple[bytes, bytes]:
    """The header that tells the name to whoever asked."""
    return HEADER, (current.get() or "").encode("ascii")
