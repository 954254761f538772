"""A socket as the server below gives it: two ends, and a shorter way out where there is one.

Owns the name of that shorter way in the ASGI scope. Knows nothing of what is sent.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

EXTENSION: Final = "banqi.frames"
"""The key in `scope["extensions"]` under which a server offers `{"write": Write}`."""

Receive = Callable[[], Awaitable[Mapping[str, object]]]
Send = Callable[[Mapping[str, object]], Awaitable[None]]

Write = Callable[[bytes], bool]
"""Writes whole frames at once, or says False because the wire takes nothing now."""


@dataclass(frozen=True, slots=True)
class Wire:
    """The ends of a socket, as ASGI gives them; `write` if the server below offers it."""

    receive: Receive
    send: Send
    write: Write | None = None


def wire_of(scope: Mapping[str, Any], receive: Receive, send: Send) -> Wire:
    """The wire of this scope."""
    offer = scope.get("extensions", {}).get(EXTENSION, {})
    return Wire(receive, send, offer.get("write"))
