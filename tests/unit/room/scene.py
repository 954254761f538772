"""A room to play with: do commands, see events, read the room."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace

from app.game import PRESETS, START, FirstMover, Position, Rules, Seat, legal
from app.game.deal import Seeds
from app.room.commands import Command, Pick, Play, Refused, TakeSeat
from app.room.decide import Given, Opening, decide, open_room
from app.room.events import Event
from app.room.evolve import evolve
from app.room.state import ClockRules, Millis, Opponent, Over, Playing, Room, RoomCode

HOST, GUEST = Seat.HOST, Seat.GUEST
CODE = RoomCode("K7Q2MX")


def seeds(number: int = 0) -> Seeds:
    """Secrets that are the same in every run."""
    parts = (hashlib.sha256(f"{name}{number}".encode()).digest() for name in "shg")
    server, host, guest = parts
    return Seeds(server=server, host=host, guest=guest, game_id=f"game-{number}")


def rules(preset: str = "douque", **options: object) -> Rules:
    """A preset with some options changed; the host moves first unless said."""
    changed = {"first_mover": FirstMover.HOST, **options}
    return replace(PRESETS[preset], **changed)  # type: ignore[arg-type]


@dataclass
class Scene:
    """A room, its past, and the time on the wall."""

    room: Room
    past: list[Event] = field(default_factory=list)
    now: int = 1_000_000
    claim_at: int | None = None
    deals: int = 0

    def given(self) -> Given:
        """The world at this moment, with fresh secrets."""
        self.deals += 1
        claim_at = None if self.claim_at is None else Millis(self.claim_at)
        deal_number = self.deals
        return Given(Millis(self.now), lambda: seeds(deal_number), claim_at)

    def do(self, seat: Seat, command: Command) -> Event | None:
        """Decide and evolve; the event, or None if nothing changed."""
        event = decide(self.room, seat, command, self.given())
        if event is not None:
            self.tell(event)
        return event

    def tell(self, event: Event) -> None:
        """Let an event happen."""
        self.room = evolve(self.room, event)
        self.past.append(event)

    def refusal(self, seat: Seat, command: Command) -> str:
        """The code with which a command is refused; fails if it is accepted."""
        before = self.room
        try:
            event = decide(self.room, seat, command, self.given())
        except Refused as refused:
            assert self.room == before
            return refused.code.value
        raise AssertionError(f"accepted as {event}")

    @property
    def playing(self) -> Playing:
        """The room, which must be in play."""
        assert isinstance(self.room, Playing), self.room
        return self.room

    @property
    def over(self) -> Over:
        """The room, which must be over."""
        assert isinstance(self.room, Over), self.room
        return self.room

    @property
    def ply(self) -> int:
        """Plies played in the newest game."""
        return self.playing.running.game.ply

    def play(self, action: str | None = None) -> Event | None:
        """The player to move plays `action`, or the first legal one."""
        running = self.playing.running
        chosen = legal(running.game)[0] if action is None else action
        return self.do(running.turn, Play(ply=running.game.ply, action=chosen))

    def plies(self, count: int) -> None:
        """Play `count` flips or whatever is legal first."""
        for _ in range(count):
            self.play()


def waiting(
    ruleset: Rules | None = None,
    *,
    clock: ClockRules | None = None,
    name: str | None = "Mei",
) -> Scene:
    """A host waits for a friend."""
    opening = Opening(CODE, Opponent.FRIEND, name, ruleset or rules(), clock)
    event = open_room(opening, Given(Millis(1_000_000), seeds))
    return Scene(evolve(None, event), [event])


def seated(
    ruleset: Rules | None = None, *, clock: ClockRules | None = None, name: str | None = "Bao"
) -> Scene:
    """A friend has sat down: a game or a draw for the first move is on."""
    scene = waiting(ruleset, clock=clock)
    scene.do(GUEST, TakeSeat(name))
    return scene


def drawing() -> Scene:
    """Both sit and draw for the first move."""
    return seated(rules(first_mover=FirstMover.DRAW))


def drawn(host: int = 0, guest: int = 4) -> Scene:
    """Both have drawn; the game has started."""
    scene = drawing()
    scene.do(HOST, Pick(tile=host))
    scene.do(GUEST, Pick(tile=guest))
    return scene


def against_computer(
    ruleset: Rules | None = None,
    start: Position = START,
    *,
    clock: ClockRules | None = None,
    start_seat: Seat = HOST,
    level: int = 2,
) -> Scene:
    """A host plays against the computer."""
    opening = Opening(
        code=CODE,
        opponent=Opponent.COMPUTER,
        name="Mei",
        rules=ruleset or rules(),
        clock=clock,
        start=start,
        start_seat=start_seat,
        level=level,
    )
    event = open_room(opening, Given(Millis(1_000_000), seeds))
    return Scene(evolve(None, event), [event])


def at_one_device(
    ruleset: Rules | None = None,
    start: Position = START,
    *,
    clock: ClockRules | None = None,
    start_seat: Seat = HOST,
) -> Scene:
    """Two players share a device."""
    opening = Opening(
        code=CODE,
        opponent=Opponent.LOCAL,
        name="Mei",
        rules=ruleset or rules("paofuqi"),
        clock=clock,
        start=start,
        start_seat=start_seat,
    )
    event = open_room(opening, Given(Millis(1_000_000), seeds))
    return Scene(evolve(None, event), [event])
