"""Every refusal of the contract is produced by a real server, and changes nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from app.game import Rule
from app.room.commands import Refusal
from tests.integration.clients import Client, Frame, Room, Table, open_room, open_table, post, web
from tests.integration.conftest import StartServer
from tests.servers import Server

TOO_QUICK = "4/4/4/4/4/4/4/Gs2 r - 0"


async def host_says(server: Server, kind: str, **fields: object) -> Frame:
    """What the host is told in a game that has just begun."""
    async with open_table(server) as table:
        return await table.host.ask(kind, **fields)


async def host_of_quiet_rules(server: Server, kind: str, **fields: object) -> Frame:
    """What the host is told where neither draws nor resignation are allowed."""
    rules = {"draw_offers": False, "resignation": False}
    async with open_table(server, rules=rules) as table:
        return await table.host.ask(kind, **fields)


async def spectator_says(server: Server, kind: str, **fields: object) -> Frame:
    room = await open_room(server)
    async with room.connected() as spectator:
        return await spectator.ask(kind, **fields)


async def last_word(server: Server, code: str | None, token: str | None, **more: object) -> Frame:
    room = await open_room(server)
    async with room.socket(code) as client:
        return await client.hello(token, **more)


async def posted(server: Server, path: str, body: object) -> Frame:
    async with web(server.url) as http:
        found: Frame = (await http.post(path, json=body)).json()
    return found


async def third_at_the_table(server: Server) -> Frame:
    room = await open_room(server)
    return await posted(server, f"/api/rooms/{room.code}/seats", {})


async def a_local(server: Server, kind: str, **fields: object) -> Frame:
    room = await open_room(server, opponent="local", rules={"undo": "local"})
    async with room.connected(room.host) as client:
        return await client.ask(kind, **fields)


async def a_taken_tile(server: Server) -> Frame:
    async with open_table(server, first="draw") as table:
        await table.host.ask("pick", tile=1)
        return await table.guest.ask("pick", tile=1)


async def a_bad_record(server: Server) -> Frame:
    async with web(server.url) as http:
        found: Frame = (await http.post("/api/records", content="[Game")).json()
    return found


async def second_player_moves(server: Server) -> Frame:
    async with open_table(server) as table:
        return await table.guest.ask("play", game=1, ply=0, action="a1")


Produce = Callable[[Server], Awaitable[Frame]]

PRODUCED: dict[Refusal, Produce] = {
    Refusal.MALFORMED: lambda s: host_says(s, "play", ply="3", action="a1"),
    Refusal.UNKNOWN_TYPE: lambda s: host_says(s, "castle"),
    Refusal.UNAUTHORIZED: lambda s: last_word(s, None, "A" * 43),
    Refusal.FORBIDDEN: lambda s: spectator_says(s, "resign"),
    Refusal.ROOM_NOT_FOUND: lambda s: last_word(s, "ZZZZZZ", None),
    Refusal.ROOM_FULL: third_at_the_table,
    Refusal.NOT_PLAYING: lambda s: host_says(s, "pick", tile=0),
    Refusal.NOT_YOUR_TURN: second_player_moves,
    Refusal.STALE: lambda s: host_says(s, "play", game=1, ply=7, action="a1"),
    Refusal.ILLEGAL_ACTION: lambda s: host_says(s, "play", ply=0, action="a1a2"),
    Refusal.NO_OFFER: lambda s: host_says(s, "accept_draw", game=1, ply=0),
    Refusal.NOT_ALLOWED_BY_RULES: lambda s: host_of_quiet_rules(s, "resign", game=1),
    Refusal.TOO_EARLY: lambda s: host_says(s, "rematch", accept=True),
    Refusal.TILE_TAKEN: a_taken_tile,
    Refusal.NOTHING_TO_UNDO: lambda s: a_local(s, "undo"),
    Refusal.NOT_FOUND: lambda s: host_says(s, "history", game=9),
    Refusal.NOT_AVAILABLE: lambda s: host_says(s, "commit", game=1, hash="0" * 64),
    Refusal.NAME_INVALID: lambda s: host_says(s, "rename", name="a\u200bb"),
    Refusal.TEXT_INVALID: lambda s: host_says(s, "say", text="\u200b"),
    Refusal.RULES_INVALID: lambda s: posted(s, "/api/rooms", {"rules": {"preset": "chess"}}),
    Refusal.POSITION_INVALID: lambda s: posted(s, "/api/positions", {"position": "8/8"}),
    Refusal.RECORD_INVALID: a_bad_record,
    Refusal.OUTDATED: lambda s: last_word(s, None, None, protocol=2),
}
ELSEWHERE = {Refusal.RATE_LIMITED, Refusal.UNAVAILABLE}
"""Shown by tests of their own, which need a server of their own."""


def test_every_refusal_is_produced_by_a_test() -> None:
    assert set(PRODUCED) | ELSEWHERE == set(Refusal)


@pytest.mark.parametrize("code", sorted(PRODUCED))
async def test_a_refusal_says_its_code(server: Server, code: Refusal) -> None:
    assert (await PRODUCED[code](server))["code"] == code


async def test_a_refused_command_changes_nothing(table: Table) -> None:
    before = (await table.host.ask("ping"))["version"]
    for kind, fields in (
        ("play", {"ply": 0, "action": "a1b1"}),
        ("play", {"ply": 5, "action": "a1"}),
        ("accept_draw", {"ply": 0}),
        ("rename", {"name": ""}),
        ("set_rules", {"rules": {}}),
        ("undo", {}),
        ("restart", {}),
        ("seat_computer", {"level": 3}),
        ("remove_guest", {}),
    ):
        answer = await table.host.ask(kind, **fields)
        assert (answer["type"], answer["version"]) == ("refused", before), answer
    assert (await table.host.ask("ping"))["version"] == before
    assert [f for f in await table.guest.everything() if f["type"] == "state"] == []


async def test_stale_is_followed_by_the_newest_state_and_the_corrected_move_counts(
    table: Table,
) -> None:
    await table.play("a1")
    old = await table.guest.ask("play", game=1, ply=0, action="b1")
    assert old["code"] == "stale"
    follows = await table.guest.next("state")
    assert (follows["version"], follows["game"]["ply"]) == (old["version"], 1)
    assert (await table.guest.play("b1"))["type"] == "ack"


async def test_another_game_number_is_stale_for_every_command_about_a_game(table: Table) -> None:
    commands: dict[str, dict[str, object]] = {
        "play": {"ply": 0, "action": "a1"},
        "pick": {"tile": 0},
        "offer_draw": {},
        "accept_draw": {"ply": 0},
        "decline_draw": {},
        "resign": {},
        "claim": {"result": "none"},
        "rematch": {"accept": True},
        "undo": {},
        "restart": {},
    }
    for kind, fields in commands.items():
        assert (await table.host.ask(kind, game=7, **fields))["code"] == "stale", kind


async def test_refusals_come_in_the_order_of_the_contract(table: Table) -> None:
    room = table.room
    async with room.connected() as spectator:
        assert (await spectator.ask("play", ply=0))["code"] == "malformed"
        assert (await spectator.ask("castle"))["code"] == "unknown_type"
        assert (await spectator.ask("resign", seat="host"))["code"] == "malformed"
        assert (await spectator.ask("rename", name="\u200b"))["code"] == "forbidden"
        assert (await spectator.ask("play", game=9, ply=9, action="a1"))["code"] == "forbidden"
    sent = {"type": "play", "id": "one", "game": 1, "ply": 0, "action": "a1"}
    acked = await table.host.answer_to(sent)
    await table.settled(acked["version"])
    assert await table.host.answer_to(sent) == acked
    other_body = {"type": "rename", "id": "one", "name": "\u200b"}
    assert await table.host.answer_to(other_body) == acked
    waiter_stale = await table.host.ask("play", game=1, ply=0, action="a1")
    assert waiter_stale["code"] == "stale"
    assert (await table.host.ask("play", game=1, ply=1, action="zz"))["code"] == "not_your_turn"
    bad_rules = await table.host.ask("set_rules", rules={"preset": "chess"})
    assert bad_rules["code"] == "not_playing"


@pytest.mark.parametrize(
    ("position", "action", "rule"),
    [
        ("4/4/4/4/4/4/4/S2s r - 0", "e1", Rule.OFF_BOARD),
        ("4/4/4/4/4/4/4/S2s r - 0", "b1c1", Rule.EMPTY_SQUARE),
        ("4/4/4/4/4/4/4/?S1s r S 0", "a1b1", Rule.FACE_DOWN_SOURCE),
        ("4/4/4/4/4/4/4/S2s r - 0", "d1c1", Rule.NOT_YOUR_PIECE),
        ("4/4/4/4/4/4/4/S2s r - 0", "a1a1", Rule.SAME_SQUARE),
        ("4/4/4/4/4/4/4/SS1s r - 0", "a1b1", Rule.OWN_PIECE),
        ("4/4/4/4/4/4/4/S?1s r S 0", "a1b1", Rule.FACE_DOWN_TARGET),
        ("4/4/4/4/4/4/4/S2s r - 0", "a1b2", Rule.NOT_ADJACENT),
        ("4/4/4/4/4/4/4/S2s r - 0", "a1c1", Rule.TOO_FAR),
        ("4/4/4/4/4/4/4/Sr1s r - 0", "a1b1", Rule.LOWER_RANK),
        ("4/4/4/4/4/4/4/Gs1s r - 0", "a1b1", Rule.GENERAL_VS_SOLDIER),
        ("4/4/4/4/4/4/4/C2s r - 0", "a1d1", Rule.CANNON_NEEDS_ONE_SCREEN),
        ("4/4/4/4/4/4/4/Cs1s r - 0", "a1b1", Rule.CANNON_ADJACENT),
        ("4/4/4/4/4/4/4/S2s r - 0", "a1", Rule.ALREADY_FACE_UP),
    ],
)
async def test_each_broken_rule_has_its_name(
    server: Server, http: httpx.AsyncClient, position: str, action: str, rule: Rule
) -> None:
    room = await open_room(server, opponent="local", position=position)
    async with room.connected(room.host) as client:
        refused = await client.play(action)
    assert (refused["code"], refused["rule"]) == ("illegal_action", rule)
    judged = await http.post("/api/positions", json={"position": position, "action": action})
    assert judged.json()["refused"] == rule


async def test_the_first_ply_flips(table: Table) -> None:
    refused = await table.host.play("a1b1")
    assert (refused["code"], refused["rule"]) == ("illegal_action", Rule.FIRST_PLY_FLIPS)


async def test_an_attack_on_a_face_down_piece_is_refused_with_the_same_bytes(
    server: Server,
) -> None:
    position = "4/4/4/4/4/4/?3/G?2 r Ssggaa 0".replace("Ssggaa", "Ss")
    answers = set()
    for target in ("a2", "b1"):
        room = await open_room(server, opponent="local", position=position)
        async with room.connected(room.host) as client:
            await client.send(
                {"type": "play", "id": "x", "game": 1, "ply": 0, "action": f"a1{target}"}
            )
            async for raw in client.socket:
                if '"refused"' in str(raw):
                    answers.add(raw)
                    break
    assert len(answers) == 1


async def test_a_draw_is_offered_declined_renewed_and_accepted(table: Table) -> None:
    early = await table.host.ask("offer_draw", game=1)
    assert early["code"] == "too_early"
    await table.play("a1")
    offered = await table.host.ask("offer_draw", game=1)
    assert offered["type"] == "ack"
    again = await table.host.ask("offer_draw", game=1)
    assert (again["type"], again["version"]) == ("ack", offered["version"])
    own = await table.host.ask("accept_draw", game=1, ply=1)
    assert own["code"] == "no_offer"
    await table.settled(offered["version"])
    assert table.guest.game["draw_offer"] == "host"
    other_ply = await table.guest.ask("accept_draw", game=1, ply=0)
    assert other_ply["code"] == "stale"
    declined = await table.guest.ask("decline_draw", game=1)
    await table.settled(declined["version"])
    assert table.guest.game["draw_offer"] is None
    assert (await table.host.ask("offer_draw", game=1))["code"] == "too_early"
    theirs = await table.guest.ask("offer_draw", game=1)
    accepted = await table.host.ask("accept_draw", game=1, ply=1)
    assert accepted["version"] == theirs["version"] + 1
    await table.settled(accepted["version"])
    assert table.host.game["result"] == {"winner": None, "reason": "agreement", "points": 0}
    assert (await table.host.ask("play", game=1, ply=1, action="b1"))["code"] == "not_playing"


async def test_only_the_host_changes_rules_before_the_game_and_everybody_is_told(
    server: Server,
) -> None:
    opened = await post(server, "/api/rooms", {})
    room = Room(server, opened["code"], opened["token"], "")
    async with room.connected(room.host) as host, room.connected() as spectator:
        bad = await host.ask("set_rules", rules={"preset": "chess"})
        assert bad["code"] == "rules_invalid"
        clock = {"initial": 60, "increment": 5}
        done = await host.ask("set_rules", rules={"preset": "ply_yard"}, clock=clock)
        for client in (host, spectator):
            told = await client.state_at(done["version"])
            assert told["type"] == "welcome"
            assert told["rules"]["preset"] == "ply_yard"
            assert told["room"]["clock"] == clock
        kept = await host.ask("set_rules", rules={})
        assert (await host.state_at(kept["version"]))["room"]["clock"] == clock
        gone = await host.ask("set_rules", rules={}, clock=None)
        assert (await host.state_at(gone["version"]))["room"]["clock"] is None


async def test_unavailable_leaves_the_outcome_open_and_the_same_id_settles_it(
    start_server: StartServer,
) -> None:
    own = start_server(BANQI_RATE_LIMITS="off")
    database = Path(own.environment["BANQI_STORE"].removeprefix("sqlite:///"))
    async with open_table(own) as table:
        ply = {"type": "play", "id": "again", "game": 1, "ply": 0, "action": "a1"}
        with closing(sqlite3.connect(database, isolation_level=None)) as intruder:
            intruder.execute("BEGIN IMMEDIATE")
            await table.host.send(ply)
            refused = await _patient(table.host)
            async with web(own.url) as http:
                ready = await http.get("/readyz")
                alive = await http.get("/healthz")
            intruder.execute("ROLLBACK")
        assert refused["code"] == "unavailable"
        assert (ready.status_code, ready.json()["code"]) == (503, "unavailable")
        assert alive.status_code == 200
        acked = await table.host.answer_to(ply)
        assert acked["type"] == "ack"
        await table.settled(acked["version"])
        assert table.guest.game["ply"] == 1


async def _patient(client: Client) -> Frame:
    """The answer of a server whose store hangs: within two of the client's patiences."""
    try:
        return await client.next("refused")
    except TimeoutError:
        return await client.next("refused")
