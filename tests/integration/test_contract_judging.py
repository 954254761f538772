"""Verdicts on positions, with and without an action, and the menu of rules."""

from __future__ import annotations

import httpx
import pytest

from app.game import FULL_SET, PRESETS
from tests.integration.clients import Frame

START = f"{'/'.join(['????'] * 8)} - {FULL_SET} 0"


async def judged(http: httpx.AsyncClient, position: str, **more: object) -> Frame:
    answer = await http.post("/api/positions", json={"position": position, **more})
    assert answer.status_code == 200, answer.text
    found: Frame = answer.json()
    return found


async def test_the_start_is_thirty_two_flips(http: httpx.AsyncClient) -> None:
    verdict = await judged(http, START)
    assert set(verdict) == {"legal", "captures", "barred", "unseen", "result"}
    assert len(verdict["legal"]) == 32
    assert (verdict["captures"], verdict["barred"], verdict["result"]) == ([], [], None)
    assert verdict["unseen"] == FULL_SET


@pytest.mark.parametrize(
    ("position", "rules", "result"),
    [
        ("4/4/4/4/4/4/4/G3 b - 0", {}, {"winner": "red", "reason": "elimination"}),
        ("4/4/4/4/4/4/4/g3 b - 0", {}, {"winner": "black", "reason": "elimination"}),
        ("4/4/4/4/4/4/R3/sE2 b - 0", {}, {"winner": "red", "reason": "no_legal_move"}),
        ("4/4/4/4/4/4/4/G2s b - 60", {}, {"winner": None, "reason": "no_progress"}),
        ("4/4/4/4/4/4/4/G2s b - 9999", {}, {"winner": None, "reason": "no_progress"}),
        ("4/4/4/4/4/4/4/G2s b - 59", {}, None),
        ("4/4/4/4/4/4/4/G2s b - 9999", {"no_progress_limit": None}, None),
        ("4/4/4/4/4/4/4/G2? b S 0", {}, {"winner": "red", "reason": "elimination"}),
        ("4/4/4/4/4/4/4/G2? b S 0", {"elimination": "no_action_only"}, None),
    ],
)
async def test_a_finished_position_says_so_and_has_nothing_legal(
    http: httpx.AsyncClient, position: str, rules: Frame, result: Frame | None
) -> None:
    verdict = await judged(http, position, rules=rules)
    assert verdict["result"] == result
    assert bool(verdict["legal"]) is (result is None)


@pytest.mark.parametrize(
    ("action", "refused"),
    [
        ("b1a1", None),
        ("b1b2", None),
        ("d1", None),
        ("c1", "empty_square"),
        ("b1", "already_face_up"),
        ("a1a2", "not_your_piece"),
        ("d1c1", "face_down_source"),
        ("b1d1", "face_down_target"),
        ("b1b4", "too_far"),
        ("b1c2", "not_adjacent"),
        ("b1b1", "same_square"),
        ("z9", "off_board"),
        ("end", "off_board"),
    ],
)
async def test_an_action_is_said_to_be_legal_or_why_not(
    http: httpx.AsyncClient, action: str, refused: str | None
) -> None:
    verdict = await judged(http, "4/4/4/4/4/4/4/Gs1? b S 3", action=action)
    assert verdict["refused"] == refused
    assert (action in verdict["legal"]) is (refused is None)
    assert verdict["captures"] == ["b1a1"]


async def test_after_the_end_no_action_is_legal(http: httpx.AsyncClient) -> None:
    assert (await judged(http, "4/4/4/4/4/4/4/G3 b - 0", action="a1"))["refused"] == "not_playing"


@pytest.mark.parametrize(
    "position",
    [
        START.replace(" - ", " r ", 1),
        START[:-1] + "1",
        START.replace("GAAEE", "AAEE"),
        "4/4/4/4/4/4/4/Gs2 - - 0",
        "4/4/4/4/4/4/4/Gs2 w - 0",
        "4/4/4/4/4/4/4/Gs2 r - -1",
        "4/4/4/4/4/4/4/Gs2 r -",
        "4/4/4/4/4/4/4/Gs3 r - 0",
        "4/4/4/4/4/4/4 r - 0",
        "4/4/4/4/4/4/4/gg2 r - 0",
        "4/4/4/4/4/4/4/Gx2 r - 0",
        "4/4/4/4/4/4/4/Gs1? r - 0",
        "4/4/4/4/4/4/4/4 r - 0",
        "",
    ],
)
async def test_a_position_that_cannot_be_is_refused_with_its_reason(
    http: httpx.AsyncClient, position: str
) -> None:
    answer = await http.post("/api/positions", json={"position": position})
    assert (answer.status_code, answer.json()["code"]) == (422, "position_invalid")
    assert answer.json()["detail"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "malformed"),
        ({"position": None}, 400, "malformed"),
        ({"position": "x" * 201}, 400, "malformed"),
        ({"position": START, "action": 5}, 400, "malformed"),
        ({"position": START, "rules": []}, 400, "malformed"),
        ({"position": START, "rules": {"preset": "go"}}, 422, "rules_invalid"),
        ({"position": START, "more": 1}, 400, "malformed"),
    ],
)
async def test_a_question_of_another_shape_is_refused(
    http: httpx.AsyncClient, body: Frame, status: int, code: str
) -> None:
    answer = await http.post("/api/positions", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_every_option_of_the_menu_can_be_asked_for_and_is_answered_whole(
    http: httpx.AsyncClient,
) -> None:
    menu = (await http.get("/api/rules")).json()
    names = set(menu["presets"]["douque"])
    assert {frozenset(preset) for preset in menu["presets"].values()} == {frozenset(names)}
    for name, preset in menu["presets"].items():
        card = await opened_with(http, {"preset": name})
        assert card["rules"] == preset
        assert preset["preset"] == name
    assert set(PRESETS) == set(menu["presets"])
    assert set(menu["options"]) == names - {"preset"}
    for name, values in menu["options"].items():
        for value in values:
            rules = (await opened_with(http, {name: value}))["rules"]
            assert rules[name] == value
            same = value == menu["presets"]["douque"][name]
            assert rules["preset"] == ("douque" if same else "custom")


async def opened_with(http: httpx.AsyncClient, rules: Frame) -> Frame:
    """The card of a room with these rules."""
    opened = await http.post("/api/rooms", json={"rules": rules})
    assert opened.status_code == 201, opened.text
    card: Frame = (await http.get(f"/api/rooms/{opened.json()['code']}")).json()
    return card


@pytest.mark.parametrize("base", [1, 7, 1000])
async def test_the_stake_is_any_whole_number_up_to_a_thousand(
    http: httpx.AsyncClient, base: int
) -> None:
    assert (await opened_with(http, {"stake_base": base}))["rules"]["stake_base"] == base


@pytest.mark.parametrize("base", [0, 1001, -1, True, "7", None])
async def test_another_stake_is_refused(http: httpx.AsyncClient, base: object) -> None:
    answer = await http.post("/api/rooms", json={"rules": {"stake_base": base}})
    assert (answer.status_code, answer.json()["code"]) == (422, "rules_invalid")
