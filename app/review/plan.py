"""What has to be asked to review a game: every question is made of what was public then.

For each ply: what every action was worth before it. For a flip also: what each piece that
could have come up would have been worth, all of them asked alike, so that the luck of a flip
is zero on average whatever the error of the search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from app.computer.question import question
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
    parse_ply,
    replay,
    settle,
)

ROOT_NODES: Final = 20_000
"""Nodes to tell what the actions before a ply were worth."""

AFTER_NODES: Final = 4_000
"""Nodes for each piece that a flip could have brought."""


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
    moves: tuple[str, ...]
    """The plies before it."""
    could: tuple[Turned, ...] = ()

    @property
    def action(self) -> str:
        """The ply as it was asked for, without what came of it."""
        return str(self.ply.action)


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: its line, the actions that may be answered, and what it is about.

    `turned` is None for the question what the actions before the ply are worth.
    """

    step: Step
    line: str
    allowed: tuple[str, ...]
    turned: Turned | None = None


def steps(record: Record) -> tuple[Step, ...]:
    """The plies of a game; RecordInvalid when it is none."""
    games = replay(record)
    return tuple(
        _step(number, games[number - 1], games[number], record.moves)
        for number in range(1, len(games))
    )


def _step(number: int, before: Game, after: Game, moves: tuple[str, ...]) -> Step:
    ply = parse_ply(moves[number - 1])
    could = _could(before, ply.action) if isinstance(ply.action, Flip) else ()
    return Step(number, ply, before, after, moves[: number - 1], could)


def _could(before: Game, flip: Flip) -> tuple[Turned, ...]:
    return tuple(
        Turned(letter, count, settle(advance(before, Ply(flip, Piece(letter), None))))
        for letter, count in Counter(before.pool).items()
    )


def questions(all_steps: tuple[Step, ...]) -> Iterator[Asked]:
    """Everything that has to be asked, ply by ply."""
    for step in all_steps:
        yield _root(step)
        for turned in step.could:
            if turned.game.outcome is None:
                yield _after(step, turned)


def _root(step: Step) -> Asked:
    line = question(step.before, step.moves, f"nodes {ROOT_NODES} values")
    return Asked(step, line, legal(step.before))


def _after(step: Step, turned: Turned) -> Asked:
    line = question(turned.game, (), f"nodes {AFTER_NODES}")
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
