"""Records of finished games, however they ended."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest.mock import patch

import httpx
import pytest

from app.game import FULL_SET, Position
from app.game.deal import Seeds, deal
from app.game.position import START
from app.review import reviews
from app.review.reviews import FAILED, failure_of, name_of
from tests.integration.clients import Frame, Room, Table, open_room, open_table
from tests.integration.inside import inside
from tests.servers import Server

PROBLEM = "application/problem+json"


async def resigned(table: Table) -> None:
    await table.host.ask("resign", game=1)


async def agreed(table: Table) -> None:
    await table.host.ask("offer_draw", game=1)
    await table.guest.ask("offer_draw", game=1)


async def left(table: Table) -> None:
    await table.guest.ask("leave")


Ending = Callable[[Table], Awaitable[None]]
ENDINGS: list[tuple[Ending, dict[str, object], Frame, str]] = [
    (resigned, {}, {"winner": "guest", "reason": "resignation", "points": 5}, "0-1"),
    (agreed, {}, {"winner": None, "reason": "agreement", "points": 0}, "1/2-1/2"),
    (left, {}, {"winner": "host", "reason": "resignation", "points": 5}, "1-0"),
    (
        left,
        {"resignation": False},
        {"winner": None, "reason": "abandonment", "points": 0},
        "*",
    ),
]


@pytest.mark.parametrize(("ending", "rules", "result", "score"), ENDINGS)
async def test_every_ended_game_has_a_record_of_both_kinds_that_reads_back(
    server: Server,
    http: httpx.AsyncClient,
    ending: Ending,
    rules: dict[str, object],
    result: Frame,
    score: str,
) -> None:
    async with open_table(server, rules) as table:
        for square in ("a1", "b1", "c1"):
            await table.play(square)
        shown = table.host.game
        await ending(table)
    path = f"/api/rooms/{table.room.code}/games/1"
    answer = await http.get(path)
    assert answer.headers["content-type"] == "application/json"
    record = answer.json()
    assert set(record) == {
        *("format", "room", "number", "rules", "first", "names", "colors", "start", "moves"),
        *("result", "deal", "date", "fairness"),
    }
    assert (record["format"], record["room"], record["number"]) == (1, table.room.code, 1)
    assert (record["first"], record["names"]) == ("host", {"host": "Mei", "guest": "Bo"})
    assert (record["colors"], record["result"]) == (shown["colors"], result)
    assert record["start"] == str(START)
    assert len(record["moves"]) == 3
    assert sorted(record["deal"]) == sorted(FULL_SET)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", record["date"])
    assert record["deal"] == dealt_by(record["fairness"])
    text = (await http.get(f"{path}.txt")).text
    assert f'[Result "{score}"]' in text
    assert text.rstrip().endswith(score)
    wide = (await http.get(f"{path}.txt?coords=a1h4")).text
    assert '[Coords "a1h4"]' in wide
    assert (await http.get(f"{path}.txt?coords=h4a1")).status_code == 400
    for kind in (answer.text, text, wide):
        read = await http.post("/api/records", content=kind)
        assert read.status_code == 200, read.text
        assert read.json()["record"] == record
        assert len(read.json()["boards"]) == 4
        assert read.json()["boards"][-1] == shown["board"]
        assert [one.split()[0] for one in read.json()["positions"]][:1] == ["/".join(["????"] * 8)]
        assert len(read.json()["positions"]) == 4
        assert read.json()["chases"] == [[]] * 4
        assert read.json()["text"] == text


def dealt_by(fairness: Frame) -> str:
    """What the published seeds deal, as anybody can work out."""
    assert fairness["scheme"] == "banqi-fair-v1"
    names = ("server_seed", "c0", "c1")
    server, host, guest = (bytes.fromhex(fairness[name]) for name in names)
    seeds = Seeds(server=server, host=host, guest=guest, game_id=fairness["game_id"])
    return deal(seeds, Position(START.board, None, FULL_SET, 0))


async def test_games_of_a_series_keep_their_records(table: Table, http: httpx.AsyncClient) -> None:
    path = f"/api/rooms/{table.room.code}/games"
    await table.play("a1")
    assert (await http.get(f"{path}/1.txt")).json()["code"] == "game_not_over"
    await table.host.ask("resign", game=1)
    await table.host.ask("rematch", accept=True)
    begun = await table.guest.ask("rematch", accept=True)
    await table.settled(begun["version"])
    first = (await http.get(f"{path}/1")).json()
    assert (await http.get(f"{path}/2")).json()["code"] == "game_not_over"
    assert (await http.get(f"{path}/3")).json()["code"] == "not_found"
    await table.host.ask("resign", game=2)
    second = (await http.get(f"{path}/2")).json()
    assert (await http.get(f"{path}/1")).json() == first
    assert (first["number"], second["number"]) == (1, 2)
    assert (first["first"], second["first"]) == ("host", "guest")
    assert first["fairness"]["server_seed"] != second["fairness"]["server_seed"]


async def test_before_the_first_game_there_is_no_record(http: httpx.AsyncClient) -> None:
    code = (await http.post("/api/rooms")).json()["code"]
    for name in ("0", "1", "0.txt", "1.txt"):
        answer = await http.get(f"/api/rooms/{code}/games/{name}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_while_the_first_move_is_drawn_for_the_game_is_not_over(
    server: Server, http: httpx.AsyncClient
) -> None:
    room = await open_room(server, first="draw")
    answer = await http.get(f"/api/rooms/{room.code}/games/1")
    assert (answer.status_code, answer.json()["code"]) == (409, "game_not_over")
    assert answer.headers["content-type"] == PROBLEM


async def test_a_game_from_a_position_is_recorded_with_its_start_and_deal(
    server: Server, http: httpx.AsyncClient
) -> None:
    position = "4/4/4/4/4/4/4/Gs?? b aS 3"
    room = await open_room(server, opponent="local", position=position, first="guest")
    async with room.connected(room.host) as both:
        flipped = await both.play("c1")
        await both.state_at(flipped["version"])
        await both.ask("resign", seat="host")
    record = await record_of(http, room)
    assert (record["start"], record["first"]) == ("4/4/4/4/4/4/4/Gs?? b Sa 3", "guest")
    assert record["colors"] == {"host": "red", "guest": "black"}
    assert record["deal"][:2] == "Gs"
    assert sorted(record["deal"][2:4]) == sorted("Sa")
    assert record["deal"][4:] == "." * 28
    text = (await http.get(f"/api/rooms/{room.code}/games/1.txt")).text
    assert '[Start "4/4/4/4/4/4/4/Gs?? b Sa 3"]' in text
    read = await http.post("/api/records", content=text)
    assert read.json()["record"] == record


async def record_of(http: httpx.AsyncClient, room: Room) -> Frame:
    answer = await http.get(f"/api/rooms/{room.code}/games/1")
    assert answer.status_code == 200, answer.text
    found: Frame = answer.json()
    return found


async def test_a_game_that_became_too_long_has_no_result_and_is_recorded_so(
    tmp_path: Path,
) -> None:
    with patch("app.game.judge.LONGEST_GAME", 6):
        async with inside(tmp_path) as served, served.table() as table:
            for square in ("a1", "b1", "c1", "d1", "a2", "b2"):
                await table.play(square)
            result = {"winner": None, "reason": "too_long", "points": 0}
            assert table.guest.game["result"] == result
            score = table.guest.state["room"]["series"]["score"]
            assert score == {"host": 0.0, "guest": 0.0}
            path = f"/api/rooms/{table.room.code}/games/1"
            assert (await served.http.get(path)).json()["result"] == result
            text = (await served.http.get(f"{path}.txt")).text
            assert '[Result "*"]' in text
            assert (await served.http.post("/api/records", content=text)).status_code == 200


async def test_undone_plies_are_not_in_the_record(server: Server, http: httpx.AsyncClient) -> None:
    room = await open_room(server, {"undo": "local"}, opponent="local")
    async with room.connected(room.host) as both:
        for square in ("a1", "b1"):
            await both.state_at((await both.play(square))["version"])
        await both.ask("undo")
        await both.ask("resign", seat="host")
    assert [move[:2] for move in (await record_of(http, room))["moves"]] == ["a1"]


async def test_a_review_that_could_not_be_made_is_a_problem_and_is_not_waited_for(
    tmp_path: Path,
) -> None:
    async with inside(tmp_path) as there:
        async with there.table() as table:
            await resigned(table)
        record = await there.store.record(table.room.code, 1)
        await there.store.remember(failure_of(name_of(record)), "", FAILED)
        answer = await there.http.get(f"/api/rooms/{table.room.code}/games/1/review")

    assert answer.status_code == 503
    assert answer.headers["content-type"] == PROBLEM
    assert answer.json()["code"] == "review_failed"
    assert answer.headers["retry-after"] == "10"


async def test_a_review_that_too_many_wait_for_is_to_be_asked_for_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "MOST_OF_A_ROOM", 0)
    async with inside(tmp_path) as there:
        async with there.table() as table:
            await resigned(table)
        answer = await there.http.get(f"/api/rooms/{table.room.code}/games/1/review")

    assert (answer.status_code, answer.headers["content-type"]) == (503, PROBLEM)
    assert answer.json()["code"] == "review_busy"
    assert answer.headers["retry-after"] == "30"
