"""The acceptance script in one piece by keyboard alone: from the first page to the settings."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from app.game.board import SQUARE_NAMES
from tests.e2e.by_keys import choose_a_look, close_settings, go_home, hands_off, talk
from tests.e2e.keys import Keys
from tests.e2e.line import Line, line_to
from tests.e2e.referee import Referee
from tests.e2e.tabs import BACK, CALM, DESKTOP, LOSSES, LOST, PHONE, Visitors
from tests.servers import Server

PLIES = 20
CLIPBOARD = {"permissions": ["clipboard-write"]}
SLIM = {"viewport": PHONE["viewport"]}

Both = tuple[Keys, Keys]


@pytest.fixture
def line(mortal: Server) -> Iterator[Line]:
    """How the host comes there."""
    with line_to(mortal.port) as line:
        yield line


@pytest.mark.timeout(300)
def test_two_friends_play_again_and_look_back_without_a_pointer(
    visitors: Visitors, mortal: Server, line: Line
) -> None:
    profile = {**CALM, **DESKTOP, **CLIPBOARD}
    host = hands_off(visitors.arrive("", profile, base=line.url, forgive=LOSSES))
    guest = hands_off(visitors.arrive("", {**CALM, **SLIM}, base=mortal.url, forgive=LOSSES))
    both = (host, guest)
    meet(host, guest)
    draw_for_first(both)
    referee = Referee()
    play(both, referee)
    try_what_is_illegal(mover_of(both), referee)
    host.to_tab("chat")
    talk(host, guest.tab)
    come_back(guest)
    outlive_a_cut(both, line)
    offer_and_play_on(both)
    give_up(host, guest)
    play_again(both)
    outlive_the_server(both, mortal)
    look_back(host, guest)
    change_settings(host)


def meet(host: Keys, guest: Keys) -> None:
    """A room, its link, and somebody who types its code."""
    host.act("create")
    host.write("dialog [name=name]", "Mei")
    host.act("create-submit")
    host.tab.screen("lobby")
    host.kept()
    host.act("copy-link")
    host.tab.see("[data-act=copy-link][data-state=copied]")
    guest.write("[name=code]", host.page.url.rsplit("/", 1)[1].lower())
    guest.press("Enter")
    guest.tab.screen("join")
    guest.kept()
    guest.write("[name=name]", "Bao")
    guest.press("Enter")


def draw_for_first(both: Both) -> None:
    """Five pieces, two picks."""
    for keys, key in zip(both, "24", strict=True):
        keys.tab.screen("drawing")
        keys.kept()
        keys.press(key)
        keys.tab.see(f"[data-tile='{int(key) - 1}'][data-state=mine]")
    for keys in both:
        keys.act("continue")
        keys.tab.screen("game")
        keys.kept()


def mover_of(both: Both) -> Keys:
    return next(keys for keys in both if keys.tab.turn == "me")


def chosen(referee: Referee, chance: random.Random, played: set[str]) -> str:
    """A capture and a step as soon as there is one, and then whatever comes."""
    moves = [text for text in referee.legal if len(text) == 4]
    for kind, is_capture in (("capture", True), ("move", False)):
        fitting = [text for text in moves if referee.is_capture(text) is is_capture]
        if kind not in played and fitting:
            return chance.choice(fitting)
    return referee.choose(chance)


def kind_of(referee: Referee, action: str) -> str:
    if len(action) == 2:
        return "flip"
    return "capture" if referee.is_capture(action) else "move"


def play(both: Both, referee: Referee) -> None:
    """Flips, moves and captures; after each both pages show what the rules say."""
    chance, played, ply = random.Random(5), set[str](), 0
    while ply < PLIES or len(played) < 3 or not referee.sources():
        mover, action, ply = mover_of(both), chosen(referee, chance, played), ply + 1
        played.add(kind_of(referee, action))
        mover.play(action)
        for keys in both:
            keys.tab.at_ply(ply)
            keys.kept()
        assert mover.tab.focus == (action[2:] or action)
        referee.follow(action, mover.tab.look().board)
        for keys in both:
            look = keys.tab.look()
            assert look.board == referee.game.board
            assert look.last == {action[:2], action[2:] or action[:2]}
        assert ply < 2 * PLIES


def try_what_is_illegal(mover: Keys, referee: Referee) -> None:
    """A piece of one's own that cannot go there: told why, and nothing is sent."""
    tab, sent = mover.tab, len(mover.tab.sent)
    source = next(name for name in sorted(referee.sources()))
    taken = {source, *referee.targets(source), *tab.look().usable}
    target = next(name for name in sorted(SQUARE_NAMES) if name not in taken)
    said = len(tab.heard("say"))
    mover.play(source + target)
    tab.page.wait_for_function(
        "n => heard.filter(([region]) => region === 'say').length > n", arg=said
    )
    tab.miss("[data-selected]")
    assert not any('"play"' in frame for frame in tab.sent[sent:])
    assert mover.tab.look().board == referee.game.board


def come_back(keys: Keys) -> None:
    """After a reload the game is as it was."""
    before, ply = keys.tab.look(), ply_of(keys)
    keys.page.reload()
    keys.tab.at_ply(ply)
    assert keys.tab.look() == before


def flip_one(both: Both) -> Keys:
    """Whoever is to move flips a piece; who that was."""
    mover = mover_of(both)
    mover.play(min(mover.tab.look().usable - own(mover)))
    return mover


def own(keys: Keys) -> set[str]:
    """Squares with a piece that is face up."""
    look = keys.tab.look()
    return {name for name, letter in zip(SQUARE_NAMES, look.board, strict=True) if letter != "?"}


def ply_of(keys: Keys) -> int:
    return int(keys.page.get_attribute(".game", "data-ply") or 0)


def turn_to(keys: Keys, both: Both) -> None:
    """The other one plays, if need be."""
    ply = ply_of(keys)
    if keys.tab.turn != "me":
        flip_one(both)
        for one in both:
            one.tab.at_ply(ply + 1)


def outlive_a_cut(both: Both, line: Line) -> None:
    """A move made while the line is dead is played when it lives again."""
    host, _ = both
    turn_to(host, both)
    ply = ply_of(host)
    line.cut()
    flip_one(both)
    host.tab.see("[data-pending]")
    host.page.context.set_offline(True)
    host.tab.see(LOST)
    line.mend()
    host.page.context.set_offline(False)
    host.tab.see(BACK)
    for keys in both:
        keys.tab.at_ply(ply + 1)
        keys.kept()


def offer_and_play_on(both: Both) -> None:
    """An offer of a draw; the other one plays on, which declines it."""
    host, guest = both
    turn_to(host, both)
    ply = ply_of(host)
    host.act("draw")
    host.act("slot-confirm")
    guest.tab.see(".slot[data-state=offered]")
    flip_one(both)
    guest.tab.at_ply(ply + 1)
    flip_one((guest, host))
    for keys in both:
        keys.tab.at_ply(ply + 2)
        keys.page.wait_for_selector(
            ".slot:not([data-state=offered], [data-state=mine])", state="attached"
        )


def give_up(loser: Keys, winner: Keys) -> None:
    """One press resigns nothing; the question is answered."""
    loser.act("resign")
    loser.kept()
    loser.act("slot-confirm")
    loser.tab.see(".end[data-result=lost]")
    winner.tab.see(".end[data-result=won]")
    for keys in (loser, winner):
        keys.kept()


def play_again(both: Both) -> None:
    """Both want another game at once."""
    for keys in both:
        keys.reach(":is([data-act=rematch], [data-act=rematch-accept])")
    for keys in both:
        keys.press("Enter")
    draw_for_first(both)


def outlive_the_server(both: Both, server: Server) -> None:
    """The server goes away and comes back; so does the game."""
    flip_one(both)
    for keys in both:
        keys.tab.at_ply(1)
    server.stop()
    for keys in both:
        keys.tab.see(LOST)
        keys.kept()
    server.start()
    for keys in both:
        keys.page.wait_for_selector(BACK, timeout=30_000)
    flip_one(both)
    for keys in both:
        keys.tab.at_ply(2)


def look_back(host: Keys, guest: Keys) -> None:
    """The game ends, is saved, and read again from its record."""
    board = host.tab.look().board
    give_up(guest, host)
    with host.page.expect_download() as coming:
        host.act("save")
    record = coming.value.path().read_text()
    host.act("review")
    host.tab.see(".replay .game")
    host.kept()
    host.act("act-on")
    host.tab.at_ply(1)
    host.act("replay-last")
    host.tab.at_ply(2)
    assert host.tab.look().board == board
    host.to_tab("game")
    host.act("another")
    host.reach("[name=record]")
    host.page.keyboard.insert_text(record)
    host.act("show")
    host.tab.see(".replay .game")
    host.kept()
    host.act("replay-last")
    host.tab.at_ply(2)
    assert host.tab.look().board == board


def change_settings(keys: Keys) -> None:
    """Home again, and another look."""
    go_home(keys)
    choose_a_look(keys)
    close_settings(keys)
