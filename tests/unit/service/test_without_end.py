"""What could be repeated for ever in one game ends when there was enough of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.game import FirstMover, Rules
from app.game import Undo as Undoing
from app.room import events as e
from app.room.commands import Command, Leave, Play, Refused, Rename, SetRules, Undo
from app.room.decide import Opening
from app.room.state import Millis, Opponent, Room, RoomCode, Version
from app.service.cell import Cell
from app.service.consequences import MOST_EVENTS, refuse_endless
from app.service.feed import Feed
from app.service.live import Live
from app.service.rooms import Rooms
from app.service.tokens import hash_of, new_token
from app.store.port import Head, Tag, TokenHash
from app.store.sqlite import SqliteStore
from tests.unit.room.scene import CODE, GUEST, HOST, Scene, drawing, rules, seated, waiting
from tests.unit.service.test_cell import NOBODY
from tests.unit.service.test_decided_on_what_is_written_after import Watches

BEGAN = 7
TOO_MUCH = "too much has happened in this game"


def after(events: int, room: Room) -> Cell:
    """A room in whose game so many events have happened."""
    head = Head(Version(BEGAN + events), Tag("0" * 16))
    return Cell(Live(room, head, Millis(0), NOBODY), {}, Version(BEGAN))


def started(scene: Scene) -> e.Event:
    """The event by which the guest sat down."""
    return scene.past[-1]


ENDLESS = [
    (e.PlyUndone(None), seated().room),
    (e.Renamed(HOST, "Mei"), waiting().room),
    (e.RulesSet(rules(), None), waiting().room),
    (e.RematchDropped(HOST), seated().room),
    (started(drawing()), waiting().room),
]


@pytest.mark.parametrize(("event", "room"), ENDLESS)
def test_what_could_go_on_for_ever_is_refused_after_ten_thousand_events(
    event: e.Event, room: Room
) -> None:
    refuse_endless(event, after(MOST_EVENTS - 1, room))
    with pytest.raises(Refused, match="not_available") as refused:
        refuse_endless(event, after(MOST_EVENTS, room))
    assert refused.value.detail == TOO_MUCH


@pytest.mark.parametrize(
    ("event", "room"),
    [
        (e.PlyPlayed("a1=G", None, None), seated().room),
        (e.DrawOffered(HOST), seated().room),
        (e.DrawDeclined(GUEST), seated().room),
        (e.SeatLeft(GUEST, None, None), seated().room),
        (e.RematchAsked(HOST), seated().room),
        (started(drawing()), drawing().room),
        (started(seated()), waiting().room),
        (e.RoomClosed(), waiting().room),
    ],
)
def test_what_leads_to_an_end_or_a_next_game_is_never_refused(event: e.Event, room: Room) -> None:
    refuse_endless(event, after(9 * MOST_EVENTS, room))


def token() -> TokenHash:
    found = hash_of(new_token())
    assert found is not None
    return found


class Crowded:
    """Rooms, of which each has a long past as soon as it is opened."""

    def __init__(self, store: SqliteStore) -> None:
        self._feed = Feed(store)
        self.rooms = Rooms(store, self._feed, lambda: Millis(1_800_000_000_000))

    async def open(self, opponent: Opponent, ruleset: Rules) -> RoomCode:
        live, _ = await self.rooms.open(Opening(CODE, opponent, "Mei", ruleset), token())
        code = live.room.table.code
        await self._feed.watch(code, Watches())
        (await self._feed.cell(code)).began = Version(-MOST_EVENTS)
        return code


@pytest.fixture
async def crowded(tmp_path: Path) -> AsyncIterator[Crowded]:
    store = SqliteStore(tmp_path / "rooms.sqlite3", lambda: Millis(1_800_000_000_000))
    await store.open()
    yield Crowded(store)
    await store.close()


async def test_a_game_goes_on_but_not_back(crowded: Crowded) -> None:
    code, rooms = await crowded.open(Opponent.LOCAL, rules(undo=Undoing.LOCAL)), crowded.rooms
    await rooms.command(code, HOST, "c1", Play(game=1, ply=0, action="a1"))
    with pytest.raises(Refused, match="not_available"):
        await rooms.command(code, HOST, "c2", Undo(game=1))
    assert await rooms.command(code, GUEST, "c3", Play(game=1, ply=1, action="a2")) == 3


async def test_a_waiting_room_is_not_filled_with_names_rules_and_guests(crowded: Crowded) -> None:
    code = await crowded.open(Opponent.FRIEND, rules(first_mover=FirstMover.DRAW))
    rooms = crowded.rooms
    commands: tuple[Command, ...] = (Rename("Li"), SetRules(rules(undo=Undoing.OFF), None))
    for number, command in enumerate(commands):
        with pytest.raises(Refused, match="not_available"):
            await rooms.command(code, HOST, f"c{number}", command)
    with pytest.raises(Refused, match="not_available"):
        await rooms.take_seat(code, "Bo", token())
    assert await rooms.command(code, HOST, "c9", Leave()) == 2
