"""The law of the review: the same public history has the same judgements.

Whatever lies face down, whichever engine is asked, and whatever it was asked before.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

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
from app.review.reviews import Progress, Wanted
from app.room.state import RoomCode
from tests.bench.games import found_by
from tests.unit.review.memory import Memory

PLIES = 5
ROOM = RoomCode("K7Q2MX")


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
    async with store.served(engines) as reviews:
        assert isinstance(await reviews.ask(Wanted(ROOM, 1), written), Progress)
        await store.until_settled()
        found = await reviews.ask(Wanted(ROOM, 1), written)
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
