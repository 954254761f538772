"""docs/protocol.md: every example is replayed, every table is compared."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, get_args

import httpx
import pytest

from app.game import Rule
from app.gateway import byes
from app.gateway.protocol import PHRASES, TYPES, ClientMessage
from app.room.commands import Refusal
from tests.integration.clients import Client, Room, web
from tests.servers import ROOT, Server

TEXT = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
EXACT = {
    *("type", "status", "title", "code", "rule", "message", "retry", "id", "version", "seat"),
    *("phase", "opponent", "you", "ply", "turn", "first", "name", "initial", "increment"),
    *("captures", "refused", "barred", "result", "spectators", "online", "rules", "phrase"),
}
"""Fields whose values an example shows as they are; others only as what kind of thing they are."""


CODE = "K7Q2MX"
"""The code of the room in the examples."""


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", TEXT, re.DOTALL)


def rows(heading: str) -> Iterator[list[str]]:
    """The cells of the first table behind a heading."""
    part = TEXT[TEXT.index(heading) :]
    table = part[part.index("\n|") :].split("\n\n")[0].strip().splitlines()
    for line in table[2:]:
        yield [cell.strip().replace("`", "") for cell in line.strip("|").split("|")]


def assert_alike(shown: object, real: object, where: str, *, exact: bool = False) -> None:
    """The example has the fields and kinds of the real thing; `exact`: its values too."""
    if isinstance(shown, dict):
        assert isinstance(real, dict), where
        assert shown.keys() == real.keys(), where
        for name, value in shown.items():
            assert_alike(value, real[name], f"{where}.{name}", exact=exact or name in EXACT)
    elif isinstance(shown, list):
        assert isinstance(real, list), where
        assert not exact or shown == real, where
        for value in shown[:1]:
            assert_alike(value, real[0], f"{where}[]")
    else:
        number = isinstance(shown, int | float) and isinstance(real, int | float)
        assert number or type(shown) is type(real), where
        is_fixed = exact and CODE not in str(shown)
        assert not is_fixed or shown == real, f"{where}: {shown} is really {real}"


@dataclass
class Replay:
    """The one conversation of the document, spoken with a real server."""

    server: Server
    http: httpx.AsyncClient
    stack: AsyncExitStack
    code: str = ""
    tokens: dict[str, str] = field(default_factory=dict)
    clients: dict[str, Client] = field(default_factory=dict)

    async def exchange(self, block: str) -> None:
        """One request and its answer."""
        request, answer = block.strip().split("\n\n")
        line, body = request.split("\n", 1)
        method, path = line.split()
        status, shown = answer.split("\n", 1)
        real = await self.http.request(
            method, path.replace("K7Q2MX", self.code), json=json.loads(body)
        )
        assert real.status_code == int(status), real.text
        assert_alike(json.loads(shown), real.json(), path)
        if "token" in real.json():
            self.code = real.json()["code"]
            self.tokens[real.json()["seat"]] = real.json()["token"]

    async def say(self, block: str) -> None:
        """Lines of who sends or gets what."""
        for line in block.strip().splitlines():
            who, direction, text = line.split(" ", 2)
            client = await self._client(who)
            frame = json.loads(text)
            if direction == ">":
                if frame["type"] == "hello":
                    frame["token"] = self.tokens[who]
                await client.send(frame)
            else:
                await self._expect(client, frame)

    async def _client(self, who: str) -> Client:
        if who not in self.clients:
            room = Room(self.server, self.code, "", "")
            self.clients[who] = await self.stack.enter_async_context(room.socket())
        return self.clients[who]

    async def _expect(self, client: Client, shown: dict[str, Any]) -> None:
        def is_meant(frame: dict[str, Any]) -> bool:
            if frame["type"] != shown["type"] or frame.get("id") != shown.get("id"):
                return False
            if frame["type"] == "presence":
                return bool(frame["guest"]["online"] and frame["host"]["online"])
            return bool(frame["type"] != "state" or frame["version"] == shown["version"])

        assert_alike(shown, await client.where(is_meant), shown["type"])


@pytest.fixture
async def replay(server: Server) -> AsyncIterator[Replay]:
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(web(server.url))
        yield Replay(server, http, stack)


async def test_every_example_happens_like_that(replay: Replay) -> None:
    assert len(blocks("http")) >= 4
    assert len(blocks("wire")) >= 5
    for block in blocks("http"):
        await replay.exchange(block)
    for block in blocks("wire"):
        await replay.say(block)


def test_every_refusal_is_listed() -> None:
    assert [row[0] for row in rows("## Refusals")] == list(Refusal)


def test_every_rule_is_listed_in_the_order_in_which_it_is_looked_for() -> None:
    part = TEXT[TEXT.index("The rules that `illegal_action` names") : TEXT.index("## Goodbyes")]
    rules = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"\n## Why an action is refused\n(.+?)\n## ", rules, re.DOTALL)
    in_order = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert re.findall(r"`(\w+)`", part)[1:] == in_order
    assert set(in_order) == set(Rule)


def test_every_command_is_listed_with_its_fields() -> None:
    listed = {row[0]: set(re.findall(r"\w+", row[1])) - {"or"} for row in rows("### All commands")}
    assert set(listed) == TYPES
    for model in get_args(ClientMessage):
        fields = {
            name
            for name, each in model.model_fields.items()
            if name not in {"type", "id", "seat"} and (name != "game" or each.is_required())
        }
        assert listed[get_args(model.model_fields["type"].annotation)[0]] == fields


def test_every_phrase_is_listed() -> None:
    part = TEXT[TEXT.index("The phrases are") : TEXT.index("Five commands a second")]
    assert tuple(re.findall(r"`(\w+)`", part)) == PHRASES


def test_every_goodbye_is_listed() -> None:
    known = {each for each in vars(byes).values() if isinstance(each, byes.Bye)}
    listed = {(int(row[0]), row[1], row[2] == "yes") for row in rows("## Goodbyes")}
    assert listed == {(bye.close, bye.code, bye.retry) for bye in known}


async def test_every_call_of_the_table_exists(http: httpx.AsyncClient) -> None:
    for call, *_ in rows("## HTTP"):
        method, path = call.split()
        answer = await http.request(method, re.sub(r"\{\w+\}", "1", path), json={})
        assert answer.status_code != 405, call
        if answer.status_code == 404:
            assert answer.json()["code"] == "room_not_found", call
