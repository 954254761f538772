"""Two friends play on a page that nginx, Caddy or Traefik serves below a path, over TLS."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser

from tests.deploy.backends import BELOW, Backend, kill_all, running_backend
from tests.deploy.fronts import KINDS, Front, running_front
from tests.e2e.tabs import DESKTOP, LOSSES, PATIENCE, PHONE, Tab, Visitors
from tests.e2e.test_acceptance import CLIPBOARD, draw_for_first, pasted

FOR_A_TEST = {"ignore_https_errors": True}
"""The browser does not know the authority; clients that do are in tests/deploy."""


@pytest.fixture(scope="module")
def backend(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backend]:
    with running_backend(tmp_path_factory.mktemp("backend"), BELOW) as running:
        yield running


@pytest.fixture(scope="module", params=KINDS)
def front(
    request: pytest.FixtureRequest, backend: Backend, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Front]:
    place = tmp_path_factory.mktemp(request.param)
    with running_front(request.param, place, backend.behind) as running:
        yield running


@pytest.fixture
def guests(browser: Browser, front: Front) -> Iterator[Visitors]:
    """Whoever comes; a request beside the path is among what their pages complain about."""
    come = Visitors(browser, front.url, PATIENCE)
    yield come
    assert come.leave() == []


def test_a_game_from_the_invitation_to_a_server_s_death(
    guests: Visitors, backend: Backend, front: Front
) -> None:
    host = guests.arrive(profile={**DESKTOP, **CLIPBOARD, **FOR_A_TEST}, forgive=LOSSES)
    host.press("create")
    host.page.fill("dialog [name=name]", "Mei")
    host.press("create-submit")
    host.screen("lobby")
    guest = guests.arrive(_invited(guests, host), {**PHONE, **FOR_A_TEST}, forgive=LOSSES)
    guest.page.fill("[name=name]", "Bao")
    guest.press("sit")
    draw_for_first(host, guest)
    both = (host, guest)
    _flip(both, 1, "b5")

    before = replace(guest.look(), usable=frozenset())
    guest.page.reload()
    guest.at_ply(1)
    assert replace(guest.look(), usable=frozenset()) == before
    _flip(both, 2, "c4")

    for ply, victim in enumerate(backend.servers, start=3):
        kill_all(victim)
        _flip(both, ply, f"a{ply}")
        victim.start()
    assert host.look().board == guest.look().board
    assert not [url for tab in both for url in tab.requests if not url.startswith(front.url)]


def _invited(guests: Visitors, host: Tab) -> str:
    """The path of the link that the host copies."""
    host.press("copy-link")
    host.see("[data-act=copy-link][data-state=copied]")
    link = pasted(guests.another(host, ""))
    assert link.startswith(f"{guests.base}/")
    return link.removeprefix(f"{guests.base}/")


def _flip(both: tuple[Tab, Tab], ply: int, square: str) -> None:
    """Whoever is to move turns a piece; both pages show it."""
    for tab in both:
        tab.page.wait_for_selector("body[data-turn=me], body[data-turn=opp]")
    next(tab for tab in both if tab.turn == "me").tap(square)
    for tab in both:
        tab.at_ply(ply)
        assert tab.look().last == {square}
