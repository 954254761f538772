"""Hostile text frames after a good hello: a clear answer each, the socket lives, nothing moves."""

from __future__ import annotations

import json
import time

import pytest

from tests.integration.clients import Client, Table, open_room
from tests.servers import Server

NOT_MESSAGES = [
    "",
    "{",
    "nul",
    "'a'",
    '{"type":"play",}',
    "[]",
    "null",
    "1",
    '"x"',
    "{}",
    '{"id":"a"}',
    '{"type":1,"id":"a"}',
    '{"type":null,"id":"a"}',
    '{"type":"ping"}',
    '{"type":"ping","id":"a","id":"a"}',
    '{"type":"ping","id":"a","n":NaN}',
    '{"type":"ping","id":"a","n":Infinity}',
    '{"type":"hello","protocol":1}',
    '{"type":"ping","id":"a"} {}',
    "\ufeff{}",
    '{"type":"ping","id":"\\ud800"}',
]

PLIES = ["3.0", "true", '"3"', "-1", "1000000000", "1e1", "9" * 5000, "NaN", "null", "[0]"]
ACTIONS = ["3", "null", '""', "true", '["a1"]', json.dumps("x" * 7000)]
OFF_BOARD = ["a0", "e1", "a9", "a1b1c1", "A1", "ａ１", "a1 ", "a1b", " ", "end1", "\u0000"]
UNKNOWN_FIELDS = ["seat", "player", "version", "admin", "__proto__", "constructor", "v"]


async def lives(client: Client, version: int) -> None:
    pong = await client.ask("ping")
    assert (pong["type"], pong["version"]) == ("pong", version)


async def test_what_is_no_message_is_malformed_and_the_socket_lives(table: Table) -> None:
    version = table.host.version
    for text in NOT_MESSAGES:
        assert (await table.host.refusal(text))["code"] == "malformed", text
    await lives(table.host, version)


async def test_an_unknown_type_is_said_to_be_unknown(table: Table) -> None:
    for kind in ("castle", "", "PLAY", "welcome", "__proto__"):
        refused = await table.host.refusal({"type": kind, "id": "a"})
        assert (refused["code"], refused["id"]) == ("unknown_type", "a")


@pytest.mark.parametrize("ply", PLIES)
async def test_a_ply_that_is_no_small_number_is_malformed(table: Table, ply: str) -> None:
    text = f'{{"type":"play","id":"a","game":1,"ply":{ply},"action":"a1"}}'
    assert (await table.host.refusal(text))["code"] == "malformed"
    await lives(table.host, table.host.version)


@pytest.mark.parametrize("action", ACTIONS)
async def test_an_action_that_is_no_short_text_is_malformed(table: Table, action: str) -> None:
    text = f'{{"type":"play","id":"a","game":1,"ply":0,"action":{action}}}'
    assert (await table.host.refusal(text))["code"] == "malformed"


async def test_an_action_that_names_no_squares_is_off_board(table: Table) -> None:
    for action in OFF_BOARD:
        refused = await table.host.play(action)
        assert (refused["code"], refused["rule"]) == ("illegal_action", "off_board"), action
    ended = await table.host.play("end")
    assert ended["code"] in {"illegal_action", "not_allowed_by_rules"}
    await lives(table.host, table.host.version)


@pytest.mark.parametrize("field", UNKNOWN_FIELDS)
async def test_an_unknown_field_is_malformed_and_the_seat_comes_from_the_token(
    table: Table, field: str
) -> None:
    play = {"type": "play", "id": "a", "game": 1, "ply": 0, "action": "a1", field: "guest"}
    refused = await table.host.refusal(play)
    assert (refused["code"], refused["id"]) == ("malformed", "a")


async def test_a_guest_cannot_speak_for_the_host(table: Table) -> None:
    for kind in ("resign", "offer_draw", "pick", "rename", "decline_draw"):
        needed: dict[str, dict[str, object]] = {"pick": {"tile": 0}, "rename": {"name": "x"}}
        fields = needed.get(kind, {})
        assert (await table.guest.ask(kind, seat="host", **fields))["code"] == "malformed"


async def test_deep_nesting_is_refused_quickly(table: Table) -> None:
    deep = '{"type":"set_rules","id":"a","rules":{"a":' + "[" * 2000 + "]" * 2000 + "}}"
    began = time.perf_counter()
    assert (await table.host.refusal(deep))["code"] == "malformed"
    assert time.perf_counter() - began < 0.5
    await lives(table.host, table.host.version)


async def test_lone_surrogates_stay_with_who_sent_them(table: Table) -> None:
    for kind, field in (("rename", "name"), ("say", "text")):
        text = f'{{"type":"{kind}","id":"a","{field}":"x\\ud800"}}'
        assert (await table.host.refusal(text))["code"] == "malformed"
    await lives(table.guest, table.guest.version)


@pytest.mark.parametrize(
    "name",
    [
        "\u200b",
        "a\u2060b",
        "Z\u0351\u0352\u0353",
        "\u3164",
        "a\U000e0041",
        "👨‍👩‍👧‍👦" * 17,
        "x" * 25,
        "",
    ],
)
async def test_names_that_hide_something_are_refused(table: Table, name: str) -> None:
    assert (await table.host.ask("rename", name=name))["code"] == "name_invalid"


async def test_markup_in_a_name_is_only_text(table: Table) -> None:
    renamed = await table.host.ask("rename", name="<i>\u202e\x1bMei")
    state = await table.guest.state_at(renamed["version"])
    assert state["room"]["seats"]["host"]["name"] == "<i>Mei"


@pytest.mark.parametrize(
    "fields",
    [
        {"rules": {"preset": "chess"}},
        {"rules": {"no_such_option": True}},
        {"rules": {"chase_limit": 1}},
        {"rules": {"stake_base": 1001}},
        {"rules": {"chain_captures": True}},
    ],
)
async def test_rules_that_do_not_exist_are_refused(
    server: Server, fields: dict[str, object]
) -> None:
    room = await open_room(server)
    async with room.connected(room.host) as host:
        await host.ask("resign", game=1)
        assert (await host.ask("set_rules", **fields))["code"] == "rules_invalid"


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"rules": None},
        {"rules": []},
        {"rules": {"chase_limit": 1.5}},
        {"rules": {}, "clock": {"initial": 0}},
        {"rules": {}, "clock": {"initial": 60, "increment": -1}},
        {"rules": {}, "clock": {"initial": 60, "increment": 0, "more": 1}},
        {"rules": {}, "clock": 5},
    ],
)
async def test_rules_and_clocks_of_another_shape_are_malformed(
    table: Table, fields: dict[str, object]
) -> None:
    assert (await table.host.ask("set_rules", **fields))["code"] == "malformed"


async def test_a_game_goes_on_beside_all_this(table: Table) -> None:
    async with table.room.connected(table.room.guest) as hostile:
        for text in NOT_MESSAGES:
            await hostile.send(text)
        await table.play("a1")
        for text in NOT_MESSAGES:
            await hostile.send(text)
        await table.play("b1")
    assert table.host.game["ply"] == 2
