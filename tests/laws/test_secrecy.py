"""What is face down influences nothing that leaves the server.

Two games with the same past, in which other pieces lie under the squares still face down,
are byte for byte the same for both players, a spectator, whoever asks over HTTP, and the
computer player, which is asked the same line and plays the same: frames, answers, headers,
refusals, lengths and order.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from app.computer import question as computer
from app.game import FULL_SET, PRESETS, Game, Piece, legal, new_game, parse_action, play, ply_of
from app.game import Flip as FlipAction
from app.game.board import SQUARE_NAMES
from app.gateway import frames
from app.room import playing
from app.room import project as door
from app.room.commands import Refused
from app.room.state import Millis, Room, Version
from app.room.view import View
from tests.laws.worlds import World, world


@dataclass(frozen=True)
class Story:
    """A game up to some ply, and two layouts that agree on all that is face up by then."""

    preset: str
    layout: str
    twin: str
    actions: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Is there anything to tell the two worlds apart by?"""
        return self.layout != self.twin


@st.composite
def stories(draw: st.DrawFn) -> Story:
    """Random games of random length, with what is left face down shuffled for the twin."""
    preset = draw(st.sampled_from(sorted(PRESETS)))
    layout = "".join(draw(st.permutations(FULL_SET)))
    game = new_game(PRESETS[preset])
    actions: list[str] = []
    for _ in range(draw(st.integers(1, 40))):
        action = draw(st.sampled_from(legal(game)))
        after = played(game, action, layout)
        if after.outcome is not None:
            break
        game = after
        actions.append(action)
    return Story(preset, layout, shuffled(draw, game, layout), tuple(actions))


def played(game: Game, action: str, layout: str) -> Game:
    parsed = parse_action(action)
    under = Piece(layout[parsed.square]) if isinstance(parsed, FlipAction) else None
    return play(game, ply_of(game, parsed, under))


def shuffled(draw: st.DrawFn, game: Game, layout: str) -> str:
    hidden = [at for at in range(32) if game.board[at] == "?"]
    order = draw(st.permutations(hidden)) if hidden else []
    moved = dict(zip(hidden, (layout[at] for at in order), strict=True))
    return "".join(moved.get(at, layout[at]) for at in range(32))


def attacks(game: dict[str, object]) -> Iterator[str]:
    """An attack on every face-down square from the first open piece beside or behind it."""
    board = str(game["board"])
    hidden = [name for name, letter in zip(SQUARE_NAMES, board, strict=True) if letter == "?"]
    open_ = [name for name, letter in zip(SQUARE_NAMES, board, strict=True) if letter not in "?."]
    yield from (f"{source}{target}" for source in open_[:6] for target in hidden[:8])
    yield from (f"{source}a1" for source in hidden[:3])


async def told(story: Story, layout: str) -> dict[str, object]:
    """Live through the story on a server of its own; everything that has left it."""
    with tempfile.TemporaryDirectory() as directory:
        async with world(Path(directory), story.preset, layout) as there:
            for ply, action in enumerate(story.actions):
                seat = str(there.game["turn"])
                await there.ask(seat, {"type": "play", "game": 1, "ply": ply, "action": action})
            await _probe(there, len(story.actions))
            return there.outside()


async def _probe(there: World, ply: int) -> None:
    """Everything one could ask for to learn more than one may know."""
    seat = str(there.game["turn"])
    for action in attacks(there.game):
        await there.ask(seat, {"type": "play", "game": 1, "ply": ply, "action": action})
    await there.ask("guest", {"type": "history", "game": 1})
    await there.ask("spectator", {"type": "history", "game": 1})
    await there.ask("spectator", {"type": "play", "game": 1, "ply": ply, "action": "a1"})
    await there.ask("host", {"type": "play", "game": 1, "ply": ply + 1, "action": "a1"})
    await there.ask("host", {"type": "offer_draw", "game": 1})
    await there.ask("guest", {"type": "rename", "name": "Bao"})
    await there.look()


def assert_same_from_outside(story: Story) -> None:
    one = asyncio.run(told(story, story.layout))
    other = asyncio.run(told(story, story.twin))
    assert one.keys() == other.keys()
    for who in one:
        assert one[who] == other[who], who


@settings(max_examples=25, deadline=None)
@given(stories())
def test_what_is_face_down_changes_nothing_that_leaves_the_server(story: Story) -> None:
    assert_same_from_outside(story)


# — the law has teeth: leaks planted on purpose are found —


def story_with_twin() -> Story:
    """A short game; two of the pieces still face down have changed places in the twin."""
    layout = FULL_SET
    game = new_game(PRESETS["douque"])
    actions = ("b1", "a3", "c4", "d8")
    for action in actions:
        game = played(game, action, layout)
    twin = "".join(layout[{0: 20, 20: 0}.get(at, at)] for at in range(32))
    return Story("douque", layout, twin, actions)


def this_worlds_layout() -> str:
    """What lies face down, as the room would find it."""
    layout: str = vars(playing)["deal"](None)
    return layout


def leaky_order(room: Room, expires_at: Millis, setting: door.Setting | None = None) -> View:
    """A door that lists what is legal in the order of the pieces underneath."""
    view = door_as_it_is(room, expires_at, setting)
    if view.game is None:
        return view
    dealt = this_worlds_layout()
    order = sorted(view.game["legal"], key=lambda text: dealt[_index(text)])
    return replace(view, game={**view.game, "legal": tuple(order)})


def _index(action: str) -> int:
    return 4 * (int(action[1]) - 1) + "abcd".index(action[0])


door_as_it_is = door.project


def test_a_leak_in_the_order_of_a_list_is_found() -> None:
    with patch("app.gateway.hub.project", leaky_order), pytest.raises(AssertionError):
        assert_same_from_outside(story_with_twin())


def test_a_leak_in_the_length_of_a_refusal_is_found() -> None:
    plain = frames.refused

    def longer(about: str | None, refused: Refused, version: Version) -> frames.Frame:
        frame = plain(about, refused, version)
        dealt = this_worlds_layout()
        blank = b" " if dealt[0].isupper() else b""
        return frames.Frame(frame.payload + blank)

    with patch.object(frames, "refused", longer), pytest.raises(AssertionError):
        assert_same_from_outside(story_with_twin())


def test_a_leak_in_what_the_computer_is_asked_is_found() -> None:
    fairly = computer.question

    def knowing(game: Game, moves: Sequence[str], wish: str) -> str:
        dealt = this_worlds_layout()
        return fairly(game, moves, wish + " values" * dealt[0].isupper())

    with patch.object(computer, "question", knowing), pytest.raises(AssertionError):
        assert_same_from_outside(story_with_twin())


def test_without_a_leak_the_same_story_passes() -> None:
    story = story_with_twin()
    assert story.differs
    assert_same_from_outside(story)
