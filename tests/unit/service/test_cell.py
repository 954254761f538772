"""What a process knows of a room while it lives through one game after the other."""

from __future__ import annotations

import pytest

from app.game import BySeat, NextFirstMover
from app.room.commands import Rematch, Resign
from app.room.events import GameStarted
from app.room.state import Millis, Version
from app.service.cell import Cell, cell_of
from app.store.port import CommandKey, Head, Kept, Recorded, Tag, TokenHash, Unavailable
from tests.unit.room.scene import GUEST, HOST, Scene, rules, seated

NOBODY = BySeat(frozenset[TokenHash](), frozenset[TokenHash]())


def recorded(scene: Scene, number: int) -> Recorded:
    """Event `number` of the scene's past, sent by the host."""
    head = Head(Version(number + 1), Tag(f"tag{number}"))
    key = CommandKey(HOST, f"command {number}")
    return Recorded(head, Millis(scene.now), key, scene.past[number])


def played(games: int) -> Scene:
    """A room in which so many games were played to their end."""
    scene = seated(rules(next_first_mover=NextFirstMover.ALTERNATE))
    for number in range(games):
        scene.plies(4)
        scene.do(HOST, Resign())
        if number + 1 < games:
            scene.do(HOST, Rematch(accept=True))
            scene.do(GUEST, Rematch(accept=True))
    return scene


def lived_through(scene: Scene) -> Cell:
    """A cell that was told one event after the other."""
    cell = cell_of(Kept((recorded(scene, 0),), 0, NOBODY))
    for number in range(1, len(scene.past)):
        cell.accept(recorded(scene, number))
    return cell


def test_it_answers_for_the_running_and_the_previous_game_and_forgets_the_others() -> None:
    scene = played(4)
    starts = [at for at, event in enumerate(scene.past) if isinstance(event, GameStarted)]
    cell = lived_through(scene)

    assert cell.live.room == scene.room
    assert sorted(cell.answered.values()) == list(range(starts[-2] + 1, len(scene.past) + 1))


def test_it_knows_the_same_as_one_that_reads_the_log_afresh() -> None:
    scene = played(3)
    starts = [at for at, event in enumerate(scene.past) if isinstance(event, GameStarted)]
    log = tuple(recorded(scene, number) for number in range(starts[-2], len(scene.past)))
    cell, fresh = lived_through(scene), cell_of(Kept(log, starts[-1] - starts[-2], NOBODY))

    assert (cell.answered, cell.began) == (fresh.answered, fresh.began)


def test_a_log_that_cannot_be_is_a_store_that_cannot_be_read() -> None:
    scene = played(1)
    log = tuple(recorded(scene, number) for number in range(len(scene.past)))
    opening, ending = log[0], log[-1]

    with pytest.raises(Unavailable, match="a room cannot be read: GameEnded"):
        cell_of(Kept((opening, ending), 0, NOBODY))
    with pytest.raises(Unavailable, match="a room cannot be read: GameEnded"):
        cell_of(Kept((opening,), 0, NOBODY)).accept(ending)
