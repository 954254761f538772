"""JSON out: compact bytes, one way for the whole service."""

from __future__ import annotations

import orjson


def compact(value: object) -> bytes:
    """The value as UTF-8 JSON without spaces; dataclasses become objects."""
    return orjson.dumps(value)
