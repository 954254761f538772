"""Frames and handshakes that no client library sends: the answer each gets."""

from __future__ import annotations

import asyncio

import pytest

from tests.integration.clients import Room, Table, open_room, open_table
from tests.integration.conftest import StartServer
from tests.integration.raw import OPEN, UPGRADE, Answer, Peer, frame
from tests.servers import Server

Z = "00000000"


@pytest.fixture
async def room(server: Server) -> Room:
    return await open_room(server)


def after_hello(room: Room, data: bytes, patience: float = 5.0) -> Answer:
    with Peer(room.server) as peer:
        peer.hello(room.code, room.host)
        peer.send(data)
        return peer.answer(patience)


@pytest.mark.parametrize(
    ("sent", "codes"),
    [
        ("81026869", {1002}),
        (f"c182{Z}6869", {1002}),
        (f"a182{Z}6869", {1002}),
        (f"9182{Z}6869", {1002}),
        (f"8382{Z}6869", {1002}),
        (f"8b80{Z}", {1002}),
        (f"0981{Z}78", {1002}),
        (f"8081{Z}78", {1002}),
        (f"0181{Z}618181{Z}62", {1002}),
        (f"8881{Z}03", {1002}),
        (f"8884{Z}03e8fffe", {1007}),
        (f"8182{Z}fffe", {1007}),
        (f"8183{Z}eda080", {1007}),
        (f"8182{Z}c080", {1007}),
        (f"8184{Z}f4908080", {1007}),
        (f"81fe2001{Z}", {1009}),
        (f"81ff8000000000000000{Z}", {1002, 1009}),
        (f"8282{Z}0001", {1003}),
        (f"8882{Z}03e8", {1000}),
        (f"8880{Z}", {0}),
        (f"8882{Z}1388", {1002}),
        ("1603010200010001fc0303", {1002}),
    ],
)
async def test_a_broken_frame_gets_its_close_code(room: Room, sent: str, codes: set[int]) -> None:
    answer = await asyncio.to_thread(after_hello, room, bytes.fromhex(sent))
    assert answer.close in codes


async def test_a_message_in_pieces_is_bounded_as_a_whole(room: Room) -> None:
    pieces = frame(b"x" * 8000, first=0) + frame(b"x" * 1000, opcode=0)
    answer = await asyncio.to_thread(after_hello, room, pieces)
    assert answer.close == 1009


async def test_a_length_written_too_long_is_still_a_length(room: Room) -> None:
    answer = await asyncio.to_thread(
        after_hello, room, bytes.fromhex("81ff000000000000000200000000") + b"{}", 0.5
    )
    assert b'"malformed"' in answer.rest
    assert answer.close is None


async def test_nothing_after_a_close_is_read(room: Room) -> None:
    late = frame(b'{"type":"play","id":"late","game":1,"ply":0,"action":"a1"}')
    await asyncio.to_thread(after_hello, room, bytes.fromhex(f"8882{Z}03e8") + late)
    async with room.connected() as spectator:
        assert spectator.game["ply"] == 0


async def test_half_a_frame_and_a_reset_leave_the_seat_away(room: Room) -> None:
    async with room.connected(room.guest) as guest:

        def come() -> Peer:
            peer = Peer(room.server)
            peer.hello(room.code, room.host)
            return peer

        peer = await asyncio.to_thread(come)
        await guest.where(lambda f: f["type"] == "presence" and f["host"]["online"])
        peer.send(frame(b"x" * 100)[:50])
        peer.reset()
        away = await guest.where(lambda f: f["type"] == "presence" and not f["host"]["online"])
        assert away["host"]["away_since"]


async def test_many_sockets_that_vanish_during_broadcasts_leave_no_trace(server: Server) -> None:
    async with open_table(server) as table:

        def storm() -> None:
            peers = [Peer(server) for _ in range(40)]
            for peer in peers:
                peer.hello(table.room.code)
            for peer in peers:
                peer.reset()

        await asyncio.gather(asyncio.to_thread(storm), _play_on(table))
        assert (await table.host.ask("ping"))["type"] == "pong"
    assert "Traceback" not in server.complaints()


async def _play_on(table: Table) -> None:
    for square in (f"{file}{rank}" for rank in range(1, 6) for file in "abcd"):
        if table.host.game["result"] is None:
            await table.play(square)


# — handshakes and requests —


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


async def test_a_hundred_pings_in_one_segment_do_not_stop_the_game(server: Server) -> None:
    async with open_table(server) as table:
        pings = frame(b"", opcode=9) * 80
        await asyncio.to_thread(after_hello, table.room, pings, 0.5)
        await table.play("a1")
