"""Commands that come twice, late, at once, or whose answer got lost."""

from __future__ import annotations

import asyncio
import secrets

import pytest

from tests.integration.clients import Frame, Table, open_table, post
from tests.servers import Server


def ply(table: Table, action: str, identity: str | None = None) -> Frame:
    game = table.host.game
    return {
        "type": "play",
        "id": identity or secrets.token_hex(8),
        "game": game["number"],
        "ply": game["ply"],
        "action": action,
    }


async def test_the_same_frame_five_times_is_one_event_and_five_equal_answers(table: Table) -> None:
    sent = ply(table, "a1")
    for _ in range(5):
        await table.host.send(sent)
    answers = [await table.host.next("ack") for _ in range(5)]
    assert answers == [answers[0]] * 5
    async with table.room.connected(table.room.host) as again:
        assert await again.answer_to(sent) == answers[0]
        assert again.state["version"] == answers[0]["version"]
        assert again.game["ply"] == 1


async def test_a_move_whose_answer_was_lost_is_sent_again_and_counts_once(table: Table) -> None:
    for action in ("a1", "b1", "c1", "d1"):
        sent = ply(table, action)
        mover = table.host.game["turn"]
        token = table.room.host if mover == "host" else table.room.guest
        async with table.room.connected(token) as doomed:
            await doomed.send(sent)
            doomed.socket.transport.abort()
        async with table.room.connected(token) as back:
            acked = await back.answer_to(sent)
            assert acked["type"] == "ack"
            await back.state_at(acked["version"])
            assert back.game["ply"] == sent["ply"] + 1
        await table.settled(acked["version"])


async def test_repeats_of_the_previous_game_are_known_too(table: Table) -> None:
    sent = ply(table, "a1")
    acked = await table.host.answer_to(sent)
    await table.host.ask("resign", game=1)
    await table.host.ask("rematch", game=1, accept=True)
    begun = await table.guest.ask("rematch", game=1, accept=True)
    await table.settled(begun["version"])
    assert table.host.game["number"] == 2
    assert await table.host.answer_to(sent) == acked


async def test_a_refused_command_is_judged_anew(table: Table) -> None:
    early = {"type": "play", "id": "early", "game": 1, "ply": 1, "action": "b1"}
    assert (await table.guest.answer_to(early))["code"] == "stale"
    await table.play("a1")
    assert (await table.guest.answer_to(early))["type"] == "ack"


async def test_of_simultaneous_moves_exactly_one_wins_and_nobody_drifts(server: Server) -> None:
    async with open_table(server) as table, table.room.connected(table.room.host) as second:
        tabs = (table.host, second)
        for _ in range(25):
            before = table.host.version
            moves = table.host.game["legal"][:2]
            if table.host.game["turn"] != "host" or len(moves) < 2:
                await table.play(table.host.game["legal"][0])
                await second.state_at(table.host.version)
                if table.host.game["result"]:
                    break
                continue
            answers = await asyncio.gather(
                *(tab.answer_to(ply(table, move)) for tab, move in zip(tabs, moves, strict=True))
            )
            assert sorted(answer["type"] for answer in answers) == ["ack", "refused"]
            await table.settled(before + 1)
            await second.state_at(before + 1)
            assert table.host.state == table.guest.state == second.state
            assert table.host.version == before + 1


async def test_both_players_pressing_rematch_at_once_start_one_game(server: Server) -> None:
    async with open_table(server) as table:
        for number in range(1, 11):
            await table.host.ask("resign", game=number)
            await asyncio.gather(
                table.host.ask("rematch", game=number, accept=True),
                table.guest.ask("rematch", game=number, accept=True),
            )
            await table.settled((await table.host.ask("ping"))["version"])
            assert table.host.game["number"] == number + 1
            score = table.host.state["room"]["series"]["score"]
            assert score == {"host": 0.0, "guest": float(number)}


async def test_the_same_client_token_opens_one_room_and_takes_one_seat(server: Server) -> None:
    mine, theirs = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    first = await post(server, "/api/rooms", {"name": "Mei", "token": mine})
    again = await post(server, "/api/rooms", {"name": "Other", "token": mine})
    assert again == first
    assert first["token"] == mine
    path = f"/api/rooms/{first['code']}/seats"
    seated = await post(server, path, {"name": "Bo", "token": theirs})
    again = await post(server, path, {"name": "Bo", "token": theirs})
    assert (again["seat"], again["token"], again["code"]) == ("guest", theirs, first["code"])
    assert again["room"]["series"] == seated["room"]["series"]


@pytest.mark.parametrize("field", ["\n", ":", "{", "", "x" * 65, "a b", "é", "\x00", 5, None, []])
async def test_an_id_of_other_letters_is_malformed(table: Table, field: object) -> None:
    refused = await table.host.refusal({"type": "ping", "id": field})
    assert (refused["code"], refused["id"]) == ("malformed", None)


async def test_two_tabs_of_a_seat_both_show_and_both_act(table: Table) -> None:
    async with table.room.connected(table.room.host) as tab:
        acked = await tab.play("a1")
        await table.settled(acked["version"])
        assert table.host.game["ply"] == 1
        presence = [f for f in await table.guest.everything() if f["type"] == "presence"]
        assert all(frame["host"]["online"] for frame in presence)
