"""Frames that no client library sends: the answer each gets, from either socket class."""

from __future__ import annotations

import asyncio

import pytest

from tests.integration.clients import Room, open_room, open_table
from tests.integration.raw import Answer, Peer, frame
from tests.servers import Server

Z = "00000000"


@pytest.fixture
def server(either_server: Server) -> Server:
    return either_server


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


async def test_a_message_in_pieces_is_whole_again_and_a_ping_may_come_between(room: Room) -> None:
    pieces = (
        frame(b'{"type":"ping"', first=0)
        + frame(b"still there?", opcode=9)
        + frame(b',"id":"in-pieces"}', opcode=0)
        + frame(b'{"type":"ping","id":"whole"}')
    )
    answer = await asyncio.to_thread(after_hello, room, pieces, 0.5)
    assert (10, b"still there?") in answer.frames
    assert answer.rest.index(b'"id":"in-pieces"') < answer.rest.index(b'"id":"whole"')
    assert answer.close is None


async def test_many_frames_in_one_segment_are_all_answered_in_order(room: Room) -> None:
    asked = [f"p{n:02d}" for n in range(60)]
    segment = b"".join(frame(f'{{"type":"ping","id":"{name}"}}'.encode()) for name in asked)
    answer = await asyncio.to_thread(after_hello, room, segment, 1.0)
    payloads = [payload for _, payload in answer.frames if b'"pong"' in payload]
    assert [payload.split(b'"')[7].decode() for payload in payloads] == asked


async def test_a_frame_may_come_byte_by_byte(room: Room) -> None:
    whole = frame(b'{"type":"ping","id":"slowly"}')

    def drip() -> Answer:
        with Peer(room.server) as peer:
            peer.hello(room.code, room.host)
            for at in range(len(whole)):
                peer.send(whole[at : at + 1])
            peer.send(frame(b'{"type":"ping","id":"at-once"}'))
            return peer.answer(0.5)

    answer = await asyncio.to_thread(drip)
    assert answer.rest.index(b'"id":"slowly"') < answer.rest.index(b'"id":"at-once"')


async def test_eighty_pings_in_one_segment_do_not_stop_the_game(server: Server) -> None:
    async with open_table(server) as table:
        pings = frame(b"", opcode=9) * 80
        await asyncio.to_thread(after_hello, table.room, pings, 0.5)
        await table.play("a1")
