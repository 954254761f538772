"""Who calls, from where, and from which page."""

from __future__ import annotations

from ipaddress import ip_network

import pytest

from app.service.callers import (
    NOBODY,
    Caller,
    caller_of,
    is_known_host,
    is_own_origin,
    is_trusted,
)
from app.service.visitors import Doorway, is_welcome_page, visitor_of

PROXIES = (ip_network("10.0.0.0/8"), ip_network("::1"))


def one(address: str) -> Caller:
    return Caller(address, address)


@pytest.mark.parametrize(
    ("peer", "forwarded", "caller"),
    [
        ("1.2.3.4", "", one("1.2.3.4")),
        ("1.2.3.4", "6.6.6.6", one("1.2.3.4")),
        ("10.0.0.1", "6.6.6.6", one("6.6.6.6")),
        ("10.0.0.1", "8.8.8.8, 6.6.6.6", one("6.6.6.6")),
        ("10.0.0.1", "6.6.6.6, 10.9.9.9", one("6.6.6.6")),
        ("10.0.0.1", "10.1.1.1, 10.2.2.2", one("10.0.0.1")),
        ("10.0.0.1", "6.6.6.6, nonsense", one("10.0.0.1")),
        ("10.0.0.1", "", one("10.0.0.1")),
        ("::ffff:10.0.0.1", "6.6.6.6", one("6.6.6.6")),
        ("::1", "2001:db8:1:2::9", Caller("2001:db8:1:2::/64", "2001:db8:1::/48")),
        ("fe80::1%eth0", "", Caller("fe80::/64", "fe80::/48")),
        (None, "6.6.6.6", NOBODY),
        ("a unix socket", "6.6.6.6", NOBODY),
    ],
)
def test_the_caller_is_the_last_stranger_that_trusted_proxies_name(
    peer: str | None, forwarded: str, caller: Caller
) -> None:
    assert caller_of(peer, forwarded, PROXIES) == caller


def test_without_proxies_nobody_is_trusted() -> None:
    assert not is_trusted("127.0.0.1", ())
    assert caller_of("127.0.0.1", "6.6.6.6", ()) == one("127.0.0.1")


@pytest.mark.parametrize(
    ("origin", "scheme", "host", "own"),
    [
        ("http://a.example", "http", "a.example", True),
        ("http://a.example", "http", "A.Example:80", True),
        ("https://a.example", "https", "a.example:443", True),
        ("http://a.example:8000", "http", "a.example:8000", True),
        ("http://[::1]:8000", "http", "[::1]:8000", True),
        ("https://a.example", "http", "a.example", False),
        ("http://a.example:8001", "http", "a.example:8000", False),
        ("http://a.example.evil", "http", "a.example", False),
        ("null", "http", "a.example", False),
        ("", "http", "", False),
    ],
)
def test_a_page_is_our_own_only_by_an_exact_match(
    origin: str, scheme: str, host: str, own: bool
) -> None:
    assert is_own_origin(origin, scheme, host) is own


def test_hosts_are_known_by_name_with_or_without_port() -> None:
    assert is_known_host("anything", ())
    known = ("a.example", "b.example:8000")
    assert all(is_known_host(host, known) for host in ("a.example", "A.example:99"))
    assert is_known_host("b.example:8000", known)
    assert not any(is_known_host(host, known) for host in ("b.example", "", "xa.example", "[::1]"))


def scope(peer: str, **headers: str) -> dict[str, object]:
    pairs = [(name.replace("_", "-").encode(), it.encode()) for name, it in headers.items()]
    return {"type": "websocket", "scheme": "ws", "client": (peer, 1), "headers": pairs}


@pytest.mark.parametrize("called", ["https", "wss"])
def test_a_proxy_tells_the_scheme_and_a_stranger_does_not(called: str) -> None:
    doorway = Doorway(trusted_proxies=PROXIES)
    told = {"host": "a.example", "origin": "https://a.example", "x_forwarded_proto": called}
    assert is_welcome_page(visitor_of(scope("10.0.0.1", **told), doorway), doorway)
    assert not is_welcome_page(visitor_of(scope("1.2.3.4", **told), doorway), doorway)


@pytest.mark.parametrize("called", ["http", "ws", "", "HTTPS", "https, http", "ftp"])
def test_no_other_word_for_the_scheme_makes_it_a_safe_one(called: str) -> None:
    told = scope("10.0.0.1", host="a.example", x_forwarded_proto=called)
    assert visitor_of(told, Doorway(trusted_proxies=PROXIES)).scheme == "http"


def test_a_missing_origin_is_a_program_unless_one_is_required() -> None:
    visitor = visitor_of(scope("1.2.3.4", host="a.example"), Doorway())
    assert is_welcome_page(visitor, Doorway())
    assert not is_welcome_page(visitor, Doorway(require_origin=True))
