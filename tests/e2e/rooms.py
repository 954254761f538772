"""Rooms that stand already: opened over HTTP, so that a test begins where it matters."""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import dataclass
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

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
    """A friend's room of Mei and Bo; the host moves first unless `first` says otherwise."""
    opened = post(base, "/api/rooms", {"name": "Mei", "first": "host", **body})
    is_for_two = seated and body.get("opponent", "friend") == "friend"
    guest = (
        post(base, f"/api/rooms/{opened['code']}/seats", {"name": "Bo"})["token"]
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


class Program:
    """A seat played by a program beside its browser, for plies that no test is about."""

    def __init__(self, room: Room, token: str) -> None:
        url = f"{room.base.replace('http', 'ws', 1)}/api/rooms/{room.code}/ws"
        self.socket: ClientConnection = connect(url, compression=None)
        self.state: dict[str, Any] = {}
        self._send({"type": "hello", "protocol": 1, "token": token})
        self._until("welcome")

    def _send(self, frame: dict[str, object]) -> None:
        self.socket.send(json.dumps(frame))

    def _until(self, kind: str) -> dict[str, Any]:
        while True:
            frame: dict[str, Any] = json.loads(self.socket.recv(timeout=10))
            if frame["type"] in {"welcome", "state"}:
                self.state = frame
            assert frame["type"] != "refused", frame
            if frame["type"] == kind:
                return frame

    def command(self, kind: str, **fields: object) -> None:
        """Give a command and wait until its effect is known here."""
        self._send({"type": kind, "id": secrets.token_hex(8), **fields})
        version = self._until("ack")["version"]
        while self.state["version"] < version:
            self._until("state")

    def follow(self, version: int) -> None:
        """Wait for a state that another seat has made."""
        while self.state["version"] < version:
            self._until("state")

    @property
    def game(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["game"]
        return found

    def play(self, action: str) -> None:
        self.command("play", game=self.game["number"], ply=self.game["ply"], action=action)

    def close(self) -> None:
        self.socket.close()
