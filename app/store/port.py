"""What the service asks of a store: one protocol that every adapter fulfils alike.

Owns the words between service and store. Knows no database, no JSON and no rule of the
game. The laws behind these sentences are the contract suite in `tests/contract`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NewType, Protocol

from msgspec import Struct

from app.game import BySeat, Seat
from app.room.events import Event
from app.room.state import Millis, RoomCode, Version

Tag = NewType("Tag", str)
"""16 hex digits drawn anew for each event: another tag at a version means that time went back."""

TokenHash = NewType("TokenHash", str)
"""SHA-256 of a seat token, 64 hex digits; the token itself is never stored."""

ConnectionId = NewType("ConnectionId", str)
"""Connections of a room sort by their ids in the order in which they came."""

TOKENS_PER_SEAT = 4
CONNECTIONS_PER_SEAT = 8
CHAT_KEPT = 50
RECORDS_KEPT = 200
SAY_REMEMBERED = Millis(60_000)


class Conflict(Exception):
    """The log is not where the writer thought; nothing was written. Read again and decide anew."""


class Unavailable(Exception):
    """The store did not answer in time or refused to work; the outcome is open until read."""


class Head(Struct, frozen=True):
    """The newest event of a log: its version and its tag."""

    version: Version
    tag: Tag


NOWHERE = Head(Version(0), Tag(""))
"""The head of a room that does not exist yet."""

UNKNOWN = Head(Version(-1), Tag("?"))
"""Stands for the head of a room whose part of the store does not answer just now."""


class CommandKey(Struct, frozen=True):
    """Who sent a command and the id it carried: a repeat has the same key."""

    seat: Seat
    id: str


class Recorded(Struct, frozen=True):
    """An event as it stands in the log; `at` is when it happened."""

    head: Head
    at: Millis
    command: CommandKey | None
    event: Event


class FinishedGame(Struct, frozen=True):
    """The JSON record of game `number`, None takes it back (undo); a room keeps its newest 200."""

    number: int
    record: bytes | None


class Append(Struct, frozen=True):
    """One atomic step: extend the log, index its deadline, and keep what hangs on it.

    `after` is the head the writer decided on (NOWHERE creates the room). `grants` gives a
    seat this one token and no other; None takes all its tokens away. `checkpoint` says that
    the event starts a game: reading back stops there, and what lies before the previous
    checkpoint is dropped. `not_after`: the store refuses to write later than this.
    """

    room: RoomCode
    after: Head
    recorded: Recorded
    deadline: Millis | None
    expires_at: Millis
    not_after: Millis
    checkpoint: bool = False
    grants: tuple[tuple[Seat, TokenHash | None], ...] = ()
    finished: FinishedGame | None = None


class Kept(Struct, frozen=True):
    """All of a room that a worker needs: its live log (oldest first) and its seat tokens.

    The log reaches back to the checkpoint of the game before the running one, so the ids of
    both games' commands are in it. `checkpoint` is the index in `log` at which folding starts.
    """

    log: tuple[Recorded, ...]
    checkpoint: int
    tokens: BySeat[frozenset[TokenHash]]


class Newer(Struct, frozen=True):
    """What a worker that has a room up to some head does not know yet: `log` may be empty."""

    log: tuple[Recorded, ...]
    tokens: BySeat[frozenset[TokenHash]]


class SeatPresence(Struct, frozen=True):
    """Live connections of one seat; since when there are none, or (gaps up to `ttl` aside) some."""

    connections: int
    away_since: Millis | None
    here_since: Millis | None = None


class Presence(Struct, frozen=True):
    """Who is connected to a room, over all workers; `surplus` came before a seat's newest eight."""

    seats: BySeat[SeatPresence]
    spectators: int
    surplus: frozenset[ConnectionId] = frozenset()


class Said(Struct, frozen=True):
    """One line of chat; `n` counts up in its room. Exactly one of text and phrase is set."""

    n: int
    by: Seat
    text: str | None
    phrase: str | None
    at: Millis


class Limit(Struct, frozen=True):
    """A token bucket: `burst` at once, refilled at `per_second`."""

    per_second: float
    burst: float


class Rang(Struct, frozen=True):
    """The log of `room` has a new head, right after `after`; `recorded` if it is no secret."""

    room: RoomCode
    after: Head
    head: Head
    recorded: Recorded | None


class SaidRang(Struct, frozen=True):
    """Something was said in `room`."""

    room: RoomCode
    said: Said


class PresenceRang(Struct, frozen=True):
    """Somebody came to or left `room`."""

    room: RoomCode


class TokensRang(Struct, frozen=True):
    """The seat tokens of `room` have changed."""

    room: RoomCode


Bell = Rang | SaidRang | PresenceRang | TokensRang
Hear = Callable[[Bell], None]
"""Called in the event loop for each bell, quickly and without raising."""


class Store(Protocol):
    """Rooms, kept. Every method raises `Unavailable` when the store cannot do it in time."""

    async def open(self) -> None:
        """Connect, make or migrate the schema; raises `Unavailable` with the reason."""

    async def close(self) -> None:
        """Finish what was begun and let go."""

    async def run(self) -> None:
        """Go on for ever; raises when work of the store itself that must never end has failed."""

    async def ready(self) -> None:
        """Write, read back and hear one's own bell; returns only if all three work."""

    # — the log —

    async def append(self, write: Append) -> Head:
        """Extend the log by one event and ring its bell; the head it has got.

        A command key that stands in the live log already is a repeat: nothing is written and
        the head that its first event got is returned. Raises `Conflict` if the log's head is not
        `write.after` (for NOWHERE: if a living room has this code).
        """

    async def confirm(self, room: RoomCode) -> None:
        """Return only if all that can be read of a room is as safe as what `append` answered."""

    async def load(self, room: RoomCode) -> Kept | None:
        """Everything needed to fold the room; None if there is no such living room."""

    async def since(self, room: RoomCode, head: Head) -> Newer | None:
        """What came after `head`, and tokens at least as new; None if the log does not hold it."""

    async def heads(self, rooms: Sequence[RoomCode]) -> tuple[Head | None, ...]:
        """The head of each room, None where there is none; of many, some may be `UNKNOWN`."""

    async def keep_alive(self, rooms: Sequence[RoomCode], expires_at: Millis) -> None:
        """Let these rooms live at least until `expires_at`."""

    async def due(self, now: Millis, most: int) -> tuple[RoomCode, ...]:
        """Rooms whose deadline has passed, the most overdue first, as far as can be told now."""

    async def record(self, room: RoomCode, number: int) -> bytes | None:
        """The JSON record of a finished game of a living room."""

    # — seat tokens —

    async def add_token(
        self, room: RoomCode, seat: Seat, token: TokenHash, keep: TokenHash | None = None
    ) -> None:
        """One more valid token of a seat; of more than four the oldest goes that is not `keep`."""

    async def keep_only_token(self, room: RoomCode, seat: Seat, token: TokenHash) -> None:
        """Invalidate every other token of the seat."""

    # — presence: a connection counts until `ttl` milliseconds after its last `arrive` —

    async def arrive(
        self, room: RoomCode, connection: ConnectionId, seat: Seat | None, ttl: Millis
    ) -> None:
        """This connection is here (again); rings only when that is new."""

    async def depart(self, room: RoomCode, connection: ConnectionId) -> None:
        """This connection is gone."""

    async def presence(self, room: RoomCode) -> Presence:
        """Who is here; a seat that never connected is away since the room was first asked about."""

    # — chat —

    async def say(
        self, room: RoomCode, command: CommandKey, text: str | None, phrase: str | None
    ) -> Said:
        """Keep and ring one line; a repeat of `command` within 60 s returns the first one."""

    async def chat(self, room: RoomCode) -> tuple[Said, ...]:
        """The newest 50 lines, oldest first."""

    # — limits and leases, shared by all workers —

    async def take(self, key: str, limit: Limit, cost: float = 1.0) -> Millis:
        """Take from the bucket `key`: 0 if granted, else milliseconds until it would be."""

    async def peek(self, key: str, limit: Limit, cost: float = 1.0) -> Millis:
        """What `take` would answer, taking nothing."""

    async def tally(self, name: str, owner: str, count: int, ttl: Millis) -> Mapping[str, int]:
        """Note for `ttl` how many `owner` has (0: none any more); what all have, oldest first."""

    async def tallied(self, name: str) -> Mapping[str, int]:
        """What `tally` would answer, noting nothing."""

    async def remember(self, name: str, value: str, ttl: Millis) -> str:
        """Keep `value` under `name` for `ttl` unless one stands there; the one that stands."""

    async def put(self, name: str, value: str, ttl: Millis) -> None:
        """Keep `value` under `name` for `ttl`, whatever stood there."""

    async def recall(self, name: str) -> str | None:
        """The value that is kept under `name`, if one is."""

    async def lease(self, name: str, owner: str, ttl: Millis) -> bool:
        """Hold `name` for `ttl`; True if `owner` has it now (again)."""

    async def release(self, name: str, owner: str) -> None:
        """Give a lease back; another owner's is left alone."""

    # — bells —

    async def listen(self, room: RoomCode, hear: Hear) -> Callable[[], Awaitable[None]]:
        """Hear the bells of a room from when this returns; the result stops listening."""

    # — housekeeping —

    async def sweep(self, now: Millis, most: int) -> int:
        """Delete up to `most` expired rooms with all that hangs on them; how many were."""
