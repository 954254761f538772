"""Whatever else happens while a command waits, it is judged by the room that its event follows."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from app.game import PRESETS, FirstMover, Seat
from app.room.commands import Claim, Play, Refusal, Refused
from app.room.decide import Opening
from app.room.state import Opponent, Playing, RoomCode
from app.service.feed import Feed
from app.service.live import Live
from app.service.rooms import Rooms
from app.service.tokens import hash_of, new_token
from app.store.port import Recorded, Said, Store, TokenHash
from app.store.sqlite import SqliteStore
from tests.unit.computer.world import Clock


class Interrupted:
    """A store during one of whose calls something else happens first."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self._call = ""
        self._first: Callable[[], Awaitable[object]] | None = None

    def during(self, call: str, first: Callable[[], Awaitable[object]]) -> None:
        self._call, self._first = call, first

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 (whatever the store has)
        found = getattr(self._store, name)

        async def asked(*given: object) -> object:
            if name == self._call and self._first is not None:
                first, self._first = self._first, None
                await first()
            answer: object = await found(*given)
            return answer

        return asked


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(tmp_path: Path, clock: Clock) -> AsyncIterator[Interrupted]:
    kept = SqliteStore(tmp_path / "rooms.sqlite3", clock)
    await kept.open()
    yield Interrupted(kept)
    await kept.close()


@pytest.fixture
def feed(store: Interrupted) -> Feed:
    return Feed(cast("Store", store))


@pytest.fixture
def rooms(store: Interrupted, feed: Feed, clock: Clock) -> Rooms:
    return Rooms(cast("Store", store), feed, clock)


def token() -> TokenHash:
    found = hash_of(new_token())
    assert found is not None
    return found


async def opened(rooms: Rooms) -> RoomCode:
    rules = replace(PRESETS["ply_yard"], first_mover=FirstMover.HOST)
    live, _ = await rooms.open(Opening(RoomCode(""), Opponent.FRIEND, "Mei", rules), token())
    return live.room.table.code


class Watches:
    """Whoever has the room open here, so that all its commands share one copy of it."""

    def began(self, live: Live) -> None: ...
    def changed(self, live: Live, recorded: Recorded) -> None: ...
    def rewound(self, live: Live) -> None: ...
    def gone(self) -> None: ...
    def said(self, said: Said) -> None: ...
    def presence_changed(self) -> None: ...
    def tokens_changed(self, live: Live) -> None: ...


@pytest.mark.parametrize("is_watched", [False, True])
async def test_of_two_who_sit_down_at_once_one_gets_the_seat(
    rooms: Rooms, store: Interrupted, feed: Feed, is_watched: bool
) -> None:
    code = await opened(rooms)
    if is_watched:
        await feed.watch(code, Watches())
    first, second = token(), token()
    store.during("arrive", lambda: rooms.take_seat(code, "Bo", first))

    with pytest.raises(Refused) as refused:
        await rooms.take_seat(code, "Li", second)

    assert refused.value.code is Refusal.ROOM_FULL
    live = await rooms.find(code)
    assert live.seat_of(first) is Seat.GUEST
    assert live.seat_of(second) is None


async def test_a_claim_does_not_win_against_a_move_made_meanwhile(
    rooms: Rooms, store: Interrupted, feed: Feed, clock: Clock
) -> None:
    code = await opened(rooms)
    await rooms.take_seat(code, "Bo", token())
    await feed.watch(code, Watches())
    await rooms.command(code, Seat.HOST, "c1", Play(game=1, ply=0, action="a1"))
    await cast("Store", store).presence(code)
    clock.now += 61_000
    store.during(
        "presence",
        lambda: rooms.command(code, Seat.GUEST, "c2", Play(game=1, ply=1, action="a2")),
    )

    with pytest.raises(Refused) as refused:
        await rooms.command(code, Seat.HOST, "c3", Claim(game=1, win=True))

    assert refused.value.code is Refusal.TOO_EARLY
    room = (await rooms.find(code)).room
    assert isinstance(room, Playing)
    assert room.running.game.ply == 2
