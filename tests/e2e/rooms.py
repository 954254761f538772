"""Rooms that stand already: opened over HTTP, so that a test begins where it matters."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import httpx

from tests.e2e.tabs import DESKTOP, PHONE, Profile, Tab, Visitors


@dataclass(frozen=True)
class Room:
    """A room's code and the tokens of its seats."""

    base: str
    code: str
    host: str
    guest: str

    def seat(self, name: str) -> str:
        """The address that takes a seat to a tab."""
        return f"{self.code}#seat={self.host if name == 'host' else self.guest}"

    def record(self, number: int = 1) -> str:
        """The text record of a finished game."""
        answer = httpx.get(f"{self.base}/api/rooms/{self.code}/games/{number}.txt")
        answer.raise_for_status()
        return answer.text


def post(base: str, path: str, body: object) -> dict[str, Any]:
    answer = httpx.post(f"{base}{path}", json=body, timeout=10)
    assert answer.is_success, answer.text
    found: dict[str, Any] = answer.json()
    return found


def open_room(base: str, *, seated: bool = True, **body: object) -> Room:
    """A friend's room of Mei and Bao; the host moves first unless `first` says otherwise."""
    opened = post(base, "/api/rooms", {"name": "Mei", "first": "host", **body})
    is_for_two = seated and body.get("opponent", "friend") == "friend"
    guest = (
        post(base, f"/api/rooms/{opened['code']}/seats", {"name": "Bao"})["token"]
        if is_for_two
        else ""
    )
    return Room(base, opened["code"], opened["token"], guest)


@dataclass(frozen=True)
class Table:
    """Both players of a room, each in a browser of its own: a desktop and a phone."""

    room: Room
    host: Tab
    guest: Tab

    @property
    def mover(self) -> Tab:
        return self.host if self.host.turn == "me" else self.guest

    @property
    def both(self) -> tuple[Tab, Tab]:
        return self.host, self.guest

    def at_ply(self, ply: int) -> None:
        """Both show so many plies."""
        for tab in self.both:
            tab.at_ply(ply)


def offer_draw(tab: Tab) -> None:
    """Offer a draw: one press offers nothing, the question is answered."""
    tab.press("draw")
    tab.press("slot-confirm")


def sit_down(
    visitors: Visitors,
    room: Room | None = None,
    *,
    host: Profile = DESKTOP,
    guest: Profile = PHONE,
    forgive: re.Pattern[str] | None = None,
) -> Table:
    """Both players at the board of a new room (or of this one)."""
    found = room or open_room(visitors.base)
    table = Table(
        found,
        visitors.arrive(found.seat("host"), host, base=found.base, forgive=forgive),
        visitors.arrive(found.seat("guest"), guest, base=found.base, forgive=forgive),
    )
    for tab in table.both:
        tab.screen("game")
    return table
