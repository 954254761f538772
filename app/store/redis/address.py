"""Where a Redis is and how to get in, read from a URL.

`redis://user:password@host:6379/0`, `redis+cluster://host:6379,host:6380`,
`redis+sentinel://host:26379,host:26380/service/0`, each also with TLS (`rediss…`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

SCHEMES: Final = re.compile(r"redis(s?)(?:\+(cluster|sentinel))?")
_HOST: Final = re.compile(r"(?:\[([0-9a-fA-F:.]+)\]|([^:\[\]]+))?(?::([0-9]{1,5}))?")
_FILES: Final = ("ssl_ca_certs", "ssl_certfile", "ssl_keyfile")

Place = tuple[str, int]
"""Host and port."""


class Kind(StrEnum):
    """How many servers there are and who knows which."""

    ALONE = "alone"
    SENTINEL = "sentinel"
    CLUSTER = "cluster"


@dataclass(frozen=True, slots=True)
class Address:
    """Whom to ask first, and what to show at the door. Its repr holds no secret."""

    kind: Kind
    places: tuple[Place, ...]
    is_secure: bool = False
    files: tuple[tuple[str, str], ...] = ()
    database: int = 0
    service: str = ""
    username: str | None = field(default=None, repr=False)
    password: str | None = field(default=None, repr=False)

    def with_password(self, password: str | None) -> Address:
        """The same with a password that was kept elsewhere; None changes nothing."""
        return self if password is None else replace(self, password=password)


def is_redis(url: str) -> bool:
    """Whether the URL means a Redis at all."""
    return SCHEMES.fullmatch(url.partition("://")[0]) is not None


def read_address(url: str) -> Address:
    """The address in a URL; raises ValueError with a sentence that repeats nothing of it."""
    scheme = SCHEMES.fullmatch(url.partition("://")[0])
    if scheme is None:
        raise ValueError("a Redis URL begins with redis://, rediss://, redis+cluster://, …")
    parts = _split(url)
    kind = Kind(scheme[2] or Kind.ALONE)
    login, _, hosts = parts.netloc.rpartition("@")
    service, database = _path(kind, parts.path.strip("/"))
    return Address(
        kind=kind,
        places=_places(kind, hosts),
        is_secure=bool(scheme[1]),
        files=_files(parts.query, is_secure=bool(scheme[1])),
        database=database,
        service=service,
        username=unquote(login.partition(":")[0]) or None,
        password=unquote(login.partition(":")[2]) or None,
    )


def _split(url: str) -> SplitResult:
    """The parts of a URL; what the library says of one that has none would repeat them."""
    try:
        return urlsplit(url)
    except ValueError:
        raise ValueError(
            "a Redis URL has characters in it that must be written as %XX;"
            " a password may also be given by BANQI_REDIS_PASSWORD"
        ) from None


def _places(kind: Kind, hosts: str) -> tuple[Place, ...]:
    default = 26379 if kind is Kind.SENTINEL else 6379
    found = [_HOST.fullmatch(host) for host in hosts.split(",")]
    places = [
        (each[1] or each[2] or "127.0.0.1", int(each[3] or default)) for each in found if each
    ]
    if len(places) < len(found) or any(port > 65_535 for _, port in places):
        raise ValueError("a Redis URL names hosts as in host:6379 or [::1]:6379")
    if kind is Kind.ALONE and len(places) > 1:
        raise ValueError("several hosts need redis+cluster:// or redis+sentinel://")
    return tuple(places)


def _path(kind: Kind, path: str) -> tuple[str, int]:
    """The service that Sentinel watches and the number of the database."""
    service = ""
    if kind is Kind.SENTINEL:
        service, _, path = path.partition("/")
        if not service:
            raise ValueError("a Sentinel URL names the service, as in host:26379/mymaster")
    if kind is Kind.CLUSTER and path not in {"", "0"}:
        raise ValueError("a cluster has no databases but 0")
    if not re.fullmatch(r"[0-9]{0,3}", path):
        raise ValueError("the path of a Redis URL is the number of a database")
    return unquote(service), int(path or 0)


def _files(query: str, *, is_secure: bool) -> tuple[tuple[str, str], ...]:
    given = parse_qsl(query, keep_blank_values=True)
    if any(name not in _FILES or not value for name, value in given):
        raise ValueError(f"a Redis URL knows no other options than {', '.join(_FILES)}")
    if given and not is_secure:
        raise ValueError("certificates need rediss://")
    return tuple(given)
