"""What has to be asked to review a game: every question is made of what was public then.

For each ply: what every action was worth before it. For a flip also: what each piece that
could have come up would have been worth, all of them asked alike, so that the luck of a flip
is zero on average whatever the error of the search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from app.computer.question import question, told_of
from app.game import (
    Flip,
    Game,
    Mover,
    Piece,
    Ply,
    Position,
    Record,
    advance,
    judge_position,
    legal,
    moments,
    parse_ply,
    settle,
)

ROOT_NODES: Final = 20_000
"""Nodes to tell what the actions before a ply were worth."""

AFTER_NODES: Final = 4_000
"""Nodes for each piece that a flip could have brought."""

SEED: Final = "seed 1"
"""Chance is the same in all questions, so that an answer follows from its question alone."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A piece that could come up: how many of them lay there, and the game after it."""

    piece: str
    count: int
    game: Game


@dataclass(frozen=True, slots=True)
class Step:
    """One ply: the game before it and after it, and for a flip all that could have come of it."""

    number: int
    ply: Ply
    before: Game
    after: Game
    plies: tuple[str, ...]
    """All plies of the game."""
    could: tuple[Turned, ...] = ()

    @property
    def action(self) -> str:
        """The ply as it was asked for, without what came of it."""
        return str(self.ply.action)

    @property
    def since(self) -> tuple[str, ...]:
        """The plies before it that are asked about with it."""
        before = self.number - 1
        return self.plies[before - told_of(self.before, before) : before]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: its line, the actions that may be answered, and what it is about.

    `turned` is None for the question what the actions before the ply are worth.
    """

    step: Step
    line: str
    allowed: tuple[str, ...]
    turned: Turned | None = None


def steps(record: Record) -> Iterator[Step]:
    """The plies of a game, one by one; RecordInvalid when it is none."""
    for number, (before, after) in enumerate(pairwise(moments(record)), 1):
        ply = parse_ply(record.moves[number - 1])
        could = _could(before, ply.action) if isinstance(ply.action, Flip) else ()
        yield Step(number, ply, before, after, record.moves, could)


def _could(before: Game, flip: Flip) -> tuple[Turned, ...]:
    return tuple(
        Turned(letter, count, settle(advance(before, Ply(flip, Piece(letter), None))))
        for letter, count in Counter(before.pool).items()
    )


def questions(all_steps: Iterable[Step]) -> Iterator[Asked]:
    """Everything that has to be asked, ply by ply, each made when its turn comes."""
    for step in all_steps:
        yield _root(step)
        for turned in _open(step):
            yield _after(step, turned)


def count_of_questions(all_steps: Iterable[Step]) -> int:
    """How many `questions` there are."""
    return sum(1 + len(_open(step)) for step in all_steps)


def _open(step: Step) -> tuple[Turned, ...]:
    """The pieces that could have come up without ending the game."""
    return tuple(turned for turned in step.could if turned.game.outcome is None)


def _root(step: Step) -> Asked:
    line = question(step.before, step.since, f"nodes {ROOT_NODES} {SEED} values")
    return Asked(step, line, legal(step.before))


def _after(step: Step, turned: Turned) -> Asked:
    line = question(turned.game, (), f"nodes {AFTER_NODES} {SEED}")
    return Asked(step, line, legal(turned.game), turned)


def odds(could: tuple[Turned, ...]) -> Mapping[str, float]:
    """How likely each piece was to come up."""
    total = sum(each.count for each in could)
    return {each.piece: each.count / total for each in could}


def threats(game: Game, mover: Mover) -> tuple[str, ...]:
    """What this player takes on the board if it is their turn; nothing before there are colours."""
    turn = game.colour_of(mover)
    if turn is None or game.outcome is not None:
        return ()
    return judge_position(Position(game.board, turn, game.pool, 0), game.rules).captures
