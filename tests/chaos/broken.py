"""The server with a store that breaks its promises now and then, to see that it is found out.

The variable `PLANT` names the one of these that takes the place of the SQLite store; without it
this is `python -m app`.
"""

from __future__ import annotations

import os
from dataclasses import replace
from unittest.mock import patch

from app.__main__ import main
from app.room.events import PlyPlayed
from app.room.state import Version
from app.store.port import Append, Head
from app.store.sqlite import SqliteStore
from tests.servers import Server

EVERY = 25
"""One ply of so many goes wrong."""


class Honest(SqliteStore):
    """Keeps its promises, and counts plies."""

    plies = 0

    def is_next_broken(self, write: Append) -> bool:
        """Whether this is a ply that is to go wrong."""
        if not isinstance(write.recorded.event, PlyPlayed):
            return False
        self.plies += 1
        return self.plies % EVERY == 0


class Forgetful(Honest):
    """Acknowledges without writing."""

    async def append(self, write: Append) -> Head:
        if self.is_next_broken(write):
            return write.recorded.head
        return await super().append(write)


class Nameless(Honest):
    """Forgets whose command it was: a repeat would count again."""

    async def append(self, write: Append) -> Head:
        if self.is_next_broken(write):
            write = replace(write, recorded=replace(write.recorded, command=None))
        return await super().append(write)


class Doubling(Honest):
    """Does what it is told twice."""

    async def append(self, write: Append) -> Head:
        head = await super().append(write)
        if self.is_next_broken(write):
            again = replace(write.recorded.head, version=Version(head.version + 1))
            recorded = replace(write.recorded, head=again, command=None)
            await super().append(replace(write, after=head, recorded=recorded))
        return head


PLANTS = {"forgetful": Forgetful, "nameless": Nameless, "doubling": Doubling}


class BrokenServer(Server):
    """A server of this module."""

    module = "tests.chaos.broken"


if __name__ == "__main__":
    with patch("app.main.SqliteStore", PLANTS.get(os.environ.get("PLANT", ""), Honest)):
        main()
