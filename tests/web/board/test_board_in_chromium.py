"""The board in a real browser, on its own: what no pure test can see."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.board.demo import demo_server
from tools.find_chromium import find, launch_arguments

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).parents[3]
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"width": 390, "height": 664}
DESKTOP = {"width": 1440, "height": 900}
LEGAL_B5 = {"b6": "move", "d5": "capture", "a5": "forbidden"}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = demo_server()
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=launch_arguments())
        yield browser
        browser.close()


class Demo:
    """One open demo page and the questions the tests ask it."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address

    def open(self, options: dict[str, Any] | None = None, **query: object) -> Page:
        """A page with the demo board ready to play on."""
        context = self.browser.new_context(**{"viewport": PHONE, **(options or {})})
        page = context.new_page()
        texts = {key: v if isinstance(v, str) else json.dumps(v) for key, v in query.items()}
        page.goto(f"{self.address}?{urlencode(texts)}")
        page.wait_for_selector("[data-ready] #piece-sprite", state="attached")
        return page


@pytest.fixture
def demo(browser: Browser, address: str) -> Iterator[Demo]:
    yield Demo(browser, address)
    for context in browser.contexts:
        context.close()


def log(page: Page) -> list[str]:
    return [line for line in page.evaluate("log") if not line.startswith("say ")]


def marked(page: Page, key: str) -> dict[str, str]:
    script = """key => [...document.querySelectorAll(`.square[data-${key}]`)]
        .map(square => [square.dataset.square, square.dataset[key]])"""
    return dict(page.evaluate(script, key))


def middle(page: Page, square: str) -> tuple[float, float]:
    box = page.locator(f"[data-square={square}]").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.dataset.square"))


def next_frames(page: Page) -> None:
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def running(page: Page) -> int:
    return int(page.evaluate("document.getAnimations().length"))


def test_choosing_a_piece_marks_exactly_what_the_view_allows(demo: Demo) -> None:
    page = demo.open()
    page.click("[data-square=b5]")
    assert marked(page, "dest") == LEGAL_B5
    assert marked(page, "selected") == {"b5": ""}
    assert marked(page, "screen") == {"c5": ""}
    assert marked(page, "last") == {"b1": "", "b2": ""}
    assert log(page) == []


def test_a_tap_acts_once_and_a_barred_square_is_reported(demo: Demo) -> None:
    page = demo.open()
    page.click("[data-square=b5]")
    page.click("[data-square=a5]", force=True)
    page.click("[data-square=a1]")
    page.click("[data-square=d2]")
    page.click("[data-square=d1]")
    assert log(page) == ["illegal b5a5 true", "act a1", "act d2d1"]


def test_a_small_jitter_is_a_click_and_a_drag_needs_no_animation(demo: Demo) -> None:
    page = demo.open()
    x, y = middle(page, "b5")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 2, y)
    page.mouse.up()
    assert marked(page, "selected") == {"b5": ""}
    page.mouse.down()
    page.mouse.move(*middle(page, "c5"), steps=4)
    assert marked(page, "lifted") == {"b5": ""}
    page.mouse.move(*middle(page, "d5"), steps=4)
    page.mouse.up()
    assert log(page) == ["act b5d5"]
    assert (
        page.evaluate(
            "document.querySelector('[data-square=d5] .piece:not(.passing)').getAnimations().length"
        )
        == 0
    )
    assert not page.locator(".hand").is_visible()


def test_a_piece_dropped_off_the_board_goes_home(demo: Demo) -> None:
    page = demo.open()
    page.mouse.move(*middle(page, "b5"))
    page.mouse.down()
    page.mouse.move(380, 650, steps=5)
    page.mouse.up()
    assert log(page) == []
    assert marked(page, "selected") == marked(page, "lifted") == {}


@pytest.mark.parametrize(("mode", "kept"), [("both", {"b5": ""}), ("drag", {})])
def test_a_piece_dropped_where_it_stood(demo: Demo, mode: str, kept: dict[str, str]) -> None:
    page = demo.open(prefs={"input": mode})
    x, y = middle(page, "b5")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y + 12, steps=3)
    page.mouse.up()
    assert marked(page, "selected") == kept


def test_tap_only_and_drag_only(demo: Demo) -> None:
    page = demo.open(prefs={"input": "tap"})
    page.mouse.move(*middle(page, "b5"))
    page.mouse.down()
    page.mouse.move(*middle(page, "d5"), steps=5)
    page.mouse.up()
    assert log(page) == []
    page.evaluate("demo.board.setPrefs({input: 'drag'})")
    page.click("[data-square=b5]")
    assert marked(page, "selected") == {}
    page.click("[data-square=a1]")
    assert log(page) == ["act a1"], "there is no other way to flip than a tap"


class Fingers:
    """Touches through the browser's own protocol, several at once."""

    def __init__(self, page: Page) -> None:
        self.session = page.context.new_cdp_session(page)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def test_a_second_finger_cancels_and_the_next_tap_works(demo: Demo) -> None:
    page = demo.open({"has_touch": True, "is_mobile": True})
    fingers = Fingers(page)
    fingers.send("touchStart", middle(page, "b5"))
    fingers.send("touchMove", middle(page, "b6"))
    assert marked(page, "lifted") == {"b5": ""}
    fingers.send("touchStart", middle(page, "b6"), middle(page, "d2"))
    fingers.send("touchEnd")
    assert log(page) == []
    assert marked(page, "lifted") == {}
    page.tap("[data-square=a1]")
    assert log(page) == ["act a1"]


def test_a_finger_drags_a_piece_held_above_it_and_the_page_stays(demo: Demo) -> None:
    page = demo.open({"has_touch": True, "is_mobile": True})
    page.evaluate("document.body.style.setProperty('padding-bottom', '900px')")
    fingers = Fingers(page)
    x, y = middle(page, "b5")
    fingers.send("touchStart", (x, y))
    for step in range(1, 8):
        fingers.send("touchMove", (x, y - 10 * step))
    next_frames(page)
    piece = page.locator(".hand .piece").bounding_box()
    assert piece
    assert piece["y"] + piece["height"] / 2 <= y - 70 - 39
    fingers.send("touchEnd")
    assert log(page) == ["act b5b6"]
    assert page.evaluate("scrollY") == 0


def test_a_touch_that_slides_away_flips_nothing(demo: Demo) -> None:
    page = demo.open({"has_touch": True, "is_mobile": True})
    fingers = Fingers(page)
    x, y = middle(page, "a1")
    fingers.send("touchStart", (x, y))
    fingers.send("touchMove", (x + 14, y))
    fingers.send("touchEnd")
    assert log(page) == []


def test_the_keyboard_plays_the_whole_board(demo: Demo) -> None:
    page = demo.open()
    page.keyboard.press("Tab")
    assert focused(page) == "a8"
    assert page.locator(".square[tabindex='0']").count() == 1
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    assert focused(page) == "b5"
    page.keyboard.press("Enter")
    assert marked(page, "dest") == LEGAL_B5
    page.keyboard.press("Escape")
    assert marked(page, "selected") == {}
    page.keyboard.press("Space")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    assert log(page) == ["act b5b6"]
    assert focused(page) == "b6", "focus stays where the piece went"
    page.keyboard.press("t")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    assert log(page) == ["act b5b6", "key t", "sound edge"]


def test_keys_answer_in_the_polite_region(demo: Demo) -> None:
    page = demo.open()
    page.focus("[data-square=b5]")
    for key in ("x", "x"):
        page.keyboard.press(key)
    assert "c5" in page.inner_text("#say")
    assert "d5" in page.inner_text("#say")
    page.keyboard.press("m")
    assert "b6" in page.inner_text("#say")


def test_face_down_squares_are_all_alike(demo: Demo) -> None:
    page = demo.open()
    page.evaluate("demo.show({board: '?'.repeat(32), last: null, legal: []})")
    script = """() => [...document.querySelectorAll('.square')].map(e => e.outerHTML
        .replaceAll(e.dataset.square, 'xx')
        .replace(/data-edge-\\w+="\\w?"|tabindex="-?\\d"/g, ''))"""
    assert len(set(page.evaluate(script))) == 1


def test_turning_the_board_keeps_names_focus_selection_and_upright_pieces(demo: Demo) -> None:
    page = demo.open()
    page.click("[data-square=b5]")
    tall = middle(page, "a1")
    for prefs in ({"rotated": True}, {"orientation": "wide"}, {"pieces": "icons"}):
        page.evaluate("prefs => demo.board.setPrefs(prefs)", prefs)
        assert focused(page) == "b5"
        assert marked(page, "selected") == {"b5": ""}
        assert marked(page, "dest") == LEGAL_B5
    assert middle(page, "a1") != tall
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.square .piece')).rotate") == "none"
    )
    assert page.get_attribute("[role=grid]", "aria-rowcount") == "4"
    page.click("[data-square=d5]")
    assert log(page) == ["act b5d5"]


def test_the_larger_orientation_in_whole_pixels(demo: Demo) -> None:
    sizes = [(390, 664), (320, 568), (844, 390), (1440, 900), (720, 720), (1439, 2540)]
    page = demo.open()
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        next_frames(page)
        box = page.locator("[data-square=c4]").bounding_box()
        assert box
        assert box["width"] == box["height"] == int(box["width"])
        assert box["width"] >= 44
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_low_window_scrolls_rather_than_shrinks(demo: Demo) -> None:
    page = demo.open({"viewport": {"width": 320, "height": 256}})
    box = page.locator("[data-square=c4]").bounding_box()
    assert box
    assert box["width"] == 44
    assert page.evaluate("document.documentElement.scrollHeight > innerHeight")


def test_moves_are_animated_shortly_and_do_not_hold_up_input(demo: Demo) -> None:
    page = demo.open()
    page.evaluate("demo.act('b5d5')")
    durations = page.evaluate(
        "document.getAnimations().map(a => a.effect.getComputedTiming().endTime)"
    )
    assert durations
    assert max(durations) <= 300
    page.click("[data-square=a1]")
    assert log(page) == ["act b5d5", "act a1"]


def test_reduced_motion_means_no_motion(demo: Demo) -> None:
    page = demo.open({"reduced_motion": "reduce"})
    page.evaluate("demo.act('b5d5')")
    assert running(page) == 0
    page.click("[data-square=a1]")
    assert running(page) == 0
    page.evaluate("demo.show({pending: 'd2d1'})")
    assert running(page) == 0


def test_a_move_in_flight_is_shown_pending_and_goes_back_when_it_is_refused(demo: Demo) -> None:
    page = demo.open({"reduced_motion": "reduce"}, slow="1")
    page.click("[data-square=b5]")
    page.click("[data-square=d5]")
    piece = page.locator("[data-square=b5] .piece")
    assert marked(page, "pending") == {"b5": ""}
    assert piece.bounding_box() == page.locator("[data-square=d5] .piece").bounding_box()
    page.click("[data-square=a1]")
    assert log(page) == ["act b5d5"], "one action at a time"
    page.evaluate("demo.show({pending: null})")
    assert marked(page, "pending") == {}
    assert piece.bounding_box() != page.locator("[data-square=d5] .piece").bounding_box()


def test_a_position_that_changes_during_a_drag_cancels_it(demo: Demo) -> None:
    page = demo.open()
    page.mouse.move(*middle(page, "b5"))
    page.mouse.down()
    page.mouse.move(*middle(page, "d5"), steps=4)
    page.evaluate("demo.show({board: demo.FIXTURE.board.replace('?', 's')})")
    page.mouse.up()
    assert log(page) == []
    assert marked(page, "selected") == marked(page, "lifted") == {}


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("orientation", ["tall", "wide"])
def test_axe_finds_nothing(demo: Demo, theme: str, orientation: str) -> None:
    page = demo.open(theme=theme, prefs={"orientation": orientation, "ranks": True})
    page.click("[data-square=b5]")
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run(document, {rules: {'target-size': {enabled: true}}})")
    assert [(v["id"], v["nodes"][0]["html"]) for v in found["violations"]] == []


def test_forced_colours_keep_pieces_and_marks(demo: Demo) -> None:
    page = demo.open({"forced_colors": "active"})
    page.click("[data-square=b5]")
    rim = "getComputedStyle(document.querySelector('#p-r circle')).fill"
    face = "getComputedStyle(document.querySelector('#p-b circle')).fill"
    assert page.evaluate(rim) != page.evaluate(face), "red and black differ by their fill"
    assert page.locator("[data-square=b6] .mark-move:not(.halo)").is_visible()


COUNT_SOUNDS = """() => {
    window.sounding = 0;
    window.audios = [];
    const Audio = window.AudioContext;
    window.AudioContext = class extends Audio {
        constructor(options) { super(options); audios.push(this); }
    };
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) { sounding += 1; start.call(this, when); };
    const { disconnect } = AudioNode.prototype;
    AudioNode.prototype.disconnect = function () { sounding -= 1; disconnect.call(this); };
}"""


def test_a_sound_needs_a_gesture_and_sounds_in_one_tab_only(demo: Demo) -> None:
    first = demo.open()
    first.evaluate(COUNT_SOUNDS)
    first.evaluate("demo.sound.play('move')")
    assert first.evaluate("sounding") == 0, "silent before the first gesture"
    second = first.context.new_page()
    second.goto(first.url)
    second.wait_for_selector("[data-ready]")
    second.evaluate(COUNT_SOUNDS)
    for page in (first, second):
        page.bring_to_front()
        page.keyboard.press("Shift")
        page.wait_for_function("() => audios.length > 0")  # it is opened a little later
        page.evaluate("Promise.all(audios.map((audio) => audio.resume()))")
    for page in (first, second):
        page.evaluate("void demo.sound.play('move')")
    next_frames(second)
    assert sorted([first.evaluate("sounding"), second.evaluate("sounding")]) == [0, 1]


def test_without_audio_a_sound_is_silence(demo: Demo) -> None:
    page = demo.open()
    page.evaluate("delete window.AudioContext")
    page.keyboard.press("Shift")
    page.evaluate("demo.sound.play('win')")
