"""Records from elsewhere: what is wrong with them is named."""

from __future__ import annotations

import json

import httpx
import pytest

from tests.integration.clients import Frame, open_table
from tests.servers import Server

PROBLEM = "application/problem+json"


async def a_record(http: httpx.AsyncClient, server: Server) -> Frame:
    """A true record of three plies, agreed drawn."""
    async with open_table(server) as table:
        for square in ("a1", "b1", "c1"):
            await table.play(square)
        await table.host.ask("offer_draw", game=1)
        await table.guest.ask("offer_draw", game=1)
    answer = await http.get(f"/api/rooms/{table.room.code}/games/1")
    found: Frame = answer.json()
    return found


async def test_the_first_ply_that_is_wrong_is_named_with_the_rule_it_breaks(
    server: Server, http: httpx.AsyncClient
) -> None:
    record = await a_record(http, server)
    moves = record["moves"]
    wrong: list[tuple[object, int | None, str | None]] = [
        ([*moves, "a1=G"], 4, "already_face_up"),
        ([*moves[:1], "d8-d7", *moves[2:]], 2, "face_down_source"),
        (["a1-a2"], 1, "first_ply_flips"),
        ([*moves, "d1=?"], 4, None),
        ([*moves, "d1"], 4, None),
        ([*moves[:2], "c1=G", "c2=G"], None, None),
        (["e9=G"], 1, None),
        ([moves[0], 5], 2, None),
        ("a1=G", None, None),
    ]
    for played, ply, rule in wrong:
        body = json.dumps({**record, "moves": played, "deal": None})
        answer = await http.post("/api/records", content=body)
        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (422, "record_invalid"), played
        assert answer.headers["content-type"] == PROBLEM
        assert problem["detail"]
        if ply is not None:
            assert (problem["ply"], problem["rule"]) == (ply, rule), played


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"result": {"winner": "host", "reason": "elimination", "points": 0}},
        {"result": {"winner": "host", "reason": "agreement", "points": 0}},
        {"start": "nowhere"},
        {"rules": {"preset": "chess"}},
        {"first": "third"},
        {"deal": "G" * 32},
        {"colors": {"host": "red", "guest": "red"}},
    ],
)
async def test_a_record_that_contradicts_itself_is_refused(
    server: Server, http: httpx.AsyncClient, change: Frame
) -> None:
    record = await a_record(http, server)
    answer = await http.post("/api/records", content=json.dumps({**record, **change}))
    assert (answer.status_code, answer.json()["code"]) == (422, "record_invalid")


async def test_a_text_record_without_its_letters_is_not_guessed_at(
    server: Server, http: httpx.AsyncClient
) -> None:
    room = (await a_record(http, server))["room"]
    text = (await http.get(f"/api/rooms/{room}/games/1.txt")).text
    for line in ('[Letters "GAERHCS"]\n', '[Coords "a1d8"]\n', '[Game "Banqi"]\n'):
        assert line in text
        answer = await http.post("/api/records", content=text.replace(line, ""))
        assert answer.json()["code"] == "record_invalid"


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b'{"format":1', b"1. a1=G *"])
async def test_what_is_no_record_is_refused(http: httpx.AsyncClient, content: bytes) -> None:
    answer = await http.post("/api/records", content=content)
    assert (answer.status_code, answer.json()["code"]) == (422, "record_invalid")


async def test_a_record_of_exactly_64_kilobytes_is_still_read(
    server: Server, http: httpx.AsyncClient
) -> None:
    text = json.dumps(await a_record(http, server))
    padded = text + " " * (64 * 1024 - len(text))
    assert (await http.post("/api/records", content=padded)).status_code == 200
    assert (await http.post("/api/records", content=padded + " ")).status_code == 413
