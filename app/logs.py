"""What is logged and how: one line for each record, to standard error.

Our own loggers speak from the chosen level on. Those of libraries never say more than warnings:
below that some write addresses, paths and whole frames. An exception is shown with its places;
its words only where a system wrote them, since a value in them may be a player's.
"""

from __future__ import annotations

import asyncio
import logging
import re
import sqlite3
import sys
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.orjson import OrjsonFormatter

from app.service import request_ids
from app.settings import Form, Level
from app.store.port import Unavailable

OURS: Final = "app"
LIBRARIES_FROM: Final = logging.WARNING
SPEAKING: Final = (OSError, sqlite3.Error, Unavailable)
"""Exceptions whose words are those of the system or our own."""

_KEYS: Final = re.compile(r"(banqi:[\w:]*\{\d+\}:)[^\s\"'\\\\]+")
"""A server that refuses a key names it, and with it the room."""

_SPEAKING_PACKAGES: Final = frozenset({"redis"})
_NAMES: Final = {
    "asctime": "time",
    "levelname": "level",
    "name": "logger",
    "process": "pid",
    "exc_info": "error",
}
_DROPPED: Final = frozenset({*RESERVED_ATTRS, "color_message", "request"})


def configure(level: Level, form: Form) -> None:
    """Log to standard error from now on, in this process and its children."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter(form, is_terminal=sys.stderr.isatty()))
    handler.addFilter(with_request)
    logging.basicConfig(level=LIBRARIES_FROM, handlers=[handler], force=True)
    logging.getLogger(OURS).setLevel(level.upper())


def formatter(form: Form, *, is_terminal: bool) -> logging.Formatter:
    """What makes a line of a record."""
    is_text = form is Form.TEXT or (form is Form.AUTO and is_terminal)
    return TextLine() if is_text else JsonLine()


def with_request(record: logging.LogRecord) -> bool:
    """Every record knows which request or socket it is about, if any."""
    record.request = request_ids.current.get()
    return True


def utc(record: logging.LogRecord) -> str:
    """When it happened, as in 2026-01-31T08:15:30.123Z."""
    at = datetime.fromtimestamp(record.created, UTC)
    return f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03d}Z"


def without_keys(line: str) -> str:
    """The line without the names in a store's keys."""
    return _KEYS.sub(r"\1<hidden>", line) if "banqi:" in line else line


class JsonLine(OrjsonFormatter):
    """One object for each record."""

    def __init__(self) -> None:
        order = ("asctime", "levelname", "name", "process", "request", "message")
        super().__init__(order, rename_fields=_NAMES, reserved_attrs=tuple(_DROPPED))

    def formatTime(  # noqa: N802 - the library's name
        self, record: logging.LogRecord, datefmt: str | None = None
    ) -> str:
        """In UTC, to the millisecond."""
        del datefmt
        return utc(record)

    def formatException(self, ei: Any) -> str:  # noqa: ANN401, N802 - the library's name
        """Its places, and its words where they are harmless."""
        return trace(ei[1])

    def format(self, record: logging.LogRecord) -> str:
        """The object in one line."""
        return without_keys(super().format(record))

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        """Leave out the request where there is none."""
        log_data["level"] = log_data["level"].lower()
        if log_data["request"] is None:
            del log_data["request"]
        return log_data


class TextLine(logging.Formatter):
    """One line of words for each record, what belongs to it behind them."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, and an exception below it."""
        extras = {n: v for n, v in vars(record).items() if n not in _DROPPED}
        request = getattr(record, "request", None)
        if request is not None:
            extras["request"] = request
        words = (
            utc(record)[11:-1],
            f"{record.levelname:<7}",
            f"{record.process}",
            record.name.removeprefix(f"{OURS}."),
            record.getMessage(),
            *(f"{name}={value}" for name, value in extras.items()),
        )
        line = " ".join(words)
        error = record.exc_info[1] if record.exc_info else None
        return without_keys(line if error is None else f"{line}\n{trace(error)}")


def trace(error: BaseException | None) -> str:
    """Where an exception and those that led to it came from, as tracebacks show it."""
    parts = [part for each in reversed([*_chain(error)]) for part in _places(each)]
    return "".join(parts).rstrip("\n")


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An exception, then its cause, then the cause of that."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        hidden = error.__suppress_context__ or error.__cause__ is not None
        error = error.__cause__ if hidden else error.__context__


def _places(error: BaseException) -> Iterator[str]:
    yield "Traceback (most recent call last):\n"
    yield from traceback.format_tb(error.__traceback__)
    yield f"{headline(error)}\n"
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield f"one of them: {trace(each)}\n"


def headline(error: BaseException) -> str:
    """The kind of an exception, and its words if a system wrote them."""
    kind = type(error)
    package = kind.__module__.partition(".")[0]
    if isinstance(error, SPEAKING) or package in _SPEAKING_PACKAGES:
        return f"{kind.__qualname__}: {' '.join(str(error).split())}"
    return f"{kind.__qualname__}: <hidden>"


def on_loop_error(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what nobody caught in an event loop: the exception alone, as the rest may quote data."""
    error = context.get("exception")
    info = (type(error), error, error.__traceback__) if isinstance(error, BaseException) else None
    logging.getLogger(f"{OURS}.loop").error("nobody caught an error", exc_info=info)
