"""Two friends meet, play, and play again, in each engine, while a third one watches."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.browsers.acts import (
    code_of,
    come_back,
    leave_and_return,
    look_back,
    meet,
    offer_in_vain,
    outlive_a_cut,
    outlive_a_restart,
    play,
    play_again,
    read_back,
    see_nothing_hidden,
    token_of,
    was_told_nothing,
    watch,
)
from tests.browsers.chromium import Chromium, Dress
from tests.browsers.conftest import Arrive
from tests.browsers.driver import DESKTOP, PHONE, Engine, Gift, Size
from tests.browsers.player import Player
from tests.e2e.line import line_to
from tests.e2e.programs import program
from tests.e2e.rooms import Room
from tests.servers import Server

HOSTS = """() => [...new Set(performance.getEntriesByType('resource')
  .map((entry) => new URL(entry.name).host))]"""
LOSSES = (
    "WebSocket",
    "can’t establish a connection",
    "Failed to load",
    "net::ERR",
    "was interrupted",
)


def complaints(*players: Player) -> list[str]:
    """What the pages complained about, but for lost connections, which the engines tell of."""
    said = [text for player in players for text in player.page.complaints()]
    return [text for text in said if not any(loss in text for loss in LOSSES)]


@pytest.mark.timeout(400)
def test_two_friends_meet_play_and_play_again(
    engine: Engine, server: Server, arrive: Arrive
) -> None:
    def come(size: Size, base: str) -> Player:
        return arrive(size, touch=size is PHONE and Gift.FINGERS in engine.gifts, base=base)

    go_through(come, server, is_remembered=Gift.MEMORY in engine.gifts)


NARROW = Size(320, 568)
DRESSES = {DESKTOP: Dress(calm=True, large=True), PHONE: Dress(locale="zh-TW", forced=True)}
"""Letters twice as large on a desktop; Chinese in few colours on the smallest phone."""


@pytest.fixture
def chromium() -> Iterator[Chromium]:
    running = Chromium()
    yield running
    running.close()


@pytest.mark.timeout(400)
def test_the_same_by_other_eyes(chromium: Chromium, server: Server) -> None:
    def come(size: Size, base: str) -> Player:
        narrow = NARROW if size is PHONE else size
        page = chromium.visit(narrow, touch=size is PHONE, dress=DRESSES[size])
        return Player(page, base)

    go_through(come, server, is_remembered=True)


def go_through(come: Callable[[Size, str], Player], server: Server, *, is_remembered: bool) -> None:
    """The whole script; the host's line can be cut."""
    with line_to(server.port) as line:
        host, guest, third = (
            come(DESKTOP, line.url),
            come(PHONE, server.url),
            come(DESKTOP, line.url),
        )
        link = meet(host.go(), guest)
        room = Room(server.url, code_of(host), token_of(host), token_of(guest))
        watch(third, link)
        with program(room, None) as watcher:
            play(host, guest, watcher)
            see_nothing_hidden(third)
            come_back(host, guest)
            leave_and_return(guest, is_remembered=is_remembered)
            outlive_a_cut(host, guest, line)
        offer_in_vain(host, guest)
        outlive_a_restart(host, guest, server)
        board = play_again(host, guest)
        was_told_nothing(third, room)
        read_back(guest, look_back(guest, board), board)
        for player in (host, guest, third):
            own = player.base.removeprefix("http://")
            assert player.page.run(HOSTS) == [own], "nothing comes from another host"
    assert complaints(host, guest, third) == []
