"""Who names a request: the proxy if it is trusted and makes sense, else we."""

from __future__ import annotations

from ipaddress import ip_network

import pytest

from app.service import request_ids
from app.service.visitors import Doorway

TRUSTING = Doorway(trusted_proxies=(ip_network("10.0.0.0/8"),))


def named(doorway: Doorway, *values: bytes, peer: str = "10.0.0.1") -> str:
    scope = {"client": (peer, 1), "headers": [(b"X-Request-ID", value) for value in values]}
    name = request_ids.begin(scope, doorway)
    assert request_ids.current.get() == name
    assert request_ids.header() == (b"x-request-id", name.encode())
    return name


@pytest.mark.parametrize("given", [b"abcd", b"01HX-9.z_Q:7", b"a" * 64])
def test_a_trusted_proxy_s_name_is_kept(given: bytes) -> None:
    assert named(TRUSTING, given) == given.decode()


@pytest.mark.parametrize(
    "given",
    [b"", b"abc", b"a" * 65, b"a b c d", b"abcd\r\nx: y", b"\xff\xff\xff\xff", b"-abcd", b'"abcd"'],
)
def test_a_name_that_makes_no_sense_is_not(given: bytes) -> None:
    name = named(TRUSTING, given)
    assert name.encode() != given
    assert len(name) == 16


def test_nobody_else_s_name_is_kept() -> None:
    assert named(TRUSTING, b"abcd", peer="192.0.2.1") != "abcd"
    assert named(Doorway(), b"abcd") != "abcd"


def test_two_names_are_none() -> None:
    assert named(TRUSTING, b"abcd", b"efgh") not in {"abcd", "efgh"}


def test_every_request_gets_another_name() -> None:
    assert len({named(TRUSTING) for _ in range(50)}) == 50
