"""The HTTP half of the contract: what each call answers, and how it refuses."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator

import httpx
import pytest

from app.api.answers import Judged, RoomCard, RulesMenu, Seated
from app.game import PRESETS
from app.gateway.shapes import Room as RoomShape
from tests.integration.clients import Room, open_room, web
from tests.integration.conftest import StartServer
from tests.servers import Server
from tools import compile as compiling

PROBLEM = "application/problem+json"
JSON = {"Content-Type": "application/json"}


def code_of(answer: httpx.Response) -> str:
    assert answer.headers["content-type"] == PROBLEM
    body = answer.json()
    assert body["status"] == answer.status_code
    return str(body["code"])


async def test_a_room_is_opened_with_all_defaults(http: httpx.AsyncClient) -> None:
    answer = await http.post("/api/rooms")
    body = answer.json()
    assert answer.status_code == 201
    assert body["seat"] == "host"
    assert re.fullmatch(r"[BCDFGHJKLMNPQRSTVWXYZ23456789]{6}", body["code"])
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", body["token"])
    assert body["path"] == f"/{body['code']}"
    assert body["room"]["phase"] == "waiting"
    card = (await http.get(f"/api/rooms/{body['code']}")).json()
    assert card["rules"]["preset"] == "douque"
    assert (card["clock"], card["spectators"], card["phase"]) == (None, True, "waiting")
    assert card["seats"] == {"host": {"name": None, "computer": None}, "guest": None}


async def test_looking_at_a_room_changes_nothing_and_takes_no_seat(
    server: Server, http: httpx.AsyncClient
) -> None:
    body = (await http.post("/api/rooms", json={"name": "Mei"})).json()
    first = await http.get(f"/api/rooms/{body['code']}")
    for agent in ("facebookexternalhit/1.1", "Twitterbot/1.0", "WhatsApp/2"):
        for method in ("GET", "HEAD"):
            page = await http.request(method, f"/{body['code']}", headers={"User-Agent": agent})
            assert page.status_code == 200
        await http.options(f"/{body['code']}")
    again = await http.get(f"/api/rooms/{body['code']}")
    assert again.content == first.content
    async with Room(server, body["code"], body["token"], "").connected(body["token"]) as host:
        assert host.version == 1


async def test_everything_a_host_may_choose_is_kept(http: httpx.AsyncClient) -> None:
    wanted = {
        "name": " Mei ",
        "opponent": "friend",
        "rules": {"preset": "ply_yard", "chase_limit": 5},
        "clock": {"initial": 300, "increment": 5},
        "first": "guest",
        "spectators": False,
        "level": 3,
        "position": None,
        "token": "T" * 43,
    }
    opened = await http.post("/api/rooms", json=wanted)
    assert (opened.status_code, opened.json()["token"]) == (201, "T" * 43)
    card = (await http.get(f"/api/rooms/{opened.json()['code']}")).json()
    assert card["seats"]["host"]["name"] == "Mei"
    assert (card["clock"], card["spectators"]) == (wanted["clock"], False)
    rules = card["rules"]
    assert (rules["preset"], rules["chase_limit"], rules["first_mover"]) == ("custom", 5, "guest")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"name": "a\u200bb"}, 422, "name_invalid"),
        ({"rules": {"preset": "chess"}}, 422, "rules_invalid"),
        ({"rules": {"chase_limit": 100}}, 422, "rules_invalid"),
        ({"position": "nonsense", "opponent": "local"}, 422, "position_invalid"),
        ({"position": "4/4/4/4/4/4/4/G3 r - 0", "opponent": "local"}, 422, "position_invalid"),
        ({"position": "4/4/4/4/4/4/4/Gs2 - - 0", "opponent": "local"}, 422, "position_invalid"),
        ({"position": "4/4/4/4/4/4/4/Gs2 r - 0"}, 422, "position_invalid"),
        ({"opponent": "enemy"}, 400, "malformed"),
        ({"name": 5}, 400, "malformed"),
        ({"spectators": 1}, 400, "malformed"),
        ({"level": 6}, 400, "malformed"),
        ({"level": 3.0}, 400, "malformed"),
        ({"token": "short"}, 400, "malformed"),
        ({"clock": {"initial": 0, "increment": 0}}, 400, "malformed"),
        ({"admin": True}, 400, "malformed"),
        ({"__proto__": {}}, 400, "malformed"),
        ([], 400, "malformed"),
        ("x", 400, "malformed"),
        (None, 400, "malformed"),
    ],
)
async def test_a_room_that_cannot_be_is_refused_with_its_reason(
    http: httpx.AsyncClient, body: object, status: int, code: str
) -> None:
    answer = await http.post("/api/rooms", content=json.dumps(body), headers=JSON)
    assert (answer.status_code, code_of(answer)) == (status, code)


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b'{"name":NaN}', "application/json", 400),
        (b'{"level":1e400}', "application/json", 400),
        (b'{"level":' + b"9" * 3000 + b"}", "application/json", 400),
        (b'{"name":"a","name":"b"}', "application/json", 400),
        (b"[" * 4000, "application/json", 400),
        (b'{"name":"\\ud800"}', "application/json", 400),
        ('{"name":"a"}'.encode("utf-16"), "application/json", 400),
        (b'{"name":"\xff"}', "application/json", 400),
        (b"{", "application/json", 400),
        (b"{}", "text/plain", 415),
        (b"{}", "application/x-www-form-urlencoded", 415),
        (b"{}", "application/json; charset=utf-16", 415),
        (b'{"name":"' + b"a" * 9000 + b'"}', "application/json", 413),
    ],
)
async def test_a_bad_body_is_refused_without_an_echo(
    http: httpx.AsyncClient, content: bytes, kind: str, status: int
) -> None:
    answer = await http.post("/api/rooms", content=content, headers={"Content-Type": kind})
    assert answer.status_code == status
    code_of(answer)
    assert len(answer.content) < 250


async def test_a_body_in_pieces_is_bounded_too(http: httpx.AsyncClient) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b" " * 1000

    answer = await http.post("/api/rooms", content=pieces(), headers=JSON)
    assert (answer.status_code, code_of(answer)) == (413, "too_large")


async def test_the_free_seat_is_taken_once(http: httpx.AsyncClient) -> None:
    code = (await http.post("/api/rooms")).json()["code"]
    seated = await http.post(f"/api/rooms/{code}/seats", json={"name": "Bo", "token": "B" * 43})
    assert (seated.status_code, seated.json()["seat"]) == (201, "guest")
    again = await http.post(f"/api/rooms/{code}/seats", json={"name": "Bo", "token": "B" * 43})
    assert again.status_code == 201
    third = await http.post(f"/api/rooms/{code}/seats", json={})
    assert (third.status_code, code_of(third)) == (409, "room_full")
    unknown = await http.post("/api/rooms/ZZZZZZ/seats", json={})
    assert (unknown.status_code, code_of(unknown)) == (404, "room_not_found")
    name = await http.post(f"/api/rooms/{code}/seats", json={"name": "\u3164"})
    assert (name.status_code, code_of(name)) == (422, "name_invalid")


async def test_twenty_at_once_for_the_last_seat_give_one_token(http: httpx.AsyncClient) -> None:
    code = (await http.post("/api/rooms")).json()["code"]
    answers = await asyncio.gather(
        *(http.post(f"/api/rooms/{code}/seats", json={}) for _ in range(20))
    )
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 19


async def test_unknown_and_impossible_codes_get_one_answer(http: httpx.AsyncClient) -> None:
    bodies = set()
    for code in ("ZZZZZZ", "zzz", "O0O0O0", "%7Broom:*%7D", "x" * 300, "%00", "..%5c"):
        answer = await http.get(f"/api/rooms/{code}")
        assert answer.status_code == 404
        bodies.add(answer.content)
    assert len(bodies) == 1


async def test_a_game_that_is_not_over_has_no_record(
    server: Server, http: httpx.AsyncClient
) -> None:
    room = await open_room(server)
    running = await http.get(f"/api/rooms/{room.code}/games/1")
    assert (running.status_code, code_of(running)) == (409, "game_not_over")
    for name in ("2", "0", "x", "-1", "1.txt.txt", "９", "1" * 50):
        missing = await http.get(f"/api/rooms/{room.code}/games/{name}")
        assert (missing.status_code, code_of(missing)) == (404, "not_found"), name


async def test_the_rules_menu_has_every_preset(http: httpx.AsyncClient) -> None:
    menu = (await http.get("/api/rules")).json()
    assert set(menu["presets"]) == set(PRESETS)
    assert menu["default"] in menu["presets"]
    assert menu["options"]["undo"] == ["off", "local"]


async def test_a_position_is_judged(http: httpx.AsyncClient) -> None:
    wanted = {"position": "4/4/4/4/4/4/4/Gs2 b - 3", "rules": {"preset": "douque"}}
    answer = await http.post("/api/positions", json=wanted)
    assert answer.status_code == 200
    verdict = answer.json()
    assert verdict["captures"] == ["b1a1"]
    assert verdict["result"] is None
    assert (verdict["unseen"], verdict["barred"]) == ("", [])
    over = await http.post("/api/positions", json={"position": "4/4/4/4/4/4/4/G3 b - 0"})
    assert over.json()["result"] == {"winner": "red", "reason": "elimination"}
    assert over.json()["legal"] == []
    draw = await http.post("/api/positions", json={"position": "4/4/4/4/4/4/4/G2s b - 500"})
    assert draw.json()["result"] == {"winner": None, "reason": "no_progress"}
    bad = await http.post("/api/positions", json={"position": "4/4/4/4/4/4/4/GGG1 r - 0"})
    assert (bad.status_code, code_of(bad)) == (422, "position_invalid")
    assert bad.json()["detail"]


async def test_a_record_that_breaks_a_rule_names_the_ply(http: httpx.AsyncClient) -> None:
    record = {
        "format": 1,
        "room": "",
        "number": 1,
        "rules": {"preset": "douque"},
        "first": "host",
        "names": {"host": None, "guest": None},
        "colors": None,
        "start": "????/????/????/????/????/????/????/???? - GAAEERRHHCCSSSSSgaaeerrhhccsssss 0",
        "moves": ["a1=G", "b1-b2"],
        "result": None,
        "deal": None,
        "date": "",
        "fairness": None,
    }
    answer = await http.post("/api/records", content=json.dumps(record))
    assert (answer.status_code, code_of(answer)) == (422, "record_invalid")
    assert answer.json()["ply"] == 2
    assert answer.json()["rule"] == "face_down_source"
    long = await http.post("/api/records", content=b"x" * 70_000)
    assert (long.status_code, code_of(long)) == (413, "too_large")
    latin = await http.post("/api/records", content=b"\xff")
    assert (latin.status_code, code_of(latin)) == (400, "malformed")


async def test_a_link_becomes_a_picture(http: httpx.AsyncClient) -> None:
    answer = await http.post("/api/qr", json={"text": "http://192.168.1.2:8000/BCDFGH"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.rstrip().endswith("</svg>")
    assert (await http.post("/api/qr", json={"text": "x" * 301})).status_code == 400
    assert (await http.post("/api/qr", json={"text": ""})).status_code == 400


async def test_machines_learn_how_the_server_is(http: httpx.AsyncClient) -> None:
    assert (await http.get("/healthz")).status_code == 200
    assert (await http.get("/readyz")).status_code == 200
    version = (await http.get("/version")).json()
    assert (version["protocol"], version["compiled"]) == (1, compiling.is_current())
    metrics = await http.get("/metrics")
    assert metrics.headers["content-type"].startswith("text/plain")
    assert "banqi_rooms_watched " in metrics.text


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("PUT", "/api/rooms", 405),
        ("DELETE", "/api/rooms/BBBBBB", 405),
        ("TRACE", "/", 405),
        ("POST", "/", 405),
        ("GET", "/docs", 404),
        ("GET", "/redoc", 404),
        ("GET", "/openapi.json", 404),
        ("GET", "/.git/config", 404),
        ("GET", "/.env", 404),
        ("GET", "/api", 404),
        ("GET", "/api/rooms/BBBBBB/ws", 404),
        ("GET", "/static/x/../../app/main.py", 404),
        ("GET", "/static/x/..%5c..%5capp", 404),
        ("GET", "/%2e%2e/%2e%2e/etc/passwd", 404),
        ("GET", "/static/x/index.html", 404),
    ],
)
async def test_addresses_that_are_none_are_answered_plainly(
    http: httpx.AsyncClient, method: str, path: str, status: int
) -> None:
    answer = await http.request(method, path)
    assert answer.status_code == status
    assert code_of(answer) in {"not_found", "method_not_allowed"}


async def test_a_person_with_a_mistyped_address_gets_the_page_that_says_so(
    http: httpx.AsyncClient,
) -> None:
    answer = await http.get("/K7Q-2MX-9", headers={"accept": "text/html,*/*;q=0.8"})
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "script-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/K7Q2MX/", "/rules/"])
async def test_a_slash_at_the_end_leads_to_the_address_without_it(
    http: httpx.AsyncClient, path: str
) -> None:
    answer = await http.get(path)
    assert answer.status_code == 308
    assert answer.url.join(answer.headers["location"]).path == path.rstrip("/")


async def test_every_answer_has_the_headers_that_keep_browsers_in_check(
    http: httpx.AsyncClient,
) -> None:
    for path in ("/", "/rules", "/healthz", "/api/rules", "/nowhere/at/all", "/favicon.ico"):
        headers = (await http.get(path)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["x-robots-tag"] == "noindex"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "permissions-policy" in headers
        assert "strict-transport-security" not in headers
        assert "server" not in headers


async def test_a_plain_address_in_the_local_network_gets_no_header_its_browser_complains_about(
    http: httpx.AsyncClient,
) -> None:
    headers = (await http.get("/", headers={"host": "192.168.1.7:8000"})).headers
    assert "cross-origin-opener-policy" not in headers
    assert headers["cross-origin-resource-policy"] == "same-origin"


async def test_the_page_and_its_files_are_served(http: httpx.AsyncClient) -> None:
    page = await http.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    assert "{{" not in page.text
    assert 'property="og:title"' in page.text
    policy = page.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert f"ws://{page.url.netloc.decode()}" in policy
    for path in ("/rules", "/settings", "/learn", "/replay", "/BCDFGH", "/bcd-fgh"):
        assert (await http.get(path)).text == page.text
    names = re.findall(r'(?:href|src)="(static/[^"]+)"', page.text)
    assert names
    for name in names:
        file = await http.get(f"/{name}")
        assert file.status_code == 200, name
        assert "immutable" in file.headers["cache-control"]
        other = await http.get("/" + re.sub(r"static/[^/]+", "static/older", name))
        assert other.headers["cache-control"] == "no-cache"


async def test_the_whole_server_can_live_below_a_path(start_server: StartServer) -> None:
    own = start_server(BANQI_BASE_PATH="/games/banqi")
    assert own.url.endswith("/games/banqi")
    origin = own.url.removesuffix("/games/banqi")
    async with web() as client:
        bare = await client.get(own.url)
        assert (bare.status_code, bare.headers["location"]) == (308, "banqi/")
        for base in (own.url, origin):  # a proxy may strip the path or leave it
            assert (await client.get(f"{base}/")).status_code == 200
            assert (await client.get(f"{base}/healthz")).status_code == 200
        opened = await client.post(f"{own.url}/api/rooms", json={})
    body = opened.json()
    assert body["path"] == f"/games/banqi/{body['code']}"
    async with Room(own, body["code"], body["token"], "").connected(body["token"]) as host:
        assert host.state["you"] == "host"


async def test_every_answer_has_the_fields_of_its_model(
    server: Server, http: httpx.AsyncClient
) -> None:
    room = await open_room(server)
    opened = (await http.post("/api/rooms")).json()
    Seated.model_validate(opened)
    RoomShape.model_validate(opened["room"])
    RoomCard.model_validate((await http.get(f"/api/rooms/{room.code}")).json())
    RulesMenu.model_validate((await http.get("/api/rules")).json())
    asked = {"position": "4/4/4/4/4/4/4/Gs2 b - 3", "action": "b1a1"}
    judged = Judged.model_validate((await http.post("/api/positions", json=asked)).json())
    assert judged.refused is None
