"""What people do in the script, act by act; which engine it is does not matter to any of them."""

from __future__ import annotations

import random
import time

from app.game import record_from_text
from tests.browsers.player import Player
from tests.e2e.line import Line
from tests.e2e.programs import Program
from tests.e2e.referee import Referee
from tests.e2e.rooms import Room
from tests.e2e.test_secrecy import MARKUP, leaks
from tests.servers import Server

PLIES = 16
LOST = "body[data-conn=offline], body[data-conn=reconnecting], body[data-conn=restarting]"
BACK = "body[data-conn=online], body[data-conn=slow]"
SEAT = "() => JSON.parse(sessionStorage[`banqi.seat.${location.pathname.slice(1)}`]).token"
HIDDEN = "[data-square][data-content=hidden]"
AT_ONCE_SECONDS = 1.5
"""Time enough to tell both pages when they press."""

COPIED = """() => {
  const clipboard = navigator.clipboard;
  const write = clipboard.writeText.bind(clipboard);
  clipboard.writeText = async (text) => {
    await write(text);
    globalThis.copied = text;
  };
}"""
"""Remembers what the browser has put on its clipboard; not every one lets it be read."""

OVERHEAR = """() => {
  globalThis.frames = [];
  globalThis.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => globalThis.frames.push(data));
    }
  };
}"""

CATCH = """() => {
  const make = URL.createObjectURL;
  URL.createObjectURL = (blob) => {
    blob.text().then((text) => { globalThis.saved = text; });
    return make.call(URL, blob);
  };
  document.addEventListener('click', (event) => {
    if (event.target.closest?.('a[download]')) event.preventDefault();
  }, true);
}"""
"""Takes what would be saved as a file."""

PRESS_THEN = """(act, at) => {
  const press = () => document.querySelector(`[data-act=${act}]`).click();
  setTimeout(press, at - Date.now());
}"""

FILL_IN = """(name, text) => {
  const field = document.querySelector(`[name=${name}]`);
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}"""


def meet(host: Player, guest: Player) -> str:
    """One opens a room, the other types its code, and both draw for the first move; the link."""
    host.press("create")
    host.write("dialog [name=name]", "Mei")
    host.press("create-submit")
    host.screen("lobby")
    link = copy_link(host)
    code = code_of(host)
    assert link == f"{host.base}/{code}"

    guest.go()
    guest.write("[name=code]", code.lower())
    guest.page.key("Enter")
    guest.screen("join")
    guest.write("[name=name]", "Bao")
    guest.press("sit")
    draw_for_first(host, guest)
    return link


def code_of(player: Player) -> str:
    """The room that is open."""
    return str(player.page.run("() => location.pathname.slice(1)"))


def token_of(player: Player) -> str:
    """What proves whose seat it is."""
    return str(player.page.run(SEAT))


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
    second = guest.another(code_of(guest))
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
    host.hit(HIDDEN)
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
        guest.hit(HIDDEN)
    host.until("() => document.body.dataset.turn === 'me'")


def offer_in_vain(host: Player, guest: Player) -> None:
    """Who waits offers a draw; the other plays on, and that is an answer."""
    mover, waiter = (host, guest) if host.is_on_turn else (guest, host)
    ply = mover.ply
    waiter.press("draw")
    waiter.press("slot-confirm")
    waiter.see(".slot[data-state=mine]")
    mover.see(".slot[data-state=offered]")
    mover.hit(HIDDEN)
    for player in (host, guest):
        player.at_ply(ply + 1)
        player.miss(".slot[data-state=offered], .slot[data-state=mine]")
        assert player.page.run("() => document.body.dataset.phase") == "playing"


def outlive_a_restart(host: Player, guest: Player, server: Server) -> None:
    """The server dies in the middle of the game and comes back; the game goes on."""
    board, ply = host.board, host.ply
    server.kill()
    for player in (host, guest):
        player.see(LOST)
        assert player.board == board
    server.start()
    for player in (host, guest):
        player.see(BACK)
    mover = host if host.is_on_turn else guest
    mover.hit(HIDDEN)
    for player in (host, guest):
        player.at_ply(ply + 1)
    assert host.board == guest.board != board


def play_again(host: Player, guest: Player) -> str:
    """One gives up, after a question; both want another game. The last board of the first one."""
    board = host.board
    host.press("resign")
    host.press("slot-confirm")
    host.see(".end[data-result=lost]")
    guest.see(".end[data-result=won]")
    press_at_once(host, guest, "rematch")
    draw_for_first(host, guest)
    for player in (host, guest):
        player.at_ply(0)
        player.miss(".end")
        assert player.board == "?" * 32
    return board


def press_at_once(host: Player, guest: Player, act: str) -> None:
    """Both press before either page can have heard of the other."""
    for player in (host, guest):
        player.see(f"[data-act={act}]")
    at = 1000 * (time.time() + AT_ONCE_SECONDS)
    for player in (host, guest):
        player.page.run(PRESS_THEN, act, at)


def look_back(player: Player, board: str) -> str:
    """The finished game, step by step; the record that is saved."""
    code = code_of(player)
    player.go(f"replay#{code}.1")
    player.at_ply(0)
    player.press("replay-last")
    player.until("() => document.querySelector('.game').dataset.ply > 0")
    assert player.board == board
    player.press("act-back")
    player.until("() => document.querySelector('.game').dataset.ply > 0")
    return save(player)


def save(player: Player) -> str:
    """What the replay writes into a file."""
    player.page.run(CATCH)
    player.hit("[data-act=open-game], [data-act=tab-game]")
    player.press("save-text")
    return str(player.until("() => globalThis.saved"))


def read_back(player: Player, record: str, board: str) -> None:
    """The saved record is the game: for the rules, and for a page that reads it."""
    game = record_from_text(record)
    assert game.deal is not None, "what lay face down is told in the end"
    player.go("replay")
    player.page.run(FILL_IN, "record", record)
    player.press("show")
    player.at_ply(0)
    player.press("replay-last")
    player.at_ply(len(game.moves))
    assert player.board == board


def copy_link(host: Player) -> str:
    """The link of the lobby, as the browser has put it on its clipboard."""
    host.page.run(COPIED)
    host.press("copy-link")
    host.see("[data-act=copy-link][data-state=copied]")
    return str(host.until("() => globalThis.copied"))


def watch(watcher: Player, link: str) -> None:
    """Somebody else opens the link when both seats are taken."""
    watcher.go(link.removeprefix(f"{watcher.base}/"))
    watcher.page.run(OVERHEAR)
    watcher.press("watch")
    watcher.screen("game")


def see_nothing_hidden(watcher: Player) -> None:
    """All that lies face down looks alike, and there is nothing to act with."""
    assert len(set(watcher.page.run(MARKUP))) == 1
    watcher.miss("[data-act=draw], [data-act=resign], [data-usable]")


def was_told_nothing(watcher: Player, room: Room) -> None:
    """Nothing that was sent to who watched the first game told of what lay face down."""
    deal = record_from_text(room.record()).deal
    frames = watcher.page.run("() => globalThis.frames")
    assert deal is not None
    assert len(frames) > PLIES
    assert leaks(frames, deal) == []
