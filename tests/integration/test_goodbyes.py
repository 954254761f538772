"""Every close code and every bye of the contract that the application itself says."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.integration.clients import Room, Table, open_room, open_table, post
from tests.integration.conftest import StartServer
from tests.servers import Server


@pytest.fixture
def server(either_server: Server) -> Server:
    return either_server


async def test_who_leaves_is_done_and_the_other_stays(table: Table) -> None:
    left = await table.guest.ask("leave")
    assert left["type"] == "ack"
    code, bye = await table.guest.ended()
    assert (code, bye["code"], bye["retry"]) == (1000, "done", False)
    await table.host.state_at(left["version"])
    assert table.host.state["room"]["seats"]["guest"] is None
    assert table.host.game["result"]["reason"] == "resignation"
    async with table.room.socket() as back:
        assert (await back.hello(table.room.guest))["code"] == "unauthorized"


async def test_the_last_to_leave_closes_the_room_for_all(server: Server) -> None:
    opened = await post(server, "/api/rooms", {})
    room = Room(server, opened["code"], opened["token"], "")
    async with room.connected(room.host) as host, room.connected() as spectator:
        assert (await host.ask("leave"))["type"] == "ack"
        for client in (host, spectator):
            code, bye = await client.ended()
            assert (code, bye["code"], bye["retry"]) == (1000, "room_closed", False)
    async with room.socket() as late:
        assert (await late.hello())["code"] == "room_not_found"


async def test_a_removed_guest_is_told_so(table: Table) -> None:
    await table.play("a1")
    await table.guest.ask("resign", game=1)
    removed = await table.host.ask("remove_guest")
    assert removed["type"] == "ack"
    code, bye = await table.guest.ended()
    assert (code, bye["code"], bye["retry"]) == (4403, "removed", False)


@pytest.mark.parametrize(
    "first",
    ["", "{", "[]", "1", '{"type":"ping","id":"a"}', '{"type":"hello","protocol":"1"}', "\x00"],
)
async def test_the_first_message_must_be_a_hello(server: Server, first: str) -> None:
    room = await open_room(server)
    async with room.socket() as client:
        await client.send(first)
        code, bye = await client.ended()
        assert (code, bye["code"], bye["retry"]) == (4400, "protocol_error", False)


async def test_unknown_fields_of_a_hello_are_ignored(server: Server) -> None:
    room = await open_room(server)
    async with room.socket() as client:
        welcome = await client.hello(room.host, contribute=True, colour="red", more={"a": [1.5]})
        assert welcome["you"] == "host"


async def test_all_bad_tokens_get_the_same_bytes(server: Server) -> None:
    room, other = await open_room(server), await open_room(server)
    cut, cased = room.host[:-1], room.host.swapcase()
    bad = ["A" * 43, cut, cased, other.host, other.guest, "", "x" * 4096, 5, True, [], {}]
    answers = set()
    for token in bad:
        async with room.socket() as client:
            await client.send({"type": "hello", "protocol": 1, "token": token})
            answers.add(str(await client.socket.recv()))
            assert (await client.ended())[0] == 4401
    assert len(answers) == 1


async def test_unknown_malformed_and_closed_rooms_get_the_same_bytes(server: Server) -> None:
    opened = await post(server, "/api/rooms", {})
    room = Room(server, opened["code"], opened["token"], "")
    async with room.connected(room.host) as host:
        await host.ask("leave")
        await host.ended()
    answers = set()
    for code in (room.code, "ZZZZZZ", "zzz", "..", "\0", "{room:*}", "O" * 6, "x" * 5000):
        async with room.socket(code) as client:
            await client.send({"type": "hello", "protocol": 1})
            answers.add(str(await client.socket.recv()))
            assert (await client.ended())[0] == 4404
    assert len(answers) == 1


async def test_room_codes_are_read_as_people_type_them(server: Server) -> None:
    room = await open_room(server)
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in room.code)
    for typed in (room.code.lower(), f"{room.code[:3]}-{room.code[3:]}", f" {room.code} ", wide):
        async with room.socket(typed) as client:
            assert (await client.hello())["room"]["code"] == room.code


async def test_silence_is_ended_after_the_hello_time(server: Server) -> None:
    room = await open_room(server)
    async with room.socket() as client:
        code, bye = await client.ended()
        assert (code, bye["code"], bye["retry"]) == (4408, "no_hello", True)


async def test_a_newer_protocol_is_told_that_the_server_is_old(server: Server) -> None:
    room = await open_room(server)
    async with room.socket() as client:
        await client.send({"type": "hello", "protocol": 2, "token": room.host})
        code, bye = await client.ended()
        assert (code, bye["code"], bye["retry"]) == (4426, "outdated", False)


async def test_nobody_watches_where_watching_is_off(server: Server) -> None:
    room = await open_room(server, spectators=False)
    async with room.socket() as client:
        await client.send({"type": "hello", "protocol": 1})
        code, bye = await client.ended()
        assert (code, bye["code"]) == (4403, "spectators_off")
    async with room.connected(room.host) as host:
        assert host.state["you"] == "host"


async def test_a_binary_frame_ends_the_connection(table: Table) -> None:
    await table.host.send(b"\x00\x01")
    assert (await table.host.ended())[0] == 1003
    async with table.room.socket() as client:
        await client.send(b"{}")
        assert (await client.ended())[0] == 1003


async def test_a_frame_over_eight_kilobytes_ends_the_connection(table: Table) -> None:
    fits = json.dumps({"type": "say", "id": "a", "text": ""})
    padded = fits.replace('""', '"' + "x" * (8192 - len(fits)) + '"')
    assert (await table.host.refusal(padded))["code"] == "text_invalid"
    await table.host.send(padded + " ")
    assert (await table.host.ended())[0] == 1009
    wide = "将" * 3000
    await table.guest.send({"type": "say", "id": "a", "text": wide})
    assert (await table.guest.ended())[0] == 1009


async def test_the_ninth_socket_of_a_seat_closes_the_oldest(start_server: StartServer) -> None:
    room = await open_room(start_server())
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(room.connected(room.host)) for _ in range(9)]
        code, bye = await clients[0].ended()
        assert (code, bye["code"], bye["retry"]) == (4410, "replaced", False)
        for client in clients[1:]:
            assert (await client.ask("ping"))["type"] == "pong"


async def test_the_fifty_first_spectator_is_one_too_many(start_server: StartServer) -> None:
    room = await open_room(start_server())
    async with AsyncExitStack() as stack:
        for _ in range(50):
            await stack.enter_async_context(room.connected())
        async with room.socket() as late:
            await late.send({"type": "hello", "protocol": 1})
            code, bye = await late.ended()
            assert (code, bye["code"], bye["retry"]) == (4409, "too_many_connections", True)
        async with room.connected(room.host) as host:
            presence = await host.where(lambda f: f["type"] == "presence" and f["spectators"] == 50)
            assert presence["host"]["online"]


async def test_the_hundred_and_first_socket_of_an_address_is_refused_before_it_opens(
    start_server: StartServer,
) -> None:
    room = await open_room(start_server())
    async with AsyncExitStack() as stack:
        for _ in range(100):
            await stack.enter_async_context(room.socket())
        with pytest.raises(InvalidStatus) as refused:
            async with room.socket():
                pass
    assert refused.value.response.status_code == 429
    assert refused.value.response.headers["Retry-After"]


async def test_too_many_frames_are_refused_and_then_ended(
    start_server: StartServer, fast_sockets: str
) -> None:
    async with open_table(start_server(BANQI_FAST_SOCKETS=fast_sockets)) as table:
        for _ in range(50):
            await table.host.send({"type": "ping", "id": "p"})
        code, bye = await table.host.ended()
        kinds = [f["type"] for f in table.host.inbox if f["type"] in {"pong", "refused"}]
        assert (code, bye["code"], bye["retry"]) == (4429, "rate_limited", True)
        assert (await table.guest.ask("ping"))["type"] == "pong"
        assert kinds.count("pong") <= 22
    async with table.room.connected(table.room.host) as back:
        assert back.state["you"] == "host"


async def test_the_twenty_first_command_of_a_second_is_refused(
    start_server: StartServer, fast_sockets: str
) -> None:
    async with open_table(start_server(BANQI_FAST_SOCKETS=fast_sockets)) as table:
        for n in range(21):
            await table.host.send({"type": "ping", "id": f"p{n}"})
        refused = await table.host.next("refused")
        assert (refused["code"], refused["id"]) == ("rate_limited", "p20")
        assert (await table.guest.play("a1"))["code"] == "not_your_turn"


async def test_a_foreign_page_is_refused_before_it_opens(server: Server) -> None:
    room = await open_room(server)
    own = server.url
    for origin in (
        "https://evil.example",
        f"{own}.evil.example",
        "null",
        own.replace("http", "https"),
    ):
        with pytest.raises(InvalidStatus) as refused:
            async with room.socket(origin=origin):
                pass
        assert refused.value.response.status_code == 403
    async with room.socket(origin=own) as client:
        assert (await client.hello())["type"] == "welcome"


async def test_pages_that_are_allowed_open_sockets_and_a_required_origin_must_come(
    start_server: StartServer,
) -> None:
    own = start_server(BANQI_ALLOWED_ORIGINS="https://a.example", BANQI_REQUIRE_ORIGIN="on")
    room = await open_room(own)
    async with room.socket(origin="https://a.example") as client:
        assert (await client.hello())["type"] == "welcome"
    with pytest.raises(InvalidStatus) as refused:
        async with room.socket():
            pass
    assert refused.value.response.status_code == 403


async def test_a_foreign_host_is_refused_when_hosts_are_configured(
    start_server: StartServer,
) -> None:
    own = start_server(BANQI_HOSTS="a.example")
    url = f"{own.socket_url}/api/rooms/BBBBBB/ws"
    with pytest.raises(InvalidStatus) as refused:
        async with connect(url):
            pass
    assert refused.value.response.status_code == 400
    named = url.replace("127.0.0.1", "a.example")
    async with connect(named, host="127.0.0.1", port=own.port) as socket:
        await socket.send('{"type":"hello"}')
        assert "room_not_found" in str(await socket.recv())


async def test_a_stopping_server_says_when_it_restarts(
    start_server: StartServer, fast_sockets: str
) -> None:
    own = start_server(BANQI_FAST_SOCKETS=fast_sockets)
    async with open_table(own) as table, table.room.socket() as silent:
        stopping = asyncio.get_running_loop().run_in_executor(None, own.stop)
        for client in (table.host, table.guest, silent):
            code, bye = await client.ended()
            assert (code, bye["code"], bye["retry"]) == (1012, "restarting", True)
        assert await stopping == 0
    own.start()
    async with table.room.connected(table.room.host) as back:
        assert back.game == table.host.game
