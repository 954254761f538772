"""What the page loads: little, from here alone, and nothing written into its markup."""

from __future__ import annotations

import re

import httpx
import pytest

from tests.e2e.rooms import open_room, sit_down
from tests.e2e.tabs import PHONE, Visitors

BUDGET = 150 * 1024
HANDLER = re.compile(r"\son\w+\s*=|javascript:|\sstyle\s*=", re.IGNORECASE)
SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<body>.*?)</script>", re.DOTALL)
POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
}


def test_the_markup_has_no_script_style_or_handler(visitors: Visitors) -> None:
    answer = httpx.get(f"{visitors.base}/")
    for found in SCRIPT.finditer(answer.text):
        assert found["body"].strip() == ""
        assert "src=" in found["attributes"]
    assert "<style" not in answer.text
    assert HANDLER.findall(answer.text) == []
    assert {part.strip() for part in answer.headers["content-security-policy"].split(";")} >= POLICY
    assert "no-store" not in answer.headers.get("cache-control", "")


def weight(url: str) -> int:
    """Bytes of an answer as the server sends it to a browser."""
    with httpx.stream("GET", url, headers={"Accept-Encoding": "gzip"}) as answer:
        return sum(len(part) for part in answer.iter_raw())


@pytest.mark.parametrize("screen", ["home", "game"])
def test_the_first_load_is_small(visitors: Visitors, screen: str) -> None:
    room = open_room(visitors.base)
    tab = visitors.arrive("rules", PHONE)
    tab.page.add_init_script("globalThis.requestIdleCallback = () => 0;")  # later is not first
    tab.page.context.new_cdp_session(tab.page).send(
        "Network.setCacheDisabled", {"cacheDisabled": True}
    )
    tab.page.goto("about:blank")  # what the first page fetched at leisure does not count
    tab.requests.clear()
    tab.go("" if screen == "home" else room.seat("host"))
    tab.screen(screen)
    tab.page.wait_for_selector("#piece-sprite", state="attached")
    weights = {url: weight(url.split("#")[0]) for url in tab.requests}
    assert sum(weights.values()) <= BUDGET, sorted(weights.items(), key=lambda pair: -pair[1])[:8]


def test_static_files_may_be_kept_for_ever(visitors: Visitors) -> None:
    tab = visitors.arrive("")
    kept = [url for url in tab.requests if "/static/" in url]
    assert kept
    for url in kept[:5]:
        assert "max-age=31536000" in httpx.get(url).headers["cache-control"]


def test_a_second_visit_loads_nothing_again(visitors: Visitors) -> None:
    table = sit_down(visitors)
    before = len(table.host.requests)
    table.host.hit("#brand")
    table.host.screen("home")
    table.host.press("return")
    table.host.screen("game")
    fresh = table.host.requests[before:]
    assert [url for url in fresh if "/static/" in url and not url.endswith(".svg")] == []


def test_a_page_without_storage_still_plays(visitors: Visitors) -> None:
    room = open_room(visitors.base, seated=False, first="guest")
    tab = visitors.arrive("")
    tab.page.add_init_script(
        "for (const name of ['localStorage', 'sessionStorage'])"
        "  Object.defineProperty(window, name, { get() { throw new DOMException('no'); } });"
    )
    tab.go(room.code)
    tab.press("sit")
    tab.screen("game")
    tab.play("a1")
    tab.at_ply(1)
    tab.page.reload()
    tab.screen("join")
