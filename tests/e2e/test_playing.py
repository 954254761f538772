"""Offers, ends and new games between two pages."""

from __future__ import annotations

import random
from pathlib import Path

from app.game import Seat, read_record, replay
from app.game.board import SQUARE_NAMES
from tests.e2e.conftest import SETTINGS
from tests.e2e.programs import Programs, programs
from tests.e2e.referee import Referee
from tests.e2e.rooms import Room, Table, offer_draw, open_room, sit_down
from tests.e2e.stages_of_choices import looking
from tests.e2e.tabs import PATIENCE, PHONE, Tab, Visitors
from tests.servers import running_server


def begun(visitors: Visitors) -> Table:
    """A table at which each player has flipped once; the next game is begun by the other one."""
    table = sit_down(visitors, open_room(visitors.base, rules={"preset": "ply_yard"}))
    table.host.tap("a1")
    table.at_ply(1)
    table.guest.tap("d8")
    table.at_ply(2)
    return table


def press_at_once(tabs: tuple[Tab, Tab], act: str) -> None:
    """Both press a button before either page can have heard of the other."""
    for tab in tabs:
        tab.see(f"[data-act={act}]")
    script = f"setTimeout(() => document.querySelector('[data-act={act}]').click())"
    for tab in tabs:
        tab.page.evaluate(script)


def test_an_offer_is_declined_by_playing_on(visitors: Visitors) -> None:
    table = begun(visitors)
    table.host.press("draw")
    table.host.press("slot-keep")
    assert table.host.focus == "draw"
    offer_draw(table.host)
    table.host.see(".slot[data-state=mine]")
    table.guest.see(".slot[data-state=offered]")
    table.host.tap("b2")
    table.at_ply(3)
    table.guest.see(".slot[data-state=offered]")
    table.guest.tap("c3")
    table.at_ply(4)
    table.guest.page.wait_for_selector(".slot[data-state=empty]", state="attached")
    table.host.see(".slot-text:has-text('declined the draw')")
    table.host.page.focus("[data-act=draw]")
    table.host.page.keyboard.press("Enter")
    table.host.see("#toast:has-text('offer again after')")
    assert table.host.page.locator("[data-act=slot-confirm]").count() == 0


def test_in_the_others_turn_own_moves_are_shown_and_not_played(visitors: Visitors) -> None:
    tab = looking(visitors, PHONE)
    (own,) = tab.look().selected
    shown = tab.look().destinations
    assert set(shown.values()) == {"move", "capture"}
    assert shown.keys().isdisjoint(tab.look().usable)
    assert "this only shows where the piece could go" in tab.heard("say")[-1]
    for square in shown:
        tab.tap(square)
        tab.tap(own)
        assert tab.look().destinations == shown
    tab.page.focus(f"[data-square={own}]")
    tab.page.keyboard.press("m")
    tab.page.wait_for_function("() => heard.some(([, text]) => / captures /.test(text))")
    assert not [frame for frame in tab.sent if '"play"' in frame]
    assert len([url for url in tab.requests if url.endswith("/api/positions")]) == 1


def test_an_offer_is_accepted(visitors: Visitors) -> None:
    table = begun(visitors)
    offer_draw(table.guest)
    table.host.press("slot-accept")
    for tab in table.both:
        tab.see(".end[data-result=none]")
        assert "½" in tab.page.inner_text(".end")


def test_an_offer_is_withdrawn(visitors: Visitors) -> None:
    table = begun(visitors)
    offer_draw(table.guest)
    table.host.see("[data-act=slot-accept]")
    table.guest.press("slot-withdraw")
    table.host.miss("[data-act=slot-accept]")
    assert table.host.page.get_attribute("body", "data-phase") == "playing"


def test_resigning_takes_two_steps_and_a_rematch_two_wishes(visitors: Visitors) -> None:
    table = begun(visitors)
    table.host.press("resign")
    table.host.see(".slot[data-state=resign]")
    assert table.guest.page.get_attribute("body", "data-phase") == "playing"
    table.host.press("slot-confirm")
    table.host.see(".end[data-result=lost]")
    table.guest.see(".end[data-result=won]")

    table.guest.press("rematch")
    table.guest.see(".rematch[data-state=mine]")
    table.host.see(".rematch[data-state=theirs]")
    table.guest.press("rematch-cancel")
    table.host.see(".rematch[data-state=idle]")
    table.guest.press("rematch")
    table.host.press("rematch-decline")
    table.guest.see(".rematch p:has-text('does not want a rematch')")
    table.guest.press("rematch")
    table.host.press("rematch-accept")
    table.at_ply(0)
    for tab in table.both:
        tab.miss(".end")
        assert tab.look().board == "?" * 32
    assert table.guest.turn == "me", "whoever was second begins the next game"
    table.guest.tap("b4")
    table.at_ply(1)


def test_both_press_rematch_at_once(visitors: Visitors) -> None:
    table = begun(visitors)
    for number in range(1, 4):
        table.mover.press("resign")
        table.mover.press("slot-confirm")
        press_at_once(table.both, "rematch")
        table.at_ply(0)
        table.host.press("more")
        table.host.press("room")
        score = table.host.page.inner_text(".panel .series")
        assert f"game {number + 1}" in score.lower()
        table.mover.tap("a1")
        table.at_ply(1)


def test_who_leaves_is_missed_and_cannot_be_asked_again(visitors: Visitors) -> None:
    table = begun(visitors)
    table.host.press("resign")
    table.host.press("slot-confirm")
    table.host.see(".end")
    table.host.press("leave")
    table.host.press("slot-confirm")
    table.host.screen("home")
    table.guest.see(".rematch[data-state=left]")
    assert table.guest.page.locator("[data-act=rematch]:visible").count() == 0
    assert table.host.page.locator(".resume").count() == 0

    table.guest.press("invite-again")
    table.guest.see(".panel [data-act=copy-link]")
    newcomer = visitors.arrive(table.room.code)
    newcomer.page.fill("[name=name]", "Lin")
    newcomer.press("sit")
    for tab in (newcomer, table.guest):
        tab.see("body[data-screen=game][data-phase=playing]")
        tab.at_ply(0)
    table.guest.see(".strip-far:has-text('Lin')")


def test_a_room_that_was_left_is_not_offered_again_but_a_running_one_is(visitors: Visitors) -> None:
    table = begun(visitors)
    table.host.hit("#brand")
    table.host.screen("home")
    table.host.see(".resume")
    table.guest.see(".strip-away:visible")
    table.host.press("return")
    table.host.at_ply(2)
    table.guest.miss(".strip-away")


def test_who_looks_back_is_not_torn_away_and_cannot_play(visitors: Visitors) -> None:
    table = begun(visitors)
    table.host.press("tab-moves")
    table.host.hit(".move[data-ply='1']:visible")
    table.host.see(".slot[data-state=past]")
    then = table.host.look().board
    assert then.count("?") == 31
    table.host.page.click("[data-square=b2]", force=True)
    table.host.press("slot-live")
    now = table.host.look().board
    assert now.count("?") == 30, "a tap on the past is no move"

    table.host.tap("b2")
    table.at_ply(3)
    table.host.hit(".move[data-ply='1']:visible")
    table.guest.tap("c3")
    table.host.see(".move[data-ply='4']:visible")
    assert table.host.look().board == then
    table.host.press("slot-live")
    assert table.host.look().board == table.guest.look().board


def test_a_game_is_claimed_against_who_stays_away(visitors: Visitors, tmp_path: Path) -> None:
    hasty = {**SETTINGS, "BANQI_AWAY_SECONDS": "1"}
    with running_server(tmp_path, **hasty) as server:
        table = sit_down(visitors, open_room(server.url))
        table.host.tap("a1")
        table.at_ply(1)
        table.guest.page.close()
        table.host.see(".strip-away:visible")
        table.host.press("slot-win")
        table.host.see(".end[data-result=won]")
        assert "left" in table.host.page.inner_text(".end") or "away" in table.host.page.inner_text(
            ".end"
        )
        table.host.page.close()


def nearly_over(both: Programs) -> str:
    """Play until a move can end the game; that move."""
    referee, chance = Referee(), random.Random(11)
    while True:
        ending = next((text for text in referee.legal if referee.ends(text)), None)
        if ending is not None:
            return ending
        action = referee.choose(chance)
        both.play(action)
        referee.follow(action, both.host.game["board"])
        assert referee.game.outcome is None
        assert list(referee.legal) == both.host.game["legal"]


def saved(tab: Tab, folder: Path) -> str:
    """The record as the browser saves it."""
    with tab.page.expect_download() as coming:
        tab.press("save")
    target = folder / coming.value.suggested_filename
    coming.value.save_as(target)
    assert target.name.endswith(".banqi.txt")
    return target.read_text()


def test_a_game_is_played_to_its_end_and_its_record_tells_it(
    visitors: Visitors, tmp_path: Path
) -> None:
    room: Room = open_room(visitors.base)
    table = sit_down(visitors, room)
    with programs(room) as both:
        last = nearly_over(both)
        ply = both.host.game["ply"]
        for tab in table.both:
            tab.page.wait_for_selector(f".game[data-ply='{ply}']", timeout=3 * PATIENCE)
    table.mover.play(last)
    for tab in table.both:
        tab.see(".end")
    look = table.host.look()
    assert look.board == table.guest.look().board
    assert table.host.turn == table.guest.turn == "none"

    record = read_record(saved(table.guest, tmp_path))
    games = replay(record)
    assert games[-1].board == look.board
    assert len(record.moves) == ply + 1
    assert games[-1].outcome is not None
    assert record.names.of(Seat.HOST) == "Mei"
    assert record.deal is not None


def test_a_list_of_moves_opens_at_its_end_and_is_soon_whole(visitors: Visitors) -> None:
    room = open_room(visitors.base, rules={"preset": "paofuqi"})
    with programs(room) as both:
        for square in SQUARE_NAMES:
            both.play(square)
    tab = visitors.arrive(room.seat("host"), PHONE)
    tab.at_ply(32)
    assert tab.page.locator(".move").count() == 0, "what nobody sees is not drawn"
    tab.press("moves")
    tab.page.locator(".move[data-ply='32'][aria-current]").wait_for()
    tab.page.wait_for_function("() => document.querySelectorAll('.move').length === 32")
    numbers = tab.page.locator("[role=log] [role=list] [role=listitem] .move-n")
    assert numbers.all_text_contents() == [f"{n}." for n in range(1, 17)]
    tab.page.keyboard.press("Escape")
    tab.miss(".panel")
    tab.page.wait_for_function("() => document.querySelectorAll('.move').length === 0")
