"""Seats played by programs beside their browsers, for plies that no test is about."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.e2e.rooms import Room


class Program:
    """A seat played by a program beside its browser, for plies that no test is about.

    Without a token it only watches.
    """

    def __init__(self, socket: ClientConnection, token: str | None) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}
        seat = {"token": token} if token else {}
        self._send({"type": "hello", "protocol": 1, **seat})
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

    def board_at(self, ply: int) -> str:
        """Wait until so many plies are played; the board then."""
        while self.game["ply"] < ply:
            self._until("state")
        return str(self.game["board"])

    @property
    def game(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["game"]
        return found

    def play(self, action: str) -> None:
        self.command("play", game=self.game["number"], ply=self.game["ply"], action=action)


@contextmanager
def program(room: Room, token: str | None) -> Iterator[Program]:
    """A program that has taken its seat, or a place to watch from."""
    url = f"{room.base.replace('http', 'ws', 1)}/api/rooms/{room.code}/ws"
    with connect(url, compression=None, max_queue=None, ping_interval=None) as socket:
        yield Program(socket, token)


@contextmanager
def programs(room: Room) -> Iterator[Programs]:
    """Both seats of a room."""
    with program(room, room.host) as host, program(room, room.guest) as guest:
        yield Programs(host, guest)


@dataclass(frozen=True)
class Programs:
    """Both seats of a room played by programs."""

    host: Program
    guest: Program

    def play(self, action: str) -> None:
        """The player to move plays; both know it afterwards."""
        mover, waiter = self.host, self.guest
        if self.host.game["turn"] == "guest":
            mover, waiter = waiter, mover
        mover.play(action)
        waiter.follow(mover.state["version"])

    def choose(self, chance: random.Random) -> str:
        """A random legal action, captures rather than moves, and moves rather than flips."""
        game = self.host.game
        moves = [text for text in game["legal"] if len(text) == 4]
        captures = [text for text in moves if _on(game["board"], text[2:]) != "."]
        for kind, odds in ((captures, 0.8), (moves, 0.4)):
            if kind and chance.random() < odds:
                return str(chance.choice(kind))
        return str(chance.choice(game["legal"]))


def _on(board: str, square: str) -> str:
    return board[4 * (int(square[1]) - 1) + "abcd".index(square[0])]
