"""What is drawn by chance: room codes, the secrets of a deal, tags, names of workers.

All of it comes from the operating system. Nothing else in the server draws anything.
"""

from __future__ import annotations

import secrets
from itertools import count

from app.game.deal import Seeds
from app.room.state import Millis, RoomCode
from app.store.port import ConnectionId, Tag

CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXYZ23456789"
TAGS_AT_ONCE = 64


def draw_code(length: int) -> RoomCode:
    """A room code: no vowels, so no words; nothing that reads like something else."""
    return RoomCode("".join(secrets.choice(CODE_LETTERS) for _ in range(length)))


def draw_seeds() -> Seeds:
    """The secrets of one deal; the server draws the players' parts too."""
    drawn = secrets.token_bytes(104)
    return Seeds(drawn[:32], drawn[32:64], drawn[64:96], game_id=drawn[96:].hex())


class Names:
    """What this process calls itself, and its connections, so that all workers differ."""

    def __init__(self) -> None:
        self.worker = secrets.token_hex(4)
        self._numbers = count(1)

    def connection(self, now: Millis) -> ConnectionId:
        """An id that sorts after those of earlier connections, at whichever worker."""
        return ConnectionId(f"{now:013d}-{next(self._numbers):08d}-{self.worker}")


class Tags:
    """Tags of events, drawn many at a time: each call to the system lets other threads in."""

    def __init__(self) -> None:
        self._drawn: list[Tag] = []

    def draw(self) -> Tag:
        """A tag that nobody can foresee."""
        if not self._drawn:
            digits = secrets.token_hex(8 * TAGS_AT_ONCE)
            self._drawn = [Tag(digits[at : at + 16]) for at in range(0, len(digits), 16)]
        return self._drawn.pop()
