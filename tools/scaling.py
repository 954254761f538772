"""What so many rooms need: `python -m tools.scaling` prints the tables of docs/scaling.md.

Takes what was measured from docs/scaling.json, and how people play from `PLAY`. A simple sum,
made the same way each time: nothing is drawn by chance.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

FIGURES: Final = Path(__file__).parents[1] / "docs" / "scaling.json"
ROOMS: Final = (10_000, 1_000_000, 100_000_000)
US: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured. Times in µs, sizes as named."""

    worker_us_per_move: float
    redis_us_per_move: float
    worker_kb_per_connection: float
    worker_us_per_heartbeat: float
    redis_us_per_heartbeat: float
    worker_us_per_poll: float
    redis_us_per_poll: float
    worker_us_per_hundred_heads: float
    redis_us_per_hundred_heads: float
    redis_bytes_per_room: float
    bytes_in_per_move: float
    bytes_out_per_move: float


@dataclass(frozen=True, slots=True)
class Play:
    """How people play, and how full a machine may get."""

    seconds_per_move: float = 6.0
    """Between two moves of a room."""
    connections: float = 2.2
    """In a room, spectators included."""
    beat_seconds: float = 10.0
    poll_seconds: float = 0.25
    compare_seconds: float = 4.0
    busy: float = 0.6
    """The part of a core that is used when all is well."""
    worker_sockets: int = 15_000
    """More are possible; so many were measured."""
    redis_gib: float = 16.0
    """Memory of one server of the store, half of it for rooms."""


PLAY: Final = Play()


@dataclass(frozen=True, slots=True)
class Need:
    """What so many rooms need."""

    rooms: int
    moves: float
    """A second."""
    workers_by_cpu: float
    workers_by_sockets: float
    workers: int
    stores_by_cpu: float
    stores_by_memory: float
    stores: int
    polls_share: float
    """The part of the store's work that is looking for deadlines."""
    memory_gib: float
    megabits: float


def read(path: Path = FIGURES) -> Figures:
    """The figures as they stand in the file."""
    told = json.loads(path.read_text(encoding="utf-8"))
    return Figures(**{field.name: float(told[field.name]) for field in fields(Figures)})


def need(rooms: int, figures: Figures, play: Play = PLAY) -> Need:
    """What so many rooms in play need, all at the same time."""
    moves = rooms / play.seconds_per_move
    beats = rooms * play.connections / play.beat_seconds
    hundreds = rooms / 100 / play.compare_seconds
    by_cpu = _workers_by_cpu(figures, play, (moves, beats, hundreds))
    by_sockets = rooms * play.connections / play.worker_sockets
    workers = math.ceil(max(by_cpu, by_sockets))
    polls = workers / play.poll_seconds * figures.redis_us_per_poll * US
    rest = US * (
        moves * figures.redis_us_per_move
        + beats * figures.redis_us_per_heartbeat
        + hundreds * figures.redis_us_per_hundred_heads
    )
    memory = rooms * figures.redis_bytes_per_room / 2**30
    stores_by_cpu, stores_by_memory = (rest + polls) / play.busy, memory / (play.redis_gib / 2)
    return Need(
        rooms=rooms,
        moves=moves,
        workers_by_cpu=by_cpu,
        workers_by_sockets=by_sockets,
        workers=workers,
        stores_by_cpu=stores_by_cpu,
        stores_by_memory=stores_by_memory,
        stores=math.ceil(max(stores_by_cpu, stores_by_memory)),
        polls_share=polls / (rest + polls),
        memory_gib=memory,
        megabits=moves * 8e-6 * _bytes(figures, play),
    )


def _workers_by_cpu(figures: Figures, play: Play, often: tuple[float, float, float]) -> float:
    moves, beats, hundreds = often
    seconds = US * (
        moves * figures.worker_us_per_move
        + beats * figures.worker_us_per_heartbeat
        + hundreds * figures.worker_us_per_hundred_heads
    )
    own = US * figures.worker_us_per_poll / play.poll_seconds
    return seconds / (play.busy - own)


def _bytes(figures: Figures, play: Play) -> float:
    return figures.bytes_in_per_move + play.connections * figures.bytes_out_per_move


ROWS: Final[tuple[tuple[str, Callable[[Need], float]], ...]] = (
    ("moves a second", lambda n: n.moves),
    ("workers, by CPU", lambda n: n.workers_by_cpu),
    ("workers, by sockets", lambda n: n.workers_by_sockets),
    ("**workers**", lambda n: n.workers),
    ("servers of the store, by CPU", lambda n: n.stores_by_cpu),
    ("servers of the store, by memory", lambda n: n.stores_by_memory),
    ("**servers of the store**", lambda n: n.stores),
    ("of their work, looking for deadlines, %", lambda n: 100 * n.polls_share),
    ("memory of the store, GiB", lambda n: n.memory_gib),
    ("network to players, Mbit/s", lambda n: n.megabits),
)


def table(figures: Figures) -> str:
    """The table of needs, in Markdown."""
    needs = [need(rooms, figures) for rooms in ROOMS]
    head = ["rooms in play at once", *(f"{rooms:,}" for rooms in ROOMS)]
    body = [[name, *(_shown(of(each)) for each in needs)] for name, of in ROWS]
    rows = [head, ["---"] * len(head), *body]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 or value == int(value) else f"{value:.2f}"


def main() -> None:
    """Print the tables."""
    sys.stdout.write(table(read()) + "\n")


if __name__ == "__main__":
    main()
