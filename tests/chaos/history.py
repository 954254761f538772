"""What happened to one room while things broke: everything its clients did and saw.

Owns the words between those who play, those who break things, and the checker. All times are
seconds of one monotonic clock, that of the process in which the clients run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import blake2b
from typing import Any, Final

import orjson

Told = Mapping[str, Any]
"""A frame's body, or a part of it."""


class Outcome(StrEnum):
    """What became of sending a command once."""

    ACKED = "acked"
    REFUSED = "refused"
    LOST = "lost"
    """The connection ended before an answer came."""
    SILENT = "silent"
    """The connection stood and no answer came in time."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A command sent once. `version` belongs to an ack, `code` to a refusal."""

    called: float
    ended: float
    outcome: Outcome
    version: int | None = None
    code: str | None = None

    @property
    def is_final(self) -> bool:
        """Whether this answer says for good that nothing was done."""
        return self.outcome is Outcome.REFUSED and self.code != "unavailable"


@dataclass(frozen=True, slots=True)
class Sent:
    """A command and every time it was sent, the same bytes each time."""

    client: str
    seat: str
    id: str
    body: Told
    attempts: tuple[Attempt, ...]

    @property
    def acks(self) -> tuple[Attempt, ...]:
        """The attempts that were acknowledged."""
        return tuple(each for each in self.attempts if each.outcome is Outcome.ACKED)

    @property
    def ply(self) -> tuple[int, int] | None:
        """The game and the ply that a move is meant for."""
        if self.body["type"] != "play":
            return None
        return int(self.body["game"]), int(self.body["ply"])


@dataclass(frozen=True, slots=True)
class Sighting:
    """A `welcome` or a `state` that a client got; `digest` is of everything on the board."""

    at: float
    version: int
    digest: str
    is_welcome: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """A connection that the client did not end itself."""

    at: float
    close: int
    bye: str | None = None


@dataclass(frozen=True, slots=True)
class Witness:
    """One client: what it saw, in that order, over all its connections."""

    name: str
    sightings: tuple[Sighting, ...]
    endings: tuple[Ending, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """An event of the log. `command` is `seat:id`, `ply` the notation if it is one.

    `digest` is of the board after it, worked out from the log alone.
    """

    version: int
    tag: str
    digest: str
    command: str | None = None
    ply: str | None = None


IMPOSSIBLE: Final = "impossible"
"""The digest after an event that cannot follow on those before it."""

Log = tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Truth:
    """What a fresh connection is told when all is over, and the log each time it was read.

    Old games leave the log: it is read after every fault, the last time at the very end.
    """

    version: int
    digest: str
    moves: tuple[str, ...]
    logs: tuple[Log, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that was broken from `began` on and healed at `ended`."""

    name: str
    began: float
    ended: float
    went_back: bool = False
    """The store lost what it had: what was acknowledged until `ended` may be gone."""
    hushes_clients: bool = False
    """Clients' own connections were silent: no answer is nobody's fault."""
    is_announced: bool = False
    """Whoever is cut off was told before: 1012 and `bye restarting`."""


@dataclass(frozen=True, slots=True)
class RoomHistory:
    """All of one room."""

    room: str
    commands: tuple[Sent, ...]
    witnesses: tuple[Witness, ...]
    truth: Truth
    faults: tuple[Fault, ...] = field(default=())


def digest(room: Told, game: Told | None) -> str:
    """A short text that differs where two clients would see something different.

    Times are left out: a welcome tells an end of the room that moves on.
    """
    around = {name: room[name] for name in ("phase", "opponent", "seats", "series", "rematch")}
    board = None if game is None else {k: game[k] for k in game if k != "clock"}
    told = orjson.dumps([around, board], option=orjson.OPT_SORT_KEYS)
    return blake2b(told, digest_size=8).hexdigest()
