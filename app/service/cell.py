"""Where one process keeps its copy of a room, and how that is folded from what the store kept."""

from __future__ import annotations

from dataclasses import dataclass

from app.room.events import GameStarted
from app.room.evolve import Impossible, evolve, fold
from app.room.state import Room, Version
from app.service.live import Live
from app.store.port import CommandKey, Head, Kept, Recorded, Unavailable


@dataclass(slots=True)
class Cell:
    """The place where a room lives in this process: replaced as it moves on, never edited.

    `answered` holds the commands of the running and the previous game by their ids.
    """

    live: Live
    answered: dict[CommandKey, Version]
    began: Version
    """The version at which the running game, or else the room, began."""
    foreseen: tuple[Recorded, Room] | None = None
    """The event that is being written and the room after it; spares reading and folding it."""

    def follows(self, recorded: Recorded) -> bool:
        """Is this the very next event?"""
        return recorded.head.version == self.live.head.version + 1

    def accept(self, recorded: Recorded) -> None:
        """Move on by the next event; raises `Unavailable` if it cannot follow."""
        live = self.live
        self.live = Live(self._after(recorded), recorded.head, recorded.at, live.tokens)
        if isinstance(recorded.event, GameStarted):
            began, self.began = self.began, recorded.head.version
            self.answered = {key: at for key, at in self.answered.items() if at >= began}
        if recorded.command is not None:
            self.answered[recorded.command] = recorded.head.version

    def _after(self, recorded: Recorded) -> Room:
        foreseen, self.foreseen = self.foreseen, None
        if foreseen is not None and foreseen[0].head == recorded.head:
            return foreseen[1]
        try:
            return evolve(self.live.room, recorded.event)
        except Impossible as error:
            raise _damaged(error) from error

    def own(self, head: Head) -> Recorded | None:
        """The event with this head, if this process is writing it."""
        foreseen = self.foreseen
        return foreseen[0] if foreseen is not None and foreseen[0].head == head else None


def cell_of(kept: Kept) -> Cell:
    """Fold what the store kept, from the newest checkpoint on; `Unavailable` if it is torn."""
    newest = kept.log[-1]
    try:
        room = fold([recorded.event for recorded in kept.log[kept.checkpoint :]])
    except Impossible as error:
        raise _damaged(error) from error
    live = Live(room, newest.head, newest.at, kept.tokens)
    return Cell(live, answers(kept), kept.log[kept.checkpoint].head.version)


def _damaged(error: Impossible) -> Unavailable:
    """What the store says of other damage, too: to wait for a mended store is all one can do."""
    return Unavailable(f"a room cannot be read: {error}")


def answers(kept: Kept) -> dict[CommandKey, Version]:
    """The version that each command in the live log has got."""
    return {
        recorded.command: recorded.head.version
        for recorded in kept.log
        if recorded.command is not None
    }
