"""Bells within one process: who listens to which room, called in the loop one after the other."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from functools import partial

from app.room.state import RoomCode
from app.store.port import Bell, Hear


class Bells:
    """The listeners of each room, in the order they came."""

    def __init__(self) -> None:
        self._listeners: dict[RoomCode, list[Hear]] = {}

    def listen(self, room: RoomCode, hear: Hear) -> Callable[[], Awaitable[None]]:
        """Call `hear` for every bell of the room until the result is called."""
        listeners = self._listeners.setdefault(room, [])
        # Wrapped anew, so that one callable may listen twice and stop once.
        mine: Hear = partial(hear)
        listeners.append(mine)

        async def stop() -> None:
            if mine in listeners:
                listeners.remove(mine)
            if not listeners and self._listeners.get(room) is listeners:
                del self._listeners[room]

        return stop

    def ring(self, bells: Iterable[Bell]) -> None:
        """Tell everybody who listens."""
        for bell in bells:
            for hear in tuple(self._listeners.get(bell.room, ())):
                hear(bell)
