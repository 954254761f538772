"""The law of the review: the same public history has the same judgements.

Whatever lies face down, whichever engine is asked, and whatever it was asked before.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any, cast

import orjson
import pytest

from app.arena.chance import Stream
from app.computer.engines import Engines
from app.game import (
    FULL_SET,
    PRESETS,
    Game,
    Record,
    Seat,
    legal,
    new_game,
    parse_action,
    play,
    ply_of,
    record_to_json,
)
from app.review import plan
from app.review.reviews import WISHES, Progress, Reviews, Wanted
from app.room.state import Millis, RoomCode
from app.store.port import Store
from tests.bench.games import found_by

PLIES = 5
ROOM = RoomCode("K7Q2MX")


class Memory:
    """A store of one record and of what is told and kept about it."""

    def __init__(self, record: bytes) -> None:
        self._record = record
        self._kept: dict[str, str] = {}
        self._tallies: dict[str, dict[str, int]] = {}
        self.has_found = asyncio.Event()

    async def record(self, _room: RoomCode, _number: int) -> bytes:
        return self._record

    async def tallied(self, name: str) -> Mapping[str, int]:
        return dict(self._tallies.get(name, {}))

    async def tally(self, name: str, owner: str, count: int, _ttl: Millis) -> Mapping[str, int]:
        told = self._tallies.setdefault(name, {})
        told[owner] = count
        if name == WISHES and not count:
            del told[owner]
        return told

    async def lease(self, _name: str, _owner: str, _ttl: Millis) -> bool:
        return True

    async def release(self, _name: str, _owner: str) -> None:
        """Leases are everybody's."""

    async def recall(self, name: str) -> str | None:
        return self._kept.get(name)

    async def remember(self, name: str, value: str, _ttl: Millis) -> str:
        self._kept[name] = value
        self.has_found.set()
        return value


@asynccontextmanager
async def an_engine() -> AsyncIterator[Engines]:
    engines = Engines(1)
    try:
        yield engines
    finally:
        await engines.close()


async def reviewed(record: Record, engines: Engines) -> dict[str, Any]:
    """The review of a game as the server makes it."""
    written = orjson.dumps(record_to_json(record))
    store = Memory(written)
    reviews = Reviews(cast("Store", store), engines)
    running = asyncio.create_task(reviews.run())
    try:
        assert isinstance(await reviews.ask(Wanted(ROOM, 1), written), Progress)
        await asyncio.wait_for(store.has_found.wait(), 120)
        found = await reviews.ask(Wanted(ROOM, 1), written)
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
    assert isinstance(found, bytes)
    told: dict[str, Any] = orjson.loads(found)
    return told


def same_past() -> tuple[Record, Record]:
    """A game that was broken off, and its twin: other pieces lie where nobody has looked."""
    rng = Stream("the law of the review")
    deal, moves, game = rng.shuffled(FULL_SET), list[str](), new_game(PRESETS["douque"])
    for _ in range(PLIES):
        text = legal(game)[rng.randrange(len(legal(game)))]
        ply = ply_of(game, parse_action(text), found_by(text, deal))
        moves.append(str(ply))
        game = play(game, ply)
    one = Record(rules=game.rules, first=Seat.HOST, moves=tuple(moves), deal=deal)
    return one, replace(one, deal=twin_of(deal, game))


def twin_of(deal: str, game: Game) -> str:
    """The same deal with the pieces that are still face down in another order."""
    hidden = [at for at, letter in enumerate(game.board) if letter == "?"]
    turned = dict(zip(hidden, reversed(hidden), strict=True))
    return "".join(deal[turned.get(at, at)] for at in range(len(deal)))


async def test_the_same_public_history_has_the_same_judgements(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # So few that a search is cut short where the order of equal flips matters most.
    monkeypatch.setattr(plan, "ROOT_NODES", 300)
    monkeypatch.setattr(plan, "AFTER_NODES", 100)
    one, twin = same_past()
    assert one.deal != twin.deal
    async with an_engine() as first, an_engine() as second:
        told = await reviewed(one, first)
        assert await reviewed(twin, second) == told
        assert await reviewed(twin, first) == told

    assert sum(1 for each in told["plies"] if each["luck"]) >= 3
    assert any(each["value"] for each in told["plies"])
