"""The doctor outside of a reverse proxy that gets one thing wrong."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

from app.doctor.visit import Wish
from tests.integration.examined import Visit, examined_with
from tests.integration.scrapes import scrape
from tests.reverse_proxy import Habits, running_reverse_proxy
from tests.servers import Server, running_server

SILENCE = 1.0


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that trusts a proxy on this machine."""
    settings = {"BANQI_TRUSTED_PROXIES": "127.0.0.1", "BANQI_RATE_LIMITS": "off"}
    with running_server(tmp_path_factory.mktemp("server"), **settings) as running:
        yield running


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that is served below a path."""
    settings = {"BANQI_TRUSTED_PROXIES": "127.0.0.1", "BANQI_BASE_PATH": "/games/banqi"}
    with running_server(tmp_path_factory.mktemp("below"), **settings) as running:
        yield running


async def seen_through(
    server: Server, habits: Habits, path: str = "", tls: ssl.SSLContext | None = None
) -> Visit:
    """What the doctor finds at the proxy's address."""
    settings = {n: v for n, v in server.environment.items() if n.startswith("BANQI_")}
    async with running_reverse_proxy(server.port, habits, tls) as proxy:
        scheme = "http" if tls is None else "https"
        wish = Wish(f"{scheme}://127.0.0.1:{proxy.port}{path}", SILENCE)
        return await asyncio.to_thread(examined_with, wish, server.log.parent, **settings)


async def test_a_good_proxy_has_no_problem(behind: Server) -> None:
    visit = await seen_through(behind, Habits(refused=("/metrics",)))
    assert (visit.code, visit.problems) == (0, [])
    for words in (
        *("leads to a server", "is reached by http", "Host arrives", "each player's address"),
        *("page and its files", "cannot read /metrics", "opens and answers", "1 s of silence"),
    ):
        assert visit.is_fine_about(words), words


async def test_the_room_that_was_opened_is_closed_again(behind: Server) -> None:
    left = {"type": "leave", "result": "done"}
    before = (await scrape(behind))("commands_total", **left)
    await seen_through(behind, Habits())
    assert (await scrape(behind))("commands_total", **left) == before + 1


async def test_metrics_that_everybody_can_read_are_noted(behind: Server) -> None:
    visit = await seen_through(behind, Habits())
    assert "refuse that path" in visit.note("everybody can read /metrics")


async def test_a_proxy_that_does_not_tell_for_whom_is_a_problem(behind: Server) -> None:
    visit = await seen_through(behind, Habits(tells_for_whom=False))
    assert "X-Forwarded-For" in visit.problem("not told whom requests come from")


async def test_a_proxy_that_changes_the_host_is_a_problem(behind: Server) -> None:
    visit = await seen_through(behind, Habits(host="backend"))
    host, socket = visit.problems
    assert "proxy_set_header Host" in host["remedy"]
    assert "403" in socket["what"]
    assert "let Host" in socket["remedy"]


async def test_a_proxy_that_passes_no_upgrades_on_is_a_problem(behind: Server) -> None:
    visit = await seen_through(behind, Habits(upgrades=False))
    assert "Upgrade and Connection" in visit.problem("does not pass WebSockets on (400)")


async def test_a_proxy_that_cuts_silent_sockets_is_a_problem(behind: Server) -> None:
    visit = await seen_through(behind, Habits(silence=0.5))
    assert "read time-out" in visit.problem("a socket was cut")


async def test_a_proxy_that_nobody_trusts_is_a_problem(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        visit = await seen_through(server, Habits(scheme="https"))
        assert "BANQI_TRUSTED_PROXIES" in visit.problem("does not believe whom")


async def test_a_proxy_that_reaches_nobody_is_a_problem(behind: Server, tmp_path: Path) -> None:
    async with running_reverse_proxy(1, Habits()) as proxy:
        wish = Wish(f"http://127.0.0.1:{proxy.port}", SILENCE)
        visit = await asyncio.to_thread(examined_with, wish, tmp_path)
    assert "is the server running" in visit.problem("does not reach the server (502)")


async def test_a_server_that_does_not_know_its_name_is_a_problem(tmp_path: Path) -> None:
    settings = {"BANQI_HOSTS": "banqi.example", "BANQI_TRUSTED_PROXIES": "127.0.0.1"}
    with running_server(tmp_path, **settings) as server:
        visit = await seen_through(server, Habits())
        assert "add it to BANQI_HOSTS" in visit.problem("does not answer to this name")


# — below a path —


@pytest.mark.parametrize("strips", [False, True])
async def test_below_a_path_nothing_is_a_problem(below: Server, strips: bool) -> None:
    habits = Habits(prefix="/games/banqi", strips=strips, refused=("/metrics",))
    visit = await seen_through(below, habits, "/games/banqi/")
    assert visit.problems == []


async def test_a_path_that_the_server_does_not_know_is_a_problem(behind: Server) -> None:
    visit = await seen_through(behind, Habits(prefix="/games"), "/games")
    assert "BANQI_BASE_PATH" in visit.problem("something else answers there (404)")


async def test_files_that_are_not_passed_on_are_a_problem(below: Server) -> None:
    habits = Habits(prefix="/games/banqi", refused=("/",))
    visit = await seen_through(below, habits, "/games/banqi")
    assert "with its slash" in visit.problem("the page is not at")


# — with TLS —


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def tls(authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """A context for a proxy; the machine knows its authority."""
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    return context_of(authority, "127.0.0.1")


def context_of(authority: trustme.CA, name: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(context)
    return context


async def test_with_tls_everything_is_fine(behind: Server, tls: ssl.SSLContext) -> None:
    visit = await seen_through(behind, Habits(scheme="https"), tls=tls)
    assert visit.problems == []
    assert visit.is_fine_about("is reached by https")


async def test_a_scheme_that_is_not_told_is_a_problem(behind: Server, tls: ssl.SSLContext) -> None:
    visit = await seen_through(behind, Habits(scheme=None), tls=tls)
    scheme, socket = visit.problems
    assert "X-Forwarded-Proto: https" in scheme["remedy"]
    assert "X-Forwarded-Proto" in socket["remedy"]


async def test_a_scheme_that_is_not_believed_is_a_problem(
    tmp_path: Path, tls: ssl.SSLContext
) -> None:
    with running_server(tmp_path) as server:
        visit = await seen_through(server, Habits(scheme="https"), tls=tls)
    assert len(visit.problems) == 3
    remedies = [each["remedy"] for each in visit.problems]
    assert all("BANQI_TRUSTED_PROXIES" in remedy for remedy in remedies)


async def test_a_certificate_that_does_not_fit_is_a_problem(
    behind: Server, tls: ssl.SSLContext, authority: trustme.CA
) -> None:
    del tls
    visit = await seen_through(behind, Habits(), tls=context_of(authority, "other.example"))
    assert "renew the certificate" in visit.problem("TLS fails")


@pytest.mark.usefixtures("nameless")
@pytest.mark.parametrize(
    ("url", "words", "remedy"),
    [
        ("banqi.example", "is no address", "as in https://"),
        ("http://127.0.0.1:1", "cannot be reached", "firewall"),
        ("http://nowhere.invalid", "cannot be reached", "name right"),
    ],
)
def test_an_address_that_leads_nowhere_is_a_problem(
    tmp_path: Path, url: str, words: str, remedy: str
) -> None:
    assert remedy in examined_with(Wish(url), tmp_path).problem(words)
