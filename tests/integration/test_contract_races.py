"""Commands at the very same moment: exactly one wins, each time, and nobody drifts."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path

from tests.integration.clients import Client, Frame, Table
from tests.integration.inside import inside

ROUNDS = 1_000


def ply(client: Client, action: str) -> Frame:
    """A play on the newest state this client knows, under an id of its own."""
    game = client.game
    about = {"game": game["number"], "ply": game["ply"], "action": action}
    return {"type": "play", "id": secrets.token_hex(8), **about}


async def sent_together(commands: list[tuple[Client, Frame]]) -> list[Frame]:
    """The answers to commands that are all under way before any of them is answered."""
    for client, command in commands:
        await client.send(command)

    async def answer(client: Client, command: Frame) -> Frame:
        return await client.where(
            lambda f: f["type"] in {"ack", "refused"} and f["id"] == command["id"]
        )

    return await asyncio.gather(*(answer(client, command) for client, command in commands))


def one_won(answers: list[Frame], version: int, *codes: str) -> None:
    """One was acknowledged as the very next version, the others were refused."""
    acked = [answer for answer in answers if answer["type"] == "ack"]
    refused = [answer["code"] for answer in answers if answer["type"] == "refused"]
    assert [answer["version"] for answer in acked] == [version + 1], answers
    assert len(refused) == len(answers) - 1
    assert set(refused) <= set(codes), answers


async def settled(clients: tuple[Client, ...], version: int) -> None:
    """All of them know this version, and know it as the same."""
    for client in clients:
        await client.state_at(version)
        client.inbox.clear()
    assert all(client.game == clients[0].game for client in clients)


async def test_two_sockets_race_for_the_same_ply_a_thousand_times(tmp_path: Path) -> None:
    async with inside(tmp_path) as served:
        room = await served.open_room(opponent="local")
        async with room.connected(room.host) as one, room.connected(room.host) as two:
            for turn in range(ROUNDS):
                if one.game["ply"] == 16:
                    acked = await one.ask("restart")
                    await settled((one, two), acked["version"])
                version, legal = one.version, one.game["legal"]
                commands = [(one, ply(one, legal[0])), (two, ply(two, legal[-1]))]
                answers = await sent_together(commands if turn % 2 else commands[::-1])
                one_won(answers, version, "stale")
                await settled((one, two), version + 1)
            moves = (await one.ask("history", game=one.game["number"]))["moves"]
            assert len(moves) == one.game["ply"]


async def next_game(table: Table) -> None:
    """Both want another game at the same moment: it is one."""
    number, version = table.host.game["number"], table.host.version
    again = {"type": "rematch", "game": number, "accept": True}
    answers = await sent_together(
        [(c, {**again, "id": secrets.token_hex(8)}) for c in (table.host, table.guest)]
    )
    assert sorted(answer["version"] for answer in answers) == [version + 1, version + 2]
    await settled((table.host, table.guest), version + 2)
    assert table.host.game["number"] == number + 1


async def test_both_seats_race_for_the_same_ply_a_thousand_times(tmp_path: Path) -> None:
    async with inside(tmp_path) as served, served.table() as table:
        both = (table.host, table.guest)
        for turn in range(ROUNDS):
            if table.host.game["result"] is not None:
                await next_game(table)
            version, legal = table.host.version, table.host.game["legal"]
            order = both if turn % 2 else both[::-1]
            answers = await sent_together(
                [(client, ply(client, legal[n])) for client, n in zip(order, (0, -1), strict=True)]
            )
            one_won(answers, version, "stale", "not_your_turn")
            await settled(both, version + 1)


async def test_when_both_resign_at_once_one_has_lost(tmp_path: Path) -> None:
    async with inside(tmp_path) as served, served.table() as table:
        both, losses = (table.host, table.guest), {"host": 0, "guest": 0}
        for turn in range(100):
            order = both if turn % 2 else both[::-1]
            version, first = table.host.version, table.host.game["first"]
            resign = {"type": "resign", "game": table.host.game["number"]}
            answers = await sent_together(
                [(client, {**resign, "id": secrets.token_hex(8)}) for client in order]
            )
            one_won(answers, version, "not_playing")
            await settled(both, version + 1)
            winner = table.host.game["result"]["winner"]
            losses["host" if winner == "guest" else "guest"] += 1
            await next_game(table)
            assert table.host.game["first"] != first
        score = table.host.state["room"]["series"]["score"]
        assert score == {"host": float(losses["guest"]), "guest": float(losses["host"])}


async def test_an_offer_and_its_acceptance_cross_and_end_one_game(tmp_path: Path) -> None:
    async with inside(tmp_path) as served, served.table() as table:
        both = (table.host, table.guest)
        for _ in range(50):
            acked = await table.mover.play("a1")
            await settled(both, acked["version"])
            version = table.host.version
            offer = {"type": "offer_draw", "game": table.host.game["number"]}
            answers = await sent_together(
                [(client, {**offer, "id": secrets.token_hex(8)}) for client in both]
            )
            assert [a["version"] for a in sorted(answers, key=lambda a: int(a["version"]))] == [
                version + 1,
                version + 2,
            ]
            await settled(both, version + 2)
            assert table.host.game["result"]["reason"] == "agreement"
            await next_game(table)
