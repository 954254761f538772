"""Handshakes and requests that no client library sends: the answer each gets."""

from __future__ import annotations

import asyncio

import pytest

from tests.integration.conftest import StartServer
from tests.integration.raw import OPEN, UPGRADE, Answer, Peer
from tests.servers import Server


def upgraded(server: Server, **headers: str) -> Answer:
    with Peer(server) as peer:
        return peer.upgrade("BBBBBB", **headers)


def requested(
    server: Server, line: str, headers: dict[str, str] | None = None, body: bytes = b""
) -> Answer:
    with Peer(server) as peer:
        peer.request(line, {"Connection": "close", **(headers or {})}, body)
        return peer.answer()


def sent(server: Server, data: bytes, patience: float = 5.0) -> Answer:
    with Peer(server) as peer:
        peer.send(data)
        return peer.answer(patience)


@pytest.mark.parametrize(
    ("without", "status"), [({"Sec-WebSocket-Key"}, 400), ({"Sec-WebSocket-Version"}, 426)]
)
async def test_an_upgrade_must_be_whole(server: Server, without: set[str], status: int) -> None:
    headers = {name: value for name, value in UPGRADE.items() if name not in without}
    line = "GET /api/rooms/BBBBBB/ws HTTP/1.1"
    with Peer(server) as peer:
        peer.request(line, headers)
        answer = await asyncio.to_thread(peer.answer)
    assert answer.status in {400, status}


async def test_a_key_of_another_length_is_refused(server: Server) -> None:
    assert upgraded(server, Sec_WebSocket_Key="AAAA").status == 400


async def test_an_upgrade_by_another_method_or_elsewhere_is_refused(server: Server) -> None:
    posted = requested(server, "POST /api/rooms/BBBBBB/ws HTTP/1.1", UPGRADE)
    assert posted.status in {400, 404, 405}
    elsewhere = requested(server, "GET /api/rooms HTTP/1.1", UPGRADE)
    assert elsewhere.status in {403, 404}


async def test_neither_compression_nor_a_subprotocol_is_agreed_to(server: Server) -> None:
    answer = upgraded(
        server,
        Sec_WebSocket_Extensions="permessage-deflate; client_max_window_bits",
        Sec_WebSocket_Protocol="evil, x",
    )
    assert answer.status == 101
    assert answer.header("sec-websocket-extensions") is None
    assert answer.header("sec-websocket-protocol") is None
    assert answer.header("server") is None


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "", "http://127.0.0.1", "file://"]
)
async def test_foreign_origins_get_403(server: Server, origin: str) -> None:
    assert upgraded(server, Origin=origin).status == 403


@pytest.mark.parametrize(
    "head",
    [
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        "Host : x\r\n",
        "X: a\r\n b\r\n",
        "X: a\nY: b\r\n",
    ],
)
async def test_heads_that_two_programs_could_read_differently_are_refused(
    server: Server, head: str
) -> None:
    data = f"POST /api/rooms HTTP/1.1\r\nHost: x\r\n{head}\r\n0\r\n\r\n"
    assert sent(server, data.encode()).status in {400, 415}


async def test_other_protocols_on_the_port_are_refused(server: Server) -> None:
    for data in (
        bytes.fromhex("1603010200010001fc0303"),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"FOO / HTTP/1.1\r\nHost: x\r\n\r\n",
    ):
        assert sent(server, data).status == 400


async def test_a_huge_address_is_refused(server: Server) -> None:
    answer = requested(server, f"GET /{'x' * 70_000} HTTP/1.1")
    assert answer.status in {0, 400, 404, 414, 431}
    assert answer.end != OPEN


async def test_a_forwarded_address_from_a_stranger_changes_no_bucket(
    start_server: StartServer,
) -> None:
    own = start_server()
    statuses = [
        requested(own, "GET /api/rooms/ZZZZZZ HTTP/1.1", {"X-Forwarded-For": f"6.6.6.{n}"}).status
        for n in range(11)
    ]
    assert statuses == [404] * 10 + [429]
