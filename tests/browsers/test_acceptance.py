"""Two friends meet, play, and play again, in each engine."""

from __future__ import annotations

import random

import pytest

from tests.browsers.conftest import Arrive
from tests.browsers.driver import PHONE, Engine, Gift
from tests.browsers.player import Player
from tests.e2e.line import Line, line_to
from tests.e2e.programs import Program, program
from tests.e2e.referee import Referee
from tests.e2e.rooms import Room
from tests.servers import Server

PLIES = 16
LOST = "body[data-conn=offline], body[data-conn=reconnecting]"
BACK = "body[data-conn=online], body[data-conn=slow]"
SEAT = "() => JSON.parse(sessionStorage[`banqi.seat.${location.pathname.slice(1)}`]).token"
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


@pytest.mark.timeout(300)
def test_two_friends_meet_play_and_play_again(
    engine: Engine, server: Server, arrive: Arrive
) -> None:
    with line_to(server.port) as line:
        host = arrive(base=line.url).go()
        guest = arrive(PHONE, touch=Gift.FINGERS in engine.gifts)
        code = meet(host, guest)
        assert guest.page.run("() => [innerWidth, innerHeight]") == [PHONE.width, PHONE.height]
        room = Room(server.url, code, str(host.page.run(SEAT)), str(guest.page.run(SEAT)))
        with program(room, None) as watcher:
            play(host, guest, watcher)
            come_back(host, guest)
            leave_and_return(guest, is_remembered=Gift.MEMORY in engine.gifts)
            outlive_a_cut(host, guest, line)
        look_back(guest, play_again(host, guest))
        for player in (host, guest):
            own = player.base.removeprefix("http://")
            assert player.page.run(HOSTS) == [own], "nothing comes from another host"
    assert complaints(host, guest) == []


def meet(host: Player, guest: Player) -> str:
    """One opens a room, the other types its code, and both draw for the first move."""
    host.press("create")
    host.write("dialog [name=name]", "Mei")
    host.press("create-submit")
    host.screen("lobby")
    code = str(host.page.run("() => location.pathname.slice(1)"))

    guest.go()
    guest.write("[name=code]", code.lower())
    guest.page.key("Enter")
    guest.screen("join")
    guest.write("[name=name]", "Bao")
    guest.press("sit")
    draw_for_first(host, guest)
    return code


def draw_for_first(host: Player, guest: Player) -> None:
    """Both pick one of five pieces."""
    for number, player in enumerate((host, guest)):
        player.screen("drawing")
        player.hit(f"[data-tile='{number}']")
    for player in (host, guest):
        player.press("continue")
        player.screen("game")


def play(host: Player, guest: Player, watcher: Program) -> None:
    """Flips, moves and captures; after each both boards are the server's and the rules'."""
    referee, chance = Referee(), random.Random(3)
    for ply in range(1, PLIES + 1):
        mover = host if host.is_on_turn else guest
        action = referee.choose(chance)
        mover.play(action)
        for player in (host, guest):
            player.at_ply(ply)
        board = watcher.board_at(ply)
        assert host.board == guest.board == board
        assert host.last == guest.last == {action[:2], action[2:] or action[:2]}
        referee.follow(action, board)
        assert referee.game.board == board
        assert sorted(referee.legal) == sorted(watcher.game["legal"])


def come_back(host: Player, guest: Player) -> None:
    """A reload and a second tab show the same game."""
    board = host.board
    guest.page.reload()
    guest.stands()
    guest.at_ply(PLIES)
    assert guest.board == board
    second = guest.another(str(guest.page.run("() => location.pathname.slice(1)")))
    second.at_ply(PLIES)
    assert second.board == board


def leave_and_return(player: Player, *, is_remembered: bool) -> None:
    """Another page, and back: the game is there and alive, and where it can be, as it was left."""
    board, ply = player.board, player.ply
    player.page.run("() => { globalThis.mark = 'left'; }")
    player.page.open(f"{player.base}/rules")
    player.screen("rules")
    player.page.back()
    player.at_ply(ply)
    player.see(BACK)
    assert player.board == board
    assert (player.page.run("() => globalThis.mark ?? ''") == "left") is is_remembered


def outlive_a_cut(host: Player, guest: Player, line: Line) -> None:
    """A move made while the line is dead is played once, when it lives again."""
    wait_for_turn(host, guest)
    line.cut()
    ply = host.ply
    host.hit("[data-square][data-content=hidden]")
    host.see("[data-pending]")
    host.see(LOST)
    assert guest.board == host.board
    line.mend()
    host.see(BACK)
    for player in (host, guest):
        player.at_ply(ply + 1)
    assert guest.board == host.board


def wait_for_turn(host: Player, guest: Player) -> None:
    """The guest plays if it must, so that the host is to move."""
    if guest.is_on_turn:
        guest.hit("[data-square][data-content=hidden]")
    host.until("() => document.body.dataset.turn === 'me'")


def play_again(host: Player, guest: Player) -> str:
    """One gives up, after a question; both want another game. The last board of the first one."""
    board = host.board
    host.press("resign")
    host.press("slot-confirm")
    host.see(".end[data-result=lost]")
    guest.see(".end[data-result=won]")
    guest.press("rematch")
    host.press("rematch-accept")
    draw_for_first(host, guest)
    for player in (host, guest):
        player.at_ply(0)
        player.miss(".end")
        assert player.board == "?" * 32
    return board


def look_back(player: Player, board: str) -> None:
    """The finished game, step by step."""
    code = player.page.run("() => location.pathname.slice(1)")
    player.go(f"replay#{code}.1")
    player.at_ply(0)
    player.press("replay-last")
    player.until("() => document.querySelector('.game').dataset.ply > 0")
    assert player.board == board
    player.press("act-back")
