"""One trial: a load, a fault that is made again and again under it, and the verdict.

Owns the order of things. What is broken, and how, is the fault's part.
"""

from __future__ import annotations

import random
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from tests.chaos.checker import Violation, check, forgotten, resumed_after
from tests.chaos.client import IMPATIENT
from tests.chaos.crew import Crew, Load, playing
from tests.chaos.history import Fault, Log, RoomHistory
from tests.chaos.truth import Archive, told
from tests.servers import Server


@dataclass(frozen=True, slots=True)
class Scene:
    """What a strike may know of the load."""

    chance: random.Random
    under_way: Callable[[], Awaitable[None]]
    """Returns when a command has just been sent."""


@dataclass(frozen=True, slots=True)
class Break:
    """A fault that can be made: `strike` breaks something and returns when it is whole again.

    Where the fault ended earlier than that, it returns the instant.
    """

    name: str
    strike: Callable[[Scene], Awaitable[float | None]]
    went_back: bool = False
    hushes_clients: bool = False
    is_announced: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """What a load plays on: where it enters, where rooms are opened, where logs are read."""

    opener: Server
    doors: Sequence[str]
    archive: Archive


@dataclass(frozen=True, slots=True)
class Report:
    """How a trial went."""

    name: str
    faults: int
    commands: int = 0
    acked: int = 0
    unavailable: int = 0
    resent: int = 0
    longest: float = 0.0
    """Seconds until play went on in the last room, after the fault that was worst for it."""
    may_lose: bool = False
    """Whether the store went back in time."""
    lost: int = 0
    """Acknowledged commands that went with it."""
    violations: tuple[Violation, ...] = field(default=())


USUAL = Load()
Progress = Callable[[int], None]
"""Told how many times something was broken."""


async def hold(
    stage: Stage,
    break_: Break,
    times: int = 1,
    load: Load = USUAL,
    *,
    progress: Progress = lambda _: None,
) -> Report:
    """Break this so many times under a load of games; what the checker says."""
    if break_.hushes_clients:
        load = replace(load, patience=IMPATIENT)
    async with playing(load, stage.opener, stage.doors) as crew:
        scene = Scene(random.Random(load.seed), crew.under_way)
        faults, logs = [], [await _read(stage, crew)]
        for number in range(times):
            faults.append(await _struck(break_, scene))
            await crew.plays_on(faults[-1].ended)
            logs.append(await _read(stage, crew))
            progress(number + 1)
        await crew.comes_to_rest()
        histories = await _histories(stage, crew, faults, logs)
    return report(break_, len(faults), histories)


async def _struck(break_: Break, scene: Scene) -> Fault:
    began = time.monotonic()
    ended = await break_.strike(scene)
    return Fault(
        break_.name,
        began,
        time.monotonic() if ended is None else ended,
        went_back=break_.went_back,
        hushes_clients=break_.hushes_clients,
        is_announced=break_.is_announced,
    )


async def _read(stage: Stage, crew: Crew) -> list[Log]:
    return await stage.archive.read([party.room.code for party in crew.parties])


async def _histories(
    stage: Stage, crew: Crew, faults: Sequence[Fault], logs: list[list[Log]]
) -> list[RoomHistory]:
    truths = [await told(party.room, stage.opener) for party in crew.parties]
    await crew.all_know([truth.version for truth in truths])
    logs.append(await _read(stage, crew))
    by_room = zip(*logs, strict=True)
    return [
        party.history(replace(truth, logs=read), faults)
        for party, truth, read in zip(crew.parties, truths, by_room, strict=True)
    ]


def report(break_: Break, faults: int, histories: Sequence[RoomHistory]) -> Report:
    """What these histories come to."""
    commands = [sent for history in histories for sent in history.commands]
    attempts = [attempt for sent in commands for attempt in sent.attempts]
    return Report(
        name=break_.name,
        faults=faults,
        commands=len(commands),
        acked=sum(bool(sent.acks) for sent in commands),
        unavailable=sum(attempt.code == "unavailable" for attempt in attempts),
        resent=sum(len(sent.attempts) > 1 for sent in commands),
        longest=max((s for each in histories for s in resumed_after(each)), default=inf),
        may_lose=break_.went_back,
        lost=sum(forgotten(history) for history in histories),
        violations=tuple(_violations(histories)),
    )


def _violations(histories: Sequence[RoomHistory]) -> Iterator[Violation]:
    for history in histories:
        yield from check(history)
