"""Which refusal comes first, and what each phase has to say to every command."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from tests.integration.clients import Client, Frame, Room, Table, open_room, open_table, post
from tests.servers import Server

COMMANDS: dict[str, dict[str, object]] = {
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
    "set_rules": {"rules": {}},
    "remove_guest": {},
    "seat_computer": {"level": 1},
}

Host = Callable[[Server], AbstractAsyncContextManager[Client]]


@asynccontextmanager
async def waiting(server: Server) -> AsyncIterator[Client]:
    opened = await post(server, "/api/rooms", {})
    room = Room(server, opened["code"], opened["token"], "")
    async with room.connected(room.host) as host:
        yield host


@asynccontextmanager
async def drawing(server: Server) -> AsyncIterator[Client]:
    async with open_table(server, first="draw") as table:
        yield table.host


@asynccontextmanager
async def playing(server: Server) -> AsyncIterator[Client]:
    async with open_table(server) as table:
        yield table.host


@asynccontextmanager
async def over(server: Server) -> AsyncIterator[Client]:
    async with open_table(server) as table:
        await table.guest.ask("resign", game=1)
        yield table.host


NOT, RULES, EARLY = "not_playing", "not_allowed_by_rules", "too_early"

OUTSIDE: list[tuple[Host, dict[str, str]]] = [
    (
        waiting,
        {
            **dict.fromkeys(COMMANDS, NOT),
            "rematch": EARLY,
            "set_rules": "ack",
            "remove_guest": "not_found",
            "seat_computer": "ack",
        },
    ),
    (
        drawing,
        {**dict.fromkeys(COMMANDS, NOT), "pick": "ack", "claim": EARLY, "rematch": EARLY},
    ),
    (
        playing,
        {
            **dict.fromkeys(COMMANDS, NOT),
            "play": "ack",
            "offer_draw": EARLY,
            "accept_draw": "no_offer",
            "decline_draw": "no_offer",
            "resign": "ack",
            "claim": EARLY,
            "rematch": EARLY,
            "undo": RULES,
            "restart": RULES,
        },
    ),
    (
        over,
        {
            **dict.fromkeys(COMMANDS, NOT),
            "rematch": "ack",
            "undo": RULES,
            "set_rules": "ack",
            "remove_guest": "ack",
        },
    ),
]


@pytest.mark.parametrize(("phase", "expected"), OUTSIDE, ids=["waiting", "draw", "play", "over"])
async def test_every_phase_answers_every_command(
    server: Server, phase: Host, expected: dict[str, str]
) -> None:
    found = {}
    for kind, fields in COMMANDS.items():
        async with phase(server) as host:
            answer = await host.ask(kind, **fields)
            found[kind] = answer.get("code", answer["type"])
    assert found == expected


# — of two reasons the first in the contract's order is told —


async def refused(client: Client, kind: str, **fields: object) -> str:
    answer: Frame = await client.ask(kind, **fields)
    return str(answer.get("code", answer["type"]))


async def test_a_body_that_is_no_command_comes_before_who_asks(table: Table) -> None:
    async with table.room.connected() as spectator:
        assert await refused(spectator, "pick", tile=7) == "malformed"
        assert await refused(spectator, "resign", seat="host") == "malformed"
        assert await refused(spectator, "castle", seat="host") == "unknown_type"
        assert await refused(spectator, "set_rules", rules={"preset": "chess"}) == "forbidden"
        assert await refused(spectator, "say", text="\u200b") == "forbidden"
        assert await refused(spectator, "play", game=5, ply=5, action="zz") == "forbidden"


async def test_a_host_only_command_is_forbidden_before_the_phase_matters(table: Table) -> None:
    for kind, fields in (("remove_guest", {}), ("seat_computer", {"level": 2})):
        assert await refused(table.guest, kind, **fields) == "forbidden"
        assert await refused(table.host, kind, **fields) == "not_playing"


async def test_a_guest_who_waits_alone_is_still_not_the_host(server: Server) -> None:
    async with open_table(server, first="draw") as table:
        await table.host.ask("leave")
        for kind in ("set_rules", "remove_guest", "seat_computer"):
            assert await refused(table.guest, kind, **COMMANDS[kind]) == "forbidden"
        assert await refused(table.guest, "play", ply=0, action="a1") == "not_playing"


async def test_a_repeat_comes_before_stale_and_everything_after_it(table: Table) -> None:
    sent = {"type": "play", "id": "first", "game": 1, "ply": 0, "action": "a1"}
    acked = await table.host.answer_to(sent)
    for other in (
        {"type": "resign", "id": "first", "game": 9},
        {"type": "undo", "id": "first"},
        {"type": "play", "id": "first", "game": 1, "ply": 0, "action": "zz"},
        {"type": "set_rules", "id": "first", "rules": {"preset": "chess"}},
        {"type": "rename", "id": "first", "name": "\u200b"},
    ):
        assert await table.host.answer_to(other) == acked
    assert await refused(table.guest, "play", game=1, ply=0, action="b1") == "stale"
    bad = await table.host.answer_to({"type": "play", "id": "first", "ply": "0", "action": "a1"})
    assert bad["code"] == "malformed"


async def test_the_same_id_on_the_other_seat_is_another_command(table: Table) -> None:
    sent = {"type": "play", "id": "both", "game": 1, "ply": 0, "action": "a1"}
    first = await table.host.answer_to(sent)
    await table.settled(first["version"])
    second = await table.guest.answer_to({**sent, "ply": 1, "action": "b1"})
    assert (second["type"], second["version"]) == ("ack", first["version"] + 1)


async def test_stale_comes_before_the_phase_and_the_phase_before_the_rules(
    server: Server,
) -> None:
    rules = {"draw_offers": False, "resignation": False}
    async with open_table(server, rules=rules) as table:
        assert await refused(table.host, "resign", game=2) == "stale"
        assert await refused(table.guest, "play", game=1, ply=1, action="a1") == "stale"
        assert await refused(table.guest, "play", game=1, ply=0, action="zz") == "not_your_turn"
        assert await refused(table.host, "accept_draw", game=1, ply=5) == "not_allowed_by_rules"
        assert await refused(table.host, "offer_draw", game=1) == "not_allowed_by_rules"
    room = await open_room(server, first="draw", rules=rules)
    async with room.connected(room.host) as host:
        assert await refused(host, "resign", game=2) == "stale"
        for kind in ("resign", "offer_draw", "decline_draw", "undo", "restart"):
            assert await refused(host, kind) == "not_playing"
        assert await refused(host, "accept_draw", ply=3) == "not_playing"


async def test_a_command_without_a_game_number_is_about_the_running_game(table: Table) -> None:
    assert await refused(table.host, "play", ply=0, action="a1") == "ack"
    assert await refused(table.host, "resign") == "ack"


@pytest.mark.parametrize("kind", ["play", "rematch", "claim", "undo", "restart", "leave", "say"])
async def test_a_seat_belongs_only_where_the_contract_has_one(server: Server, kind: str) -> None:
    more: dict[str, dict[str, object]] = {**COMMANDS, "leave": {}, "say": {"text": "hi"}}
    room = await open_room(server, opponent="local")
    async with room.connected(room.host) as both:
        assert await refused(both, kind, seat="host", **more[kind]) == "malformed"


async def test_in_a_local_room_some_commands_name_their_seat_and_must(server: Server) -> None:
    room = await open_room(server, opponent="local", first="draw")
    async with room.connected(room.host) as both:
        fields: dict[str, dict[str, object]] = {**COMMANDS, "rename": {"name": "Lan"}}
        names = ("pick", "offer_draw", "accept_draw", "decline_draw", "resign", "rename")
        for kind in names:
            assert await refused(both, kind, **fields[kind]) == "malformed"
            assert await refused(both, kind, seat="both", **fields[kind]) == "malformed"
        renamed = await both.ask("rename", seat="guest", name="Bo")
        state = await both.state_at(renamed["version"])
        assert state["room"]["seats"]["guest"]["name"] == "Bo"
