"""Every setting of the server, read from environment variables that begin with `BANQI_`.

Owns their names, defaults and bounds. An unknown or bad one is a `BadSetting` with one clear
line that repeats no value (a store's address may hold a password).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from enum import StrEnum
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from app.store.location import SCHEME, default_path, sqlite_path
from app.store.redis.address import is_redis, read_address

PREFIX = "BANQI_"

_FROM_PLATFORMS = re.compile(r"BANQI_SERVICE_.*|BANQI_PORT_\d+_(TCP|UDP|SCTP).*")
"""What container platforms set by themselves for a service that is called banqi."""

SECRETS = ("store", "redis_password")
"""Settings that may be kept in a file, named by the variable with `_FILE` behind its name."""


class BadSetting(ValueError):
    """A setting is unknown or has a value it cannot have; the message is one line for people."""


class Level(StrEnum):
    """From which level on our own loggers speak."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class Form(StrEnum):
    """What a line looks like; `auto` is for people on a terminal and for programs elsewhere."""

    AUTO = "auto"
    JSON = "json"
    TEXT = "text"


def _switch(value: object) -> object:
    """`on` or `off`."""
    match value:
        case "on":
            return True
        case "off":
            return False
        case bool():
            return value
        case _:
            raise ValueError("must be on or off")


def _parts(value: object) -> object:
    """Comma-separated text as a tuple."""
    if not isinstance(value, str):
        return value
    return tuple(part.strip() for part in value.split(",") if part.strip())


def _networks(value: object) -> object:
    parts = _parts(value)
    if not isinstance(parts, tuple):
        return parts
    try:
        return tuple(ip_network(part) if isinstance(part, str) else part for part in parts)
    except ValueError:
        raise ValueError("must be addresses or networks, as in 10.0.0.0/8, ::1") from None


def _host_names(value: object) -> object:
    parts = _parts(value)
    if isinstance(parts, tuple):
        if not all(re.fullmatch(r"[\w.-]+(:\d+)?|\[[0-9a-fA-F:]+\](:\d+)?", p) for p in parts):
            raise ValueError("must be host names, as in banqi.example, localhost:8000")
        return tuple(part.lower() for part in parts)
    return parts


def _origins(value: object) -> object:
    parts = _parts(value)
    if isinstance(parts, tuple) and not all(map(_is_origin, parts)):
        raise ValueError("must be origins, as in https://banqi.example")
    return parts


def _is_origin(text: str) -> bool:
    url = urlsplit(text)
    return url.scheme in {"http", "https"} and text == f"{url.scheme}://{url.netloc}".lower()


def _base_path(value: object) -> object:
    """`/games/banqi`: begins with a slash, ends without one; the root is empty."""
    if not isinstance(value, str):
        return value
    path = value.rstrip("/")
    if not re.fullmatch(r"(/[A-Za-z0-9._~-]+)*", path) or ".." in path:
        raise ValueError("must be a path, as in /games/banqi")
    return path


def _store(value: object) -> object:
    """An address of one of the stores."""
    if not isinstance(value, str):
        return value
    if is_redis(value):
        read_address(value)
    else:
        sqlite_path(value)
    return value


def _default_store() -> str:
    return f"{SCHEME}{default_path()}"


Switch = Annotated[bool, BeforeValidator(_switch)]
Seconds = Annotated[float, Field(gt=0, le=10**8, allow_inf_nan=False)]


class Settings(BaseModel):
    """The settings of one server. The field `away_seconds` is the variable BANQI_AWAY_SECONDS."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    host: str = Field("127.0.0.1", description="address to listen on", min_length=1, max_length=255)
    port: int = Field(8000, ge=0, le=65535, description="port to listen on; 0 takes a free one")
    store: Annotated[str, BeforeValidator(_store)] = Field(
        default_factory=_default_store,
        repr=False,
        description="`sqlite:///path`, or `redis://`, `redis+cluster://`, `redis+sentinel://`",
    )
    redis_password: str | None = Field(
        None, repr=False, min_length=1, description="password that is not in the store's address"
    )
    redis_wait: int = Field(
        0, ge=0, le=16, description="replicas that must have an event before it is acknowledged"
    )
    workers: int = Field(1, ge=1, le=64, description="processes; SQLite allows one")
    engines: int | None = Field(
        None,
        ge=1,
        le=64,
        description="processes that think for the computer player, over all workers",
    )
    base_path: Annotated[str, BeforeValidator(_base_path)] = Field(
        "", description="path in front of everything, for a server that shares its host"
    )
    hosts: Annotated[tuple[str, ...], BeforeValidator(_host_names)] = Field(
        (), description="host names this server answers to; empty: all"
    )
    allowed_origins: Annotated[tuple[str, ...], BeforeValidator(_origins)] = Field(
        (), description="pages of other origins whose sockets are let in"
    )
    require_origin: Switch = Field(False, description="refuse sockets that send no Origin")
    trusted_proxies: Annotated[
        tuple[IPv4Network | IPv6Network, ...], BeforeValidator(_networks)
    ] = Field((), description="whose X-Forwarded-For and -Proto are believed")
    rate_limits: Switch = Field(True, description="off lifts every rate and count, for benchmarks")
    log_level: Level = Field(Level.INFO, description="from which level on things are logged")
    log_format: Form = Field(
        Form.AUTO, description="`json`, `text`, or `auto`: text on a terminal, else json"
    )
    fast_sockets: Switch = Field(
        True, description="off leaves every frame to uvicorn's own class, if in doubt about ours"
    )
    away_seconds: Seconds = Field(60.0, description="how long absent before a claim")
    presence_seconds: Seconds = Field(25.0, description="how long a silent connection counts")
    hello_seconds: Seconds = Field(10.0, description="time a new socket has to say hello")
    waiting_seconds: Seconds = Field(3600.0, description="life of a room nobody joins")
    room_seconds: Seconds = Field(86400.0, description="life of a room after its last sign of life")
    code_length: int = Field(6, ge=4, le=12, description="letters of a room's code")


def load(environment: Mapping[str, str]) -> Settings:
    """The settings in these environment variables; raises `BadSetting`."""
    given = {
        name.removeprefix(PREFIX).lower(): value.strip()
        for name, value in environment.items()
        if name.startswith(PREFIX) and not _is_from_a_platform(name, value)
    }
    given = _with_files_read(given)
    unknown = sorted(set(given) - set(Settings.model_fields))
    if unknown:
        raise BadSetting(f"{PREFIX}{unknown[0].upper()}: there is no such setting")
    settings = _validated(given)
    _check_together(settings)
    return settings


def _with_files_read(given: dict[str, str]) -> dict[str, str]:
    """The same with secrets in place of the files that hold them."""
    read = dict(given)
    for name in SECRETS:
        path = read.pop(f"{name}_file", None)
        if path is None:
            continue
        variable = f"{PREFIX}{name.upper()}"
        if name in read:
            raise BadSetting(f"{variable}_FILE: {variable} is set as well; leave one of them out")
        try:
            read[name] = Path(path).read_text(encoding="utf-8").strip()
        except (OSError, ValueError):
            raise BadSetting(f"{variable}_FILE: there is no such file, or no text in it") from None
    return read


def _check_together(settings: Settings) -> None:
    """Refuse what each setting allows and both together do not."""
    if is_redis(settings.store):
        if settings.workers > 1 and sys.platform == "win32":
            raise BadSetting("BANQI_WORKERS: on Windows there is one process; leave it at 1")
        return
    if settings.workers > 1:
        raise BadSetting("BANQI_WORKERS: SQLite serves one process; leave it at 1")
    if settings.redis_password is not None or settings.redis_wait:
        raise BadSetting("BANQI_STORE: settings of Redis are given but the store is SQLite")


def _is_from_a_platform(name: str, value: str) -> bool:
    return bool(_FROM_PLATFORMS.fullmatch(name)) or (
        name == "BANQI_PORT" and value.startswith(("tcp://", "udp://"))
    )


def _validated(given: Mapping[str, str]) -> Settings:
    try:
        return Settings.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        name = str(first["loc"][0]).upper() if first["loc"] else "?"
        reason = first["msg"].removeprefix("Value error, ")
        raise BadSetting(f"{PREFIX}{name}: {reason[:1].lower()}{reason[1:]}") from None
