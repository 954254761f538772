"""Many games against the computer beside games between people, on one server.

The engines stand back behind the server and share its core here, which is the worst that can
happen to it: what people feel is the p99 of all their moves, disturbed or not. How long each
answer of the computer took is told beside it.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect

from tests.bench import servers
from tests.bench.calm import MS, quantile
from tests.bench.contest import serving
from tests.bench.load import Slice, steady
from tests.bench.plan import Bench, Section
from tests.bench.players import Sizes
from tests.bench.rooms import gamers, open_rooms
from tests.bench.servers import Server
from tests.bench.table import Goal, heading, line

PEOPLE = 50
"""Rooms of two people."""

RATE = 200.0
"""Moves a second of all people together."""

COMPUTERS = 50
LEVEL = 5
SECONDS = 20.0
BEGIN_SECONDS = 12.0
"""So long all computer games go on before they count: by then everybody waits in the queue."""

LONGEST = 12.0
FELT = 10.0
"""Milliseconds that nobody feels."""


@dataclass(slots=True)
class Waits:
    """Seconds from each answer to a person's move to the move of the computer."""

    all: list[float] = field(default_factory=list)


async def run(bench: Bench) -> Section:
    """Measure people alone, then people beside the computer games."""
    guests = gamers(Sizes())
    with serving(servers.product(bench.folder, servers.sqlite(bench.folder)), guests) as server:
        doors = await asyncio.to_thread(open_rooms, server, PEOPLE)
        pairs = await guests.enter(server, doors)
        bench.say("people alone")
        await steady(server, pairs, bench.plan.warm, RATE)
        alone = _p99(await steady(server, pairs, SECONDS / 2, RATE))
        bench.say(f"people beside {COMPUTERS} games against level {LEVEL}")
        waits = Waits()
        games = [asyncio.create_task(_play(server, seed, waits)) for seed in range(COMPUTERS)]
        await asyncio.sleep(BEGIN_SECONDS)
        waits.all.clear()
        beside = _p99(await steady(server, pairs, SECONDS, RATE))
        told = sorted(waits.all)
        for game in games:
            game.cancel()
        await asyncio.gather(*games, return_exceptions=True)
    return _section(alone, beside, told)


def _p99(slices: Sequence[Slice]) -> float:
    times = [t for each in slices for t in (*each.meter.mover, *each.meter.opponent)]
    return MS * quantile(times, 0.99)


async def _play(server: Server, seed: int, waits: Waits) -> None:
    """One person who plays the computer at random, without thinking, game after game."""
    dice = random.Random(seed)
    base = f"http://127.0.0.1:{server.port}/api/rooms"
    body = {"opponent": "computer", "level": LEVEL, "first": "host"}
    async with httpx.AsyncClient() as client:
        opened = (await client.post(base, json=body)).json()
    path = f"ws://127.0.0.1:{server.port}/api/rooms/{opened['code']}/ws"
    hello = {"type": "hello", "token": opened["token"], "protocol": 1}
    async with connect(path) as socket:
        await socket.send(orjson.dumps(hello).decode())
        await _turn(socket, dice, waits)


async def _turn(socket: ClientConnection, dice: random.Random, waits: Waits) -> None:
    """Play whenever it is one's turn, and measure how long the computer takes."""
    moved = 0.0
    async for message in socket:
        frame = orjson.loads(message)
        if moved and (frame.get("game") or {}).get("turn") == "host":
            waits.all.append(time.perf_counter() - moved)
            moved = 0.0
        command = _answer(frame, dice)
        if command is not None:
            await socket.send(orjson.dumps({"id": f"b{time.monotonic_ns()}", **command}).decode())
            moved = time.perf_counter() if command["type"] == "play" else 0.0


def _answer(frame: dict[str, Any], dice: random.Random) -> dict[str, object] | None:
    """What a person does about a frame."""
    game, room = frame.get("game"), frame.get("room")
    if frame["type"] not in {"welcome", "state"} or room is None:
        return None
    if room["phase"] == "drawing" and room["draw_for_first"]["host"] is None:
        return {"type": "pick", "tile": dice.randrange(5)}
    if game is None:
        return None
    if game["result"] is not None:
        return {"type": "rematch", "game": game["number"], "accept": True}
    if game["turn"] != "host":
        return None
    action = dice.choice(game["legal"])
    return {"type": "play", "game": game["number"], "ply": game["ply"], "action": action}


def _section(alone: float, beside: float, waits: Sequence[float]) -> Section:
    middle = quantile(list(waits), 0.5) if waits else float("nan")
    longest = max(waits, default=float("nan"))
    lines = [
        heading("people's moves", ("alone", "beside")),
        line("p99 of all moves, ms", (alone, beside)),
        "",
        f"{len(waits)} answers of the computer: median {middle:.1f} s, longest {longest:.1f} s",
    ]
    goals = [
        Goal("people: p99 beside 50 computer games", beside, FELT, " ms"),
        Goal("the longest wait for the computer", longest, LONGEST, " s"),
    ]
    return Section(lines, goals)
