"""What the two clients of a room say: random legal games here, fixed texts to the relay.

Owns whose turn it is and the next frame. Knows no socket and no clock.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any, Protocol

import orjson

from tests.bench.client import encoded

HOST, GUEST = 0, 1
_SEATS = {"host": HOST, "guest": GUEST}
_STATE = b'{"type":"state"'
_WELCOME = b'{"type":"welcome"'
_WORRYING = (b'{"type":"refused"', b'{"type":"bye"')


class Trouble(Exception):
    """The server said something that no client of a benchmark should get to hear."""


@dataclass(frozen=True, slots=True)
class Step:
    """A frame to send, from which of the two sockets, and whether it plays a ply."""

    seat: int
    frame: bytes
    is_move: bool = True


class Players(Protocol):
    """The two clients of one room."""

    def hears(self, payload: bytes) -> bool:
        """Is this the answer to a step? Raises `Trouble`."""

    @property
    def are_seated(self) -> bool:
        """Have both been let in?"""

    @property
    def is_between_games(self) -> bool:
        """Is the next step none of a game?"""

    def step(self) -> Step:
        """What comes next. Raises `Trouble`."""


@dataclass(slots=True)
class Sizes:
    """How large the frames of moves are, one way and the other."""

    sent: int = 0
    sent_bytes: int = 0
    states: int = 0
    state_bytes: int = 0

    @property
    def sent_mean(self) -> int:
        """Bytes of a `play` command."""
        return round(self.sent_bytes / max(1, self.sent))

    @property
    def state_mean(self) -> int:
        """Bytes of a `state`."""
        return round(self.state_bytes / max(1, self.states))


class RelayPlayers:
    """Say a text of the same size in turns; everything that comes back is an answer."""

    def __init__(self, size: int) -> None:
        self._frame = encoded(b"." * size)
        self._turn = HOST

    def hears(self, payload: bytes) -> bool:
        return True

    @property
    def are_seated(self) -> bool:
        return True

    @property
    def is_between_games(self) -> bool:
        return False

    def step(self) -> Step:
        self._turn ^= 1
        return Step(self._turn, self._frame)


@dataclass(slots=True)
class GamePlayers:
    """Play one game after the other, each ply drawn from `legal` of the newest state."""

    dice: random.Random
    sizes: Sizes
    games: int = 0
    _state: dict[str, Any] = field(default_factory=dict)
    _heard: bytes = b""
    _welcomes: int = 0

    def hears(self, payload: bytes) -> bool:
        if payload.startswith(_STATE):
            self.sizes.states += 1
            self.sizes.state_bytes += len(payload)
            # Both sockets get the same bytes; one reading is enough.
            if payload != self._heard:
                self._heard = payload
                self._state = orjson.loads(payload)
            return True
        if payload.startswith(_WORRYING):
            raise Trouble(payload.decode())
        if payload.startswith(_WELCOME):
            self._state = orjson.loads(payload)
            self._welcomes += 1
        return False

    @property
    def are_seated(self) -> bool:
        return self._welcomes == 2

    @property
    def is_between_games(self) -> bool:
        return bool(self._state["room"]["phase"] == "over")

    def step(self) -> Step:
        phase = self._state["room"]["phase"]
        if phase == "playing":
            return self._play()
        if phase == "over":
            return self._rematch()
        raise Trouble(f"a room is {phase}")

    def _play(self) -> Step:
        game = self._state["game"]
        command = {
            "type": "play",
            "id": self._id(),
            "game": game["number"],
            "ply": game["ply"],
            "action": self.dice.choice(game["legal"]),
        }
        frame = orjson.dumps(command)
        self.sizes.sent += 1
        self.sizes.sent_bytes += len(frame)
        return Step(_SEATS[game["turn"]], encoded(frame))

    def _rematch(self) -> Step:
        """The host asks for another game, then the guest agrees."""
        asked = bool(self._state["room"]["rematch"])
        self.games += asked
        frame = orjson.dumps({"type": "rematch", "id": self._id(), "accept": True})
        return Step(GUEST if asked else HOST, encoded(frame), is_move=False)

    def _id(self) -> str:
        return f"{self.dice.getrandbits(96):024x}"
