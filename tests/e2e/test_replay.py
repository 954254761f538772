"""Finished games are walked through, shared, saved and read back, wherever they come from."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from tests.e2e.programs import programs
from tests.e2e.replays import FLAWED
from tests.e2e.rooms import Room, open_room
from tests.e2e.stages import finished
from tests.e2e.tabs import LOSSES, PHONE, Tab, Visitors
from tests.e2e.test_layout import SMALL, fits, fits_whole, is_elsewhere

RECTS = """() => Object.fromEntries([...document.querySelectorAll('.controls button, .square')]
  .filter(node => node.checkVisibility())
  .map(node => [node.dataset.act ?? node.dataset.square, node.getBoundingClientRect().toJSON()]))"""
DROP = """text => {
  const data = new DataTransfer();
  data.items.add(new File([text], 'game.banqi.txt', { type: 'text/plain' }));
  document.querySelector('.record-drop')
    .dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
}"""


@pytest.fixture
def over(visitors: Visitors) -> Room:
    """A room whose first game has eight plies and a result."""
    return finished(visitors)


def replayed(visitors: Visitors, over: Room, ply: str = "", **profile: object) -> Tab:
    tab = visitors.arrive(f"replay#{over.code}.1{ply}", profile)
    tab.see(".replay .game")
    return tab


def asked(visitors: Visitors, text: str) -> Tab:
    """The page with a text in its field, sent."""
    tab = visitors.arrive("replay")
    tab.page.fill("[name=record]", text)
    tab.press("show")
    return tab


def hears(tab: Tab, text: str) -> None:
    """The newest sentence for the ear begins like this."""
    tab.page.wait_for_selector(f"#say:has-text('{text}')", state="attached")


def records(over: Room) -> dict[str, object]:
    found: dict[str, object] = httpx.get(f"{over.base}/api/rooms/{over.code}/games/1").json()
    return found


def test_a_game_is_reviewed_from_its_end(visitors: Visitors, over: Room) -> None:
    tab = visitors.arrive(over.seat("host"))
    tab.see(".end")
    end = tab.look().board
    tab.press("review")
    tab.at_ply(0)
    assert tab.focus == "H1"
    for key, ply in (("ArrowRight", 1), ("End", 8), ("Home", 0)):
        tab.page.keyboard.press(key)
        tab.at_ply(ply)
    assert tab.page.url == f"{over.base}/replay#{over.code}.1"
    assert tab.look().board == "?" * 32
    tab.press("replay-last")
    tab.at_ply(8)
    assert tab.look().board == end
    assert "resigned" in tab.page.inner_text(".status-text")
    tab.page.go_back()
    tab.screen("game")


def test_whoever_sat_at_the_near_side_finds_it_so_again(visitors: Visitors, over: Room) -> None:
    tab = visitors.arrive(over.seat("guest"))
    tab.press("review")
    tab.see(".replay .strip-near[data-seat=guest]")
    assert tab.page.inner_text(".strip-near .strip-name") == "Bao"
    assert tab.page.inner_text(".strip-far .strip-name") == "Mei"
    tab.page.reload()
    tab.see(".replay .strip-near[data-seat=guest]")
    assert replayed(visitors, over).page.inner_text(".strip-near .strip-name") == "Mei"


def test_steps_keys_slider_and_list_lead_to_the_same_boards(visitors: Visitors, over: Room) -> None:
    tab = replayed(visitors, over)
    boards = [tab.look().board]
    for ply in range(1, 9):
        tab.press("act-on")
        tab.at_ply(ply)
        boards.append(tab.look().board)
    assert len(set(boards)) == 9
    hears(tab, " flips b8")
    for key, ply in (("Home", 0), ("ArrowRight", 1), ("End", 8), ("ArrowLeft", 7)):
        tab.page.press("[data-act=replay-play]", key)
        tab.at_ply(ply)
        assert tab.look().board == boards[ply]
    hears(tab, " flips a7")
    told = len(tab.heard("say"))
    tab.page.focus(".slider")
    tab.page.keyboard.press("Home")
    tab.page.keyboard.press("ArrowRight")
    tab.at_ply(1)
    assert len(tab.heard("say")) == told, "a slider says its value itself"
    assert "1 of 8: " in (tab.page.get_attribute(".slider", "aria-valuetext") or "")
    tab.hit(".move[data-ply='5']")
    tab.at_ply(5)
    assert tab.look().board == boards[5]
    assert tab.page.locator(".move[aria-current]").get_attribute("data-ply") == "5"


def test_it_plays_by_itself_until_it_is_told_not_to(visitors: Visitors, over: Room) -> None:
    tab = replayed(visitors, over)
    tab.page.clock.install()
    tab.press("replay-play")
    tab.page.clock.run_for(4_100)
    tab.at_ply(2)
    tab.page.press("[data-act=act-on]", "Home")
    tab.page.clock.run_for(5_000)
    tab.at_ply(0)
    tab.press("replay-play")
    tab.press("replay-play")
    tab.page.clock.run_for(5_000)
    tab.at_ply(0)


def test_what_lay_face_down_is_shown_only_on_demand(visitors: Visitors, over: Room) -> None:
    tab = replayed(visitors, over, ".3")
    deal = records(over)["deal"]
    assert tab.look().board.count("?") == 29
    tab.press("reveal")
    tab.see("[data-veiled]")
    assert tab.look().board == deal
    assert tab.page.locator("[data-veiled]").count() == 29
    label = tab.page.get_attribute("[data-square=d8]", "aria-label") or ""
    assert label.endswith("face-down")
    tab.press("reveal")
    tab.miss("[data-veiled]")
    assert tab.look().board.count("?") == 29


def test_a_link_to_a_ply_and_both_files(visitors: Visitors, over: Room, tmp_path: Path) -> None:
    tab = replayed(visitors, over, ".3")
    tab.press("tab-game")
    tab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab.press("share")
    tab.see("#toast")
    link: str = tab.page.evaluate("navigator.clipboard.readText()")
    assert link == f"{over.base}/replay#{over.code}.1.3"
    other = visitors.arrive("replay", PHONE)
    other.page.fill("[name=record]", link)
    other.press("show")
    other.at_ply(3)
    assert other.look() == tab.look()
    saved = {}
    for act in ("save-text", "save-json"):
        with tab.page.expect_download() as coming:
            tab.press(act)
        name = coming.value.suggested_filename
        coming.value.save_as(tmp_path / name)
        saved[name] = (tmp_path / name).read_text()
    assert saved[f"banqi-{over.code}-1.banqi.txt"] == over.record()
    assert json.loads(saved[f"banqi-{over.code}-1.banqi.json"]) == records(over)


def test_a_record_is_pasted_dropped_or_chosen(
    visitors: Visitors, over: Room, tmp_path: Path
) -> None:
    asked(visitors, over.record()).at_ply(0)
    dropped = visitors.arrive("replay")
    dropped.page.evaluate(DROP, json.dumps(records(over)))
    dropped.at_ply(0)
    dropped.press("tab-game")
    dropped.press("another")
    file = tmp_path / "a.txt"
    file.write_text(over.record())
    dropped.page.set_input_files("[name=file]", file)
    dropped.at_ply(0)


def test_the_first_move_that_cannot_be_is_named(visitors: Visitors) -> None:
    wrong = visitors.arrive("replay", forgive=LOSSES)
    wrong.page.fill("[name=record]", FLAWED)
    wrong.press("show")
    wrong.see("#record-error")
    text = wrong.page.inner_text("#record-error")
    assert "Move 3 (b5xb6=h)" in text
    assert "A lower piece cannot capture a higher one." in text
    assert wrong.page.input_value("[name=record]") == FLAWED
    assert wrong.page.evaluate("document.activeElement.name") == "record"
    wrong.press("part")
    wrong.at_ply(2)


def test_a_file_may_be_dropped_on_another_game(visitors: Visitors, over: Room) -> None:
    tab = replayed(visitors, over, ".5")
    drop = DROP.replace(".record-drop", ".replay .board")
    tab.page.evaluate(drop, over.record())
    tab.at_ply(0)
    tab.see(".replay .game")


def test_moves_are_written_as_the_reader_likes(visitors: Visitors, over: Room) -> None:
    tab = replayed(visitors, over)
    moves = [str(move) for move in records(over)["moves"]]  # type: ignore[attr-defined]
    shown = {}
    for notation in ("letters", "squares", "words", "pieces"):
        tab.page.select_option("[name=notation]", notation)
        tab.see(f".moves[data-notation={notation}]")
        shown[notation] = tab.page.locator(".move").all_text_contents()
    assert shown["letters"] == moves
    assert shown["squares"] == [move[:2] for move in moves]
    assert shown["words"][0].startswith(f"{moves[0][:2]}: ")
    assert all(move[:2] in text for move, text in zip(moves, shown["pieces"], strict=True))
    assert tab.page.locator(".move .disc svg").count() == len(moves)
    tab.go("settings")
    assert tab.page.input_value("[name=notation]") == "pieces"


def test_what_a_move_meant_is_told(visitors: Visitors, over: Room) -> None:
    tab = replayed(visitors, over, ".1")
    tab.press("tab-pieces")
    tab.see(".insight:has-text('32 pieces lay face down then')")
    assert "Face down: 31 (before: 32)" in tab.page.inner_text("#replay-pieces")
    assert tab.page.locator(".pool-kind[data-was]").count() == 1
    for ply in range(1, 9):
        tab.at_ply(ply)
        tab.see(".threats li[data-key]:not(:has-text('Asking'))")
        threats = tab.page.locator(".threats li").all_text_contents()
        assert all(text == "None." or " threatens " in text for text in threats), threats
        tab.page.press("[data-act=replay-play]", "ArrowRight")


def test_a_text_that_is_no_record(visitors: Visitors) -> None:
    tab = visitors.arrive("replay", forgive=LOSSES)
    for text, sentence in (
        ("hello", "not a Banqi record"),
        (FLAWED.replace('[Letters "GAERHCS"]\n', ""), "Letters and Coords"),
        (" ", "Paste a record first"),
        ("x" * 70_000, "too long"),
    ):
        tab.page.fill("[name=record]", text)
        tab.miss("#record-error")
        tab.press("show")
        tab.see("#record-error")
        assert sentence in tab.page.inner_text("#record-error")


def test_a_game_that_is_not_over_or_not_there(visitors: Visitors) -> None:
    room = open_room(visitors.base)
    with programs(room) as both:
        both.play("a1")
    for address, sentence in ((f"{room.code}.1", "not over yet"), ("ZZZZZ9.1", "no record")):
        tab = visitors.arrive(f"replay#{address}", forgive=LOSSES)
        tab.see(".notice")
        assert sentence in tab.page.inner_text(".notice")


def test_nothing_moves_while_it_is_walked_through(visitors: Visitors, over: Room) -> None:
    tab = replayed(visitors, over, **SMALL)
    fits(tab)
    before = tab.page.evaluate(RECTS)
    for act in ("act-on", "act-on", "reveal", "replay-last", "act-back"):
        tab.press(act)
        now = tab.page.evaluate(RECTS)
        assert {name for name, box in now.items() if is_elsewhere(box, before[name])} == set()
    for act in ("open-moves", "open-pieces", "open-game"):
        tab.press(act)
        fits(tab)
        tab.page.keyboard.press("Escape")
        assert tab.focus == act


def test_the_replay_is_on_one_screen(visitors: Visitors, over: Room) -> None:
    tab = replayed(visitors, over)
    for width, height in ((390, 844), (844, 390), (768, 1024), (1440, 900), (1024, 600)):
        tab.page.set_viewport_size({"width": width, "height": height})
        tab.page.evaluate(
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        fits_whole(tab)
