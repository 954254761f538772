"""The page is kept on the device: it opens without a network, and never half of one build."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Route

from tests.e2e.conftest import SETTINGS
from tests.e2e.programs import programs
from tests.e2e.rooms import open_room
from tests.e2e.tabs import LOSSES, PHONE, Tab, Visitors
from tests.servers import ROOT, Server, running_server

KEEPING = {**PHONE, "service_workers": "allow"}
IS_KEPT = "() => navigator.serviceWorker.ready.then(({ active }) => active?.state === 'activated')"
KEPT = """async () => {
  const names = await caches.keys();
  const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return Object.fromEntries(names.map((name, i) => [name, all[i].map(({ url }) => url)]));
}"""


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server below a path, which a test may stop and start again."""
    with running_server(tmp_path, **SETTINGS, BANQI_BASE_PATH="/games/banqi") as server:
        yield server


def kept(visitors: Visitors, base: str) -> Tab:
    """A phone that has the whole page, and whose next page comes from what is kept if need be."""
    tab = visitors.arrive(base=base, profile=KEEPING, forgive=LOSSES)
    tab.page.wait_for_function(IS_KEPT)
    tab.page.reload()
    tab.screen("home")
    return tab


def cut_off(tab: Tab, server: Server) -> None:
    """No network, and no server either."""
    server.stop()
    tab.page.context.set_offline(True)


def test_without_a_network_the_page_opens_and_says_so(visitors: Visitors, mortal: Server) -> None:
    room = open_room(mortal.url)
    tab = kept(visitors, mortal.url)
    assert tab.page.locator(".home-offline:visible").count() == 0
    tab.go(room.seat("host"))
    tab.screen("game")
    cut_off(tab, mortal)
    tab.go()
    tab.see(".home-offline")
    tab.page.select_option("[name=language]", "ja")
    tab.see(".home-offline:has-text('オフライン')")
    tab.go("settings")
    tab.see("[name=theme]")
    tab.page.goto(f"{mortal.url}/{room.code}")
    tab.see("main .hint:has-text('接続できません')")

    mortal.start()
    tab.page.context.set_offline(False)
    tab.screen("game")


def test_a_game_that_ended_here_is_replayed_without_a_network(
    visitors: Visitors, mortal: Server
) -> None:
    tab = kept(visitors, mortal.url)
    room = open_room(mortal.url)
    tab.go(room.seat("host"))
    tab.screen("game")
    with programs(room) as both:
        for square in ("a1", "b2", "c3"):
            both.play(square)
        both.host.command("resign", game=1)
    tab.see(".end")
    tab.page.wait_for_function("() => localStorage.getItem('banqi.games')?.includes('c3')")
    record = room.record()
    tab.go("replay")
    tab.page.fill("[name=record]", record)
    tab.press("show")
    tab.see(".replay .game")

    cut_off(tab, mortal)
    tab.go(f"replay#{room.code}.1")
    tab.press("replay-last")
    tab.at_ply(3)
    tab.go("replay")
    tab.page.fill("[name=record]", record)
    tab.press("show")
    tab.press("replay-last")
    tab.at_ply(3)


def test_nothing_of_a_room_is_kept(visitors: Visitors, mortal: Server) -> None:
    tab = kept(visitors, mortal.url)
    tab.go(open_room(mortal.url).seat("host"))
    tab.screen("game")
    (urls,) = tab.page.evaluate(KEPT).values()
    home = f"{mortal.url}/"
    assert home in urls
    assert [url for url in urls if url != home and not url.startswith(f"{home}static/")] == []
    worker = httpx.get(f"{home}sw.js")
    assert worker.headers["cache-control"] == "no-cache"


class Changed(Server):
    """The server as it will be after an upgrade."""

    def __init__(self, place: Path, was: Server) -> None:
        super().__init__(place, {**was.environment, "PYTHONPATH": str(place)})
        for part in ("app", "web"):
            shutil.copytree(ROOT / part, place / part, ignore=shutil.ignore_patterns("*.pyc"))
        self.directory = place
        with (place / "web/css/tokens.css").open("a") as sheet:
            sheet.write(":root { --of-build: 'two'; }\n")


def looks(tab: Tab) -> str:
    script = "() => getComputedStyle(document.documentElement).getPropertyValue('--of-build')"
    return str(tab.page.evaluate(script)).strip("'\" ")


IS_TWO = """() => getComputedStyle(document.documentElement)
  .getPropertyValue('--of-build').includes('two')"""


def test_an_upgrade_changes_no_page_halfway(
    visitors: Visitors, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with running_server(tmp_path, **SETTINGS) as old:
        tab = kept(visitors, old.url)
        (before,) = tab.page.evaluate(KEPT)
        player = visitors.arrive(open_room(old.url).seat("host"), base=old.url, forgive=LOSSES)
        player.screen("game")
        old.stop()
        new = Changed(tmp_path_factory.mktemp("new"), old)
        new.start()
        try:
            assert new.url == old.url
            tab.press("create")
            tab.see("dialog [name=name]")
            assert looks(tab) == ""
            tab.go()
            assert looks(tab) == "two", "the page itself is always the newest"
            player.see("body[data-conn=online]")
            player.tap("a1")
            player.at_ply(1)
            assert looks(player) == "", "a game goes on as it began"
            player.hit("#brand")
            player.page.wait_for_function(IS_TWO)
            player.screen("home")
            tab.page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
            two = "async () => (await caches.keys()).length === 2"
            tab.page.wait_for_function(two)
            waiting = "async () => !!(await navigator.serviceWorker.ready).waiting"
            tab.page.wait_for_function(waiting)
            assert before in tab.page.evaluate(KEPT), "no tab loses its build while it is open"
        finally:
            new.stop()
        old.start()


def test_a_page_that_meets_a_part_of_another_build_is_loaded_again(visitors: Visitors) -> None:
    tab = visitors.arrive("rules")
    tab.page.add_init_script("globalThis.requestIdleCallback = () => 0;")
    changed: list[str] = []

    def change(route: Route) -> None:
        answer = route.fetch()
        body = answer.text()
        if not changed:
            body = body.replace("$fits('", "$fits('not")
        changed.append(route.request.url)
        route.fulfill(response=answer, body=body)

    tab.page.route("**/js/+rest.js*", change)
    tab.forgive = LOSSES
    tab.go()
    with tab.page.expect_navigation():
        tab.press("create")
    tab.screen("home")
    tab.press("create")
    tab.see("dialog [name=name]")
    assert len(changed) == 2


def test_the_page_can_be_installed(visitors: Visitors) -> None:
    tab = kept(visitors, visitors.base)
    session = tab.page.context.new_cdp_session(tab.page)
    found: dict[str, Any] = session.send("Page.getAppManifest")
    assert found["errors"] == []
    about = json.loads(found["data"])
    kinds = {(icon.get("purpose", "any"), icon["sizes"]) for icon in about["icons"]}
    assert {("any", "192x192"), ("any", "512x512"), ("maskable", "512x512")} <= kinds
    base = found["url"]
    for path in [icon["src"] for icon in about["icons"]]:
        assert httpx.get(httpx.URL(base).join(path)).headers["content-type"].startswith("image/")
    for path in (about["start_url"], about["scope"]):
        assert httpx.URL(base).join(path) == f"{visitors.base}/"
    problems = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in problems if one["errorId"] != "in-incognito"] == []


def test_its_shortcuts_lead_where_they_say(visitors: Visitors) -> None:
    tab = visitors.arrive("")
    href = tab.page.get_attribute("link[rel=manifest]", "href")
    about = httpx.get(f"{visitors.base}/{href}").json()
    shown = {
        "Play the computer": "dialog[data-sheet=computer]",
        "Two players, one device": "dialog[data-sheet=local]",
        "Rules and pieces": "body[data-screen=rules]",
        "Open a game record": "body[data-screen=replay]",
    }
    assert [one["name"] for one in about["shortcuts"]] == list(shown)
    for one in about["shortcuts"]:
        tab.go(one["url"].removeprefix("../../"))
        tab.see(shown[one["name"]])
        assert tab.page.url.endswith(("/", "/rules", "/replay"))
