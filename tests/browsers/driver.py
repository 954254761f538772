"""What a script for every engine may ask of a browser; knows no engine.

Scripts of the page are written as the source of a function. Its arguments and its result are
JSON, and a promise is waited for.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

Json = Any
"""What comes out of a page."""


class Lost(Exception):
    """The document went away while it was asked, or the browser refused to answer."""


class Gift(StrEnum):
    """What not every engine can do here; docs/browsers.md lists who lacks what."""

    FINGERS = "fingers"
    """Taps that arrive as touch."""
    CONSOLE = "console"
    """Complaints of the page are heard from its first line on."""
    OFFLINE = "offline"
    """The browser itself can be told that there is no network."""
    MEMORY = "memory"
    """A room that one comes back to is taken from memory as it was."""


@dataclass(frozen=True, slots=True)
class Size:
    """A window's inside, in CSS pixels."""

    width: int
    height: int


DESKTOP = Size(1280, 800)
PHONE = Size(390, 664)


class Page(Protocol):
    """One tab."""

    def open(self, url: str) -> None:
        """Go to an address and wait until it is loaded."""

    def reload(self) -> None:
        """Load the same address again."""

    def back(self) -> None:
        """Go back in the history of the tab."""

    def run(self, function: str, *values: object) -> Json:
        """What a function of the page returns for these values."""

    def click(self, x: float, y: float) -> None:
        """Press and let go at a place in the window: with a finger where the tab has fingers."""

    def key(self, key: str) -> None:
        """Press one key: a character, or a name as `KeyboardEvent.key` has it."""

    def offline(self, *, on: bool) -> None:
        """Take the network from the tab, or give it back; only with the gift of it."""

    def screenshot(self) -> bytes:
        """The window as a PNG."""

    def another(self) -> Page:
        """One more tab of the same profile."""

    def complaints(self) -> list[str]:
        """Errors and warnings of the page so far."""


class Engine(Protocol):
    """One kind of browser, running."""

    name: str
    gifts: frozenset[Gift]

    def visit(self, size: Size, *, touch: bool = False) -> Page:
        """A tab in a new profile that remembers nothing."""

    def close(self) -> None:
        """End every process of it."""
