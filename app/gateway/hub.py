"""One watched room in this process: who is connected to it, and what all of them are told.

Each version is encoded once and the same frame goes to everybody. Owns the connections of
its room; knows no command and no socket.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from app.game import Seat
from app.gateway import byes, frames
from app.gateway.byes import Bye
from app.gateway.connection import Connection
from app.gateway.frames import Frame, Stamp
from app.gateway.presence import PresenceView, presence_view
from app.room.actor import You
from app.room.events import RoomClosed, SeatLeft
from app.room.project import Setting, project, setting_of
from app.room.state import Millis, RoomCode
from app.room.view import View
from app.service.live import Live
from app.store.port import CHAT_KEPT, Presence, Recorded, Said


@dataclass(frozen=True, slots=True)
class World:
    """What a hub needs from outside: time, a room's end, and to be asked for its presence."""

    build: str
    now: Callable[[], Millis]
    expires_at: Callable[[Live], Millis]
    """When the room ends if nothing more happens in it."""
    alive_until: Callable[[Live], Millis]
    """When it ends if its players leave now."""
    presence_changed: Callable[[Hub], None]
    chat_forgotten: Callable[[Hub], None]
    """Let it `remember` what the store has."""
    away: Millis
    """How long a player must be absent before a claim."""
    counted: bool
    """Whether the number of sockets is limited."""


class Hub:
    """The room as its connections see it. A watcher of the feed."""

    def __init__(self, code: RoomCode, world: World) -> None:
        self.code = code
        self.connections: dict[Connection, None] = {}
        self.asks_for_presence = False
        self.is_being_told = False
        self.visitors = 0
        """Sessions that hold this hub, joined or about to."""
        self._world = world
        self._live: Live | None = None
        self._view: View | None = None
        self._setting: Setting | None = None
        self._state: Frame | None = None
        self._who: Presence | None = None
        self._told: PresenceView | None = None
        self._presence: Frame | None = None
        self._chat: dict[int, Said] = {}

    @property
    def is_open(self) -> bool:
        """Is the room known?"""
        return self._live is not None

    @property
    def live(self) -> Live:
        """The room as of the newest event this process knows."""
        if self._live is None:
            raise RuntimeError("the room is not watched yet")
        return self._live

    @property
    def view(self) -> View:
        """What everybody may see of it."""
        if self._view is None:
            room = self.live.room
            if self._setting is None or self._setting.table is not room.table:
                self._setting = setting_of(room.table)
            self._view = project(room, self._world.expires_at(self.live), self._setting)
        return self._view

    @property
    def state(self) -> Frame:
        """The newest state, encoded once."""
        if self._state is None:
            self._state = frames.state(self.view, Stamp(self.live.head.version, self.live.at))
        return self._state

    def remember(self, chat: tuple[Said, ...]) -> None:
        """Know what was said before; whoever is here already is told after their welcome."""
        for line in chat:
            if line.n not in self._chat:
                self._chat[line.n] = line
                self._tell(frames.said(line, old=True))

    def _tell(self, frame: Frame) -> None:
        for connection in self.connections:
            connection.outbox.small(frame)

    def _know(self, live: Live) -> None:
        self._live = live
        self._view = self._state = None

    # — who is connected —

    def join(self, connection: Connection) -> None:
        """From now on this connection is told everything, beginning with all there is."""
        self.connections[connection] = None
        connection.outbox.welcome(self._welcome(connection.you))
        for n in sorted(self._chat):
            connection.outbox.small(frames.said(self._chat[n], old=True))
        self._world.presence_changed(self)

    def _on_seat(self, seat: Seat) -> list[Connection]:
        return [connection for connection in self.connections if connection.seat is seat]

    def part(self, connection: Connection) -> None:
        """This connection is told nothing any more."""
        self.connections.pop(connection, None)

    @property
    def spectators(self) -> int:
        """How many watch: here, or anywhere as of when last asked."""
        here = sum(connection.seat is None for connection in self.connections)
        return here if self._who is None else max(here, self._who.spectators)

    @property
    def has_seated(self) -> bool:
        """Is a player connected here?"""
        return any(connection.seat is not None for connection in self.connections)

    @property
    def counts_others(self) -> bool:
        """Are more connections known than those here?"""
        if self._who is None:
            return False
        seats = self._who.seats
        known = seats.host.connections + seats.guest.connections + self._who.spectators
        return known > len(self.connections)

    def holds(self, connection: Connection) -> bool:
        """Is the token of this connection still good?"""
        if connection.seat is None:
            return True
        return connection.token in self.live.tokens.of(connection.seat)

    # — what the feed tells —

    def began(self, live: Live) -> None:
        """This is the room; whatever changes from now on is told."""
        self._know(live)

    def changed(self, live: Live, recorded: Recorded) -> None:
        """The room is one event further: everybody gets the new state."""
        rules = self._view.rules if self._view is not None else None
        table = self.live.room.table
        self._know(live)
        if self.view.rules is not rules and self.view.rules != rules:
            self._welcome_all()
        else:
            frame = self.state
            for connection in self.connections:
                connection.outbox.state(frame)
        if live.room.table is not table or self._is_somebody_away:
            self._tell_presence()
        self._let_go(recorded)

    @property
    def _is_somebody_away(self) -> bool:
        """Then whose turn it is decides whether they can be claimed against."""
        seats = None if self._who is None else self._who.seats
        return seats is not None and (
            seats.host.away_since is not None or seats.guest.away_since is not None
        )

    def _let_go(self, recorded: Recorded) -> None:
        match recorded.event:
            case SeatLeft(seat):
                by_itself = recorded.command is not None and recorded.command.seat is seat
                self._end(self._on_seat(seat), byes.DONE if by_itself else byes.REMOVED)
            case RoomClosed():
                self._end(list(self.connections), byes.ROOM_CLOSED)
            case _:
                pass

    def _end(self, connections: list[Connection], bye: Bye) -> None:
        for connection in connections:
            connection.end(bye)

    def rewound(self, live: Live) -> None:
        """The past is not what was told: everybody gets everything anew."""
        self._know(live)
        # Chat went back too: what is said next may get a number that was told before.
        self._chat.clear()
        self._welcome_all()
        self._world.chat_forgotten(self)
        self._world.presence_changed(self)
        self._end_invalid()

    def gone(self) -> None:
        """The room does not exist any more."""
        self._end(list(self.connections), byes.ROOM_CLOSED)

    def said(self, said: Said) -> None:
        """Pass a line of chat on and keep it for those who come later."""
        if said.n in self._chat:
            return
        self._chat[said.n] = said
        while len(self._chat) > CHAT_KEPT:
            del self._chat[min(self._chat)]
        self._tell(frames.said(said, old=False))

    def presence_changed(self) -> None:
        """Somebody came or left, here or elsewhere."""
        self._world.presence_changed(self)

    def tokens_changed(self, live: Live) -> None:
        """Whose token is not good any more has to go."""
        self._live = live
        self._end_invalid()

    def _end_invalid(self) -> None:
        self._end([c for c in self.connections if not self.holds(c)], byes.UNAUTHORIZED)

    # — what all are told —

    def know_presence(self, who: Presence) -> None:
        """Who is connected, over all processes: told to those who have not heard it yet."""
        self._who = who
        if who.surplus and self._world.counted:
            self._replace([each for each in self.connections if each.id in who.surplus])
        self._tell_presence()

    def _replace(self, surplus: list[Connection]) -> None:
        """A seat that is open in too many places lets go of the oldest."""
        for connection in surplus:
            connection.end(byes.REPLACED)
            self.part(connection)

    def _tell_presence(self) -> None:
        if self._who is None:
            return
        view = presence_view(self.live.room, self._who, self._world.away)
        if self._presence is None or view != self._told:
            self._told, self._presence = view, frames.presence(view)
        for connection in self.connections:
            if connection.told_presence is not self._presence:
                connection.told_presence = self._presence
                connection.outbox.small(self._presence)

    def _welcome(self, you: You) -> Frame:
        stamp = Stamp(self.live.head.version, self._world.now())
        return frames.welcome(self._view_of_now(), stamp, you, self._world.build)

    def _view_of_now(self) -> View:
        """A player who is connected keeps the room alive, however long ago its last event was."""
        if not self.has_seated:
            return self.view
        until = max(self.view.room["expires_at"], self._world.alive_until(self.live))
        return replace(self.view, room={**self.view.room, "expires_at": until})

    def _welcome_all(self) -> None:
        by_role = {you: self._welcome(you) for you in {c.you for c in self.connections}}
        for connection in self.connections:
            connection.outbox.welcome(by_role[connection.you])
